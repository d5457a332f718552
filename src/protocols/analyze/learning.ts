// Learning: what a turn's claims, records and inferences do to what is known. Evidence that does not hold refuses its claim or change.

import { type Analysis, coverageNow, standingNow, tierOf } from './analysis.js'
import type { Proof } from './proof.js'
import { dueArtifacts, summaryOf } from './rules/artifacts.js'
import {
  progressOf,
  type Tracker,
  withClaims,
  withClosed,
  withConfirmed,
  withDepth,
  withExchange,
} from './rules/coverage.js'
import { stillOpen, withGap, withInferences } from './rules/inferences.js'
import { verdictOf } from './rules/intent.js'
import { isRecordType, recordKinds } from './rules/record-types.js'
import { applied, changeName, type Rejected } from './rules/records.js'
import { earlyComplete, stallAfter, stalling } from './rules/steering.js'
import { tierDomains } from './rules/tiers.js'
import { requiredTopics, topicOfCriterion } from './rules/topics.js'
import type { Change, Claim, Evidence, Extract } from './schemas.js'

type Learned = Pick<Extract, 'claims' | 'records' | 'inferences' | 'held' | 'signals'>

/** After the reply that the turn answers, and before the turn is shown. */
export async function learn(analysis: Analysis, learned: Learned, proof: Proof): Promise<void> {
  const before = progressOf(coverageNow(analysis))
  confirmTargets(analysis)
  const { good: claims, bad: falseClaims } = sorted(learned.claims ?? [], ({ evidence }) => evidence, proof)
  const { good: changes, bad: falseChanges } = sorted(
    learned.records ?? [],
    ({ evidence = [] }) => evidence,
    proof,
  )
  const claimed = withClaims(analysis.tracker, claims, analysis.input.topics)
  const recorded = applied(analysis.store, changes, { exchange: analysis.exchange })
  analysis.tracker = claimed.tracker
  analysis.store = recorded.store
  const put = recorded.accepted.flatMap(({ op, id }) =>
    op === 'put' && id !== undefined ? (analysis.store.records.get(id) ?? []) : [],
  )
  analysis.log = withInferences(analysis.log, {
    exchange: analysis.exchange,
    stated: learned.inferences ?? [],
    put,
  })
  touch(analysis, claims, recorded.accepted)
  closeTopics(analysis, learned.signals?.closed ?? [], proof)
  settle(analysis, learned, before)
  analysis.rejected = [
    ...falseClaims.map(({ item, why }) => ({ what: item.criterion, why })),
    ...falseChanges.map(({ item, why }) => ({ what: changeName(item), why })),
    ...claimed.rejected,
    ...recorded.rejected,
  ]
  await noteLearned(analysis, [...claimed.accepted], recorded.accepted, analysis.rejected)
}

/** What of a draft would be refused, without taking any of it. */
export function refusedOf(
  analysis: Analysis,
  draft: { readonly claims?: readonly Claim[] | undefined; readonly records?: readonly Change[] | undefined },
  proof: Proof,
): Rejected[] {
  const claimed = sorted(draft.claims ?? [], ({ evidence }) => evidence, proof)
  const changed = sorted(draft.records ?? [], ({ evidence = [] }) => evidence, proof)
  return [
    ...claimed.bad.map(({ item, why }) => ({ what: item.criterion, why })),
    ...changed.bad.map(({ item, why }) => ({ what: changeName(item), why })),
    ...withClaims(analysis.tracker, claimed.good, analysis.input.topics).rejected,
    ...applied(analysis.store, changed.good, { exchange: analysis.exchange }).rejected,
  ]
}

function sorted<T>(items: readonly T[], evidenceOf: (item: T) => readonly Evidence[], proof: Proof) {
  const good: T[] = []
  const bad: { readonly item: T; readonly why: string }[] = []
  for (const item of items) {
    const why = evidenceOf(item)
      .map((one) => proof.fault(one))
      .find((fault) => fault !== null)
    if (why === undefined) good.push(item)
    else bad.push({ item, why })
  }
  return { good, bad }
}

/** Agreeing to a stated inference makes its targets the person's, without a claim. */
function confirmTargets(analysis: Analysis): void {
  analysis.tracker = trackerAfterReply(analysis)
}

/** The tracker as the last reply leaves it, before anything is learned from it. */
export function trackerAfterReply(analysis: Analysis): Tracker {
  const { lastQuestion, messages, exchange, input } = analysis
  const reply = messages.at(-1)
  if (reply === undefined || lastQuestion === null || lastQuestion.kind !== 'confirm') return analysis.tracker
  if (verdictOf(reply) !== 'accept') return analysis.tracker
  const confirmation = {
    targets: lastQuestion.targets,
    topics: input.topics,
    message: messages.length,
    exchange,
  }
  return withConfirmed(analysis.tracker, confirmation)
}

/** Topics that the last question aimed at, or that its reply brought something for; and the depth that the reply asks for. */
function touch(analysis: Analysis, claims: readonly Claim[], changes: readonly Change[]): void {
  const { input, lastQuestion, messages, exchange } = analysis
  const topic = (criterion: string) => topicOfCriterion(input.topics, criterion)?.id ?? []
  const aimed = lastQuestion?.targets.flatMap(topic) ?? []
  const brought = [
    ...claims.flatMap(({ criterion }) => topic(criterion)),
    ...changes.flatMap(({ type }) => (isRecordType(type) ? [recordKinds[type].topic] : [])),
  ]
  analysis.tracker = withExchange(analysis.tracker, [...aimed, ...brought], exchange)
  const reply = messages.at(-1) ?? ''
  for (const one of new Set(aimed))
    analysis.tracker = withDepth(analysis.tracker, one, tierOf(analysis), reply)
}

function closeTopics(
  analysis: Analysis,
  closed: readonly { readonly topic: string; readonly evidence: Evidence }[],
  proof: Proof,
): void {
  const byPerson = closed.filter(({ evidence }) => proof.fault(evidence) === null).map(({ topic }) => topic)
  logGaps(analysis, byPerson)
  analysis.tracker = withClosed(analysis.tracker, byPerson, 'person')
  analysis.tracker = withClosed(analysis.tracker, earlyComplete(standingNow(analysis)), 'early')
}

/** What a topic leaves open when the person wants to move on is an assumption like any other. */
function logGaps(analysis: Analysis, topics: readonly string[]): void {
  const { input, exchange } = analysis
  const left = coverageNow(analysis).filter(({ topic_id, covered }) => topics.includes(topic_id) && !covered)
  for (const { topic_id, criteria_met } of left) {
    const { criteria = [] } = input.topics.find(({ id }) => id === topic_id) ?? {}
    const isKnown = (id: string) =>
      criteria_met.some((met) => met.id === id) || analysis.log.open.some(({ about }) => about === id)
    for (const { id, text } of criteria.filter((one) => !isKnown(one.id)))
      analysis.log = withGap(analysis.log, { topic: topic_id, about: id, text, exchange })
  }
}

function settle(analysis: Analysis, learned: Learned, before: number): void {
  const coverage = coverageNow(analysis)
  analysis.stall = stallAfter(analysis.stall, { was: before, is: progressOf(coverage) })
  if (analysis.stall >= stalling.closed && analysis.lastQuestion !== null) {
    const topics = analysis.lastQuestion.targets.flatMap(
      (id) => topicOfCriterion(analysis.input.topics, id)?.id ?? [],
    )
    analysis.tracker = withClosed(analysis.tracker, topics, 'stalled')
    analysis.stall = 0
  }
  const met = coverage.flatMap(({ criteria_met }) => criteria_met.map(({ id }) => id))
  analysis.log = stillOpen(analysis.log, analysis.store, new Set(met))
  analysis.held = [...(learned.held ?? [])]
  analysis.plateau = learned.signals?.plateau === true
  analysis.resolved = learned.signals?.resolved === true
}

async function noteLearned(
  { meeting, exchange }: Analysis,
  claims: readonly { readonly criterion: string; readonly source: string }[],
  changes: readonly Change[],
  rejected: readonly Rejected[],
): Promise<void> {
  const accepted = [
    ...claims,
    ...changes.map((change) => ({ record: changeName(change), source: change.source ?? 'extrapolated' })),
  ]
  await meeting.note('claims', { exchange, accepted, rejected })
}

/** What the inspector and a resume see of the talk. */
export async function noteCoverage(analysis: Analysis): Promise<void> {
  const { meeting, exchange, input, held, log } = analysis
  const coverage = coverageNow(analysis)
  const name = (id: string) => input.topics.find((topic) => topic.id === id)?.name ?? id
  const known = coverage.filter(({ covered }) => covered).map(({ topic_id }) => name(topic_id))
  const needed = requiredTopics(tierOf(analysis), input.topics)
  const next = coverage.find(
    ({ topic_id, covered, closed }) =>
      !covered && closed === null && needed.some(({ id }) => id === topic_id),
  )
  await meeting.note('coverage', {
    exchange,
    topics: coverage.map(({ criteria_met, criteria_total, ...topic }) => ({
      ...topic,
      met: criteria_met.map(({ id }) => id),
      total: criteria_total.length,
    })),
    queue: held,
    inferences: log.open,
    due: dueFiles(analysis),
    recap: `${known.length === 0 ? 'Nothing is settled yet' : `Settled: ${known.join(', ')}`}${next ? `; next: ${name(next.topic_id)}` : ''}.`,
  })
}

/** Every document that the tier is to have, as far as it is known now. */
function dueFiles(analysis: Analysis): string[] {
  const tier = tierOf(analysis)
  const summaries = tierDomains[tier].map((domain) => summaryOf[domain])
  return [...dueArtifacts(tier, analysis.store), ...summaries].map((file) => `${analysis.folder}/${file}`)
}
