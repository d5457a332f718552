// Citations of a journal: what was checked and found, read back from the record.

import type { LineRange } from '../rules/line-ranges.js'
import { toldSource } from '../rules/source-words.js'
import type { Cited, Item, Tally } from './items.js'
import { fieldsOf, numberIn, oneOf, textIn, textsIn } from './reading.js'

/** The checked sources in a recorded list; what is none is left out. */
export function citedIn(list: unknown): Cited[] {
  return Array.isArray(list) ? list.flatMap(sourceIn) : []
}

/** Everything that was cited in these items. */
export function citedBy(items: readonly Item[]): readonly Cited[] {
  return items.flatMap((item) => (item.kind === 'turn' || item.kind === 'reply' ? item.cited : []))
}

export function tallyOf(cited: readonly Cited[]): Tally {
  const count = (state: Cited['state']) => cited.filter((one) => one.state === state).length
  return { verified: count('verified'), unverified: count('unverified'), broken: count('broken') }
}

const reasons = [
  'no such file',
  'no such lines',
  'quote not found',
  'outside the workspace',
  'no such page',
] as const

function sourceIn(value: unknown): Cited[] {
  const { outcome, commit } = fieldsOf(value)
  const ref = textIn(value, 'ref')
  const kind = oneOf(fieldsOf(outcome)['kind'], ['verified', 'unverified', 'broken'])
  if (ref === undefined || kind === undefined) return []
  const reason = oneOf(fieldsOf(outcome)['reason'], reasons) ?? 'no such file'
  const place = textIn(value, 'place')
  const lines = numberIn(value, 'lines') ?? null
  const told = toldSource({ ref, lines, outcome: kind === 'broken' ? { kind, reason } : { kind } })
  return [
    {
      ...told,
      path: textIn(value, 'path') ?? null,
      ...(place === undefined ? {} : { place }),
      ...rangesOf(recordedRanges(value)),
      sha256: textIn(value, 'sha256') ?? null,
      commit: commitIn(commit),
      quotes: textsIn(value, 'quotes'),
    },
  ]
}

/** The first range, and the others where there are any. */
export function rangesOf([range, ...more]: readonly LineRange[]): Pick<Cited, 'range' | 'more'> {
  return { range: range ?? null, ...(more.length > 0 ? { more } : {}) }
}

/** As a check records them; none where it records no range. */
export function recordedRanges(value: unknown): readonly LineRange[] {
  const { range, more } = fieldsOf(value)
  return [range, ...(Array.isArray(more) ? (more as readonly unknown[]) : [])].flatMap((one) => {
    const [from, to] = [numberIn(one, 'from'), numberIn(one, 'to')]
    return from === undefined || to === undefined ? [] : [{ from, to }]
  })
}

function commitIn(value: unknown): NonNullable<Cited['commit']> | null {
  const [hash, path] = [textIn(value, 'hash'), textIn(value, 'path')]
  return hash === undefined || path === undefined ? null : { hash, path }
}
