// Crashes: a meeting that is killed at any line, before or after the line took effect, ends as if it had not been killed.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { BackendFailed } from '../errors.js'
import type { Meeting } from '../protocol.js'
import { chose, killedAt, procedure, prompt, question, type Setting, seat, setting } from './deps.suite.js'

type Step =
  | { do: 'speak' | 'try' | 'score'; seat: string }
  | { do: 'ask' | 'note' | 'phase' | 'now' | 'token' | 'pause' | 'act' | 'write'; name: string }
  | { do: 'together'; branches: Record<string, Step[]> }

const names = fc.constantFrom('a', 'b', 'c')

const { steps } = fc.letrec<{ steps: Step[]; step: Step }>((tie) => ({
  steps: fc.array(tie('step'), { maxLength: 6, depthIdentifier: 'steps' }),
  step: fc.oneof(
    { depthIdentifier: 'steps', maxDepth: 3, withCrossShrink: true },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constantFrom('speak' as const, 'try' as const, 'score' as const),
        seat: names,
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constantFrom(...(['ask', 'note', 'phase', 'now', 'token', 'pause', 'act', 'write'] as const)),
        name: names,
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('together' as const),
        branches: fc.dictionary(names, tie('steps'), { noNullPrototype: true }),
      }),
    },
  ),
}))

const score = z.object({ score: z.number() })

/** Runs the steps. Each result is part of the next steps' texts, so that any difference shows in the outcome. */
async function follow(meeting: Meeting, steps: readonly Step[], path: string): Promise<string> {
  let so = path
  for (const step of steps) so = `${so};${await take(meeting, step, so)}`
  return so
}

async function take(meeting: Meeting, step: Step, so: string): Promise<unknown> {
  const digest = meeting.digest(so).slice(0, 8)
  switch (step.do) {
    case 'speak':
      return (await meeting.speak(seat(step.seat), prompt(`all ${digest}`, digest), { id: 'speak' })).text
    case 'try': {
      const said = await meeting.trySpeak(seat(step.seat), prompt(`all ${digest}`, digest), { id: 'try' })
      return said.kind === 'said' ? said.text : said.cause
    }
    case 'score':
      return (
        await meeting.speak(seat(step.seat), prompt(`all ${digest}`), {
          id: 'score',
          schema: score,
        })
      ).value.score
    case 'ask':
      return (await meeting.ask(question(step.name))).choose
    case 'note':
      return meeting.note(step.name, { digest })
    case 'phase':
      return meeting.phase(step.name)
    case 'pause':
      return meeting.pause(step.name)
    case 'now':
      return meeting.now()
    case 'token':
      return meeting.token()
    case 'act':
      return meeting.act(step.name, async () => digest)
    case 'write':
      return meeting.write(`docs/${digest}`, so)
    case 'together': {
      const branches = Object.entries(step.branches).map(([name, inner]) => [
        name,
        (branch: Meeting) => follow(branch, inner, `${so}~${name}`),
      ])
      return JSON.stringify(await meeting.together(Object.fromEntries(branches)))
    }
  }
}

/** Gives the same reply to the same call at any time; each first `try` of seat `b` fails. */
const scripted = {
  say: ({ seat, prompt }: { seat: string; prompt: { call: string; system: string } }) => {
    if (prompt.call === 'score') return { value: { score: seat.length } }
    if (prompt.call === 'try' && seat === 'b') throw new BackendFailed('failed', 'down')
    return `${seat} on ${prompt.call}`
  },
  answer: chose('yes'),
}

async function toTheEnd(met: Setting, protocol: ReturnType<typeof procedure>) {
  for (;;) {
    const ending = await met.hold(protocol)
    if (ending.kind !== 'paused') return ending
  }
}

function steady(ending: { kind: string; outcome?: unknown }, met: Setting) {
  return { kind: ending.kind, outcome: ending.outcome, files: Object.fromEntries(met.files) }
}

const recordedKeys = async (met: Setting) =>
  new Set((await met.lines()).map(({ kind, key }) => `${kind} ${key}`))

describe('a meeting that is killed', () => {
  test('M1 M2 R2 T1: at any line and resumed reaches the same documents and outcome, and repeats no recorded step', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (steps) => {
        const protocol = procedure((meeting) => follow(meeting, steps, 'start'))
        const whole = setting(scripted)
        await whole.open(protocol)
        const expected = steady(await toTheEnd(whole, protocol), whole)
        expect(expected.kind).toBe('concluded')
        const count = (await whole.lines()).length
        for (let n = 2; n <= count; n++) {
          for (const after of [false, true]) {
            const met = setting(scripted)
            await met.open(protocol)
            await toTheEnd(met.again(scripted, killedAt(met.journal, n, after)), protocol)
            const before = await recordedKeys(met)
            expect(before.size).toBeGreaterThanOrEqual(after ? n : n - 1)
            const later = met.again(scripted)
            const acted: string[] = []
            later.deps.observe({ type: 'line', line: (await met.lines())[0]! })
            const ending = await toTheEnd(later, protocol)
            for (const event of later.events.slice(1)) {
              if (event.type === 'speaking') acted.push(`turn ${event.key}`, `failed ${event.key}`)
              if (event.type === 'line') acted.push(`${event.line.kind} ${event.line.key}`)
            }
            expect(acted.filter((step) => before.has(step))).toEqual([])
            expect(steady(ending, met)).toEqual(expected)
            expect((await later.verify(protocol)).findings).toEqual([])
          }
        }
      }),
      { numRuns: 40 },
    )
  })

  test('M1: at any two lines still reaches the same end', async () => {
    const steps: Step[] = [
      { do: 'phase', name: 'a' },
      {
        do: 'together',
        branches: {
          a: [
            { do: 'speak', seat: 'a' },
            { do: 'write', name: 'a' },
          ],
          b: [
            { do: 'try', seat: 'b' },
            { do: 'ask', name: 'a' },
          ],
        },
      },
      { do: 'pause', name: 'a' },
      { do: 'speak', seat: 'a' },
      { do: 'write', name: 'b' },
    ]
    const protocol = procedure((meeting) => follow(meeting, steps, 'start'))
    const whole = setting(scripted)
    await whole.open(protocol)
    const expected = steady(await toTheEnd(whole, protocol), whole)
    const count = (await whole.lines()).length
    for (let first = 2; first <= count; first++) {
      for (let second = first; second <= count; second++) {
        const met = setting(scripted)
        await met.open(protocol)
        await toTheEnd(met.again(scripted, killedAt(met.journal, first, false)), protocol)
        await toTheEnd(met.again(scripted, killedAt(met.journal, second, true)), protocol)
        expect(steady(await toTheEnd(met.again(scripted), protocol), met)).toEqual(expected)
      }
    }
  })

  test('T1: and resumed with other times and tokens keeps the recorded ones, and verifies with them', async () => {
    const steps: Step[] = [
      { do: 'token', name: 'a' },
      {
        do: 'together',
        branches: {
          a: [
            { do: 'token', name: 'a' },
            { do: 'now', name: 'a' },
          ],
          b: [{ do: 'token', name: 'b' }],
        },
      },
      { do: 'write', name: 'a' },
      { do: 'now', name: 'a' },
    ]
    const protocol = procedure((meeting) => follow(meeting, steps, 'start'))
    let nth = 0
    const deps = { random: () => `t${++nth}`, now: () => new Date(1_000_000_000_000 + ++nth * 1000) }
    for (let n = 2; n <= 8; n++) {
      const met = setting({ deps })
      await met.open(protocol)
      await met.again({ deps }, killedAt(met.journal, n, true)).hold(protocol)
      const before = await met.lines()
      await met.hold(protocol)
      expect((await met.lines()).slice(0, before.length)).toEqual(before)
      expect((await met.verify(protocol)).findings).toEqual([])
    }
  })
})
