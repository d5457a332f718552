// State of a running analysis. It follows from what recorded steps returned, so a replay rebuilds it.

import type { Seat } from '../../kernel/agents.js'
import type { Meeting } from '../../kernel/protocol.js'
import { emptyFile, type KeptFile } from './documents/kept.js'
import { type MetaReading, readMeta } from './documents/meta.js'
import type { Rendering, Scan } from './documents/rendering.js'
import { type AnalyzeInput, folderOf } from './input.js'
import { displayNames, leadSeat, type Role, roles, type Tier } from './names.js'
import type { Table } from './prompts/frame.js'
import type { Ground } from './prompts/talk.js'
import type { ArtifactState, ScanState, Standing, Written } from './rules/artifacts.js'
import type { Asked, Conversation } from './rules/checks.js'
import { beforeConfirmation, type Confirmation } from './rules/confirmation.js'
import { coverageOf, emptyTracker, type TopicCoverage, type Tracker } from './rules/coverage.js'
import type { Issue } from './rules/crosscheck.js'
import { type InferenceLog, noInferences } from './rules/inferences.js'
import { emptyStore, type Rejected, type Store } from './rules/records.js'
import { headLine } from './rules/slug.js'
import { proposalFrom, type RecommendedScope, runningTier } from './rules/tiers.js'
import { requiredTopics } from './rules/topics.js'
import type { Finding } from './schemas.js'

/** A file, and how often a word stands in it. */
export type FileHits = readonly [file: string, hits: number]

export interface Analysis {
  readonly meeting: Meeting
  readonly input: AnalyzeInput
  /** With no `/` at its end. */
  readonly folder: string
  readonly table: Table
  readonly names: Readonly<Record<Role, string>>
  /** Number of the exchange under way; 1 is the opening. */
  exchange: number
  /** Whether the exchange under way still waits for its reply: what is shown next is part of it. */
  isFresh: boolean
  /** Of these, exchanges of the talk before confirmation. */
  talked: number
  readonly messages: string[]
  /** What was asked before a message, by its number, where no turn asked it: the scope and sign-offs. */
  readonly askedAside: Map<number, string>
  /** Whether the files that were there have become records. */
  adopted: boolean
  /** How often a seat of the team has failed in a row. */
  readonly teamFailures: Map<Role, number>
  /** Messages that no turn has answered yet. */
  unanswered: number
  readonly thread: string[]
  store: Store
  tracker: Tracker
  log: InferenceLog
  scan: Scan | null
  scanState: ScanState
  scanTries: number
  /** Where the search goes on; null: it has seen everything. */
  readonly search: { next: number | null; rounds: number; readonly counts: Map<string, readonly FileHits[]> }
  /** Whether the next turn is the first that sees the reading. */
  scanIsNews: boolean
  readonly heard: Set<Role>
  readonly answered: Asked[]
  lastQuestion: Asked | null
  held: Finding[]
  rejected: Rejected[]
  stall: number
  /** Exchanges since nothing stood in the way of confirmation. */
  clearFor: number
  plateau: boolean
  resolved: boolean
  scope: RecommendedScope | null
  confirmation: Confirmation
  /** The state in which the person stopped. */
  leftAt: string
  readonly files: Map<Written, ArtifactState>
  /** Texts as they were written, by file. */
  readonly written: Map<string, string>
  /** SHA-256 of our files as they were last seen on disk. */
  readonly digests: Map<string, string>
  /** The first seven of HEAD, as it was at the beginning and is again at the end. */
  head: string
  /** Our part of meta.json as it was last written, what it was written for, and in which exchange; null before. */
  meta: {
    readonly own: Readonly<Record<string, unknown>>
    readonly mark: string
    readonly exchange: number
  } | null
  readonly kept: Map<string, KeptFile>
  /** Files that the person has edited since, as they are now. */
  readonly edits: Map<string, string>
  /** The parts of them that no turn has seen yet. */
  unseenEdits: { readonly file: string; readonly before: string; readonly after: string }[]
  readonly existing: Map<string, string>
  /** Files that were there at the start and could not be read. */
  readonly unreadable: Set<string>
  /** Texts that must be copied before their file is replaced. */
  readonly copies: Map<string, string>
  readonly copied: Map<string, number>
  /** What was judged before a first write, and what was wrong with it: asked again only when the text has changed. */
  readonly judged: Map<string, { readonly text: string; readonly faults: readonly string[] }>
  faults: { readonly artifact: string; readonly why: string }[]
  readonly degraded: Set<string>
  /** Those of them that the journal has. */
  readonly toldDegraded: Set<string>
  salvaged: number
  knownIssues: string[]
  /** What cross-checks have corrected, in words. */
  readonly corrected: string[]
  /** Nobody signed the decisions off: those that were taken stand by default. Said only at the end. */
  decidedByDefault: boolean
  /** What the last cross-check found and could not mend: each check replaces what the one before it said. */
  checkedIssues: readonly string[]
  /** Of these, what a model said. The last check has none to ask, so what was left before it stays. */
  saidIssues: readonly Issue[]
  readonly summaries: Map<string, string>
}

export function beginAnalysis(meeting: Meeting, input: AnalyzeInput): Analysis {
  const names = { ...displayNames }
  for (const seat of input.seats) names[seat.id] = seat.name
  const missing = input.seats.filter((seat) => seat.missing).map(({ id }) => `persona:${id}`)
  const skipped = input.skippedTopics > 0 ? [`topics:${input.skippedTopics}-skipped`] : []
  const title = (input.draft && headLine(input.draft.text)) || input.slug
  return {
    meeting,
    input,
    folder: folderOf(input, meeting.id),
    names,
    table: {
      title,
      slug: input.slug,
      folder: folderOf(input, meeting.id),
      sourceId: input.sourceId,
      personas: input.seats.map(({ id, name, persona }) => ({ role: id, name, text: persona })),
    },
    ...{
      exchange: 0,
      isFresh: false,
      talked: 0,
      messages: [],
      askedAside: new Map<number, string>(),
      unanswered: 0,
      thread: [],
    },
    ...{ adopted: false, teamFailures: new Map<Role, number>() },
    ...{ store: emptyStore, tracker: emptyTracker, log: noInferences },
    ...{
      scan: null,
      scanState: 'none',
      scanTries: 0,
      scanIsNews: false,
      search: { next: 0, rounds: 0, counts: new Map() },
    },
    ...{ heard: new Set<Role>(), answered: [], lastQuestion: null, held: [], rejected: [] },
    ...{
      stall: 0,
      clearFor: 0,
      plateau: false,
      resolved: false,
      scope: null,
      confirmation: beforeConfirmation,
      leftAt: 'IDLE',
    },
    ...{
      files: new Map(),
      written: new Map(),
      digests: new Map(),
      head: input.head,
      meta: null,
      kept: new Map(),
      edits: new Map(),
      unseenEdits: [],
      existing: new Map(),
      unreadable: new Set(),
      copies: new Map(),
      copied: new Map(),
    },
    ...{
      judged: new Map(),
      faults: [],
      degraded: new Set([...missing, ...skipped]),
      toldDegraded: new Set(),
      salvaged: 0,
      knownIssues: [],
      corrected: [],
      decidedByDefault: false,
      checkedIssues: [],
      saidIssues: [],
      summaries: new Map(),
    },
  }
}

export const lead: Seat = { id: leadSeat, name: 'Lead', role: 'lead', persona: '' }

/** In a team a persona has a seat of its own. */
export function memberSeat({ input }: Analysis, role: Role): Seat {
  const seat = input.seats.find(({ id }) => id === role)
  return { id: role, name: seat?.name ?? role, role: seat?.role ?? role, persona: seat?.persona ?? '' }
}

/** Roles that speak for themselves: none without a team, and none whose seat has failed for good. */
export function teamRoles({ input, degraded }: Analysis): Role[] {
  return input.team ? roles.filter((role) => !degraded.has(`team:${role}`)) : []
}

/** Whose voice makes a call that belongs to this role: its own seat in a team, else the lead's. */
export function voiceFor(analysis: Analysis, role: Role | 'lead'): Role | null {
  return teamRoles(analysis).find((one) => one === role) ?? null
}

/** The tier that it runs as: fixed, answered, or proposed so far. */
export function tierOf({ input, scope, scan }: Analysis): Tier {
  if (input.tier !== null) return input.tier
  return scope === null ? proposalFrom(scan?.reading ?? null).tier : runningTier(scope)
}

export function coverageNow(analysis: Analysis): readonly TopicCoverage[] {
  const { tracker, store, input } = analysis
  return coverageOf(tracker, {
    store,
    scanned: analysis.scanState === 'read',
    topics: input.topics,
    tier: tierOf(analysis),
  })
}

export function standingNow(analysis: Analysis): Standing {
  return {
    store: analysis.store,
    scan: analysis.scanState,
    tier: tierOf(analysis),
    coverage: coverageNow(analysis),
  }
}

export function renderingNow(analysis: Analysis, at: string): Rendering {
  const { input, store, log, scan, exchange, degraded, table, confirmation } = analysis
  const decisions = [...store.records.values()].filter(({ type }) => type === 'decision').map(({ id }) => id)
  return {
    slug: input.slug,
    title: table.title,
    tier: tierOf(analysis),
    store,
    log,
    coverage: coverageNow(analysis),
    topics: input.topics,
    scan,
    at,
    exchange,
    degraded: [...degraded],
    accepted: new Set(
      confirmation.accepted.includes('architecture') || analysis.decidedByDefault ? decisions : [],
    ),
    byDefault: analysis.decidedByDefault,
    unvoiced: new Set(input.seats.filter((seat) => seat.missing).map(({ id }) => id)),
  }
}

/** Characters of a file that was there already which a prompt is given. */
export const mostOfExisting = 20_000

/** Something is shown that waits for a reply: a new exchange, unless the last one has not been answered yet. */
export function beginExchange(analysis: Analysis): void {
  if (!analysis.isFresh) analysis.exchange++
  analysis.isFresh = true
}

/** What an earlier analysis left in meta.json; nothing where it is made anew. */
export function earlierOf({ input }: Analysis): MetaReading | null {
  return input.again || input.meta === null ? null : readMeta(input.meta)
}

export function groundOf(analysis: Analysis): Ground {
  const { input, existing } = analysis
  const earlier = earlierOf(analysis)
  return {
    draft: input.draft?.text ?? null,
    existing: [...existing].map(([file, text]) => ({ file, text: text.slice(0, mostOfExisting) })),
    discovery: input.discovery,
    topics: input.topics,
    covered: (earlier?.topics ?? []).map((id) => input.topics.find((topic) => topic.id === id)?.name ?? id),
    wasSigned: earlier?.acceptance !== null && earlier !== null,
  }
}

export function keptOf({ kept }: Analysis, file: string): KeptFile {
  return kept.get(file) ?? emptyFile
}

/** `files` and `newIds`: paths that are there, and records that come with the turn itself. */
export function conversationOf(
  analysis: Analysis,
  files: ReadonlySet<string>,
  newIds: ReadonlySet<string>,
): Conversation {
  const { names, exchange, heard, input, answered, messages, store } = analysis
  return {
    names,
    person: null,
    exchange,
    amending: analysis.confirmation.state === 'AMENDING',
    heard,
    missing: new Set(input.seats.filter((seat) => seat.missing).map(({ id }) => id)),
    topics: input.topics,
    coverage: coverageNow(analysis),
    needed: new Set(requiredTopics(tierOf(analysis), input.topics).map(({ id }) => id)),
    answered,
    scanRead: analysis.scanState === 'read',
    discovery: input.discovery,
    messages: messages.length,
    isFile: (path) => files.has(path),
    isRecord: (id) => store.records.has(id) || newIds.has(id),
  }
}

/** Whoever watches learns at once what makes the result worth less. */
export async function tellDegraded({ meeting, degraded, toldDegraded }: Analysis): Promise<void> {
  for (const what of degraded) {
    if (toldDegraded.has(what)) continue
    toldDegraded.add(what)
    await meeting.note('degraded', { what })
  }
}
