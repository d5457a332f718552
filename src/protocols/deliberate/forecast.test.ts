// Forecasts against sessions as they were held: four with a mind behind the voice, and the golden ones.

import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { needOf } from '../../rules/forecast.js'
import { deliberateForecast, toCome } from './forecast.js'
import type { DeliberateInput } from './input.js'
import { averageLength, type Expected, sizesOf } from './session-calls.js'

function foreseen(expected: Expected): number {
  const { input, output } = needOf(deliberateForecast(expected).usual.calls)
  return input + output
}

const twelve = ['README.md', 'package.json', ...named('src', 6), ...named('test', 3), 'docs/format.md']

function named(folder: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => `${folder}/${at}.js`)
}

/** The default theme over a project of twelve files. */
const council: Expected = {
  mode: 'standard',
  members: Array.from({ length: 19 }, (_, at) => `member-${at}`),
  usual: 4,
  most: 7,
  idea: 70,
  persona: 3600,
  skill: 2400,
  context: 800,
  files: twelve,
}

describe('what is foreseen', () => {
  const held: [string, Partial<Expected>, number][] = [
    ['a standard session of four, to its issues', {}, 165_682],
    ['a quick one', { mode: 'quick', usual: 3 }, 18_594],
    ['a meeting of three', { mode: 'meeting', usual: 3 }, 39_311],
    ['an audit of three zones', { mode: 'audit', usual: 3 }, 45_120],
  ]
  test.each(held)('is within a factor of two of what was used: %s', (_, more, used) => {
    const expected = foreseen({ ...council, ...more })
    expect(expected / used).toBeGreaterThan(0.5)
    expect(expected / used).toBeLessThan(2)
  })

  test('is told after the assembly without what is already spent', () => {
    const { calls, text } = toCome({ ...council, members: council.members.slice(0, 4) })
    expect(calls).toBe(17)
    expect(text).toMatch(/^About 17 calls and \d{2,3},000 tokens are to come\.$/)
    expect(toCome({ ...council, mode: 'deep' }).text).toMatch(/the audit among them\.$/)
  })

  test('at the limits is more than usually, in every mode', () => {
    for (const mode of [
      'brainstorm',
      'quick',
      'standard',
      'deep',
      'auto',
      'guided',
      'meeting',
      'audit',
    ] as const) {
      const { usual, limit } = deliberateForecast({ ...council, mode })
      const [less, more] = [needOf(usual.calls), needOf(limit.calls)]
      expect(more.input, mode).toBeGreaterThan(less.input)
      expect(more.output, mode).toBeGreaterThan(2 * less.output)
    }
  })
})

const journals = new URL('../../../test/journals/deliberate/', import.meta.url)

/** Golden sessions are scripted in one-line replies: what they used is less than usual, but of the same order. */
describe('a golden session', () => {
  test.each(readdirSync(journals))(
    '%s used no more than twice what is foreseen, and no less than a fifth of it',
    (name) => {
      const lines = readFileSync(new URL(`${name}/journal.jsonl`, journals), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
      const input = lines[0].data.input as DeliberateInput
      const turns = lines.filter(({ kind }) => kind === 'turn')
      const used = turns.reduce(
        (sum, { data }) => sum + data.receipt.tokens.input + data.receipt.tokens.output,
        0,
      )
      const roster = input.seats
        .map(({ id }) => id)
        .filter((id) => !/^(?:conductor|verifier|auditor-\d)$/.test(id))
      const spoke = new Set(turns.map(({ data }) => data.seat).filter((seat) => roster.includes(seat)))
      const expected = foreseen({
        mode: input.mode,
        members: roster,
        usual: Math.max(1, spoke.size),
        most: roster.length,
        persona: averageLength(Object.values(input.personas)),
        skill: averageLength(Object.values(input.skills).flatMap((own) => own.map(({ text }) => text))),
        ...sizesOf(input),
      })
      expect(expected / used).toBeGreaterThan(0.5)
      expect(expected / used).toBeLessThan(5)
    },
  )
})
