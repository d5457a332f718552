// Rehearsed talks: nothing of them is committed to a branch that was there before, and nothing of their own is left in git.

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseArtifact } from '../protocols/talk/documents/artifact.js'
import { git } from '../workspace/temporary.suite.js'
import { atRest, hallAt, look, put, script } from './hall.suite.js'
import { handWritten, machineFiles, open, say, type Talking, talking } from './talk.suite.js'

/** Every ref with its commit, every worktree, and what lies uncommitted in the integration worktree. */
function inGit({ project, integration }: Talking): readonly string[] {
  return [
    git(project, 'for-each-ref'),
    git(project, 'worktree', 'list', '--porcelain'),
    git(integration, 'status', '--porcelain'),
  ]
}

/** The artifact that a rehearsal leaves, outside of every repository. */
function leftBy({ home }: Talking, id: string) {
  return parseArtifact(look(join(home, 'rehearsals/demo'), `.lore/meetings/${id}.md`) ?? '')
}

describe('a talk in which only rehearsed voices speak', () => {
  test('commits nothing to a branch that was there, leaves no branch and no worktree, and its notes are read, found and verified', async () => {
    const at = await talking()
    const before = inGit(at)
    const ref = await open(at.hall, 'rehearsal', 'the price in the shop')
    await atRest(at.hall, ref)
    await say(at.hall, ref, 'And the regions?')
    expect(git(at.project, 'rev-parse', 'claude/main')).toBe(git(at.project, 'rev-parse', 'main'))
    expect(at.artifact(ref.id)).toMatchObject({ status: 'open' })

    const asked = (await at.hall.meeting(ref)).asks?.options.find(({ key }) => key === 'close')
    expect(asked?.effect).toBe('writes notes and ends it for good; a rehearsal merges nothing')
    expect(await at.hall.preview(ref)).toEqual({
      branch: `claude/meeting/${ref.id}`,
      into: 'claude/main',
      files: [],
      conflicts: [],
      rehearsal: true,
    })
    const text = '(Rehearsal) The talk had 2 turns; no model was asked to sum it up.'
    expect(await at.hall.close(ref)).toEqual({
      status: 'closed',
      notes: { state: 'done', text, reason: null },
      merge: { state: 'none', files: [], howTo: null },
    })
    expect(inGit(at)).toEqual(before)
    expect(machineFiles(at.home)).toEqual([])

    const artifact = leftBy(at, ref.id)
    expect(artifact).toMatchObject({ status: 'closed', notesSummary: text })
    expect(artifact.log.map(({ event }) => event)).toEqual(['opened', 'closed'])
    const view = await at.hall.meeting(ref)
    const path = `.lore/meetings/${ref.id}.md`
    expect(view).toMatchObject({
      status: 'concluded',
      title: 'the price in the shop',
      documents: [{ path }],
      talk: { state: 'closed', rehearsal: 'talk', notes: { state: 'done', text } },
      outcome: {
        merge: {
          state: 'none',
          cause: 'A rehearsal merges nothing: its worktree and its branch are gone again.',
        },
      },
    })
    expect((await at.hall.document('demo', path)).text).toContain(text)
    expect(await at.hall.meetings({})).toMatchObject([
      { id: ref.id, title: 'the price in the shop', status: 'concluded' },
    ])
    expect((await at.hall.afterwards(ref)).commits).toEqual([])
    expect((await at.hall.verify(ref)).findings).toEqual([])
    await expect(at.hall.close(ref)).rejects.toMatchObject({ code: 'wrong-state' })

    await at.hall.stop()
    const logged: string[] = []
    const later = await hallAt(at.home, logged)
    expect(logged).toEqual([])
    expect(inGit(at)).toEqual(before)
    put(join(at.home, 'rehearsals/demo'), path, 'Somebody else’s words.\n')
    expect((await later.verify(ref)).findings).toMatchObject([expect.stringContaining(ref.id)])
  })

  test('keeps its branch for what a person put into its worktree, merges it nowhere, and says so before and afterwards', async () => {
    const at = await talking()
    const main = git(at.project, 'rev-parse', 'claude/main')
    const ref = await open(at.hall, 'rehearsal')
    await atRest(at.hall, ref)
    put(at.worktree(ref.id), 'src/mine.ts', 'export const mine = 1\n')
    put(at.worktree(ref.id), '.lore/meetings/asked.md', handWritten())
    const { rehearsal, files } = await at.hall.preview(ref)
    expect([rehearsal, ...files.map(({ path }) => path)]).toEqual([
      true,
      '.lore/meetings/asked.md',
      'src/mine.ts',
    ])
    expect(await at.hall.close(ref)).toMatchObject({ merge: { state: 'none' } })
    const branch = `claude/meeting/${ref.id}`
    expect((await at.hall.meeting(ref)).outcome).toMatchObject({
      merge: { state: 'none', cause: expect.stringContaining(`Its branch ${branch} is kept`) },
    })
    expect(at.branches()).toEqual([branch])
    expect(git(at.project, 'show', `${branch}:src/mine.ts`)).toBe('export const mine = 1')
    expect(git(at.project, 'rev-parse', 'claude/main')).toBe(main)
    expect(await at.hall.requests()).toEqual([])
  })

  test('that cannot be opened leaves nothing', async () => {
    const at = await talking({ worker: { domainToolboxes: ['weather'] } })
    const before = inGit(at)
    await expect(open(at.hall, 'rehearsal')).rejects.toMatchObject({ code: 'not-possible' })
    expect(inGit(at)).toEqual(before)
    expect([await at.hall.meetings({}), machineFiles(at.home)]).toEqual([[], []])
  })

  test('and whose worktree is gone when parley starts is ended without a commit, and its branch goes', async () => {
    const at = await talking()
    const before = git(at.project, 'for-each-ref')
    const ref = await open(at.hall, 'rehearsal')
    await atRest(at.hall, ref)
    await at.hall.stop()
    rmSync(at.worktree(ref.id), { recursive: true })
    const logged: string[] = []
    const hall = await hallAt(at.home, logged)
    expect(logged).toEqual([`${ref.id}: closed, since its worktree is gone.`])
    expect(git(at.project, 'for-each-ref')).toBe(before)
    expect(await hall.meetings({})).toMatchObject([{ id: ref.id, status: 'aborted' }])
  })
})

describe('a talk in which another voice speaks as well', () => {
  test('is announced and merged as any other', async () => {
    const at = await talking()
    const { agents } = script({ notes: [{ call: 'talk.notes', text: 'Somebody was there.' }] })
    const ref = await open(at.hall, 'rehearsal', 'the price', { seats: { notes: agents } })
    await atRest(at.hall, ref)
    expect(look(at.integration, `.lore/meetings/${ref.id}.md`)).toContain('status: open')
    expect(await at.hall.preview(ref)).toMatchObject({ rehearsal: false })
    expect(await at.hall.close(ref)).toMatchObject({ merge: { state: 'done' } })
    expect(at.artifact(ref.id)).toMatchObject({ status: 'closed', notesSummary: 'Somebody was there.' })
    expect(look(at.home, `rehearsals/demo/.lore/meetings/${ref.id}.md`)).toBeNull()
  })
})

describe('a request that is rehearsed', () => {
  test('waits as before, in git too: the rehearsal is a talk of its own about it; afterwards it is accepted for good', async () => {
    const at = await talking()
    put(at.integration, '.lore/meetings/wish.md', handWritten())
    const before = inGit(at)
    const wish = { project: 'demo', id: 'wish' }
    const ref = await at.hall.accept(wish, { agents: 'rehearsal' })
    const view = await atRest(at.hall, ref)
    expect(ref.id).toMatch(/^audience-Verity-/)
    expect(view).toMatchObject({ turns: 1, title: 'Look at this: now' })
    expect(view.talk?.rehearsal).toBe('request')
    expect(view.talk?.referenced).toEqual(['research/survey.md', 'meetings/wish.md'])
    expect(await at.hall.requests()).toMatchObject([wish])
    await at.hall.close(ref)
    expect(inGit(at)).toEqual(before)
    expect(look(at.integration, '.lore/meetings/wish.md')).toBe(handWritten())

    const { agents } = script({ verity: ['Since you ask.', { call: 'talk.notes', text: 'Settled.' }] })
    expect(await at.hall.accept(wish, { agents })).toEqual(wish)
    await atRest(at.hall, wish)
    expect(await at.hall.close(wish)).toMatchObject({ merge: { state: 'done' } })
    expect(await at.hall.requests()).toEqual([])
  })

  test('may be rehearsed twice at once', async () => {
    const at = await talking()
    put(at.integration, '.lore/meetings/wish.md', handWritten())
    const wish = { project: 'demo', id: 'wish' }
    const twice = [1, 2].map(() => at.hall.accept(wish, { agents: 'rehearsal' }))
    const refs = await Promise.all(twice)
    for (const ref of refs) await atRest(at.hall, ref)
    expect(new Set(refs.map(({ id }) => id)).size).toBe(2)
    for (const ref of refs) await at.hall.close(ref)
    expect(at.branches()).toEqual([])
  })
})
