// What a seat was sent is shown only as it was sent: the receipts prove it.

import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Tool } from './agents.js'
import { ada, procedure, type Setting, setting, structured } from './deps.suite.js'
import { BackendFailed } from './errors.js'
import { joinedParts, part } from './prompt-parts.js'
import type { Protocol, SeatPrompt } from './protocol.js'
import { sentPrompts } from './sent-prompts.js'

function asking(task: string): SeatPrompt {
  const system = [part('persona', 'Precise.'), part('manners', 'Be brief.')]
  const full = [part('material', 'Key: hush-abc'), part('task', task)]
  const since = [part('news', 'Nothing new.')]
  const parts = { system, full, since }
  return {
    system: joinedParts(system),
    full: joinedParts(full),
    since: joinedParts(since),
    parts,
  }
}

const reading: Tool = {
  name: 'read_file',
  description: 'Reads a file.',
  input: { type: 'object' },
  writes: false,
  run: async () => ({ ok: true, output: '' }),
}

const shape = z.object({ score: z.number() })

const held = (task = 'Ship?'): Protocol =>
  procedure(async (meeting) => {
    await meeting.speak(ada, asking(task), { id: 'first', tools: { kind: 'read' } })
    await meeting.speak(ada, asking(task), { id: 'second' })
    await meeting.trySpeak(ada, structured({ score: 1 }, 'A score?'), { id: 'score', schema: shape })
  })

async function met(): Promise<Setting> {
  const at = setting({
    deps: { toolsFor: ({ kind }) => (kind === 'read' ? [reading] : []) },
    say: ({ prompt }) => {
      if (prompt.call === 'score') throw new BackendFailed('failed', 'no score today')
      return { text: 'Monday.', usage: { input: 90, output: 5, cached: 60, estimated: false } }
    },
  })
  await at.meet(held())
  return at
}

describe('what a seat was sent', () => {
  test('is shown part by part, with what it had been sent before, and what the provider read from its cache', async () => {
    const at = await met()
    const [first, second] = await sentPrompts(await at.lines(), held(), at.deps)
    expect(first).toMatchObject({ turn: 1, line: 2, seat: 'ada', call: 'first', proof: 'sent', calls: 1 })
    expect(first?.parts.map(({ place, name, before }) => `${place} ${name} ${before}`)).toEqual([
      'tools definitions false',
      'system persona false',
      'system manners false',
      'prompt material false',
      'prompt task false',
    ])
    expect(first?.parts.map(({ text }) => text)).toContain('Precise.')
    expect(second).toMatchObject({ proof: 'sent', tokens: { input: 90, cached: 60 } })
    expect(second?.parts.map(({ place, name, before }) => `${place} ${name} ${before}`)).toEqual([
      'system persona true',
      'system manners true',
      'conversation 1 earlier exchange true',
      'prompt news false',
    ])
    expect(second?.parts.every(({ tokens }) => tokens > 0)).toBe(true)
    const all = second?.parts.reduce((sum, { tokens }) => sum + tokens, 0) ?? 0
    const cached = second?.parts.map((part) => part.cached ?? 0) ?? []
    expect(cached.reduce((sum, tokens) => sum + tokens, 0)).toBe(Math.round((all * 60) / 90))
    expect(cached[0]).toBe(second?.parts[0]?.tokens)
  })

  test('keeps its secrets masked', async () => {
    const at = await met()
    const [first] = await sentPrompts(await at.lines(), held(), at.deps)
    expect(first?.parts.find(({ name }) => name === 'material')?.text).toBe('Key: [masked]')
  })

  test('PRM1: is not shown where another parley would send something else, and that is said', async () => {
    const at = await met()
    const [first, second] = await sentPrompts(await at.lines(), held('Ship now?'), at.deps)
    expect(first).toMatchObject({
      proof: 'changed',
      parts: [],
      why: expect.stringContaining('another prompt'),
    })
    expect(second?.proof).toBe('sent')
  })

  test('is marked as unproven for a call that failed, whose line has no hash', async () => {
    const at = await met()
    const failed = (await sentPrompts(await at.lines(), held(), at.deps))[2]
    expect(failed).toMatchObject({ call: 'score', failed: true, proof: 'unproven' })
    expect(failed?.parts.map(({ place }) => place)).toEqual(['system', 'conversation', 'prompt', 'shape'])
  })

  test('is said to be out of reach where the procedure no longer comes by the call', async () => {
    const at = await met()
    const others = await sentPrompts(
      await at.lines(),
      procedure(async () => {}),
      at.deps,
    )
    expect(others.map(({ proof }) => proof)).toEqual(['unreached', 'unreached', 'unreached'])
    const diverged = procedure(async (meeting) => void (await meeting.phase('elsewhere')))
    const [first] = await sentPrompts(await at.lines(), diverged, at.deps)
    expect(first).toMatchObject({ proof: 'unreached', why: expect.stringContaining('could not be replayed') })
  })
})
