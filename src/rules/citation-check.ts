// Citation check: is what a reference points at really there? The cite rule judges its form; this one compares it with the file.

import type { FileCitation } from './citations.js'

export type Outcome =
  | { readonly kind: 'verified' }
  | { readonly kind: 'unverified' }
  | {
      readonly kind: 'broken'
      readonly reason:
        | 'no such file'
        | 'no such lines'
        | 'quote not found'
        | 'outside the workspace'
        | 'no such page'
    }

/** What was found at a path: its text, nothing, or a link that leads out. */
export type Found =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'outside' }

/** A page that a tool brought back in this meeting. */
export interface Page {
  readonly url: string
  /** What the tool told of it. */
  readonly text: string
  /** Of a page that a tool of ours read: where it really is, and what is kept of it. */
  readonly kept?: KeptPage
}

export interface KeptPage {
  readonly finalUrl: string
  readonly status: number
  /** Of the kept text; null where there is none. */
  readonly sha256: string | null
  /** Only the beginning of it is kept. */
  readonly cut: boolean
}

export interface Strictness {
  /** A quotation must begin in the lines that are cited, and may run on behind them: prose wraps, and people cite the first line. */
  readonly runsOn?: boolean
}

export function judgeFile(citation: FileCitation, found: Found, { runsOn }: Strictness = {}): Outcome {
  if (found.kind === 'nothing') return { kind: 'broken', reason: 'no such file' }
  if (found.kind === 'outside') return { kind: 'broken', reason: 'outside the workspace' }
  const lines = found.text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  const { range, more = [], quotes } = citation
  const ranges = range ? [range, ...more] : []
  if (ranges.some(({ from, to }) => from < 1 || to < from || to > lines.length))
    return { kind: 'broken', reason: 'no such lines' }
  const behind = (to: number) => (runsOn ? lines.slice(to, to + 20).join('\n') : '')
  const places = ranges.map(({ from, to }) => ({
    text: lines.slice(from - 1, to).join('\n'),
    behind: behind(to),
  }))
  const among = range ? places : [{ text: found.text, behind: '' }]
  if (!quotes.every((quote) => among.some((place) => holds(place.text, quote, place.behind))))
    return { kind: 'broken', reason: 'quote not found' }
  return range || quotes.length > 0 ? { kind: 'verified' } : { kind: 'unverified' }
}

/** Whether these are quoted from the page. Without any quotation nothing is proven. */
export function judgePage(
  quotes: readonly string[],
  { text, status, cut }: { readonly text: string | null; readonly status: number; readonly cut: boolean },
): Outcome {
  if (status === 404 || status === 410) return { kind: 'broken', reason: 'no such page' }
  if (text === null || quotes.length === 0) return { kind: 'unverified' }
  if (quotes.every((quote) => holds(text, quote))) return { kind: 'verified' }
  return cut ? { kind: 'unverified' } : { kind: 'broken', reason: 'quote not found' }
}

/** Whether a page is the one at this address: fragment, a last slash and a usual port make no difference. */
export function isPageAt({ url, kept }: Page, ref: string): boolean {
  const wanted = sameAddress(ref)
  return sameAddress(url) === wanted || (kept !== undefined && sameAddress(kept.finalUrl) === wanted)
}

function sameAddress(address: string): string {
  if (!URL.canParse(address)) return address
  const url = new URL(address)
  url.hash = ''
  return url.href.replace(/\/(?=$|\?)/, '')
}

/**
 * White space, quote marks, emphasis and the case of the first letter are ignored; an ellipsis matches any text between two parts.
 * What begins in `text` may end in `behind`.
 */
export function holds(text: string, quote: string, behind = ''): boolean {
  const begins = plain(text).length
  const place = plain(`${text}\n${behind}`)
  const parts = quote.split(/…|\.\.\./).map(plain)
  return [parts, [otherCase(parts[0] ?? ''), ...parts.slice(1)]].some((wanted) =>
    follow(place, wanted, begins),
  )
}

/** Whether these parts come one after the other, the first of them before this place. */
function follow(place: string, parts: readonly string[], before: number): boolean {
  let at = 0
  for (const [nth, part] of parts.entries()) {
    const found = place.indexOf(part, at)
    if (found < 0 || (nth === 0 && found >= Math.max(1, before))) return false
    at = found + part.length
  }
  return true
}

/** A quotation that opens a sentence may begin with a capital where its source does not. */
function otherCase(text: string): string {
  const [first = ''] = text
  const changed = first === first.toLowerCase() ? first.toUpperCase() : first.toLowerCase()
  return changed + text.slice(first.length)
}

/** One kind of quote mark for all: inside a quotation double marks are often written as single ones. */
function plain(text: string): string {
  return text
    .replace(/["“”„‟‘’‚‛«»]/g, "'")
    .replace(/[*_`]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}
