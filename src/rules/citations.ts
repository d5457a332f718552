// Citations: every reference in a text, with its line range and the quotes beside it.
// `CiteRules` decides what counts as a file or memory reference, here too. A quote belongs to the nearest reference on the same line.
import { type CiteRules, FLOOR } from './cite-or-flag.js'
import { countOf } from './counts.js'
import { linesOf } from './lines.js'

export type Citation = FileCitation | UrlCitation

export interface FileCitation {
  kind: 'file' | 'memory'
  /** As written, range included: what a reader is shown. */
  ref: string
  path: string
  /** First and last line, from 1, if a range was given; `path:12` is the range 12 to 12. */
  range: { from: number; to: number } | undefined
  quotes: readonly string[]
  /** Line of the text, from 1. */
  line: number
}

export interface UrlCitation {
  kind: 'url'
  ref: string
  quotes: readonly string[]
  line: number
}

/** In reading order. The same reference twice is there twice. */
export function citationsIn(text: string, rules: CiteRules = FLOOR): Citation[] {
  return linesOf(text).flatMap((line, index) => citationsOfLine(line, index + 1, rules))
}

/** Three words or more between double quotes, straight or curly. Shorter ones are names and terms, not quotations. */
export function quotesIn(line: string): string[] {
  return quoteSpans(line).map((span) => span.text)
}

interface Span {
  start: number
  end: number
}

type Found = Span & ({ kind: 'url'; ref: string } | Pick<FileCitation, 'kind' | 'ref' | 'path' | 'range'>)

function citationsOfLine(line: string, number: number, rules: CiteRules): Citation[] {
  const urls = urlSpans(line)
  const paths = [
    ...[...line.matchAll(rules.memory)].map((match) => pathSpan(line, match, 'memory')),
    ...rules.files.flatMap((pattern) =>
      [...line.matchAll(pattern)].map((match) => pathSpan(line, match, 'file')),
    ),
  ]
  const found = withoutOverlaps([...urls, ...paths])
  const quotes = shareOut(quoteSpans(line), found)
  return found.map(({ start: _start, end: _end, ...citation }, index) => {
    return { ...citation, quotes: quotes[index]!, line: number }
  })
}

function urlSpans(line: string): Found[] {
  return [...line.matchAll(/https?:\/\/[^\s<>"`“”]+/g)].map((match) => {
    const ref = withoutTrailingPunctuation(match[0])
    return { kind: 'url', ref, start: match.index, end: match.index + ref.length }
  })
}

/** A closing bracket belongs to the address if its opening bracket does, as in the names of some pages. */
function withoutTrailingPunctuation(url: string): string {
  let end = url.length
  let unopened = count(url, ')') - count(url, '(')
  for (; end > 0; end--) {
    const last = url[end - 1]!
    if (last === ')' && unopened <= 0) break
    if (last === ')') unopened--
    else if (!'.,;:!?\'"]}*_|’'.includes(last)) break
  }
  return url.slice(0, end)
}

function count(text: string, character: string): number {
  return text.split(character).length - 1
}

function pathSpan(line: string, match: RegExpExecArray, kind: 'file' | 'memory'): Found {
  const path = kind === 'memory' ? withoutFinalDots(match[0]) : match[0]
  const end = match.index + path.length
  const range = rangeAt(line, end)
  const ref = `${path}${range?.text ?? ''}`
  return { kind, ref, path, range: range?.lines, start: match.index, end: match.index + ref.length }
}

function withoutFinalDots(path: string): string {
  let end = path.length
  while (end > 0 && path[end - 1] === '.') end--
  return path.slice(0, end)
}

const RANGE = /:([0-9]+)(?:[-–]([0-9]+))?/y

function rangeAt(
  line: string,
  at: number,
): { text: string; lines: { from: number; to: number } } | undefined {
  RANGE.lastIndex = at
  const match = RANGE.exec(line)
  if (match === null) return undefined
  const from = countOf(match[1])!
  return { text: match[0], lines: { from, to: countOf(match[2]) ?? from } }
}

/** The lines that a reference to this path names, if it names any. */
export function citedLines(ref: string, path: string | null): { from: number; to: number } | null {
  return path === null || !ref.startsWith(path) ? null : (rangeAt(ref, path.length)?.lines ?? null)
}

/** In reading order. Of two that overlap the first counts, so that a path inside a web address is not taken for a file. */
function withoutOverlaps(found: readonly Found[]): Found[] {
  const kept: Found[] = []
  for (const one of found.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (one.start >= (kept.at(-1)?.end ?? 0)) kept.push(one)
  }
  return kept
}

function quoteSpans(line: string): (Span & { text: string })[] {
  return [...line.matchAll(/"([^"“”]+)"|“([^“”]+)”/g)].flatMap((match) => {
    const text = (match[1] ?? match[2]!).trim()
    const words = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
    return words.length < 3 ? [] : [{ text, start: match.index, end: match.index + match[0].length }]
  })
}

/** One pass over both lists, since both are in reading order. On a tie the reference before the quote has it.
 *  A quote that contains the reference is not a quotation from it. */
function shareOut(quotes: readonly (Span & { text: string })[], found: readonly Span[]): string[][] {
  const shares: string[][] = found.map(() => [])
  let next = 0
  for (const quote of quotes) {
    while (next < found.length && found[next]!.start < quote.start) next++
    const before = found[next - 1]
    const after = found[next]
    if (after !== undefined && after.start < quote.end) continue
    const toBefore = before === undefined ? Number.POSITIVE_INFINITY : quote.start - before.end
    const toAfter = after === undefined ? Number.POSITIVE_INFINITY : after.start - quote.end
    shares[toBefore <= toAfter ? next - 1 : next]?.push(quote.text)
  }
  return shares
}
