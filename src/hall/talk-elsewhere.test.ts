// Talks that another tool began: its current folder, its references, its state and its transcripts go on, or are named with a reason.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { git } from '../workspace/temporary.suite.js'
import { atRest, look, put, script } from './hall.suite.js'
import { code, handWritten, machineFiles, open, say, talking } from './talk.suite.js'

const WORK = '.lore/work/meetings'
const notes = { call: 'talk.notes', text: 'Chosen.' }
const _configOf = (project: string, agents: string) =>
  `agents: ${agents}\nprojects:\n  - { name: demo, path: ${project} }\n`

describe('a request in the current folder of another tool', () => {
  test('is seen with its references, accepted where it lies, and closed there', async () => {
    const at = await talking({ files: { ...code, [`${WORK}/look.md`]: handWritten() } })
    const played = script({ verity: ['About the survey.', 'Yes.', notes] })
    expect(await at.hall.requests()).toMatchObject([{ id: 'look', referenced: ['research/survey.md'] }])
    const ref = await at.hall.accept({ project: 'demo', id: 'look' }, { agents: played.agents })
    await atRest(at.hall, ref)
    expect(played.calls()[0]?.prompt).toContain('research/survey.md')
    expect((await at.hall.meeting(ref)).documents.map(({ path }) => path)).toContain(`${WORK}/look.md`)
    await say(at.hall, ref, 'Go on?')
    expect(await at.hall.close(ref)).toMatchObject({ notes: { state: 'done' }, merge: { state: 'done' } })
    expect(look(at.integration, `${WORK}/look.md`)).toContain('status: closed')
    expect(existsSync(join(at.integration, '.lore/meetings/look.md'))).toBe(false)
    expect((await at.hall.verify(ref)).findings).toEqual([])
    expect(machineFiles(at.home)).toEqual([])
    expect(git(at.integration, 'status', '--porcelain')).toBe('')
  })

  test('is declined and deferred there too, and one that cannot be opened is as it was', async () => {
    const files = { ...code, [`${WORK}/a.md`]: handWritten(), [`${WORK}/b.md`]: handWritten() }
    const at = await talking({ files, worker: { domainToolboxes: ['missing'] } })
    await at.hall.defer({ project: 'demo', id: 'b' }, '2027-01-01')
    const { agents } = script({ verity: ['x'] })
    await expect(at.hall.accept({ project: 'demo', id: 'a' }, { agents })).rejects.toThrow(/missing/)
    expect(look(at.integration, `${WORK}/a.md`)).toBe(handWritten())
    await at.hall.decline({ project: 'demo', id: 'a' })
    expect(await at.hall.requests()).toMatchObject([{ id: 'b', deferredUntil: '2027-01-01' }])
    expect(look(at.integration, `${WORK}/a.md`)).toContain('status: declined')
    expect(existsSync(join(at.integration, '.lore/meetings'))).toBe(false)
    expect(at.branches()).toEqual([])
  })
})

describe('a talk that another tool left open', () => {
  test('is named, as is a file that is no talk, and neither holds up the start', async () => {
    const at = await talking()
    const text = '---\ntitle: Cache\nstatus: open\nworker: Verity\nagenda: Choose one\n---\n'
    put(at.integration, `${WORK}/away.md`, text)
    put(at.integration, `${WORK}/odd.md`, '---\nstatus: maybe\n---\n')
    const hall = await at.restart()
    const told = (await hall.health()).notices.join('\n')
    expect(told).toContain('away: open, but without a journal here.')
    expect(told).toContain(`${WORK}/odd.md is no talk: its status "maybe" is none of`)
    expect((await hall.meetings({})).map(({ id }) => id)).not.toContain('odd')
  })
})

describe('a request that a worker writes as an artifact', () => {
  const body = handWritten()
  test('LIFT1, LIFT2: is there while the talk goes on, once, whichever tool wrote it, and its acceptance survives the close', async () => {
    const at = await talking({ worker: { builtInTools: ['write_file'] } })
    const { agents } = script({
      verity: [
        {
          tools: [
            { name: 'write_artifact', input: { path: 'work/meetings/next.md', body } },
            { name: 'write_file', input: { path: '.lore/meetings/other.md', content: body } },
          ],
          text: 'Asked.',
        },
        'Nothing more.',
        notes,
      ],
    })
    const ref = await open(at.hall, agents)
    await atRest(at.hall, ref)
    expect((await at.hall.requests()).map(({ id }) => id).sort()).toEqual(['next', 'other'])
    expect(git(at.integration, 'status', '--porcelain')).toBe('')
    expect(existsSync(join(at.worktree(ref.id), WORK, 'next.md'))).toBe(false)
    // As a kill between the commit there and the removal here would leave it.
    put(at.worktree(ref.id), `${WORK}/next.md`, look(at.integration, `${WORK}/next.md`) ?? '')
    await say(at.hall, ref, 'And?')
    expect(existsSync(join(at.worktree(ref.id), WORK, 'next.md'))).toBe(false)
    const next = await at.hall.accept({ project: 'demo', id: 'next' }, script({ verity: ['About it.'] }))
    await atRest(at.hall, next)
    expect(await at.hall.close(ref)).toMatchObject({ merge: { state: 'done' } })
    expect((await at.hall.meeting(next)).talk?.state).toBe('open')
    expect(look(at.integration, `${WORK}/next.md`)).toContain('status: open')
    expect((await at.hall.requests()).map(({ id }) => id)).toEqual(['other'])
  })
})
