// Coverage: what is known of each topic, and how well. Never shown in the talk.
//
//   COV1  A criterion counts only by the records or by a claim whose evidence held.
//   COV2  A topic is as sure as the least sure of its criteria.

import type { Depth, Source, Tier } from '../names.js'
import type { Claim, Evidence } from '../schemas.js'
import { type Countable, countingRule } from './counting.js'
import { depthOf, isEnough, movedDepth } from './depth.js'
import { type Confidence, cappedSource, confidenceOf, lowest, refOf } from './evidence.js'
import { type Topic, topicOfCriterion } from './topics.js'

export type Closing = 'early' | 'person' | 'stalled' | 'cap' | 'ceiling'

interface Claimed {
  readonly source: Source
  readonly evidence: readonly Evidence[]
}

/** What is folded; everything else about coverage follows from it and from the records. */
export interface Tracker {
  readonly claimed: ReadonlyMap<string, Claimed>
  /** Counted criteria that the person agreed to, with the exchange: records that came later are not covered by it. */
  readonly confirmed: ReadonlyMap<string, number>
  readonly exchanges: ReadonlyMap<string, number>
  readonly lastDiscussed: ReadonlyMap<string, number>
  /** Where the person has moved the depth of a topic. */
  readonly depths: ReadonlyMap<string, Depth>
  readonly closed: ReadonlyMap<string, Closing>
}

export const emptyTracker: Tracker = {
  claimed: new Map(),
  confirmed: new Map(),
  exchanges: new Map(),
  lastDiscussed: new Map(),
  depths: new Map(),
  closed: new Map(),
}

export interface MetCriterion {
  readonly id: string
  readonly source: Source
  readonly evidence: readonly Evidence[]
  /** Whether it is met to the standard of the topic's depth. */
  readonly enough: boolean
}

export interface TopicCoverage {
  readonly topic_id: string
  readonly coverage_pct: number
  readonly confidence: Confidence
  readonly criteria_met: readonly MetCriterion[]
  readonly criteria_total: readonly string[]
  readonly last_discussed_turn: number
  readonly exchanges: number
  readonly depth: Depth
  readonly covered: boolean
  readonly closed: Closing | null
}

export interface Known extends Countable {
  readonly topics: readonly Topic[]
  readonly tier: Tier
}

export function coverageOf(tracker: Tracker, known: Known): readonly TopicCoverage[] {
  const last = lastOf.get(tracker)
  if (last && isSame(last.known, known)) return last.coverage
  const coverage = known.topics
    .filter(({ criteria }) => criteria.length > 0)
    .map((topic) => topicCoverage(topic, tracker, known))
  lastOf.set(tracker, { known, coverage })
  return coverage
}

/** Trackers and stores never change, and between two exchanges every document and every check asks for the same coverage. */
const lastOf = new WeakMap<Tracker, { readonly known: Known; readonly coverage: readonly TopicCoverage[] }>()

function isSame(one: Known, other: Known): boolean {
  return (
    one.store === other.store &&
    one.topics === other.topics &&
    one.tier === other.tier &&
    one.scanned === other.scanned
  )
}

function topicCoverage(topic: Topic, tracker: Tracker, known: Known): TopicCoverage {
  const depth = tracker.depths.get(topic.id) ?? depthOf(known.tier)
  const met = topic.criteria.flatMap(({ id, counts }) => {
    const found = counts === null ? claimedFor(id, tracker) : countedFor(id, counts, tracker, known)
    return found === null
      ? []
      : [{ id, source: found.source, evidence: found.evidence, enough: isEnough(id, depth, found) }]
  })
  const total = topic.criteria.length
  return {
    topic_id: topic.id,
    coverage_pct: Math.round((100 * met.length) / total),
    confidence: lowest(met.map(({ source }) => confidenceOf(source))) ?? 'low',
    criteria_met: met,
    criteria_total: topic.criteria.map(({ id }) => id),
    last_discussed_turn: tracker.lastDiscussed.get(topic.id) ?? 0,
    exchanges: tracker.exchanges.get(topic.id) ?? 0,
    depth,
    covered: met.length === total && met.every(({ enough }) => enough),
    closed: tracker.closed.get(topic.id) ?? null,
  }
}

interface Found extends Claimed {
  readonly inCode: boolean
}

function claimedFor(criterion: string, { claimed }: Tracker): Found | null {
  const claim = claimed.get(criterion)
  if (claim === undefined) return null
  return { ...claim, inCode: claim.evidence.some(({ ref }) => refOf(ref)?.kind === 'path') }
}

function countedFor(criterion: string, rule: string, tracker: Tracker, countable: Countable): Found | null {
  const counted = countingRule(rule)?.(countable) ?? null
  if (counted === null) return null
  const { inCode, records } = counted
  const agreed = tracker.confirmed.get(criterion)
  const isAgreed =
    agreed !== undefined && records.every((id) => (countable.store.records.get(id)?.exchange ?? 0) <= agreed)
  return { source: isAgreed ? 'user' : counted.source, inCode, evidence: records.map((ref) => ({ ref })) }
}

// ---- what an exchange does to the tracker

export interface ClaimsApplied {
  readonly tracker: Tracker
  readonly accepted: readonly { readonly criterion: string; readonly source: Source }[]
  readonly rejected: readonly { readonly what: string; readonly why: string }[]
}

/** Claims whose evidence held. A counted criterion cannot be claimed: its records speak for it. */
export function withClaims(
  tracker: Tracker,
  claims: readonly Claim[],
  topics: readonly Topic[],
): ClaimsApplied {
  const claimed = new Map(tracker.claimed)
  const accepted: { criterion: string; source: Source }[] = []
  const rejected: { what: string; why: string }[] = []
  for (const claim of claims) {
    const why = claimFault(claim, topics)
    if (why !== null) rejected.push({ what: claim.criterion, why })
    else {
      const source = cappedSource(claim.source, claim.evidence)
      if (claim.retract) claimed.delete(claim.criterion)
      else claimed.set(claim.criterion, { source, evidence: claim.evidence })
      accepted.push({ criterion: claim.criterion, source })
    }
  }
  return { tracker: { ...tracker, claimed }, accepted, rejected }
}

function claimFault({ criterion }: Claim, topics: readonly Topic[]): string | null {
  const topic = topicOfCriterion(topics, criterion)
  const found = topic?.criteria.find(({ id }) => id === criterion)
  if (found === undefined) return 'there is no such criterion'
  return found.counts === null ? null : 'it is counted in the records and cannot be claimed'
}

export interface Confirmation {
  readonly targets: readonly string[]
  readonly topics: readonly Topic[]
  /** The number of the person's message, and of its exchange. */
  readonly message: number
  readonly exchange: number
}

/** The person agreed to a question that stated an inference: its targets are met by their word, without a claim. */
export function withConfirmed(
  tracker: Tracker,
  { targets, topics, message, exchange }: Confirmation,
): Tracker {
  const claimed = new Map(tracker.claimed)
  const confirmed = new Map(tracker.confirmed)
  for (const target of targets) {
    const criterion = topicOfCriterion(topics, target)?.criteria.find(({ id }) => id === target)
    if (criterion === undefined) continue
    const evidence = [...(claimed.get(target)?.evidence ?? []), { ref: `u${message}` }]
    if (criterion.counts === null) claimed.set(target, { source: 'user', evidence })
    else confirmed.set(target, exchange)
  }
  return { ...tracker, claimed, confirmed }
}

/** Counts an exchange once for each topic that its question aimed at or that its reply brought something for. */
export function withExchange(tracker: Tracker, touched: Iterable<string>, exchange: number): Tracker {
  const exchanges = new Map(tracker.exchanges)
  const lastDiscussed = new Map(tracker.lastDiscussed)
  for (const topic of new Set(touched)) {
    exchanges.set(topic, (exchanges.get(topic) ?? 0) + 1)
    lastDiscussed.set(topic, exchange)
  }
  return { ...tracker, exchanges, lastDiscussed }
}

export function withDepth(tracker: Tracker, topic: string, tier: Tier, reply: string): Tracker {
  const before = tracker.depths.get(topic) ?? depthOf(tier)
  const after = movedDepth(before, reply)
  return before === after ? tracker : { ...tracker, depths: new Map(tracker.depths).set(topic, after) }
}

export function withClosed(tracker: Tracker, topics: Iterable<string>, why: Closing): Tracker {
  const closed = new Map(tracker.closed)
  for (const topic of topics) if (!closed.has(topic)) closed.set(topic, why)
  return { ...tracker, closed }
}

/** How much is met in all: it grows with every new criterion, and with every one that became surer. */
export function progressOf(coverage: readonly TopicCoverage[]): number {
  return coverage.reduce(
    (sum, { criteria_met }) => sum + criteria_met.length + criteria_met.filter(({ enough }) => enough).length,
    0,
  )
}
