// Search over everything said in every meeting: what seats and the person said, and what was concluded, with the words around it.
//
// Each journal is read once for a search, one after the other, and each text is looked through once: time grows with what was said and
// not with what is looked for. What is shown of it is short, and masked once more.

import { quotedWords } from '../text/markdown/words.js'
import { decisionsOf } from '../view/outcome.js'
import { bareWords } from '../view/parts.js'
import { atTable, type Story } from '../view/story.js'
import { tell } from '../view/teller.js'
import { scrub } from '../workspace/secrets.js'
import type { Found, FoundMeeting, MeetingEntry, SearchFilter } from './api.js'
import { meetings } from './listing.js'
import { locate, type Parts } from './parts.js'

/** What a search answers with at most. */
const most = { words: 12, meetings: 40, ofOne: 4, looked: 2_000 }
/** Longer texts are shown as they were written. */
const mostRead = 50_000
const around = { before: 70, after: 150 }

export async function search(parts: Parts, { text, ...filter }: SearchFilter): Promise<Found> {
  const wanted = wantedWords(text)
  if (wanted.length === 0) return { meetings: [], looked: 0, more: false }
  const { seat, ...rest } = filter
  const all = (await meetings(parts, rest)).toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))
  const found: FoundMeeting[] = []
  let looked = 0
  for (const entry of all.slice(0, most.looked)) {
    if (found.length === most.meetings) break
    looked++
    const one = await foundIn(parts, entry, wanted, seat)
    if (one) found.push(one)
  }
  return { meetings: found, looked, more: looked < all.length }
}

/** Each once; whoever looks for more words than this looks for the first of them. */
function wantedWords(text: string): readonly string[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  return [...new Set(words)].slice(0, most.words)
}

async function foundIn(
  parts: Parts,
  { project, id, title, protocol, status, updatedAt }: MeetingEntry,
  wanted: readonly string[],
  seat: string | undefined,
): Promise<FoundMeeting | undefined> {
  const located = await locate(parts, { project, id })
  if (located === null) return undefined
  const { lines } = await located.parley.journals.of(id).readable()
  const story = tell(lines, parts.tellings)
  const hits = saidIn(story).filter(({ who, text }) => fits(who, text, wanted, seat, story))
  if (hits.length === 0) return undefined
  const shown = hits.slice(0, most.ofOne).map(async ({ key, who, at, text }) => {
    return { key, who, at, ...(await passage(readable(text, wanted), wanted)) }
  })
  const said = await Promise.all(shown)
  return { project, id, title, protocol, status, updatedAt, count: hits.length, said }
}

/** Without the marks of Markdown, unless the words were found among them. */
function readable(text: string, wanted: readonly string[]): string {
  if (text.length > mostRead) return text
  const words = quotedWords(text)
  const low = words.toLowerCase()
  return wanted.every((word) => low.includes(word)) ? words : text
}

interface Said {
  readonly key: string
  readonly who: string
  readonly at: string
  readonly text: string
}

/** In the order in which it was said; an outcome stands where the meeting ended. */
function saidIn({ items, outcome, person }: Story): readonly Said[] {
  const said = items.flatMap((item): Said[] => {
    const { key, at } = item
    if (item.kind === 'turn') return [{ key, at, who: item.name, text: bareWords(item.parts) || item.text }]
    if (item.kind === 'opening') return [{ key, at, who: item.name, text: item.text }]
    if (item.kind === 'reply' && item.words !== null) return [{ key, at, who: item.name, text: item.words }]
    if (item.kind === 'answered' && item.text !== null && !item.repeated)
      return [{ key, at, who: item.name ?? person, text: item.text }]
    return []
  })
  const last = items.at(-1)
  if (last)
    for (const text of decisionsOf(outcome)) said.push({ key: last.key, at: last.at, who: 'Outcome', text })
  return said
}

/** A seat is meant by its name or by its id. */
function fits(
  who: string,
  text: string,
  wanted: readonly string[],
  seat: string | undefined,
  story: Story,
): boolean {
  if (seat !== undefined && !isSeat(who, seat, story)) return false
  const low = text.toLowerCase()
  return wanted.every((word) => low.includes(word))
}

function isSeat(who: string, seat: string, story: Story): boolean {
  const same = (name: string) => name.toLowerCase() === seat.toLowerCase()
  return same(who) || atTable(story).some(({ id, name }) => same(id) && name === who)
}

/** The words around the first that was looked for, on one line. Masked whole before it is cut: half of a key looks like no key. */
export async function passage(
  text: string,
  wanted: readonly string[],
): Promise<{ before: string; found: string; after: string }> {
  const masked = (await scrub(text)).text
  const [at, length] = firstOf(masked, wanted)
  const begin = wordFrom(masked, Math.max(0, at - around.before), at)
  const end = wordUntil(masked, Math.min(masked.length, at + length + around.after), at + length)
  const line = (piece: string) => whole(piece.replace(/\s+/g, ' '))
  return {
    before: `${begin > 0 ? '…' : ''}${line(masked.slice(begin, at))}`,
    found: line(masked.slice(at, at + length)),
    after: `${line(masked.slice(at + length, end))}${end < masked.length ? '…' : ''}`,
  }
}

/** The next place from here on at which a word begins; here, where the text has none before what was found. */
function wordFrom(text: string, from: number, found: number): number {
  if (from === 0 || /\s/.test(text.charAt(from - 1))) return from
  const blank = text.slice(from, found).search(/\s/)
  return blank < 0 ? from : from + blank + 1
}

/** The last place until here at which a word ends; here, where the text has none after what was found. */
function wordUntil(text: string, until: number, found: number): number {
  if (until === text.length || /\s/.test(text.charAt(until))) return until
  const kept = text.slice(found, until).replace(/\s\S*$/, '')
  return kept.length === until - found ? until : found + kept.length
}

/** Without the half of a character that a cut may leave at either end. */
function whole(piece: string): string {
  return piece.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '')
}

/** Where the earliest of these words stands. In some scripts lower case is longer than the text; then the beginning is shown. */
function firstOf(text: string, wanted: readonly string[]): readonly [number, number] {
  const low = text.toLowerCase()
  if (low.length !== text.length) return [0, 0]
  const places = wanted.map((word) => [low.indexOf(word), word.length] as const).filter(([at]) => at >= 0)
  return places.toSorted(([a], [b]) => a - b)[0] ?? [0, 0]
}
