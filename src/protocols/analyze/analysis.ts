// State of a running analysis. It follows from what recorded steps returned, so a replay rebuilds it.

import type { Seat } from '../../kernel/agents.js'
import type { Meeting } from '../../kernel/protocol.js'
import { emptyFile, type KeptFile } from './documents/kept.js'
import type { Rendering, Scan } from './documents/rendering.js'
import { type AnalyzeInput, folderOf } from './input.js'
import { displayNames, leadSeat, type Role, type Tier } from './names.js'
import type { Table } from './prompts/frame.js'
import type { Ground } from './prompts/talk.js'
import type { ArtifactState, ScanState, Standing, Written } from './rules/artifacts.js'
import type { Asked, Conversation } from './rules/checks.js'
import { beforeConfirmation, type Confirmation } from './rules/confirmation.js'
import { coverageOf, emptyTracker, type TopicCoverage, type Tracker } from './rules/coverage.js'
import { type InferenceLog, noInferences } from './rules/inferences.js'
import { emptyStore, type Rejected, type Store } from './rules/records.js'
import { headLine } from './rules/slug.js'
import { proposalFrom, type RecommendedScope, runningTier } from './rules/tiers.js'
import type { Finding } from './schemas.js'

export interface Analysis {
  readonly meeting: Meeting
  readonly input: AnalyzeInput
  /** With no `/` at its end. */
  readonly folder: string
  readonly table: Table
  readonly names: Readonly<Record<Role, string>>
  /** Number of the exchange under way; 1 is the opening. */
  exchange: number
  /** Of these, exchanges of the talk before confirmation. */
  talked: number
  readonly messages: string[]
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
  readonly search: { next: number | null; rounds: number }
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
  readonly kept: Map<string, KeptFile>
  /** Files that the person has edited since, as they are now. */
  readonly edits: Map<string, string>
  /** The parts of them that no turn has seen yet. */
  unseenEdits: { readonly file: string; readonly before: string; readonly after: string }[]
  readonly existing: Map<string, string>
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
    ...{ exchange: 0, talked: 0, messages: [], unanswered: 0, thread: [] },
    ...{ store: emptyStore, tracker: emptyTracker, log: noInferences },
    ...{ scan: null, scanState: 'none', scanTries: 0, scanIsNews: false, search: { next: 0, rounds: 0 } },
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
      kept: new Map(),
      edits: new Map(),
      unseenEdits: [],
      existing: new Map(),
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
      summaries: new Map(),
    },
  }
}

export const lead: Seat = { id: leadSeat, name: 'Lead', role: 'lead', persona: '' }

/** The tier that it runs as: fixed, answered, or proposed so far. */
export function tierOf({ input, scope, scan }: Analysis): Tier {
  if (input.tier !== null) return input.tier
  return scope === null ? proposalFrom(scan?.reading ?? null).tier : runningTier(scope)
}

export function coverageNow(analysis: Analysis): TopicCoverage[] {
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
    accepted: new Set(confirmation.accepted.includes('architecture') ? decisions : []),
  }
}

export function groundOf({ input, existing }: Analysis): Ground {
  return {
    draft: input.draft?.text ?? null,
    existing: [...existing].map(([file, text]) => ({ file, text })),
    discovery: input.discovery,
    topics: input.topics,
    covered: [],
  }
}

export function keptOf({ kept }: Analysis, file: string): KeptFile {
  return kept.get(file) ?? emptyFile
}

export function conversationOf(analysis: Analysis, files: ReadonlySet<string>): Conversation {
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
    answered,
    scanRead: analysis.scanState === 'read',
    discovery: input.discovery,
    messages: messages.length,
    isFile: (path) => files.has(path),
    isRecord: (id) => store.records.has(id),
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
