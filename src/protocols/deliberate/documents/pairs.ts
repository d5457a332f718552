// pairs.md: who challenges whom about what.

import { memberNamed, nameOf } from '../rules/members.js'
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
