// For tests: what is said in an analysis of any tier that goes wrong nowhere, from one reply to the last sign-off.

import type { Lines } from '../council/harness.suite.js'
import { put, samples } from './fixtures.suite.js'
import { inputFor } from './harness.suite.js'
import type { AnalyzeInput } from './input.js'
import { everything, reply, turn, usual } from './lead.suite.js'
import type { Tier } from './names.js'
import type { RecordType } from './rules/record-types.js'
import type { Change, Claim } from './schemas.js'

export const accepting: Readonly<Record<Exclude<Tier, 'trivial'>, readonly string[]>> = {
  light: ['accept', 'accept'],
  standard: ['accept', 'accept', 'accept'],
  epic: ['accept', 'accept', 'accept'],
}

/** Said by the person, and seen in the code. */
const evidence = [
  { ref: 'u1', quote: 'stop after ten' },
  { ref: 'src/queue.ts', quote: 'retry(' },
]

/** One of every type, for all six topics. */
export function everyRecord(): Change[] {
  const known = everything()
  const there = known.flatMap(({ op, type }) => (op === 'put' ? [type] : []))
  const left = (Object.keys(samples) as RecordType[]).filter((type) => !there.includes(type))
  return [
    ...known.filter(({ type }) => type !== 'module'),
    put('module'),
    ...left.map((type) => put(type)),
  ].map((change) => (change.op === 'put' && change.type !== 'module' ? { ...change, evidence } : change))
}

const claimed = [...['PD-1', 'PD-5', 'RD-3', 'AR-6', 'SP-6'], ...['SE-1', 'SE-2', 'SE-3', 'SE-4', 'SE-5']]

export function everyClaim(): Claim[] {
  return claimed.map((criterion) => ({ criterion, source: 'user', evidence }))
}

/** Everything in one turn: records are bounded, so a second one brings the rest. */
export function wholeLines(more: Lines = {}): Lines {
  const records = everyRecord()
  return usual({
    'analyze.turn': [
      turn({ records: records.slice(0, 30), claims: everyClaim() }),
      turn({
        ask: 'Which libraries would you rather not bring in?',
        targets: ['AR-4'],
        records: records.slice(30),
        signals: { plateau: true },
      }),
    ],
    ...more,
  })
}

export const replies: readonly [string, string][] = [reply, ['say', 'Nothing else comes to mind.']]

export function inputOf(tier: Tier | null, more: Partial<AnalyzeInput> = {}): AnalyzeInput {
  return inputFor({ tier, ...more })
}
