// Citations: every reference in a text, with its line range and the quotes beside it.
// `CiteRules` decides what counts as a file or memory reference, here too; so does every file that is named with lines or with a
// quotation, and nothing in code fences. A quote belongs to the nearest reference on the same line, when the two stand together.
import { closesFence, type Fence, fenceIn } from '../text/markdown/lines.js'
import type { CiteRules } from './cite-or-flag.js'
import { mentionsIn } from './file-mentions.js'
import { type LineRange, moreRangesAt, rangeOf, rangesIn } from './line-ranges.js'
import { linesOf } from './lines.js'

export type Citation = FileCitation | UrlCitation

export interface FileCitation {
  kind: 'file' | 'memory'
  /** As written, range included: what a reader is shown. */
  ref: string
  path: string
  /** First and last line, from 1, if a range was given; `path:12` is the range 12 to 12. */
  range: LineRange | undefined
  /** Further ranges, where several were given. */
  more?: readonly LineRange[]
  quotes: readonly string[]
  /** Line of the text, from 1. */
  line: number
  /** Where it ends in that line, from 0. */
  end: number
}

export interface UrlCitation {
  kind: 'url'
  ref: string
  quotes: readonly string[]
  line: number
  end: number
}

/** In reading order. The same reference twice is there twice. */
export function citationsIn(text: string, rules: CiteRules): Citation[] {
  const lines = linesOf(text)
  const code = fencedIn(lines)
  return lines.flatMap((line, index) => (code.has(index) ? [] : citationsOfLine(line, index + 1, rules)))
}

/** Lines of code, from 0: what a program printed or will hold is no claim about a file. */
function fencedIn(lines: readonly string[]): ReadonlySet<number> {
  const code = new Set<number>()
  let fence: Fence | undefined
  for (const [at, line] of lines.entries()) {
    const inside = fence !== undefined
    if (fence && closesFence(line, fence)) fence = undefined
    else if (!fence) fence = fenceIn(line)
    if (inside || fence) code.add(at)
  }
  return code
}

interface Span {
  start: number
  end: number
}

type Quote = Span & { text: string }
type Found = Span & {
  /** A name in prose, which is a citation only with lines or a quotation. */
  name?: true
} & ({ kind: 'url'; ref: string } | Pick<FileCitation, 'kind' | 'ref' | 'path' | 'range' | 'more'>)

function citationsOfLine(line: string, number: number, rules: CiteRules): Citation[] {
  const urls = urlSpans(line)
  const paths = [
    ...[...line.matchAll(rules.memory)].map((match) => pathSpan(line, match, 'memory')),
    ...rules.files.flatMap((pattern) =>
      [...line.matchAll(pattern)].map((match) => pathSpan(line, match, 'file')),
    ),
  ]
  const names = mentionsIn(line).map(nameSpan)
  // A name may have its lines elsewhere in the sentence, which the pattern of a path does not see.
  const placed = names.filter((one) => 'range' in one && one.range)
  const found = withoutOverlaps([...urls, ...placed, ...paths, ...names])
  const shares = shareOut(quoteSpans(line), found)
  return found.flatMap(({ name, start, end, ...citation }, index) => {
    const near = shares[index]!.filter((quote) => standTogether(line, quote, { start, end }, citation))
    const bare = name && citation.kind !== 'url' && !citation.range && near.length === 0
    return bare ? [] : [{ ...citation, quotes: near.map(({ text }) => text), line: number, end }]
  })
}

function nameSpan(mention: ReturnType<typeof mentionsIn>[number]): Found {
  return { kind: 'file', name: true, ...mention }
}

/** How far a quotation may stand from the lines that it is taken from. */
const nearEnough = 60

/** In the same sentence, for a reference with lines; for a file without, only words that say so may stand between the two. */
function standTogether(line: string, quote: Span, ref: Span, citation: Citing): boolean {
  const before = ref.end <= quote.start
  const between = before ? line.slice(ref.end, quote.start) : line.slice(quote.end, ref.start)
  if (between.length > nearEnough || /[.!?]\s/.test(between)) return false
  if (citation.kind === 'url' || citation.range) return true
  return before ? SAYS.test(between) : SAID_IN.test(between)
}

type Citing = { kind: 'url' } | Pick<FileCitation, 'kind' | 'range'>

const SAYS =
  /^[\s`*_),:;—–-]*(?:(?:says|said|states|reads|writes|notes|promises|warns|documents|has|as)(?:\s+that)?)?[\s:,]*$/
const SAID_IN = /^[\s,;:—–([`*_-]*(?:(?:in|from|at|see|per|says|source:?)\s+)?[`*_([]*$/

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
  const more = range ? moreRangesAt(line, end + range.text.length) : { text: '', ranges: [] }
  const ref = `${path}${range?.text ?? ''}${more.text}`
  return {
    ...{ kind, ref, path, range: range?.lines, start: match.index, end: match.index + ref.length },
    ...(more.ranges.length > 0 ? { more: more.ranges } : {}),
  }
}

function withoutFinalDots(path: string): string {
  let end = path.length
  while (end > 0 && path[end - 1] === '.') end--
  return path.slice(0, end)
}

const RANGE = /:([0-9]+)(?:[-–]([0-9]+))?/y

function rangeAt(line: string, at: number): { text: string; lines: LineRange } | undefined {
  RANGE.lastIndex = at
  const match = RANGE.exec(line)
  if (match === null) return undefined
  return { text: match[0], lines: rangeOf(match[1], match[2]) }
}

/** All lines that a reference to this path names, in its order. */
export function citedRanges(ref: string, path: string | null): readonly LineRange[] {
  if (path === null || !ref.startsWith(path)) return []
  if (ref[path.length] === '#') return rangesIn(ref.slice(path.length))
  const first = rangeAt(ref, path.length)
  return first ? [first.lines, ...moreRangesAt(ref, path.length + first.text.length).ranges] : []
}

/** In reading order. Of two that overlap the first counts, so that a path inside a web address is not taken for a file. */
function withoutOverlaps(found: readonly Found[]): Found[] {
  const kept: Found[] = []
  for (const one of found.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (one.start >= (kept.at(-1)?.end ?? 0)) kept.push(one)
  }
  return kept
}

/** Three words or more between double quotes, straight or curly. Shorter ones are names and terms, not quotations. */
function quoteSpans(line: string): Quote[] {
  return [...line.matchAll(/"([^"“”]+)"|“([^“”]+)”/g)].flatMap((match) => {
    const text = (match[1] ?? match[2]!).trim()
    const words = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
    return words.length < 3 ? [] : [{ text, start: match.index, end: match.index + match[0].length }]
  })
}

/** One pass over both lists, since both are in reading order. On a tie the reference before the quote has it.
 *  A quote that contains the reference is not a quotation from it. */
function shareOut(quotes: readonly Quote[], found: readonly Span[]): Quote[][] {
  const shares: Quote[][] = found.map(() => [])
  let next = 0
  for (const quote of quotes) {
    while (next < found.length && found[next]!.start < quote.start) next++
    const before = found[next - 1]
    const after = found[next]
    if (after !== undefined && after.start < quote.end) continue
    const toBefore = before === undefined ? Number.POSITIVE_INFINITY : quote.start - before.end
    const toAfter = after === undefined ? Number.POSITIVE_INFINITY : after.start - quote.end
    shares[toBefore <= toAfter ? next - 1 : next]?.push(quote)
  }
  return shares
}
