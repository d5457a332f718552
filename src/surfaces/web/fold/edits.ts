// Edits: a paper taken apart for editing in place, and what was changed in it as words that say what to write instead of what. Pure.

import { fencedBlock } from '../../../text/fenced-block.js'
import { cellsOf } from '../../../text/table.js'

/** Prose keeps its Markdown; a table is rows of cells. */
export type Piece =
  | {
      readonly kind: 'heading'
      readonly level: number
      /** The number before its words (`US-001`), which the engine gives; empty where there is none. */
      readonly id: string
      readonly text: string
      /** Its words are the paper's, not the form's. */
      readonly open: boolean
    }
  | { readonly kind: 'prose'; readonly under: string; readonly text: string }
  /** The engine's own words, which nobody writes. */
  | { readonly kind: 'fixed'; readonly text: string }
  | {
      readonly kind: 'table'
      readonly under: string
      readonly header: readonly string[]
      readonly rows: readonly (readonly string[])[]
    }

/** What was changed, by place: a prose's by its number, a cell's by number, row and column. */
export type Changed = Readonly<Record<string, string>>

export function piecesOf(markdown: string): readonly Piece[] {
  const pieces: Piece[] = []
  let under = ''
  for (const lines of runsOf(markdown.replaceAll('\r\n', '\n').split('\n'))) {
    const [first = ''] = lines
    const heading = lines.length === 1 ? /^(#{1,6}) +(.*)$/.exec(first) : null
    if (heading) {
      under = heading[2]!.trim()
      pieces.push(headingOf(heading[1]!.length, under))
    } else if (ofEngine.test(first)) pieces.push({ kind: 'fixed', text: lines.join('\n') })
    else if (isTable(lines)) {
      const [header = [], , ...rows] = lines.map(cellsOf)
      pieces.push({ kind: 'table', under, header, rows })
    } else pieces.push({ kind: 'prose', under, text: lines.join('\n') })
  }
  return pieces
}

/** The first two levels are the form of a paper, as is a heading that is only counted (`Handoff 1`); below them a writer chose the words. */
function headingOf(level: number, words: string): Piece {
  const [, id = '', named = words] = /^([A-Z]{1,5}-\d+): (.+)$/.exec(words) ?? []
  const counted = /^\p{L}+ \d+$/u.test(words)
  return level > 2 && !counted
    ? { kind: 'heading', level, id, text: named, open: true }
    : { kind: 'heading', level, id: '', text: words, open: false }
}

/** What a degraded result is marked with. */
const ofEngine = /^\*\*(?:Degraded|Left out):\*\* /

/** Lines that belong together: a heading, a table, or prose up to the next of them. Code is prose, whatever stands in it. */
function runsOf(lines: readonly string[]): readonly (readonly string[])[] {
  const runs: string[][] = []
  let kind = ''
  let fenced = false
  for (const line of lines) {
    const fence = /^ {0,3}(?:```|~~~)/.test(line)
    const now = fenced || fence ? 'prose' : kindOf(line)
    if (fence) fenced = !fenced
    if (now !== kind || now === 'heading') runs.push([])
    runs.at(-1)!.push(line)
    kind = now
  }
  return runs.map(trimmed).filter((run) => run.length > 0)
}

function kindOf(line: string): 'heading' | 'table' | 'fixed' | 'prose' {
  if (/^#{1,6} /.test(line)) return 'heading'
  if (line.startsWith('|')) return 'table'
  return ofEngine.test(line) ? 'fixed' : 'prose'
}

function trimmed(lines: readonly string[]): readonly string[] {
  const filled = (line: string) => line.trim() !== ''
  const from = lines.findIndex(filled)
  return from < 0 ? [] : lines.slice(from, lines.findLastIndex(filled) + 1)
}

function isTable(lines: readonly string[]): boolean {
  return lines.length > 2 && lines.every((line) => line.startsWith('|')) && /^[|\s:-]+$/.test(lines[1]!)
}

export function cellPlace(piece: number, row: number, column: number): string {
  return `${piece}.${row}.${column}`
}

/** What is written at a place now. */
export function textAt(place: string, before: string, changed: Changed): string {
  return Object.hasOwn(changed, place) ? changed[place]! : before
}

/** Whether anything differs, a space at an end too: while it is written that is where the next word begins. */
export function isChanged(pieces: readonly Piece[], changed: Changed): boolean {
  return Object.entries(changed).some(([place, text]) => text !== writtenAt(pieces, place))
}

function writtenAt(pieces: readonly Piece[], place: string): string | undefined {
  const [at = 0, row = 0, column = 0] = place.split('.').map(Number)
  const piece = pieces[at]
  return piece?.kind === 'table' ? piece.rows[row]?.[column] : piece?.text
}

/** For whoever writes the paper anew; empty where nothing differs. */
export function changeWords(pieces: readonly Piece[], changed: Changed): string {
  const changes = pieces.flatMap((piece, at) => {
    if (piece.kind === 'fixed') return []
    if (piece.kind === 'heading')
      return replaced(headingWhere(piece), piece.text, textAt(String(at), piece.text, changed))
    return piece.kind === 'prose'
      ? replaced(`in “${piece.under}”`, piece.text, textAt(String(at), piece.text, changed))
      : piece.rows.flatMap((row, n) =>
          row.flatMap((cell, column) =>
            replaced(
              `in “${piece.under}”, row ${n + 1}, “${piece.header[column] ?? ''}”`,
              cell,
              textAt(cellPlace(at, n, column), cell, changed),
            ),
          ),
        )
  })
  if (changes.length === 0) return ''
  return [
    'I changed the text myself. Take these changes over word for word, and change nothing else but what they make wrong.',
  ]
    .concat(changes.map((change, at) => `${at + 1}. ${change}`))
    .join('\n\n')
}

function headingWhere({ id }: Extract<Piece, { kind: 'heading' }>): string {
  return id === '' ? 'as a heading' : `as the title of ${id}`
}

function replaced(where: string, before: string, after: string): readonly string[] {
  const [old, wanted] = changedLines(before, after)
  if (old === wanted) return []
  if (wanted === '') return [`${where}, leave this out:\n\n${fencedBlock('before', old)}`]
  if (old === '') return [`${where}, add this:\n\n${fencedBlock('after', wanted)}`]
  return [`${where}, instead of\n\n${fencedBlock('before', old)}\n\nwrite\n\n${fencedBlock('after', wanted)}`]
}

/** Only the lines that differ: what is the same before and after them stands. */
function changedLines(before: string, after: string): readonly [string, string] {
  const [old, wanted] = [before.trim().split('\n'), after.trim().split('\n')]
  const least = Math.min(old.length, wanted.length)
  let same = 0
  while (same < least && old[same] === wanted[same]) same++
  let end = 0
  while (end < least - same && old.at(-1 - end) === wanted.at(-1 - end)) end++
  const part = (lines: readonly string[]) =>
    lines
      .slice(same, lines.length - end)
      .join('\n')
      .trim()
  return [part(old), part(wanted)]
}
