// Dissents: who differs, in which words, and whether that still stands. And where every seat stood after each round.

import { firstSentences } from '../text/excerpts.js'
import type { Turn } from './items.js'
import type { OutcomeTold } from './outcome.js'
import type { Part } from './parts.js'
import { phaseLabel } from './phase-label.js'
import { type Dissent, type Draft, faceOf, type Row } from './story.js'
import type { RowTold, Told } from './telling.js'

type DissentsTold = Extract<Told, { kind: 'dissents' }>

/** Whatever a turn marks as a dissent or a challenge is one, from the moment it is said. */
export function noteDissents(draft: Draft, turn: Turn): void {
  const { key, seat, name, parts, round, phase } = turn
  let count = 0
  for (const part of parts) {
    if (part.kind !== 'dissent' && part.kind !== 'challenge' && part.kind !== 'objection') continue
    const qualifier = qualifierOf(part)
    const id = dissentId(seat ?? name, phase, ++count)
    draft.dissents.push({
      id,
      seat,
      name,
      qualifier,
      text: part.text,
      round,
      where: placeOf(turn),
      state: 'stands',
      end: null,
      turn: key,
    })
  }
}

function qualifierOf(part: Part): string {
  if (part.kind === 'dissent') return part.qualifier
  return part.kind === 'objection' ? part.of : ''
}

/** As protocols number them in their notes: the third that a seat marked in one phase is `cfo/round-1/3`. */
export function dissentId(seat: string, phase: string, nth: number): string {
  return `${seat}/${phase}/${nth}`
}

/** The end of a round. A dissent stands until its seat withdraws it in words: silence about it is no withdrawal. */
export function endRound(draft: Draft, round: number, told: readonly RowTold[]): void {
  const before = draft.rounds.findLast((earlier) => earlier.round < round)?.rows ?? []
  for (const { seat, answered, withdrew } of told) if (answered && withdrew) withdraw(draft, seat, round)
  for (const row of told) keepWords(draft, row, round)
  const rows = told.map((row) =>
    rowOf(
      draft,
      row,
      before.find(({ seat }) => seat === row.seat),
    ),
  )
  if (draft.rounds.at(-1)?.round === round) draft.rounds.pop()
  draft.rounds.push({ round, rows })
}

/** Everything that the seat marked before: for journals that do not say which dissent was taken back. */
function withdraw(draft: Draft, seat: string, round: number): void {
  if (draft.dissents.some((dissent) => dissent.seat === seat && dissent.end?.kind === 'withdrawn')) return
  const last = lastTurnOf(draft, seat)
  const end = {
    kind: 'withdrawn',
    reason: '',
    turn: last?.key ?? null,
    where: last ? placeOf(last) : null,
  } as const
  draft.dissents = draft.dissents.map((dissent) =>
    dissent.seat === seat && dissent.round < round ? { ...dissent, state: 'withdrawn', end } : dissent,
  )
}

/** The dissents of the seat's last turn get the ids of the protocol; one that only repeats another is no dissent of its own. */
export function nameDissents(draft: Draft, { seat, marked, withdrawn }: DissentsTold): void {
  const last = lastTurnOf(draft, seat)
  const [turn, where] = last ? [last.key, placeOf(last)] : ['', '']
  const fresh = draft.dissents.filter((dissent) => dissent.seat === seat && dissent.turn === turn)
  const others = draft.dissents.filter((dissent) => !fresh.includes(dissent))
  const named = marked.flatMap(({ id, against, text, restated }) => {
    if (restated || others.some((known) => known.id === id)) return []
    // By its words: what takes a dissent back is marked like one, so the places of both lists may differ.
    const said = fresh.find((dissent) => plain(dissent.text) === plain(text))
    const base = { round: draft.round, where, state: 'stands', end: null, turn } as const
    const { name } = faceOf(draft, seat)
    return [{ ...base, ...said, id, seat, name, qualifier: against, text: said?.text ?? text }]
  })
  draft.dissents = [...others, ...named].map((dissent) => {
    const end = withdrawn.find(({ id }) => id === dissent.id)
    if (!end || dissent.seat !== seat) return dissent
    return { ...dissent, state: 'withdrawn', end: { kind: 'withdrawn', reason: end.reason, turn, where } }
  })
}

/** How the chair answered what stood to the end. */
export function settleDissents(draft: Draft, ends: NonNullable<OutcomeTold['dissents']>): void {
  draft.dissents = draft.dissents.map((dissent) => {
    const end = ends.find(({ id }) => id === dissent.id)
    if (!end || dissent.state === 'withdrawn') return dissent
    return { ...dissent, end: { kind: end.answer, reason: end.reason, turn: null, where: null } }
  })
}

function rowOf(draft: Draft, told: RowTold, before: Row | undefined): Row {
  const { seat, position, answered } = told
  const turn = answered ? lastTurnOf(draft, seat) : undefined
  const open = draft.dissents.filter((dissent) => dissent.seat === seat && dissent.state === 'stands')
  const stands = standing(told, before, open.length > 0)
  return {
    seat,
    position,
    stands,
    open: open.map(({ id }) => id),
    because: reasonFor(stands, draft, turn, open),
    turn: turn?.key ?? null,
  }
}

/** Silence about a dissent is no withdrawal: it counts in every round until its seat takes it back. */
function standing(
  { answered, withdrew, position }: RowTold,
  before: Row | undefined,
  dissents: boolean,
): Row['stands'] {
  if (!answered) return 'absent'
  if (dissents) return 'dissents'
  if (withdrew) return 'withdrew'
  if (!before || before.stands === 'absent') return 'stands'
  return plain(before.position) === plain(position) ? 'stands' : 'changed'
}

function reasonFor(
  stands: Row['stands'],
  { dissents }: Draft,
  turn: Turn | undefined,
  open: readonly Dissent[],
): string {
  if (stands === 'dissents') return against(open.at(-1))
  if (stands === 'withdrew')
    return (
      dissents.findLast(({ end }) => end?.kind === 'withdrawn' && end.turn === turn?.key)?.end?.reason ?? ''
    )
  return stands === 'changed' ? namedChange(turn?.parts ?? []) : ''
}

/** What it objects to: `against the queue`, `on cost`; else its first sentence. */
function against(dissent: Dissent | undefined): string {
  if (!dissent?.qualifier) return dissent ? firstSentence(dissent.text) : ''
  const { qualifier } = dissent
  return /^(?:against|on|about|over|to|with)\b/i.test(qualifier) ? qualifier : `against ${qualifier}`
}

const changeNamed =
  /^[*_]*(?:what|why) (?:has |i )?changed(?: (?:my|this) (?:mind|position|view))?[*_]*\s?[:—–-][*_\s]*/i

/** `What changed: the race comes first now.` A seat that gives its reason under no such name has none that could be told from the rest. */
function namedChange(parts: Turn['parts']): string {
  const paragraphs = parts.flatMap((part) => (part.kind === 'prose' ? part.text.split(/\n\s*\n/) : []))
  const found = paragraphs.find((paragraph) => changeNamed.test(paragraph.trimStart()))
  return found === undefined ? '' : firstSentence(found.trimStart().replace(changeNamed, ''))
}

function firstSentence(text: string): string {
  return firstSentences(text.replace(/\s+/g, ' ').trim(), 1)
}

function lastTurnOf({ items }: Draft, seat: string): Turn | undefined {
  const found = items.findLast((item) => item.kind === 'turn' && item.seat === seat)
  return found?.kind === 'turn' ? found : undefined
}

function placeOf({ round, phase }: Pick<Turn, 'round' | 'phase'>): string {
  return round > 0 ? `round ${round}` : phaseLabel(phase).toLowerCase()
}

/** A dissent that the protocol found where the turn itself shows none is listed all the same. */
function keepWords(draft: Draft, { seat, dissents }: RowTold, round: number): void {
  const { name } = faceOf(draft, seat)
  for (const { id, qualifier, text } of dissents) {
    if (text === '' || draft.dissents.some((known) => known.id === id)) continue
    const turn = lastTurnOf(draft, seat)?.key ?? ''
    const where = `round ${round}`
    draft.dissents.push({ id, seat, name, qualifier, text, round, where, state: 'stands', end: null, turn })
  }
}

function plain(position: string): string {
  return (position.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')
}
