// Told dissents: the one list of a meeting's dissents, with what each was against and how it ended. Record, exports, page, `show` and
// `council info` put it in the same words.

import type { DissentAnswer } from './outcome.js'
import type { Dissent, Story } from './story.js'

export interface ToldDissent {
  /** As the protocol numbers it; empty where the protocol gives no ids. */
  readonly id: string
  readonly seat: string | null
  readonly name: string
  readonly against: string
  readonly text: string
  readonly where: string
  readonly end: {
    readonly kind: DissentAnswer | 'withdrawn'
    readonly reason: string
    readonly where: string | null
  } | null
  /** All of the above but who and what, in words. */
  readonly ending: string
  /** The item of the story where it was said. */
  readonly turn: string
}

export function toldDissents({ dissents }: Pick<Story, 'dissents'>): readonly ToldDissent[] {
  return dissents.map(toldDissent)
}

function toldDissent({ id, seat, name, qualifier: against, text, where, end, turn }: Dissent): ToldDissent {
  // What the story numbers itself is a path, and nothing that anybody was told.
  const known = id.includes('/') ? '' : id
  const told = { id: known, seat, name, against, text, where, turn }
  const ended = end && { kind: end.kind, reason: end.reason, where: end.where }
  const ending = endingWords({ ...told, end: ended })
  return { ...told, end: ended, ending: `${ending.slice(0, 1).toUpperCase()}${ending.slice(1)}` }
}

/** `D1, round 1, against the order. Rebutted by the chair: it is cheap.` */
export function endingWords(of: Pick<ToldDissent, 'id' | 'where' | 'against' | 'end'>): string {
  // A seat writes `against …` itself; where no ledger took the word off, it stands here once all the same.
  const target = oneLine(of.against).replace(/^against\s+/i, '')
  const against = target === '' ? '' : `against ${target}`
  const place = [of.id, of.where, against].filter((part) => part !== '').join(', ')
  return `${place}. ${howItEnded(of.end)}`
}

function howItEnded(end: ToldDissent['end']): string {
  if (end === null) return 'It stands.'
  if (end.kind === 'withdrawn')
    return `Withdrawn${end.where === null ? '' : ` in ${end.where}`}${because(end.reason)}`
  return `${answers[end.kind]}${because(end.reason)}`
}

const answers = { accepted: 'Accepted by the chair', rebutted: 'Rebutted by the chair', carried: 'Carried' }

function because(reason: string): string {
  const words = oneLine(reason).replace(/[.\s]+$/, '')
  return words === '' ? '.' : `: ${words}.`
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
