// State of a running session, shared by meeting and work. It follows from what recorded steps returned, so a replay rebuilds it.

import { type Grant, nothing, type Seat } from '../../kernel/agents.js'
import type { Meeting } from '../../kernel/protocol.js'
import type { SourceScope } from '../../kernel/run/sources.js'
import type { Page } from '../../rules/citation-check.js'
import type { SourceTold } from '../../rules/source-words.js'
import { isSeatEntry } from './documents/pad.js'
import { readHeader } from './documents/pad-header.js'
import { memoryFolder, workBranch } from './documents/places.js'
import type { CouncilInput, CouncilSeat } from './input.js'
import { LivePad } from './live-pad.js'
import { lastChange } from './rules/dissent-ledger.js'
import type { WorkFacts } from './work-facts.js'

export interface Sitting {
  readonly meeting: Meeting
  readonly input: CouncilInput
  readonly pad: LivePad
  /** Where the council's memory lies, as seats see it from the folder that they stand in. */
  memoryAt: string
  /** The manifest that each seat was last shown. */
  readonly shown: Map<string, string>
  /** The rules that each seat was told in full: a conversation that goes on is only reminded of those. */
  readonly briefed: Map<string, Set<string>>
  /** The folder that voices run in, as seen from the project; null for the project itself. The chair's too, for it may be given working turns. */
  folder: string | null
  /** What the engine saw of the work; null in a meeting, and before the first turn. */
  facts: WorkFacts | null
  /** Pages that tools fetched so far: what an address is checked against. */
  readonly pages: Page[]
  /** What seats and chair cited on the way and was not there, with who said it. */
  readonly broken: BrokenSource[]
  /** The worktree that paths are seen from; null where seats look at the project itself. */
  worktree: SourceScope['worktree'] | null
  /** Seats that failed twice and are out, with the reason. */
  readonly skipped: Map<string, string>
}

export interface BrokenSource extends SourceTold {
  readonly seat: string
}

/** What the seat knows after a turn of this kind, so that it is not told again. */
export function heardTurn(
  { shown, briefed }: Sitting,
  { id }: Seat,
  kind: 'meeting' | 'work',
  manifest: string,
): void {
  shown.set(id, manifest)
  briefed.set(id, new Set([...(briefed.get(id) ?? []), kind]))
}

/** Records what the last entry marked and withdrew, under the ids that stay for the session. */
export async function noteDissents(sitting: Sitting): Promise<void> {
  const { meeting, pad } = sitting
  const last = pad.entries.at(-1)
  if (!last || !isSeatEntry(last)) return
  const { marked, withdrawn } = lastChange(pad.entries)
  if (marked.length === 0 && withdrawn.length === 0) return
  const brief = marked.map(({ id, against, text, restated }) => ({ id, against, text, restated }))
  await meeting.note('dissents', { seat: last.seat, [last.kind]: last.n, marked: brief, withdrawn })
}

/** Stops by a rule of councils. */
export function haltFor({ meeting }: Pick<Sitting, 'meeting'>, reason: string): Promise<void> {
  return meeting.halt(`HALT council: ${reason}`, { reason })
}

/** Who is missing from whatever comes of it, for those watching. */
export function skippedIn({
  skipped,
}: Sitting): readonly { readonly seat: string; readonly reason: string }[] {
  return [...skipped].map(([seat, reason]) => ({ seat, reason }))
}

export function sit(meeting: Meeting, input: CouncilInput): Sitting {
  return {
    meeting,
    input,
    pad: new LivePad(meeting, input.unwritten),
    memoryAt: memoryFolder,
    shown: new Map(),
    briefed: new Map(),
    skipped: new Map(),
    folder: null,
    facts: null,
    pages: [],
    broken: [],
    worktree: null,
  }
}

/** The header of the pad that a session continues from. */
export function headerOf(pad: string) {
  const header = readHeader(pad)
  if (!header) throw new Error('The pad to go on from has no header.')
  return header
}

export function seatNamed({ input }: Sitting, name: string): Seat {
  const seat = input.council.seats.find((known) => known.name === name)
  return seatOf(seat ?? { name, title: '', voice: '', persona: '' })
}

export function chairOf(sitting: Sitting): Seat {
  return seatNamed(sitting, sitting.input.council.chair)
}

export function rosterOf({ input }: Sitting): string[] {
  return input.council.seats.map(({ name }) => name)
}

/** The seat that a chair means by this name or title; undefined when there is none. */
export function meantSeat({ input }: Sitting, text: string): string | undefined {
  const wanted = inWords(text)
  if (wanted === '') return undefined
  return input.council.seats.find(({ name, title }) => [name, title].map(inWords).includes(wanted))?.name
}

function inWords(text: string): string {
  return (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).join(' ')
}

/** No tools, for a chair call. */
export function toolless({ meeting, folder, worktree }: Sitting): Grant {
  if (folder === null) return nothing
  return { kind: 'none', root: folder, ...(worktree === null ? {} : { branch: workBranch(meeting.id) }) }
}

function seatOf({ name, title, persona }: CouncilSeat): Seat {
  return { id: name, name, role: title || name, persona }
}

/** For the grant of a seat: the web, where the person gave it. */
export function webOf({ input }: Pick<Sitting, 'input'>): { web?: true } {
  return input.web ? { web: true } : {}
}
