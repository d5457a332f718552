// Pad: the append-only log of one session, as entries. Only a whole line at column 0 outside a fence is read as a heading.

import { proseLines } from './fences.js'
import { type PadHeader, readHeader } from './pad-header.js'

export type Entry =
  | { readonly kind: 'round'; readonly n: number; readonly seat: string; readonly body: string }
  | { readonly kind: 'input'; readonly n: number; readonly body: string }
  | { readonly kind: 'routing'; readonly n: number; readonly seat: string; readonly body: string }
  | { readonly kind: 'turn'; readonly n: number; readonly seat: string; readonly body: string }
  | { readonly kind: 'adjudication'; readonly n: number; readonly seat: string; readonly body: string }
  | { readonly kind: 'archived'; readonly body: string }

/** An entry in which a seat spoke, or should have. */
export type SeatEntry = Extract<Entry, { kind: 'round' | 'turn' }>

export interface Pad {
  /** Undefined when the block above the first `---` is no header. */
  readonly header: PadHeader | undefined
  readonly entries: readonly Entry[]
  /** Level-two headings that no pad may contain. */
  readonly strays: readonly string[]
}

/** The text to append for an entry, whose body has been cleaned already. */
export function renderEntry(entry: Entry): string {
  return `\n${headingOf(entry)}\n\n${entry.body}\n`
}

export function readPad(text: string): Pad {
  const lines = text.split('\n')
  const headings = proseLines(text).filter(({ text: line }) => line.startsWith('## '))
  const entries: Entry[] = []
  const strays: string[] = []
  headings.forEach(({ text: heading, at }, index) => {
    const body = trimBlank(lines.slice(at + 1, headings[index + 1]?.at ?? lines.length))
    const entry = entryOf(heading, body)
    if (entry) entries.push(entry)
    else strays.push(heading)
  })
  return { header: readHeader(text), entries, strays }
}

export function isSeatEntry(entry: Entry): entry is SeatEntry {
  return entry.kind === 'round' || entry.kind === 'turn'
}

function headingOf(entry: Entry): string {
  switch (entry.kind) {
    case 'round':
      return `## Round ${entry.n} — ${entry.seat}`
    case 'input':
      return `## User input after Round ${entry.n}`
    case 'turn':
      return `## Turn ${entry.n} — ${entry.seat}`
    case 'routing':
    case 'adjudication':
      return `## Turn ${entry.n} — ${entry.seat} — ${entry.kind}`
    case 'archived':
      return '## Archived without conclusion'
  }
}

const turnHeading = /^## (Round|Turn) ([1-9]\d*) — ([a-z0-9-]+)(?: — (routing|adjudication))?$/
const inputHeading = /^## User input after Round ([1-9]\d*)$/

function entryOf(heading: string, body: string): Entry | undefined {
  if (heading === '## Archived without conclusion') return { kind: 'archived', body }
  const input = inputHeading.exec(heading)
  if (input) return { kind: 'input', n: Number(input[1]), body }
  const [, word, n, seat = '', role] = turnHeading.exec(heading) ?? []
  if (word === undefined || (word === 'Round' && role !== undefined)) return undefined
  const kind = word === 'Round' ? 'round' : ((role ?? 'turn') as 'turn' | 'routing' | 'adjudication')
  return { kind, n: Number(n), seat, body }
}

function trimBlank(lines: readonly string[]): string {
  const first = lines.findIndex((line) => line.trim() !== '')
  return first < 0 ? '' : lines.slice(first).join('\n').trimEnd()
}
