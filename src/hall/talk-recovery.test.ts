// Recovery of talks at the start of a hall: what is there goes on, what is gone is closed with a reason, the rest is reported.

import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { forever } from '../../test/support/forever.js'
import { git } from '../workspace/temporary.suite.js'
import { atRest, hear, put, script } from './hall.suite.js'
import { machineFiles, open, say, talking } from './talk.suite.js'

const notes = { call: 'talk.notes', text: 'Chosen.' }
const spec = { name: 'write_artifact', input: { path: 'specs/cache.md', body: '# Cache\n' } }

describe('a talk after a restart', () => {
  test('SAY2: whose turn was under way when the hall ended has what was said, and its next message tells the worker', async () => {
    const at = await talking()
    const played = script({
      verity: [
        { session: 's', text: 'Hello.' },
        { tools: [spec], deltas: ['Half ', 'more'], delayMs: forever },
        'Whole now.',
      ],
    })
    const ref = await open(at.hall, played.agents)
    await atRest(at.hall, ref)
    await at.hall.message(ref, 'Go on.')
    await hear(at.hall, ref, (event) => event.type === 'text')
    const hall = await at.restart()
    const view = await hall.meeting(ref)
    expect(view).toMatchObject({
      status: 'waiting',
      live: false,
      talk: { state: 'open', linked: ['specs/cache.md'] },
    })
    expect(played.calls()).toHaveLength(2)
    for (const kept of ['Half', 'Turn interrupted']) expect(at.transcript(ref.id)).toContain(kept)
    expect((await say(hall, ref, 'And?')).lastLine).toBe('Whole now.')
    const last = played.calls().at(-1)
    expect(last?.resume).toBe('s')
    for (const told of ['was interrupted', 'Go on.', 'And?']) expect(last?.prompt).toContain(told)
    expect((await hall.verify(ref)).findings).toEqual([])
  })

  test('whose documents were deleted has them again before it goes on', async () => {
    const at = await talking()
    const played = script({ verity: [{ session: 's', text: 'Hello.' }, 'Still here.', notes] })
    const ref = await open(at.hall, played.agents)
    await atRest(at.hall, ref)
    rmSync(join(at.home, 'meetings'), { recursive: true })
    const hall = await at.restart()
    expect((await say(hall, ref, 'And now?')).lastLine).toBe('Still here.')
    for (const kept of ['What did the survey miss?', 'Hello.', 'And now?', 'Still here.'])
      expect(at.transcript(ref.id)).toContain(kept)
    expect((await hall.verify(ref)).findings).toEqual([])
    expect(await hall.close(ref)).toMatchObject({ notes: { state: 'done' }, merge: { state: 'done' } })
  })

  test('whose close was cut off closes by itself, and nobody can close it a second time meanwhile', async () => {
    const at = await talking()
    const { agents } = script({ verity: ['Hello.', { ...notes, delayMs: forever }] })
    const ref = await open(at.hall, agents)
    await atRest(at.hall, ref)
    const closing = at.hall.close(ref).catch(() => {})
    await hear(at.hall, ref, (event) => event.type === 'speaking' && event.call === 'talk.notes')
    const again = await at.restart()
    await closing
    await expect(again.interrupt(ref)).rejects.toMatchObject({ code: 'closing' })
    await expect(again.close(ref)).rejects.toMatchObject({ code: 'closing' })
    writeFileSync(agents.slice('script:'.length), stringify({ seats: { verity: ['Hello.', notes] } }))
    const hall = await at.restart()
    await hear(hall, ref, (event) => event.type === 'status' && event.status === 'concluded' && !event.live)
    expect(at.artifact(ref.id)).toMatchObject({ status: 'closed', notesSummary: 'Chosen.' })
    expect(machineFiles(at.home)).toEqual([])
  })

  test('BACK1: whose worktree is gone is closed with a reason; a branch with commits is kept, and the place under the cap is free', async () => {
    const at = await talking()
    const ref = await open(at.hall, script({ verity: [{ tools: [spec], text: 'Hello.' }] }).agents)
    await atRest(at.hall, ref)
    await at.hall.stop()
    rmSync(at.worktree(ref.id), { recursive: true })
    const hall = await at.restart()
    expect(at.artifact(ref.id)).toMatchObject({
      status: 'closed',
      log: [{ event: 'opened' }, { event: 'closed', reason: expect.stringContaining('worktree') }],
    })
    expect(at.branches()).toEqual([`claude/meeting/${ref.id}`])
    expect((await hall.health()).notices.join()).toContain(ref.id)
    expect(await hall.meeting(ref)).toMatchObject({ status: 'aborted', talk: { state: 'closed' } })
    expect(await hall.projects()).toMatchObject([{ openTalks: 0 }])
    expect(at.transcript(ref.id)).not.toBeNull()
    expect(git(at.integration, 'status', '--porcelain')).toBe('')
  })

  test('BACK2: whose project is not registered any more is kept as it is, reported, and there again with its project', async () => {
    const at = await talking()
    const ref = await open(at.hall, script({ verity: ['Hello.', 'Again.'] }).agents)
    await atRest(at.hall, ref)
    await at.hall.deregister('demo')
    const hall = await at.restart()
    expect((await hall.health()).notices.join()).toContain(ref.id)
    expect(existsSync(at.worktree(ref.id))).toBe(true)
    await hall.register({ name: 'demo', path: at.project })
    expect((await say(hall, ref, 'Back?')).lastLine).toBe('Again.')
  })
})

describe('a talk without a journal', () => {
  test('is reported with its branch, and left alone', async () => {
    const at = await talking()
    const ref = await open(at.hall, script({ verity: [{ tools: [spec], text: 'The edges.' }] }).agents)
    await atRest(at.hall, ref)
    await at.hall.stop()
    rmSync(join(at.home, 'talks'), { recursive: true })
    const hall = await at.restart()
    const told = (await hall.health()).notices.join()
    expect(told).toContain(
      `${ref.id}: open, but without a journal here. Its branch claude/meeting/${ref.id} is kept.`,
    )
    expect(existsSync(at.worktree(ref.id))).toBe(true)
    expect(at.artifact(ref.id).status).toBe('open')
  })

  test('of which nothing is on this machine is reported, and can be closed', async () => {
    const at = await talking()
    const text = `---\ntitle: Elsewhere\nstatus: open\nworker: Verity\nagenda: x\ndate: 2026-05-01\n---\n`
    put(at.integration, '.lore/meetings/elsewhere.md', text)
    const hall = await at.restart()
    expect((await hall.health()).notices.join()).toContain('elsewhere')
    expect(at.artifact('elsewhere').status).toBe('open')
    const ref = { project: 'demo', id: 'elsewhere' }
    await expect(hall.message(ref, 'Hi')).rejects.toMatchObject({ code: 'wrong-state' })
    expect(await hall.close(ref)).toMatchObject({ status: 'closed', notes: { state: 'failed' } })
    expect(at.artifact('elsewhere').status).toBe('closed')
  })
})

describe('what lies around', () => {
  test('an empty branch of nobody is removed, one with commits is reported and kept', async () => {
    const at = await talking()
    git(at.project, 'branch', 'claude/meeting/empty', 'claude/main')
    git(at.project, 'branch', 'claude/meeting/full', 'claude/main')
    const tree = git(at.project, 'rev-parse', 'claude/main^{tree}')
    const commit = git(at.project, 'commit-tree', tree, '-p', 'claude/main', '-m', 'work')
    git(at.project, 'update-ref', 'refs/heads/claude/meeting/full', commit)
    const hall = await at.restart()
    expect(at.branches()).toEqual(['claude/meeting/full'])
    const told = (await hall.health()).notices.join('\n')
    expect(told).toContain('claude/meeting/full')
  })

  test('an integration worktree that is gone is made again', async () => {
    const at = await talking()
    rmSync(at.integration, { recursive: true })
    await at.restart()
    expect(git(at.integration, 'branch', '--show-current')).toBe('claude/main')
  })

  test('a broken package stops no start: it is skipped, and the log says why', async () => {
    const at = await talking()
    put(at.home, 'packages/broken/package.json', '{"name":"broken","parley":{"type":"worker"}}')
    const hall = await at.restart()
    expect((await hall.workers()).map(({ name }) => name)).not.toContain('broken')
    expect(at.logged.join('\n')).toContain('broken')
  })
})
