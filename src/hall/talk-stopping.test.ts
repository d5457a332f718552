// How talks end before their turn or their close does: gently, or because another process has taken them over.

import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { heldBack } from '../../test/support/conducted.js'
import { type FakeModels, fakeModels, type ModelReply } from '../../test/support/fake-models.js'
import { fileJournal } from '../workspace/journal-file.js'
import { atRest, hear, look, script } from './hall.suite.js'
import { open, say, talking } from './talk.suite.js'

const writes = { name: 'write_file', input: { path: 'src/new.ts', content: 'export {}\n' } }
const worker = { builtInTools: ['write_file'] }

/** A model that says these in order, and how it is asked for. */
async function speaking(
  ...replies: readonly (string | ModelReply)[]
): Promise<FakeModels & { agents: string }> {
  const left = [...replies]
  const models = await fakeModels(() => left.shift() ?? { status: 400, error: 'Nothing is left to say.' })
  onTestFinished(models.close)
  return { ...models, agents: `model:anybody@${models.urls.compatible}` }
}

describe('a talk that another process has taken over', () => {
  /** As another process does that takes this one for dead. */
  async function takeOver(folder: string): Promise<void> {
    rmSync(join(folder, 'lock'))
    const lease = await fileJournal(folder).lease()
    await lease.release()
  }

  test('runs no tool, asks its model no further and records nothing; it goes on when it is spoken to again', async () => {
    const at = await talking({ worker })
    const turn = heldBack(['Half of it.'], { toolCalls: [writes] })
    const voice = await speaking(turn, 'Here I am.')
    const ref = await open(at.hall, voice.agents)
    const folder = join(at.home, 'talks', ref.id)
    turn.next()
    await hear(at.hall, ref, (event) => event.type === 'text')
    await takeOver(folder)
    const recorded = readFileSync(join(folder, 'journal.jsonl'), 'utf8')
    turn.rest()
    await hear(at.hall, ref, (event) => event.type === 'status' && !event.live)
    expect(at.logged.join('\n')).toContain('Another process has taken this meeting over.')
    expect(voice.requests).toHaveLength(1)
    expect(look(at.worktree(ref.id), 'src/new.ts')).toBeNull()
    expect(readFileSync(join(folder, 'journal.jsonl'), 'utf8')).toBe(recorded)
    expect((await say(at.hall, ref, 'Are you there?')).lastLine).toBe('Here I am.')
    expect((await at.hall.verify(ref)).findings).toEqual([])
  })
})

describe('a hall that is to end soon', () => {
  test('lets a turn finish with its tools, begins no other in any talk, and the next hall goes on', async () => {
    const at = await talking({ worker })
    const quiet = await open(at.hall, script({ verity: ['Yes?', 'Still here.'] }).agents)
    await atRest(at.hall, quiet)
    const turn = heldBack(['Half of it.'], { toolCalls: [writes] })
    const voice = await speaking(turn, 'And the rest.', 'Here I am.')
    const ref = await open(at.hall, voice.agents)
    turn.next()
    await hear(at.hall, ref, (event) => event.type === 'text')
    const drained = at.hall.drain(new AbortController().signal)
    for (const talk of [quiet, ref])
      await expect(at.hall.message(talk, 'Go on.')).rejects.toMatchObject({
        code: expect.stringMatching(/^(not-possible|busy)$/),
      })
    turn.rest()
    await drained
    expect(voice.requests).toHaveLength(2)
    expect(look(at.worktree(ref.id), 'src/new.ts')).toBe('export {}\n')
    const hall = await at.restart()
    expect(await atRest(hall, ref)).toMatchObject({ status: 'waiting', lastLine: 'And the rest.' })
    expect((await say(hall, ref, 'Are you there?')).lastLine).toBe('Here I am.')
    expect((await say(hall, quiet, 'And you?')).lastLine).toBe('Still here.')
    expect(voice.requests).toHaveLength(3)
    expect((await hall.verify(ref)).findings).toEqual([])
  })

  test('lets the notes of a close be written, and the next hall closes the talk without asking for them again', async () => {
    const at = await talking()
    const notes = heldBack(['The edges were discussed.'])
    const voice = await speaking('Yes.', notes)
    const ref = await open(at.hall, voice.agents)
    await atRest(at.hall, ref)
    const closing = at.hall.close(ref).catch((error: unknown) => error)
    await hear(at.hall, ref, (event) => event.type === 'speaking' && event.call === 'talk.notes')
    const drained = at.hall.drain(new AbortController().signal)
    notes.rest()
    await drained
    expect(await closing).toMatchObject({ code: 'not-possible' })
    expect((await at.hall.meeting(ref)).talk?.state).toBe('open')
    const hall = await at.restart()
    await hear(hall, ref, (event) => event.type === 'status' && event.status === 'concluded' && !event.live)
    expect(at.artifact(ref.id)).toMatchObject({
      status: 'closed',
      notesSummary: 'The edges were discussed.',
    })
    expect(voice.requests).toHaveLength(2)
    expect((await hall.verify(ref)).findings).toEqual([])
  })
})
