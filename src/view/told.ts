// Told: what a protocol says of one of its notes, put into the story.

import type { Line } from '../kernel/line/line.js'
import { endRound, nameDissents } from './dissents.js'
import type { Cited, Notice, Tally, Turn } from './items.js'
import { pinUp } from './pins.js'
import { cutOffWords, say, words } from './said.js'
import type { Draft } from './story.js'
import type { Told } from './telling.js'

/** `mark` tells the item's key from that of another one of the same line. */
export function put(
  draft: Draft,
  line: Line,
  told: Told,
  note: string,
  mark = '',
  drawn?: Notice['drawn'],
): void {
  const placed = { key: `n${line.n}${mark}`, n: line.n, at: line.at }
  switch (told.kind) {
    case 'turn':
      letThrough(draft, line, told, placed.key)
      break
    case 'pins':
      pinUp(draft, told.pins, told.by, lastTurn(draft)?.turn.key ?? placed.key)
      break
    case 'checked':
      check(draft, told.cited)
      break
    case 'citations':
      if (told.verbatim !== null)
        draft.items.push({
          ...{ kind: 'line', ...placed, of: 'citations', verbatim: told.verbatim },
          words: citedWords(told.tally, told.cited),
        })
      tallyUp(draft, told.tally)
      if (told.of === 'reply') citeInReply(draft, told.cited ?? [])
      else cite(draft, told.tally, told.cited)
      break
    case 'round':
      enterRound(draft, line, told.round, null)
      break
    case 'rows':
      endRound(draft, told.round, told.rows)
      break
    case 'dissents':
      nameDissents(draft, told)
      break
    case 'proposals':
      draft.proposals = told.proposals.map((one) => ({ ...one, at: madeIn(draft, one.id) }))
      break
    case 'decisions':
      draft.decisions = [...told.decisions]
      break
    case 'notice': {
      const { degree, text, verbatim = null, beside = false } = told
      const notice = { kind: 'notice', ...placed, degree, text, note, verbatim, beside } as const
      draft.items.push(drawn ? { ...notice, drawn } : notice)
      break
    }
    case 'phase':
      draft.items.push({
        ...{ kind: 'line', ...placed, of: 'phase', verbatim: told.verbatim },
        ...(told.skipped === null ? {} : { words: `skipped (${told.skipped})` }),
      })
      if (told.skipped !== null) markSkipped(draft, told.name, told.skipped)
      break
    case 'cost-check':
      draft.items.push({
        ...{ kind: 'line', ...placed, of: 'cost', verbatim: told.verbatim },
        words: spentWords(draft),
      })
      draft.ceiling = told.ceiling ?? draft.ceiling
  }
}

/** `Sources: 2 verified, 1 broken (a.md:3: there is no such line)` */
function citedWords(tally: Tally, cited: readonly Cited[] = []): string {
  const counts = (['verified', 'unverified', 'broken'] as const).flatMap((state) =>
    tally[state] > 0 ? [`${tally[state]} ${state}`] : [],
  )
  const broken = cited.flatMap(({ state, ref, reason }) => (state === 'broken' ? [`${ref}: ${reason}`] : []))
  return `Sources: ${counts.join(', ')}${broken.length > 0 ? ` (${broken.join('; ')})` : ''}`
}

function spentWords({ summary: { input, output, estimated } }: Draft): string {
  return `${estimated ? 'About ' : ''}${input + output} tokens so far, read and written.`
}

/** A proposal that is told of for the first time was made in the last turn. */
function madeIn(draft: Draft, id: string): string | null {
  const known = draft.proposals.find((one) => one.id === id)
  return known ? known.at : (lastTurn(draft)?.turn.key ?? null)
}

export function enterRound(draft: Draft, { n, at }: Line, round: number, phase: string | null): void {
  if (round <= draft.round) return
  draft.round = round
  draft.items.push({ kind: 'round', key: `n${n}r`, n, at, round, phase })
}

/** The drafts of a turn that was let through are its cost, its tools and its sources. */
function letThrough(draft: Draft, line: Line, told: Extract<Told, { kind: 'turn' }>, key: string): void {
  const { name, role, label, phase, round, verbatim } = told
  const drafts = told.seat === null ? undefined : draft.pending.get(told.seat)
  const said: Turn = {
    ...words(draft, line, told.seat, told.text, told.parts),
    ...{ key, name, role, label, phase, round, verbatim },
    ...(told.shown === undefined ? {} : { shown: told.shown }),
    ...(told.abridged ? { abridged: true } : {}),
    cited: draft.checked,
  }
  if (drafts) {
    const { tools, value: _value, cutOff, whole, ...cost } = drafts
    say(draft, { ...said, cost, tools, broken: cutOffWords(cutOff, whole) })
  } else say(draft, said)
  draft.pending.clear()
  draft.checked = []
}

/** References are checked while drafts wait to be judged; those of a prelude just after it was let through. */
function check(draft: Draft, cited: readonly Cited[]): void {
  const last = lastTurn(draft)
  if (draft.pending.size > 0) draft.checked = [...cited]
  else if (last && last.turn.cited.length === 0) draft.items[last.at] = { ...last.turn, cited }
}

function tallyUp(draft: Draft, tally: Tally): void {
  const { verified, unverified, broken } = draft.citations
  draft.citations = {
    verified: verified + tally.verified,
    unverified: unverified + tally.unverified,
    broken: broken + tally.broken,
  }
}

function citeInReply({ items }: Draft, cited: readonly Cited[]): void {
  const at = items.findLastIndex(({ kind }) => kind === 'reply')
  const reply = items[at]
  if (reply?.kind === 'reply') items[at] = { ...reply, cited }
}

function cite(draft: Draft, tally: Tally, cited: readonly Cited[] | undefined): void {
  const last = lastTurn(draft)
  if (last)
    draft.items[last.at] = {
      ...last.turn,
      tally,
      ...(cited ? { cited: cited.map((one) => withHash(one, last.turn)) } : {}),
    }
}

/** The note after a turn says what was found; which file and lines that were stands in the recorded check. */
function withHash(cited: Cited, { cited: checked }: Turn): Cited {
  const known = checked.find(({ ref }) => ref === cited.ref)
  if (!known) return cited
  const { range, more = [] } = known
  const lines = range === null ? {} : { range, ...(more.length > 0 ? { more } : {}) }
  return { ...cited, ...lines, sha256: cited.sha256 ?? known.sha256 }
}

function markSkipped(draft: Draft, name: string, skipped: string): void {
  const at = draft.items.findLastIndex((item) => item.kind === 'phase' && item.name === name)
  const mark = draft.items[at]
  if (mark?.kind === 'phase') draft.items[at] = { ...mark, skipped }
}

function lastTurn({ items }: Draft): { readonly at: number; readonly turn: Turn } | undefined {
  const at = items.findLastIndex(({ kind }) => kind === 'turn')
  const turn = items[at]
  return turn?.kind === 'turn' ? { at, turn } : undefined
}
