// State of a running session. It follows from what recorded steps returned, so a replay rebuilds it.

import type { Seat } from '../../kernel/agents.js'
import { Damaged } from '../../kernel/errors.js'
import type { Meeting } from '../../kernel/protocol.js'
import type { Commit } from '../../kernel/world.js'
import type { Moment } from '../../text/calendar.js'
import type { IssuePapers } from './documents/issue-set.js'
import { readPersona } from './documents/persona.js'
import type { Approval, LoadedSkills } from './documents/session-file.js'
import { readTheme } from './documents/theme.js'
import type { Member, Theme } from './documents/theme-shape.js'
import { msOf } from './documents/time.js'
import type { Reach } from './github/gh.js'
import type { DeliberateInput, OfferedSkill } from './input.js'
import { type ModeShape, modeShapes, type Phase } from './modes.js'
import { type Absence, absentBefore, inOrder, type Mark, marksIn } from './rules/degraded.js'
import type { Refusal } from './rules/export.js'
import { inRosterOrder, nameOf } from './rules/members.js'
import { cyclesIn, type Place, phaseAt, places } from './rules/onward.js'
import type { Tally } from './rules/verification.js'

export interface Sitting {
  readonly meeting: Meeting
  readonly input: DeliberateInput
  readonly theme: Theme
  readonly shape: ModeShape
  /** Its id. A fork has a session of its own. */
  readonly session: string
  /** The session's folder, with `/` at its end. */
  readonly folder: string
  /** Ids of those at the table, in roster order; those who failed stay in it. */
  seated: readonly string[]
  /** The same, best score first; empty where they were seated before this meeting. */
  ranked: readonly string[]
  /** Members that failed and are asked no more, with where and why. */
  readonly absent: Map<string, Absence>
  marks: readonly Mark[]
  /** The marks as they were last noted. */
  told: readonly Mark[]
  /** What stands in session.md. */
  stand: Stand
  /** The skills that each seated member brings. */
  loaded: ReadonlyMap<string, readonly OfferedSkill[]>
  /** The number of this meeting's first cycle of rounds: those that were there before stay. */
  readonly cycle: number
  /** Paths that this meeting wrote and that belong into the next commit. */
  readonly written: Set<string>
  readonly commits: Committed[]
  /** Test stubs that lie there, by path. */
  stubs: ReadonlySet<string>
  readonly documents: Map<string, string>
  /** The session's files as they stand, by their path below its folder. */
  readonly texts: Map<string, string>
  /** What was published in this meeting, in order. */
  readonly exported: ExportedIssue[]
  /** Why the export is undone. */
  exportReason: string | null
  /** Where the plan was worked on, for whoever merges it. */
  work: Work | null
  verification: Tally | null
  /** What was last found of GitHub; null before anybody looked. */
  reach: Reached | null
  /** Where it was exported to. */
  repository: string | null
  /** What the audit came to; null before there was one. */
  audit: Audited | null
  readonly remarks: string[]
}

export interface Audited {
  readonly passes: number
  readonly convergence: string
  readonly files: number
  readonly read: number
  readonly findings: { readonly critical: number; readonly warning: number; readonly info: number }
}

export interface Stand {
  readonly phase: Phase
  readonly status: 'active' | 'completed'
  readonly action: string | null
  readonly export: string | null
  readonly exported: 'undone' | 'done' | null
  readonly skills: readonly LoadedSkills[]
  readonly approvals: readonly Approval[]
  readonly contractIssue: string | null
  /** Once the session is over. */
  readonly journal: string | null
}

export interface Committed {
  readonly subject: string
  readonly commit: Commit
}

export interface Work {
  readonly branch: string
  readonly worktree: string
  /** Commits on the branch. */
  readonly ahead: number
  readonly handOver: readonly string[]
}

export type Reached = Reach | { readonly kind: 'refused'; readonly reason: Refusal }

export interface ExportedIssue {
  readonly item: string
  readonly number: number
  readonly url: string
  readonly title: string
  readonly dependsOn: readonly string[]
}

export function sit(meeting: Meeting, input: DeliberateInput): Sitting {
  const { theme, folder, session } = placesOf(input, meeting.id)
  const { earlier } = input
  const files = earlier?.files ?? {}
  const marks = marksIn(earlier?.marks ?? '')
  const shape = modeShapes[input.mode]
  return {
    meeting,
    input,
    theme,
    shape,
    session,
    folder,
    seated: [],
    ranked: [],
    absent: new Map(absentBefore(marks, files, theme.roster)),
    marks,
    told: [],
    stand: standAtFirst(input),
    cycle: cyclesIn(Object.keys(files)) + 1,
    loaded: new Map(),
    written: new Set(),
    commits: [],
    stubs: new Set(stubsIn(folder, files)),
    documents: new Map(documentsIn(folder, files)),
    texts: new Map(Object.entries(files)),
    exported: [],
    exportReason: null,
    reach: null,
    work: null,
    verification: null,
    repository: null,
    audit: null,
    remarks: [],
  }
}

function standAtFirst({ mode, earlier }: DeliberateInput): Stand {
  return {
    phase: earlier === undefined ? modeShapes[mode].firstPhase : phaseAt[earlier.place],
    status: 'active',
    action: null,
    export: earlier?.export ?? null,
    exported: exportedIn(earlier?.export ?? null),
    skills: earlier?.skills ?? [],
    approvals: earlier?.approvals ?? [],
    contractIssue: earlier?.contractIssue ?? null,
    journal: null,
  }
}

function exportedIn(line: string | null): Stand['exported'] {
  if (line === null) return null
  return line.startsWith('undone') ? 'undone' : 'done'
}

/** Whether the session had come further than this before the meeting. */
export function isPast({ input: { earlier } }: Sitting, place: Place): boolean {
  return earlier !== undefined && places.indexOf(earlier.place) > places.indexOf(place)
}

const papers: Readonly<Record<string, string>> = {
  transcript: 'interview-transcript.md',
  summary: 'interview-summary.md',
  assembly: 'assembly.md',
  map: 'context/codebase-map.md',
  design: 'design.md',
  sketch: 'design-sketch.md',
  prd: 'prd.md',
  contract: 'acceptance-contract.md',
  plan: 'plan.md',
  notes: 'meeting-notes.md',
}

/** Where the session's papers are, for a question: a path is long, and a folder is named once. */
export function inFolder({ folder }: Sitting): string {
  return `\`${folder.replace(/\/$/, '')}\``
}

export function papersText(sitting: Sitting): string {
  const names = [...sitting.documents.values()].map((path) => `\`${path.slice(sitting.folder.length)}\``)
  return names.length === 0 ? '' : `The papers are in ${inFolder(sitting)}: ${names.join(', ')}.`
}

/** The documents that were there before, under the names that the outcome gives them. */
function documentsIn(folder: string, files: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(papers).flatMap(([name, path]) => (path in files ? [[name, `${folder}${path}`]] : []))
}

function stubsIn(folder: string, files: Readonly<Record<string, string>>): string[] {
  return Object.keys(files).flatMap((path) => (path.startsWith('test-stubs/') ? [`${folder}${path}`] : []))
}

/** The theme as it was recorded, and where the session's files lie: a new session is called as its meeting is. */
export function placesOf(
  input: DeliberateInput,
  meeting: string,
): { readonly theme: Theme; readonly folder: string; readonly session: string } {
  const theme = themeOf(input)
  const session = isOf(input, meeting) ? input.session : meeting
  return { theme, session, folder: `${theme.sessionRoot}${session}/` }
}

/** A meeting that goes on with a folder is called as the session is, with a number behind it where that is taken. A fork is not. */
function isOf({ earlier, session }: DeliberateInput, meeting: string): boolean {
  return (
    earlier !== undefined && meeting.startsWith(session) && /^(?:--\d+)?$/.test(meeting.slice(session.length))
  )
}

function themeOf({ theme, personas }: DeliberateInput): Theme {
  const reading = readTheme(theme.text, theme.id, Object.keys(personas))
  if (reading.kind === 'faulty')
    throw new Damaged(1, `the theme that it was opened with is faulty: ${reading.faults.join('; ')}`)
  return reading.theme
}

/** A member of the roster, or the conductor, as a seat. */
export function memberSeat({ theme, input }: Sitting, id: string): Seat {
  const { name, lens, file } = theme.roster.find((one) => one.id === id)!
  return { id, name, role: lens, persona: personaOf(input, file) }
}

export const verifierSeat: Seat = {
  id: 'verifier',
  name: 'Verifier',
  role: 'Verifier',
  persona: 'You prove one thing at a time, by a program that anybody can run again.',
}

export function conductorSeat({ theme, input }: Sitting): Seat {
  return {
    id: 'conductor',
    name: conductorOf(theme, input.personas),
    role: 'Conductor',
    persona: personaOf(input, theme.conductor),
  }
}

/** What the conductor is called: as its persona is named, without the prefix of the theme's files. */
export function conductorOf(
  { conductor, id }: Pick<Theme, 'conductor' | 'id'>,
  personas: DeliberateInput['personas'],
): string {
  const reading = readPersona(personas[conductor] ?? '')
  const name = reading.kind === 'persona' ? reading.persona.name : conductor
  return name.replace(`${id}-`, '').replace(/^./, (letter) => letter.toUpperCase())
}

function personaOf({ personas }: DeliberateInput, file: string): string {
  const reading = readPersona(personas[file] ?? '')
  return reading.kind === 'persona' ? reading.persona.body : ''
}

/** Those at the table who can still be asked, in roster order. */
export function present({ seated, absent, theme }: Sitting): Member[] {
  return theme.roster.filter(({ id }) => seated.includes(id) && !absent.has(id))
}

export function named({ theme }: Sitting, ids: readonly string[]): string[] {
  return inRosterOrder(ids, theme.roster).map((id) => nameOf(id, theme.roster))
}

export function momentOf({ input }: Sitting, iso: string): Moment {
  return { ms: msOf(iso) ?? input.started.ms, offset: input.started.offset }
}

/** What issues are made from. */
export function issuePapers({ input, session, theme, folder, texts }: Sitting): IssuePapers {
  return { idea: input.idea, session, slug: input.slug, themeId: theme.id, folder, texts }
}

/** Takes a mark over; it is told with the next save. Members that speak at the same time may all bring one. */
export function mark(sitting: Sitting, ...more: readonly Mark[]): void {
  sitting.marks = inOrder([...sitting.marks, ...more])
}

/** Notes the marks where they have changed since they were noted last. The words name the new ones, since lists put the words together. */
export async function tellMarks(sitting: Sitting): Promise<void> {
  const { marks, meeting, told } = sitting
  if (marks.join() === told.join()) return
  sitting.told = marks
  const text = marks.filter((one) => !told.includes(one)).join(', ')
  await meeting.note('degraded', { marks, text })
}

/** Somebody failed and is called no more. */
export async function leaveOut(sitting: Sitting, id: string, where: string, reason: string): Promise<void> {
  const name = nameOf(id, sitting.theme.roster)
  sitting.absent.set(id, { name, where, reason })
  mark(sitting, `absent:${id}`)
  await sitting.meeting.note('absent', {
    member: id,
    where,
    reason,
    text: `${name} is left out of ${where}: ${reason}`,
  })
}
