// Notes: what protocols leave in the journal for those watching. Known kinds have their place; any other is shown by its words.

import type { Line } from '../../../kernel/line.js'
import { type Desk, notice, type Pending } from './desk.js'
import {
  type Emitted,
  readCeiling,
  readCitations,
  readEmitted,
  readPhaseLine,
  type Tally,
} from './emitted.js'
import type { Item, Turn } from './items.js'
import { withPins } from './pins.js'

export function readNote(desk: Desk, line: Line): void {
  const { kind, data, aside } = line.data as { kind: string; data: unknown; aside?: boolean }
  if (aside || kind === 'passed') return
  const words = wordsIn(data)
  if (kind === 'emitted') emitted(desk, line, data as EmittedNote)
  else if (kind === 'round') markRound(desk, line, numberIn(data))
  else if (kind === 'line') engineLine(desk, line, words)
  else if (words !== '') desk.items.push(notice(line, unlabelled(words), degreeIn(kind, data)))
}

interface EmittedNote {
  readonly turn: string
  readonly t: number
  readonly seat: string | null
  readonly speaker: string
  readonly block: string
}

function emitted(desk: Desk, line: Line, note: EmittedNote): void {
  const read = readEmitted(note.block)
  if (read && read.phase === 'DISCUSS' && read.round > desk.round) markRound(desk, line, read.round)
  const pending = note.seat === null ? undefined : desk.pending.get(note.seat)
  const turn = turnOf(desk, line, note, read, pending)
  desk.items.push(turn)
  if (read?.phase === 'DISCUSS') withPins(desk, turn.text, turn.name, turn.key)
  desk.pending.clear()
  desk.checked = []
}

function turnOf(
  desk: Desk,
  line: Line,
  note: EmittedNote,
  read: Emitted | undefined,
  pending: Pending | undefined,
): Turn {
  return {
    kind: 'turn',
    key: `n${line.n}`,
    n: line.n,
    at: line.at,
    seat: note.seat,
    name: read?.speaker ?? note.speaker,
    role: read?.role === 'User' ? '' : (read?.role ?? ''),
    label: note.t > 0 ? `turn ${note.t}` : 'charter',
    phase: read?.phase || desk.phase,
    round: read?.round ?? desk.round,
    text: preludeText(pending?.value) ?? read?.text ?? note.block,
    cost: pending ? costOf(pending) : null,
    tools: pending?.tools ?? [],
    cited: desk.checked,
    tally: null,
    broken: null,
  }
}

function costOf({ input, output, estimated, model, backend, attempts }: Pending) {
  return { input, output, estimated, model, backend, attempts }
}

/** The transcript shows a prelude by its first line only; what was prepared is in the reply. */
function preludeText(value: unknown): string | undefined {
  const { known, sources } = (value ?? {}) as { known?: unknown; sources?: unknown }
  if (!Array.isArray(known) || !Array.isArray(sources)) return undefined
  const refs = sources.map(sourceRef)
  const bullets = known.map((fact) => {
    const { text, source } = fact as { text?: unknown; source?: unknown }
    const from = typeof source === 'number' ? refs[source - 1] : undefined
    return `- ${String(text ?? '')}${from ? ` (${from})` : ''}`
  })
  const others = refs.filter((ref) => !bullets.some((bullet) => bullet.includes(ref)))
  const consulted = others.length > 0 ? `Also consulted: ${others.join(', ')}` : ''
  return [bullets.join('\n'), consulted].filter((part) => part !== '').join('\n\n')
}

/** As the meeting itself writes a source, so that what was checked is found in it. */
function sourceRef(source: unknown): string {
  const { ref, lines, kind, quote } = source as Partial<Record<string, unknown>>
  const place = lines && kind !== 'url' ? `${ref}:${lines}` : String(ref ?? '')
  return quote ? `${place} "${String(quote).replace(/\s+/g, ' ').replaceAll('"', "'")}"` : place
}

/** Lines of the engine: those that say something of a turn or a phase go there, the others stand for themselves. */
function engineLine(desk: Desk, line: Line, words: string): void {
  const phase = readPhaseLine(words)
  const tally = readCitations(words)
  if (phase) markSkipped(desk, phase)
  else if (tally) count(desk, tally)
  else if (words.startsWith('[cost-check ')) desk.ceiling = readCeiling(words) ?? desk.ceiling
  else if (words !== '') desk.items.push(notice(line, words))
}

function count(desk: Desk, tally: Tally): void {
  const { verified, unverified, broken } = desk.citations
  desk.citations = {
    verified: verified + tally.verified,
    unverified: unverified + tally.unverified,
    broken: broken + tally.broken,
  }
  patchLastTurn(desk, { tally })
}

function markSkipped(desk: Desk, { name, skipped }: { name: string; skipped: string | null }): void {
  if (skipped === null) return
  const at = desk.items.findLastIndex((item) => item.kind === 'phase' && item.name === name)
  const mark = desk.items[at]
  if (mark?.kind === 'phase') desk.items[at] = { ...mark, skipped }
}

function patchLastTurn(desk: Desk, patch: Partial<Turn>): void {
  const at = desk.items.findLastIndex(({ kind }) => kind === 'turn')
  const turn = desk.items[at]
  if (turn?.kind === 'turn') desk.items[at] = { ...turn, ...patch } satisfies Item
}

export function markRound(desk: Desk, line: Line, number: number): void {
  if (number <= desk.round) return
  desk.round = number
  desk.items.push({ kind: 'round', key: `n${line.n}r`, n: line.n, round: number })
}

function numberIn(data: unknown): number {
  if (typeof data === 'number') return data
  const { n, round: named, number } = (data ?? {}) as Record<string, unknown>
  return [named, n, number].find((value): value is number => typeof value === 'number') ?? 0
}

export function wordsIn(data: unknown): string {
  if (typeof data === 'string') return data
  if (typeof data !== 'object' || data === null) return ''
  const { text, line, message, lines } = data as Record<string, unknown>
  const several = Array.isArray(lines) ? lines.filter((one) => typeof one === 'string').join('\n') : undefined
  return [text, line, message, several].find((word): word is string => typeof word === 'string') ?? ''
}

function degreeIn(kind: string, data: unknown): 'info' | 'warning' | 'critical' {
  if (kind === 'warning') return 'warning'
  const { degree } = (data ?? {}) as { degree?: unknown }
  return degree === 'WARNING' ? 'warning' : degree === 'CRITICAL' ? 'critical' : 'info'
}

/** Terminals name the program and the degree; the page sets them apart otherwise. */
function unlabelled(words: string): string {
  return words.replace(/^\[[\w-]+\] (?:INFO|WARNING|CRITICAL): /, '')
}
