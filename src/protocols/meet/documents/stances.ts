// Stances: lines of a turn that put a proposal on the table, support one, object to one or take one back.
//
// Read as models write them: any case, behind a bullet or in bold, the id inside the brackets or behind them. What stands in
// fenced code or in a pin is no stance.

import { wordsIn } from '../../../rules/kept-words.js'
import { judgedText } from './turn-text.js'

export type StanceKind = 'proposal' | 'support' | 'objection' | 'withdrawal'

export interface Stance {
  readonly kind: StanceKind
  /** Line of the turn, from 0. */
  readonly line: number
  /** The proposals that it is about; for a proposal, those that it is against. */
  readonly ids: readonly string[]
  /** For a proposal: the id that it was written with, which may be another's or nobody's. */
  readonly own: string | null
  readonly text: string
  /** Written as a proposal; a `[decision]` that makes one keeps its own marker. */
  readonly marked: boolean
}

export function stancesIn(text: string): Stance[] {
  let fence = ''
  return judgedText(text)
    .split('\n')
    .flatMap((line, at) => {
      const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? ''
      const inside = fence !== '' || mark !== ''
      if (fence === '') fence = mark
      else if (mark.startsWith(fence)) fence = ''
      const stance = inside ? undefined : stanceAt(line)
      return stance ? [{ ...stance, line: at }] : []
    })
}

/** What one line says about proposals. A `[decision]` is a proposal until the meeting has settled it, or support for the one it names. */
export function stanceAt(line: string): Omit<Stance, 'line'> | undefined {
  const [, word = '', within = '', rest = ''] = MARK.exec(line) ?? []
  const kind = KINDS.get(word.toLowerCase())
  if (kind === undefined) return undefined
  const said = rest.trim()
  if (kind === 'decision') return decisionAt(within, said)
  if (kind === 'proposal') return proposalAt(within, said)
  const named = idsIn(within)
  const ids = named.length > 0 ? named : idsIn(LEADING.exec(said)?.[0] ?? '')
  const text = named.length > 0 ? said : said.replace(LEADING, '')
  return ids.length === 0 ? undefined : { kind, ids, own: null, text: text.trim(), marked: false }
}

/**
 * The text that states facts: what the gate judges, without the lines that put a proposal on the table or take a side on one by its
 * id. Those lines are blank, so that a line keeps its number. A `[decision]` that names no proposal is judged like any other line.
 */
export function claimsIn(text: string): string {
  const stances = stancesIn(text).filter(({ kind, marked }) => kind !== 'proposal' || marked)
  const blank = new Set(stances.map(({ line }) => line))
  return judgedText(text)
    .split('\n')
    .map((line, at) => (blank.has(at) ? '' : line))
    .join('\n')
}

/** A proposal is no claim: seats mark it as an inference out of habit. */
export function withoutInference(text: string): string {
  return text
    .replace(/\s*\[inference\]/gi, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** The line with the id that the engine gave to its proposal. */
export function numbered(line: string, id: string, against: readonly string[]): string {
  const marker = `[proposal ${id}${against.length > 0 ? ` against ${against.join(', ')}` : ''}]`
  return line.replace(/\[[^\]]*\]/, marker)
}

/** Words alone, to see whether two proposals say the same. */
export function sameWords(one: string, other: string): boolean {
  return wordsIn(one).join(' ') === wordsIn(other).join(' ')
}

const MARK =
  /^\s*(?:[-*+]\s+|\d+[.)]\s+)?(?:\*{1,2}|_{1,2}|`)?\[\s*(proposals?|proposes?|supports?|objections?|objects?|withdraw(?:n|s|al)?|decision)\b([^\]]*)\](?:\*{1,2}|_{1,2}|`)?[ \t]*:?[ \t]*(.*)$/i
const LEADING = /^(?:(?:to|against|of|for)\s+)?P\d+(?:\s*(?:,|and|&)\s*P\d+)*\s*[:.,–—-]?\s*/i
const AGAINST = /\b(?:against|instead\s+of|over|rather\s+than|replac\w*|not)\b(.*)$/is

const KINDS: ReadonlyMap<string, StanceKind | 'decision'> = new Map([
  ...['proposal', 'proposals', 'propose', 'proposes'].map((word) => [word, 'proposal'] as const),
  ...['support', 'supports'].map((word) => [word, 'support'] as const),
  ...['objection', 'objections', 'object', 'objects'].map((word) => [word, 'objection'] as const),
  ...['withdraw', 'withdrawn', 'withdraws', 'withdrawal'].map((word) => [word, 'withdrawal'] as const),
  ['decision', 'decision'],
])

function proposalAt(within: string, text: string): Omit<Stance, 'line'> | undefined {
  if (text === '') return undefined
  const ids = idsIn(AGAINST.exec(within)?.[1] ?? '')
  const own = idsIn(within.replace(AGAINST, ''))[0] ?? null
  return { kind: 'proposal', ids, own, text, marked: true }
}

function decisionAt(within: string, text: string): Omit<Stance, 'line'> | undefined {
  const named = idsIn(within).length > 0 ? idsIn(within) : idsIn(LEADING.exec(text)?.[0] ?? '')
  if (named.length > 0) return { kind: 'support', ids: named, own: null, text, marked: false }
  return text === '' ? undefined : { kind: 'proposal', ids: [], own: null, text, marked: false }
}

function idsIn(text: string): string[] {
  return [...new Set([...text.matchAll(/\bP(\d+)\b/gi)].map(([, n]) => `P${Number(n)}`))]
}
