// Host: the model of the host that called parley as a voice, by calls that wait for its words.

import { describe, expect, test } from 'vitest'
import {
  backendSuite,
  folder,
  type Line,
  type Made,
  options,
  type Plan,
  prompt,
  room,
  seat,
} from '../backend.suite.js'
import { callId, type HostCall, HostCalls } from './calls.js'
import { host } from './host.js'

/** A host whose model follows the plan, one line for each call of a seat. */
function mind(plan: Plan): Made {
  const calls = new HostCalls()
  const heard: string[] = []
  const made = new Map<string, number>()
  const answered = new Set<string>()
  const answer = ({ id, seat: who, prompt: asked }: HostCall) => {
    if (answered.has(id)) return
    answered.add(id)
    const nth = made.get(who) ?? 0
    made.set(who, nth + 1)
    heard.push(asked)
    bring(calls, id, plan[who]?.[nth])
  }
  calls.listen(() => queueMicrotask(() => calls.waiting('unknown').forEach(answer)))
  return { backend: host(calls), heard: () => heard }
}

function bring(calls: HostCalls, id: string, line: Line | undefined): void {
  const by = { speaker: 'test-host 1', isolation: 'alone' } as const
  if (line?.kind === 'says') calls.say(id, { text: line.text, ...by })
  if (line?.kind === 'gives') calls.say(id, { value: line.value, ...by })
  if (line?.kind === 'breaks') calls.decline(id, line.message)
}

const own = 'a host uses its own tools and is offered none of ours'
backendSuite('host', mind, {
  streams: 'a host hands in the whole reply at once',
  tools: own,
  'refuses tools': own,
})

describe('a call to a host', () => {
  const by = { speaker: 'claude-code 2.1', isolation: 'alone' } as const
  const put = (calls: HostCalls, id: string, more: Partial<HostCall> = {}) =>
    calls.ask(
      {
        id,
        meeting: 'm',
        seat: 'kai',
        name: 'Kai',
        call: 'turn',
        prompt: 'Well?',
        structured: false,
        mostCharacters: 100,
        ...more,
      },
      new AbortController().signal,
    )

  test('HOST1: takes one answer: the same words again change nothing, other words are refused', async () => {
    const calls = new HostCalls()
    const words = put(calls, 'a')
    expect(calls.say('a', { text: 'Yes.', ...by })).toBe('m')
    expect(calls.say('a', { text: 'Yes.', ...by })).toBe('m')
    expect(() => calls.say('a', { text: 'No.', ...by })).toThrow(/answered already/)
    expect((await words).text).toBe('Yes.')
  })

  test('HOST2: that waits again after its run was stopped takes the same words again', async () => {
    const calls = new HostCalls()
    const first = put(calls, 'a')
    calls.say('a', { text: 'Yes.', ...by })
    const again = put(calls, 'a')
    calls.say('a', { text: 'Yes.', ...by })
    expect([(await first).text, (await again).text]).toEqual(['Yes.', 'Yes.'])
    expect(calls.waiting('m')).toEqual([])
  })

  test('HOST2: has an id that a restart makes again, another for each seat, call and attempt', () => {
    const id = callId('m', 'kai', 'turn', 0)
    expect(id).toMatch(/^[0-9a-f]{12}$/)
    expect(callId('m', 'kai', 'turn', 0)).toBe(id)
    const others = [
      callId('n', 'kai', 'turn', 0),
      callId('m', 'bo', 'turn', 0),
      callId('m', 'kai', 'end', 0),
      callId('m', 'kai', 'turn', 1),
    ]
    expect(new Set([id, ...others]).size).toBe(5)
  })

  test('counts what its seat was asked before, also in earlier runs', async () => {
    const calls = new HostCalls()
    const past = [
      { seat: 'theo', call: 'turn', says: 2 },
      { seat: 'bo', call: 'turn', says: 1 },
    ]
    const voice = await host(calls).open(seat('theo'), room({ cwd: folder(), meeting: 'm', past }))
    void voice.say(prompt('Well?'), options()).catch(() => {})
    await expect
      .poll(() => calls.waiting('m').map(({ id }) => id))
      .toEqual([callId('m', 'theo', prompt('Well?').call, 2)])
    await voice.close()
    expect(calls.waiting('m')).toEqual([])
  })

  test('that wants work or tools of a talk fails with the way out, and nobody is asked', async () => {
    const calls = new HostCalls()
    const voice = await host(calls).open(seat('theo'), room({ cwd: folder(), meeting: 'm' }))
    const work = { ...options(), grant: { kind: 'work', root: '.' } as const }
    await expect(voice.say(prompt('Do it.'), work)).rejects.toThrow(/name another voice/)
    expect(calls.waiting('m')).toEqual([])
  })
})
