// Non-negotiables: numbering them, finding those that exclude each other, and what became of each. None is settled silently.

import { nonNegotiablesIn } from '../documents/rounds.js'
import { sectionOf } from '../documents/sections.js'
import { readTable } from '../documents/tables.js'
import { oneLine } from '../documents/text.js'
import type { Design } from '../schemas.js'

export interface NonNegotiable {
  /** `N1`, `N2`, … */
  readonly id: string
  readonly member: string
  readonly words: string
}

export interface Conflict {
  readonly a: NonNegotiable
  readonly b: NonNegotiable
  readonly why: string
}

export interface Decision {
  readonly a: string
  readonly b: string
  readonly choose: 'first' | 'second' | 'decide' | 'open'
  /** The person's words, with `decide`. */
  readonly text: string
}

export interface Standing extends NonNegotiable {
  readonly status: 'met' | 'overridden' | 'contested' | null
  /** Where it is met, or why it is not. */
  readonly where: string
}

/** `files` by member, in the order of the roster. */
export function numbered(
  files: readonly { readonly member: string; readonly file: string }[],
): NonNegotiable[] {
  const all = files.flatMap(({ member, file }) => nonNegotiablesIn(file).map((words) => ({ member, words })))
  return all.map((item, at) => ({ id: `N${at + 1}`, ...item }))
}

/** What the synthesis reports and what we find ourselves, each pair once, in the order of their numbers. */
export function conflictsAmong(
  items: readonly NonNegotiable[],
  reported: Design['conflicts'] = [],
): Conflict[] {
  return items.flatMap((a, at) =>
    items.slice(at + 1).flatMap((b) => {
      const said = reported.find((one) => [one.a, one.b].includes(a.id) && [one.a, one.b].includes(b.id))
      if (said) return [{ a, b, why: oneLine(said.why) }]
      return exclude(a.words, b.words) ? [{ a, b, why: 'one says the opposite of the other' }] : []
    }),
  )
}

/** Rows as the synthesis has them, but for those that the person decided or left open. */
export function standings(
  items: readonly NonNegotiable[],
  design: Pick<Design, 'non_negotiables'>,
  decisions: readonly Decision[],
): Standing[] {
  return items.map((item) => {
    const row = design.non_negotiables?.find(({ id }) => id === item.id)
    const said = { ...item, status: row?.status ?? null, where: oneLine(row?.where ?? '') }
    const own = decisions.filter(({ a, b }) => a === item.id || b === item.id)
    // The person's last word counts; leaving one conflict open undoes no decision about another.
    const decided = own.findLast(({ choose }) => choose !== 'open') ?? own.at(-1)
    return decided === undefined ? said : { ...said, ...decidedAs(item.id, decided) }
  })
}

/**
 * What the person had decided when this design was written, as its table tells. Which two stood against each other is written only
 * where they were left open; for those decided it does not matter, since each row says what became of it.
 */
export function decisionsIn(design: string): Decision[] {
  const rows = readTable(sectionOf(design, 'Non-Negotiables') ?? '', ['#', 'Status', 'Where or why'])
  const decided = (status: string) =>
    rows.flatMap((row) =>
      row['Where or why'] === decidedByPerson && row['Status'] === status ? [row['#']!] : [],
    )
  const [won, lost] = [decided('met'), decided('overridden')]
  const count = won.length > 0 && lost.length > 0 ? Math.max(won.length, lost.length) : 0
  const settled = Array.from({ length: count }, (_, at): Decision => {
    return {
      a: won[Math.min(at, won.length - 1)]!,
      b: lost[Math.min(at, lost.length - 1)]!,
      choose: 'first',
      text: '',
    }
  })
  const open = rows.flatMap((row): Decision[] => {
    const other = /^in conflict with (N\d+), left open$/.exec(row['Where or why']!)?.[1]
    if (row['Status'] !== 'contested' || other === undefined) return []
    return [{ a: row['#']!, b: other, choose: 'open', text: '' }]
  })
  // Both rows of an open conflict name the other; one is enough.
  const told = open.filter(({ a, b }, at) => !open.slice(0, at).some((one) => one.a === b && one.b === a))
  return [...settled, ...told]
}

/** How many were left open, for the mark. */
export function contested(rows: readonly Standing[]): number {
  return rows.filter(({ status }) => status === 'contested').length
}

function decidedAs(id: string, { a, b, choose, text }: Decision): Pick<Standing, 'status' | 'where'> {
  if (choose === 'open')
    return { status: 'contested', where: `in conflict with ${id === a ? b : a}, left open` }
  if (choose === 'decide') return { status: 'overridden', where: oneLine(text) }
  const won = id === (choose === 'first' ? a : b)
  return { status: won ? 'met' : 'overridden', where: decidedByPerson }
}

const decidedByPerson = 'decided by the person'

const negations = new Set(['not', 'no', 'never', 'without', 'cannot', "don't"])
const modals = new Set(['must', 'should', 'shall', 'will'])

/** The same words, one of them with a negation. */
function exclude(one: string, other: string): boolean {
  const [here, there] = [wordsOf(one), wordsOf(other)]
  const [ours, theirs] = [bare(here), bare(there)]
  const same = ours.size > 0 && ours.size === theirs.size && [...ours].every((word) => theirs.has(word))
  return same && here.some((word) => negations.has(word)) !== there.some((word) => negations.has(word))
}

function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{N}][\p{L}\p{N}']*/gu) ?? []
  )
}

function bare(words: readonly string[]): Set<string> {
  return new Set(words.filter((word) => !negations.has(word) && !modals.has(word)))
}
