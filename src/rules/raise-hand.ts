// Raise hand: an agent asks that another speaks next. One request a cycle is honoured, the rest wait for the next.
//
// A marker is `[raise-hand → respond to NAME]` on one line; the arrow may be `->`. Later requests of a cycle are deferred in order, and
// none is lost. Reading what is pending changes nothing: the caller records it again in the new cycle.
import { countOf } from './counts.js'
import { linesOf, onOneLine } from './lines.js'

export interface Request {
  requesting: string
  target: string
}

export type RaiseHandStatus = 'honored' | 'deferred-to-next-cycle'

/** The status of every request so far; plain data, so that it can be folded from a log. */
export interface Ledger {
  honored: readonly (Request & { cycle: number })[]
  deferred: readonly (Request & { cycle: number })[]
}

export const EMPTY_LEDGER: Ledger = { honored: [], deferred: [] }

/** The target of the first marker anywhere in the body. */
export function detectRaiseHand(body: string): string | undefined {
  for (const line of body.split('\n')) {
    const marker = firstMarker(line, 0, RAISE_HAND)
    if (marker !== undefined) return marker.value
  }
  return undefined
}

export interface Tail {
  /** What is left when the markers at the end are taken away; white space before them goes too. */
  body: string
  raiseHand: string | undefined
  /** The question of a `[research → QUESTION]` marker. */
  research: string | undefined
  /** Further markers of a kind that was there already, as written. */
  ignored: readonly string[]
}

/** Only markers at the end count, with nothing but white space and other markers after them; in the middle they are ordinary text. */
export function splitTail(text: string): Tail {
  const markers: (Marker & { kind: 'raiseHand' | 'research' })[] = []
  let end = trimmedEnd(text, text.length)
  for (let marker = markerEndingAt(text, end); marker !== undefined; marker = markerEndingAt(text, end)) {
    markers.push(marker)
    end = trimmedEnd(text, marker.start)
  }
  markers.reverse()
  const first = (kind: 'raiseHand' | 'research') => markers.find((marker) => marker.kind === kind)
  const counted = [first('raiseHand'), first('research')]
  return {
    body: markers.length === 0 ? text : text.slice(0, end),
    raiseHand: counted[0]?.value,
    research: counted[1]?.value,
    ignored: markers.filter((marker) => !counted.includes(marker)).map((marker) => marker.text),
  }
}

export type Plan = { kind: 'plan'; speakers: readonly string[] } | { kind: 'refused'; reason: string }

/** The target speaks at once, then the cycle continues after the requester. The target also keeps its own later turn. */
export function planInsertion(invitees: readonly string[], { requesting, target }: Request): Plan {
  const at = invitees.indexOf(requesting)
  if (at < 0) return { kind: 'refused', reason: `requester '${requesting}' is not among the invitees` }
  if (!invitees.includes(target))
    return { kind: 'refused', reason: `target '${target}' is not among the invitees` }
  return { kind: 'plan', speakers: [target, ...invitees.slice(at + 1)] }
}

export function recordRaiseHand(
  ledger: Ledger,
  cycle: number,
  { requesting, target }: Request,
): { ledger: Ledger; status: RaiseHandStatus } {
  const entry = { cycle, requesting, target }
  const taken = ledger.honored.some((honored) => honored.cycle === cycle)
  if (taken)
    return { ledger: { ...ledger, deferred: [...ledger.deferred, entry] }, status: 'deferred-to-next-cycle' }
  return { ledger: { ...ledger, honored: [...ledger.honored, entry] }, status: 'honored' }
}

/** What was deferred in the cycle before, in order. */
export function pendingFor(ledger: Ledger, cycle: number): Request[] {
  return ledger.deferred
    .filter((entry) => entry.cycle === cycle - 1)
    .map(({ requesting, target }) => ({ requesting, target }))
}

/** The caller gives the status: there are more kinds in a meeting than in the ledger. */
export function raiseHandLine(
  cycle: number | string,
  { requesting, target }: Request,
  status: string,
): string {
  return onOneLine(`[raise-hand cycle=${cycle} requesting=${requesting} target=${target} status=${status}]`)
}

/** Lines of any other form are skipped. Names holding `:` `;` or `"` do not survive. */
export function parseLedger(text: string): Ledger {
  const honored: (Request & { cycle: number })[] = []
  const deferred: (Request & { cycle: number })[] = []
  for (const line of linesOf(text)) {
    const [, kind, digits, list] = /^(HONORED|DEFERRED)_([0-9]+)="(.*)"$/.exec(line) ?? []
    if (list === undefined) continue
    const entries = parseRequests(list).map((request) => ({ cycle: countOf(digits)!, ...request }))
    if (kind === 'HONORED') honored.push(...entries.slice(0, 1))
    else for (const entry of entries) deferred.push(entry)
  }
  return { honored, deferred }
}

export function renderLedger(ledger: Ledger): string {
  const cycles = [...ledger.honored, ...ledger.deferred].map((entry) => entry.cycle)
  return [...new Set(cycles)]
    .sort((one, other) => one - other)
    .flatMap((cycle) => [
      ...ledgerLine('HONORED', cycle, ledger.honored),
      ...ledgerLine('DEFERRED', cycle, ledger.deferred),
    ])
    .join('')
}

interface Marker {
  start: number
  text: string
  value: string
}

// Only one white space after `to`: more belong to the name and are trimmed, which keeps the search linear.
const RAISE_HAND = /\[raise-hand[^\S\n]*(?:→|->)[^\S\n]*respond[^\S\n]+to[^\S\n]/g
const RESEARCH = /\[research[^\S\n]*(?:→|->)/g

/** The first marker of this kind in the line that has a name before its closing bracket. */
function firstMarker(line: string, from: number, opening: RegExp): Marker | undefined {
  opening.lastIndex = from
  for (let match = opening.exec(line); match !== null; match = opening.exec(line)) {
    const close = line.indexOf(']', opening.lastIndex)
    if (close < 0) return undefined
    const value = line.slice(opening.lastIndex, close).trim()
    if (value !== '') return { start: match.index, text: line.slice(match.index, close + 1), value }
  }
  return undefined
}

function markerEndingAt(
  text: string,
  end: number,
): (Marker & { kind: 'raiseHand' | 'research' }) | undefined {
  if (text[end - 1] !== ']') return undefined
  // Finds the bracket first: searching for the start of the line from every marker would read a long line many times.
  const bracket = lastBracketBefore(text, end - 1) + 1
  const from = bracket + text.slice(bracket, end).lastIndexOf('\n') + 1
  const piece = text.slice(from, end)
  for (const [kind, opening] of [['raiseHand', RAISE_HAND] as const, ['research', RESEARCH] as const]) {
    const marker = firstMarker(piece, 0, opening)
    if (marker !== undefined) return { ...marker, start: from + marker.start, kind }
  }
  return undefined
}

function lastBracketBefore(text: string, end: number): number {
  return end === 0 ? -1 : text.lastIndexOf(']', end - 1)
}

function trimmedEnd(text: string, end: number): number {
  let at = end
  while (at > 0 && /\s/.test(text[at - 1]!)) at--
  return at
}

function parseRequests(list: string): Request[] {
  return list.split(';').flatMap((entry) => {
    const colon = entry.indexOf(':')
    return colon < 0 ? [] : [{ requesting: entry.slice(0, colon), target: entry.slice(colon + 1) }]
  })
}

function ledgerLine(kind: string, cycle: number, entries: Ledger['honored']): string[] {
  const requests = entries.filter((entry) => entry.cycle === cycle)
  if (requests.length === 0) return []
  const list = requests.map(({ requesting, target }) => onOneLine(`${requesting}:${target}`)).join(';')
  return [`${kind}_${cycle}="${list}"\n`]
}
