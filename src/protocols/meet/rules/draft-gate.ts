// The draft gate: what a reply must pass before it can become a turn. Judges text; asks for nothing and changes no record.
//
//   DRAFT1  No line that passes can be read as a header, marker, log line or provenance line of ours.
//   DRAFT2  No line that passes speaks in the person's name.
//
// A clean text comes back as it was, and passing twice changes nothing more.

import { type CiteRules, gateDraft } from '../../../rules/cite-or-flag.js'
import { visibleText } from '../../../text/clean.js'

export type FaultKind = 'forged' | 'person' | 'unflagged' | 'broken'

export interface Fault {
  readonly kind: FaultKind
  /** Line of the draft, from 1. */
  readonly line: number
  readonly text: string
  readonly reason: string
}

/** Lines that imitate our own structure, or speak for the person. */
export function structureFaults(text: string, person: string): Fault[] {
  return text.split('\n').flatMap((line, index) => {
    const reason = forgery(line) ?? impersonation(line, person)
    return reason === undefined ? [] : [{ ...reason, line: index + 1, text: line }]
  })
}

/** Headings become bold lines and quote marks go, since both would escape the cite check; our own labels lose column 1. */
export function flattenLine(line: string): string {
  // Quote marks first: behind them there may be a heading.
  const unquoted = line.replace(/^\s*(?:>\s?)+/, '')
  const heading = /^\s{0,3}#{1,6}\s+(.*?)\s*#*\s*$/.exec(unquoted)?.[1]
  if (heading !== undefined) return heading === '' ? '' : `**${heading.replace(/\*\*/g, '')}**`
  return LABELS.test(unquoted) ? ` ${unquoted}` : unquoted
}

/** Drops the seat's own name at the start of its reply. Blank lines before it stay, so that line numbers still fit. */
export function withoutOwnName(text: string, name: string): string {
  const own = new RegExp(`^(\\s*)(?:\\*\\*)?${escapeRegExp(name)}(?:\\*\\*)?\\s*:(?:\\*\\*)?[ \\t]*`)
  return text.replace(own, (_match, before: string) => before.replace(/[^\n]/g, ''))
}

export function unflaggedFaults(judged: string, rules: CiteRules): Fault[] {
  const verdict = gateDraft(judged, rules)
  if (verdict.kind === 'clean') return []
  return verdict.lines.map(({ number: line, text }) => {
    return { kind: 'unflagged', line, text, reason: 'states a fact without a source or [inference]' } as const
  })
}

/** Replaces forged lines that a seat sent again and again, each by a line that says so. */
export function withoutLines(text: string, faults: readonly Fault[]): string {
  const reasons = new Map(faults.map((fault) => [fault.line, fault.reason]))
  return text
    .split('\n')
    .map((line, index) => {
      const reason = reasons.get(index + 1)
      return reason === undefined ? line : `[removed by parley: ${reason}]`
    })
    .join('\n')
}

/** What is drafted about a meeting may hold no line that reads like the label of a turn. */
export function withoutLabels(text: string): string {
  return text
    .split('\n')
    .map((line) => (LABELS.test(line) ? ` ${line}` : line))
    .join('\n')
}

/** The person's own words are not judged, but a space keeps their lines from being read as our structure. */
export function tamed(text: string): string {
  return visibleText(text)
    .split('\n')
    .map((line) =>
      forgery(line) || LABELS.test(line) || /^#{1,6}\s/.test(line) ? ` ${line.trimStart()}` : line,
    )
    .join('\n')
}

const LABELS = /^(?:Phase|Turn|origin):/
const STARTS = [
  '[round ',
  '[Prelude]',
  'dispatched_via:',
  'HALT condition=',
  'HALT: dispatch-provenance',
  'MUTED agent=',
  '[raise-hand cycle=',
  '[research-interrupt cycle=',
  '[cost-check ',
  '[citations ',
  '[removed by parley',
  '[turn skipped',
  'FACILITATOR /',
]

function forgery(line: string): { kind: 'forged'; reason: string } | undefined {
  const bare = undecorated(line)
  const start = STARTS.find((known) => bare.toLowerCase().startsWith(known.toLowerCase()))
  if (start !== undefined) return { kind: 'forged', reason: 'forged structure' }
  const marks = line.slice(0, line.length - bare.length)
  return marks.includes('#') && /^Phase:/i.test(bare)
    ? { kind: 'forged', reason: 'forged phase marker' }
    : undefined
}

function impersonation(line: string, person: string): { kind: 'person'; reason: string } | undefined {
  const bare = undecorated(line).toLowerCase()
  const said = { kind: 'person', reason: 'words in the name of the person' } as const
  const label = person.toLowerCase()
  if (bare.startsWith('[i]nterject')) return said
  if (bare.startsWith(label) && /^(?:\s*\(user\))?\s*[*_]*\s*:/.test(bare.slice(label.length))) return said
  return /^(?:User|Human):/.test(line) ? said : undefined
}

/** The line without what merely decorates its start: white space, list, quote, heading and emphasis marks, escapes. */
function undecorated(line: string): string {
  return line.replace(/^(?:\s|[-+>#\\~]|[*_]{1,3}|\d{1,3}[.)]\s|`)*/, '')
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
