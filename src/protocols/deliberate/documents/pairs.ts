// pairs.md: who challenges whom about what; and pairs as the names of round 2 files tell them.

import { inRosterOrder, memberNamed, nameOf } from '../rules/members.js'
import type { Pair } from '../rules/pairing.js'
import { readTable, table } from './tables.js'
import type { Member } from './theme-shape.js'

const columns = ['Pair', 'A', 'B', 'Tension', 'Why it matters']

export function renderPairs(pairs: readonly Pair[], roster: readonly Member[]): string {
  if (pairs.length === 0) return 'No tension pairs.\n'
  const rows = pairs.map(({ id, a, b, tension, why }) => [
    id,
    nameOf(a, roster),
    nameOf(b, roster),
    tension,
    why,
  ])
  return `${table(`| ${columns.join(' | ')} |`, rows)}\n`
}

/** Numbered anew; rows that name a stranger are left out. */
export function readPairs(text: string, roster: readonly Member[]): Pair[] {
  const rows = readTable(text, columns).flatMap((row) => {
    const [a, b] = [memberNamed(row['A']!, roster), memberNamed(row['B']!, roster)]
    return a && b && a.id !== b.id
      ? [{ a: a.id, b: b.id, tension: row['Tension']!, why: row['Why it matters']! }]
      : []
  })
  return rows.map((row, at) => ({ id: `P${at + 1}`, ...row }))
}

export function responseFile(agent: string, other: string): string {
  return `${agent}-responds-to-${other}.md`
}

/** Each pair once, in the order of the names. Where only one of two files is there, the pair counts all the same. */
export function pairsInNames(names: readonly string[], roster: readonly Member[]): Pair[] {
  const found = names.flatMap((name) => {
    const [a, b] = name.replace(/\.md$/, '').split('-responds-to-')
    const both = inRosterOrder([a ?? '', b ?? ''], roster)
    return both.length === 2 ? [{ key: both.join(' '), a: a!, b: b! }] : []
  })
  const distinct = found.filter(({ key }, at) => found.findIndex((other) => other.key === key) === at)
  return distinct.map(({ a, b }, at) => ({ id: `P${at + 1}`, a, b, tension: '', why: '' }))
}
