// What a seat remembers: which of its earlier memories are put before it, within a budget, and how.
//
// Memories that match the charter are listed first and given in full. No part is larger than its budget; what does not fit is
// named, never silently left out.

import { digestMemory } from '../../../text/agent-memory.js'
import { bytesIn } from './bytes.js'

export interface MemoryFile {
  readonly path: string
  readonly text: string
}

export interface Sidecar {
  readonly folder: string
  readonly decisions: readonly MemoryFile[]
  /** `decision-log.md`, `conversation-context.md`, `ground-truth.md`, where there are any. */
  readonly others: readonly MemoryFile[]
}

export interface Recalled {
  readonly text: string
  /** What was put before the seat, whole or in part. */
  readonly files: readonly string[]
}

const budget = 8000

/** The source meetings of all entries of any seat that match these words. */
export function matchingMeetings(sidecars: readonly Sidecar[], words: string): ReadonlySet<string> {
  const entries = sidecars.flatMap(({ decisions }) => decisions)
  return new Set(
    entries.filter(({ text }) => matches(text, words)).map(({ text }) => digestMemory(text).sourceMeeting),
  )
}

export function recall(sidecars: readonly Sidecar[], words: string, meetings: ReadonlySet<string>): Recalled {
  const entries = sidecars.flatMap(({ decisions }) => decisions)
  const isMatch = ({ text }: MemoryFile) =>
    matches(text, words) || meetings.has(digestMemory(text).sourceMeeting)
  const sorted = [...entries].sort(newestFirst)
  const matching = sorted.filter(isMatch)
  const manifest = manifestOf(
    [...matching, ...sorted.filter((entry) => !isMatch(entry))],
    sidecars[0]?.folder ?? '',
  )
  const full = wholeWithin(matching)
  const others = sidecars.flatMap((sidecar) => sidecar.others).map(shortened)
  const parts = [manifest, ...[...full, ...others].map(({ path, text }) => asData(path, text))]
  return {
    text: parts.filter((part) => part !== '').join('\n\n'),
    files: [...full, ...others].map(({ path }) => path),
  }
}

/** Each word of a tag is a word of the charter, or the source meeting stands in it. */
export function matches(text: string, words: string): boolean {
  const { tags, sourceMeeting } = digestMemory(text)
  const known = new Set(wordsOf(words))
  if (tags.some((tag) => wordsOf(tag).length > 0 && wordsOf(tag).every((word) => known.has(word))))
    return true
  const id = sourceMeeting.replace(/^meeting-/, '')
  const slug = id.replace(/^\d{4}-\d{2}-\d{2}-/, '')
  return id !== '' && (words.includes(id) || (slug !== '' && words.includes(slug)))
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.replace(/s$/, ''))
}

function newestFirst(a: MemoryFile, b: MemoryFile): number {
  const [one, other] = [nameOf(a.path), nameOf(b.path)]
  const [day, otherDay] = [one.slice(0, 10), other.slice(0, 10)]
  if (day !== otherDay) return day < otherDay ? 1 : -1
  return one < other ? -1 : one > other ? 1 : 0
}

function manifestOf(entries: readonly MemoryFile[], folder: string): string {
  const lines = entries.map(({ path, text }) => {
    const { date, sourceMeeting, tags, gist } = digestMemory(text)
    return `- \`${path}\` — ${date} — ${sourceMeeting} — tags: ${tags.join(', ')} — ${gist}`
  })
  const whole = within(lines, budget)
  if (whole.length === lines.length) return lines.join('\n')
  const more = (left: number) => `- (+${left} older entries — list ${folder} and read as needed)`
  const kept = within(lines, budget - bytesIn(more(lines.length)))
  return [...kept, more(lines.length - kept.length)].join('\n')
}

/** The first lines that fit, line breaks included. */
function within(lines: readonly string[], most: number): string[] {
  let left = most
  const kept: string[] = []
  for (const line of lines) {
    left -= bytesIn(line) + 1
    if (left < 0) break
    kept.push(line)
  }
  return kept
}

function wholeWithin(entries: readonly MemoryFile[]): MemoryFile[] {
  let left = budget
  return entries.filter(({ text }) => {
    if (bytesIn(text) > left) return false
    left -= bytesIn(text)
    return true
  })
}

/** The oldest part, at the top of the file, is cut with a visible mark; of a log only the last twenty entries are taken. */
function shortened(file: MemoryFile): MemoryFile {
  const text = file.path.endsWith('decision-log.md') ? lastEntries(file.text, 20) : file.text
  if (bytesIn(text) <= budget) return { ...file, text }
  const most = budget - bytesIn(CUT) - 1
  const lines = within(text.split('\n').reverse(), most).reverse()
  return { ...file, text: `${CUT}\n${lines.length > 0 ? lines.join('\n') : lastBytes(text, most)}` }
}

const CUT = '[… older part cut]'

/** Of a last line that is too long by itself: as much of its end as fits. */
function lastBytes(text: string, most: number): string {
  const kept: string[] = []
  let left = most
  for (const char of [...text.slice(-most)].reverse()) {
    left -= bytesIn(char)
    if (left < 0) break
    kept.push(char)
  }
  return kept.reverse().join('')
}

function lastEntries(text: string, most: number): string {
  const entries = text.split(/^(?=#{1,3} |- )/m)
  return entries.length <= most ? text : `[… older entries cut]\n${entries.slice(-most).join('')}`
}

function asData(path: string, text: string): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2)
  const fence = '`'.repeat(longest + 1)
  return `${path}:\n${fence}\n${text.trimEnd()}\n${fence}`
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
