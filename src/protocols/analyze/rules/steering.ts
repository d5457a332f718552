// Steering: which topics still get a question, when an exchange brings nothing, and when the talk has enough.

import type { Role, Tier } from '../names.js'
import { blockingTopics, dueArtifacts, missingFacts, type ScanState, type Standing } from './artifacts.js'
import type { TopicCoverage } from './coverage.js'
import { exchangeTargets } from './depth.js'
import type { Store } from './records.js'
import { requiredTopics, type Topic } from './topics.js'

/** Exchanges without progress after which another topic is asked for, and after which the topic is closed. */
export const stalling = { stalled: 5, closed: 7 } as const

/** How many exchanges in a row brought nothing. */
export function stallAfter(before: number, progress: { readonly was: number; readonly is: number }): number {
  return progress.is > progress.was ? 0 : before + 1
}

export function isSettled({ covered, closed }: TopicCoverage): boolean {
  return covered || closed !== null
}

/** Topics that may still be asked about: neither known nor closed, and not asked too often already. */
export function askable(coverage: readonly TopicCoverage[]): TopicCoverage[] {
  return coverage.filter((topic) => !isSettled(topic) && topic.exchanges < exchangeTargets[topic.depth].most)
}

/** The topic to ask about: the one under discussion while it may be asked, else the first that may. */
export function focusOf(
  coverage: readonly TopicCoverage[],
  current: string | null,
  isStalled: boolean,
): string | null {
  const open = askable(coverage)
  const here = open.find(({ topic_id }) => topic_id === current)
  const other = open.find(({ topic_id }) => topic_id !== current)
  return (isStalled ? (other ?? here) : (here ?? other))?.topic_id ?? null
}

/**
 * Topics about which nothing more is asked: every file that waits for them has its facts, and they were talked about long enough. A
 * filled gap is better than a question that repeats itself.
 */
export function earlyComplete(standing: Standing): string[] {
  const due = dueArtifacts(standing.tier, standing.store)
  return standing.coverage.flatMap((topic) => {
    const files = due.filter((artifact) => blockingTopics(artifact).includes(topic.topic_id))
    const isKnown =
      files.length > 0 && files.every((artifact) => missingFacts(artifact, standing).length === 0)
    return isKnown && !isSettled(topic) && topic.exchanges >= exchangeTargets[topic.depth].enough
      ? [topic.topic_id]
      : []
  })
}

export interface TalkState {
  readonly tier: Tier
  readonly topics: readonly Topic[]
  readonly coverage: readonly TopicCoverage[]
  readonly store: Store
  readonly scan: ScanState
  /** Files that were written at least once. */
  readonly written: ReadonlySet<string>
  /** Roles that spoke, and those that cannot. */
  readonly heard: ReadonlySet<Role>
  readonly missing: ReadonlySet<Role>
}

/** What still stands in the way of confirmation, apart from the plateau; empty where nothing does. */
export function openPoints(state: TalkState): string[] {
  const { tier, topics, coverage, store, written, heard, missing } = state
  const settled = new Set(coverage.filter(isSettled).map(({ topic_id }) => topic_id))
  const uncovered = requiredTopics(tier, topics).filter(({ id }) => !settled.has(id))
  const unwritten = dueArtifacts(tier, store).filter(
    (artifact) => !written.has(artifact) && !isClosedFor(blockingTopics(artifact), coverage),
  )
  const silent = tier === 'trivial' ? [] : roleOrder.filter((role) => !heard.has(role) && !missing.has(role))
  return [
    ...uncovered.map(({ id }) => `topic ${id}`),
    ...unwritten.map((artifact) => `file ${artifact}`),
    ...silent.map((role) => `voice ${role}`),
  ]
}

const roleOrder: readonly Role[] = ['business-analyst', 'solutions-architect', 'system-designer']

/** A file without topics of its own waits for the scan, which is read or given up in the end. */
function isClosedFor(topics: readonly string[], coverage: readonly TopicCoverage[]): boolean {
  if (topics.length === 0) return false
  return topics.every((topic) => {
    const found = coverage.find(({ topic_id }) => topic_id === topic)
    return found === undefined || found.closed !== null
  })
}

/** Exchanges that may pass with nothing open before the talk ends without a plateau. */
const patience = 3

export function isReady(open: readonly string[], plateau: boolean, exchangesSinceClear: number): boolean {
  return open.length === 0 && (plateau || exchangesSinceClear >= patience)
}
