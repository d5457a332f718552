// Turns: a draft is judged before it is shown, sent back unseen at most twice, and repaired by removal in the end.

import type { ZodType } from 'zod'
import type { PromptPart } from '../../kernel/turn/prompt-parts.js'
import {
  type Analysis,
  conversationOf,
  coverageNow,
  groundOf,
  keptOf,
  renderingNow,
  standingNow,
  teamRoles,
  tierOf,
} from './analysis.js'
import { type CallId, mostDrafts } from './calls.js'
import { openSections } from './documents/artifact.js'
import { editedSections } from './documents/kept.js'
import { asProse, isProse, readProse } from './documents/prose-turn.js'
import { hear, mustHear, type Silence } from './hearing.js'
import { learn, noteCoverage, refusedOf, trackerAfterReply } from './learning.js'
import { firstName, roles } from './names.js'
import type { StateCard } from './prompts/card.js'
import { type PromptTexts, promptOf } from './prompts/frame.js'
import {
  amendPrompt,
  extractPrompt,
  openingPrompt,
  retryPart,
  type Turning,
  turnPrompt,
} from './prompts/talk.js'
import { type Proof, prove } from './proof.js'
import { dueArtifacts, missingFacts } from './rules/artifacts.js'
import { type Conversation, checkTurn, type Draft, type Fault, withoutEchoes } from './rules/checks.js'
import { changeName, nextIds, type Rejected } from './rules/records.js'
import { salvaged } from './rules/salvage.js'
import { focusOf, stalling } from './rules/steering.js'
import { requiredTopics } from './rules/topics.js'
import { type Change, type Claim, Extract, Opening, type Spoken, Turn } from './schemas.js'
import { type HandedIn, teamWork } from './teaming.js'

export type TurnKind = 'opening' | 'talk' | 'amend'

/** Null: the person stopped it, or nothing more may be spent; `analysis.degraded` has `ceiling` then. */
export async function takeTurn(analysis: Analysis, kind: TurnKind, domain = ''): Promise<Spoken | null> {
  analysis.exchange++
  const spoken = kind === 'opening' ? await open(analysis) : await answer(analysis, kind, domain)
  if (spoken === null) analysis.exchange--
  else analysis.isFresh = true
  if (spoken !== null) hearVoices(analysis, spoken)
  return spoken
}

function hearVoices({ heard }: Analysis, { contributions }: Spoken): void {
  for (const { role } of contributions) heard.add(role)
}

async function open(analysis: Analysis): Promise<Spoken | null> {
  const texts = openingPrompt(analysis.table, groundOf(analysis))
  return (await judged(analysis, { id: 'analyze.opening', texts, newIds: [] }, Opening))?.spoken ?? null
}

/** Makes, judges and learns from one turn; nothing of it is shown yet. */
async function answer(analysis: Analysis, kind: TurnKind, domain: string): Promise<Spoken | null> {
  const { table } = analysis
  const turning = turningOf(analysis)
  const team = teamRoles(analysis).length > 0 ? await teamWork(analysis, turning) : null
  const told = { ...turning, team: team?.text ?? null }
  const { replied } = analysis.confirmation
  const texts = kind === 'amend' ? amendPrompt(table, told, { domain, replied }) : turnPrompt(table, told)
  const id = kind === 'amend' ? ('analyze.amend' as const) : ('analyze.turn' as const)
  const newIds = idsPut(team?.records ?? [])
  const turn = await judged(analysis, { id, texts, newIds }, Turn)
  if (turn === null) return null
  analysis.scanIsNews = false
  analysis.unseenEdits = []
  analysis.unanswered = 0
  const own = turn.prose === null ? turn.value : await extracted(analysis, told, turn.prose)
  const learned = team === null ? own : together(analysis, own, team)
  const proof = team === null && turn.prose === null ? turn.proof : await prove(analysis, cited(learned))
  await learn(analysis, learned, proof)
  if (team !== null) analysis.rejected = [...analysis.rejected, ...team.rejected, ...notTaken(analysis, own)]
  await noteCoverage(analysis)
  return turn.spoken
}

/** What a turn in words says, for the same exchange. Where that fails, the words stand and nothing is learned from them. */
async function extracted(analysis: Analysis, turning: Turning, words: string): Promise<Extract> {
  const prompt = promptOf(extractPrompt(analysis.table, turning, words))
  return (await hear(analysis, 'analyze.extract', prompt, Extract)) ?? {}
}

/** In a team records are the teammates'; those of the lead count only for roles that it covers. */
function together(analysis: Analysis, own: Extract, team: HandedIn): Extract {
  const present = teamRoles(analysis)
  const covered = (own.records ?? []).filter(({ by }) => !present.includes(by))
  return {
    claims: [...team.claims, ...(own.claims ?? [])],
    records: [...team.records, ...covered],
    inferences: [...team.inferences, ...(own.inferences ?? [])],
    held: [...(own.held ?? []), ...team.held].slice(0, 10),
    ...(own.signals ? { signals: own.signals } : {}),
  }
}

function notTaken(analysis: Analysis, { records = [] }: Extract): Rejected[] {
  const present = teamRoles(analysis)
  const theirs = records.filter(({ by }) => present.includes(by))
  return theirs.map((change) => ({ what: changeName(change), why: `${change.by} hands in its own records` }))
}

interface Replied {
  readonly contributions: Spoken['contributions']
  readonly question: Spoken['question']
  readonly claims?: readonly Claim[] | undefined
  readonly records?: readonly Change[] | undefined
  readonly signals?:
    | { readonly closed?: readonly { readonly evidence: Claim['evidence'][number] }[] | undefined }
    | undefined
}

interface Judged<T> {
  readonly spoken: Spoken
  readonly value: T
  readonly proof: Proof
  /** The words that it came as, where it came as words. */
  readonly prose: string | null
}

interface Wanted {
  readonly id: CallId
  readonly texts: PromptTexts
  /** Records that come with this exchange from elsewhere. */
  readonly newIds: readonly string[]
}

async function judged<T extends Replied>(
  analysis: Analysis,
  { id, texts, newIds }: Wanted,
  schema: ZodType<T>,
): Promise<Judged<T> | null> {
  let faults: readonly Fault[] = []
  let refused: readonly Rejected[] = []
  for (let attempt = 1; ; attempt++) {
    const prompt = promptOf(attempt === 1 ? texts : withFaults(texts, retryPart(faults, refused)))
    const said = await mustHear(analysis, { id, isRetry: attempt > 1 }, prompt, { schema, fromText: asProse })
    if (said.kind !== 'said') return silenced(analysis, said)
    const { value } = said
    const proof = await prove(analysis, { contributions: [...value.contributions], ...cited(value) })
    const talk = conversationOf(analysis, proof.files, new Set([...newIds, ...idsPut(value.records ?? [])]))
    const draft = draftOf(value, said.text, talk)
    const prose = draft.prose === null ? null : draft.prose.text
    const checked = checkTurn(draft, talk)
    for (const rule of checked.crashed)
      await analysis.meeting.note('crashed', { exchange: analysis.exchange, rule })
    if (checked.faults.length === 0) return { spoken: draft.spoken, value, proof, prose }
    if (attempt === mostDrafts) return { spoken: await repaired(analysis, draft, talk), value, proof, prose }
    faults = checked.faults
    refused = refusedOf(analysis, value, proof)
    await noteRetry(analysis, attempt, faults)
  }
}

async function noteRetry(
  { meeting, exchange }: Analysis,
  attempt: number,
  faults: readonly Fault[],
): Promise<void> {
  const rules = [...new Set(faults.map(({ rule }) => rule))]
  await meeting.note('retry', { exchange, attempt, rules, why: faults.map(({ why }) => why) })
}

async function silenced(analysis: Analysis, { kind }: Silence): Promise<null> {
  if (kind === 'ceiling') analysis.degraded.add('ceiling')
  else await analysis.meeting.note('notice', { degree: 'INFO', text: 'Stopped.' })
  return null
}

/** A reply in words is judged as it was said. */
function draftOf(value: Replied, text: string, talk: Conversation): Draft {
  const draft = isProse(value.question) ? readProse(text, talk) : { spoken: value, prose: null }
  return { ...draft, spoken: withoutEchoes(draft.spoken) }
}

function idsPut(records: readonly Change[]): string[] {
  return records.flatMap(({ op, id }) => (op === 'put' && id !== undefined ? [id] : []))
}

function cited({ claims, records, signals }: Pick<Replied, 'claims' | 'records' | 'signals'>) {
  return { claims, records, closed: signals?.closed?.map(({ evidence }) => evidence) }
}

/** Whoever made the draft has everything else in mind already. */
function withFaults({ system, full }: PromptTexts, faults: PromptPart): PromptTexts {
  return { system, full: [...full, faults], since: [faults] }
}

/** A voice that is merely missing is logged; anything that is taken out makes the end worth less. */
async function repaired(analysis: Analysis, draft: Draft, talk: Conversation): Promise<Spoken> {
  const result = salvaged(draft, talk)
  await analysis.meeting.note('salvaged', {
    exchange: analysis.exchange,
    rules: result.rules,
    removed: result.removed,
  })
  analysis.degraded.delete(`turns-salvaged:${analysis.salvaged}`)
  analysis.salvaged++
  analysis.degraded.add(`turns-salvaged:${analysis.salvaged}`)
  return result.spoken
}

export interface Showing {
  readonly kind: TurnKind | 'scope' | 'trivial'
  /** Where something else follows on the voices, their question is left out. */
  readonly withQuestion: boolean
}

/** The voices appear here. */
export async function show(
  analysis: Analysis,
  spoken: Spoken,
  { kind, withQuestion }: Showing,
): Promise<void> {
  const { meeting, names, exchange } = analysis
  const voices = spoken.contributions.map(({ role, points }) => ({ role, name: names[role], points }))
  const { inference: _, ...question } = spoken.question
  const text = [
    ...voices.map(({ name, points }) => [firstName(name), ...points.map((point) => `- ${point}`)].join('\n')),
    ...(withQuestion ? [question.text] : []),
  ].join('\n\n')
  hearVoices(analysis, spoken)
  analysis.thread.push(text)
  await meeting.note('shown', { exchange, kind, voices, question: withQuestion ? question : null, text })
}

/** A question that was left out because the talk seemed to have enough, where it has not after all. */
export async function showQuestion(analysis: Analysis, { question }: Spoken): Promise<void> {
  const { meeting, names, exchange } = analysis
  const { inference: _, ...asked } = question
  const voices = [{ role: asked.role, name: names[asked.role], points: [] }]
  analysis.thread.push(asked.text)
  await meeting.note('shown', { exchange, kind: 'talk', voices, question: asked, text: asked.text })
}

function turningOf(analysis: Analysis): Turning {
  const { messages, askedAside, thread, store, log, scan, scanIsNews, unanswered } = analysis
  const first = messages.length - unanswered
  const records = [
    ...[...store.records.values()].map(
      ({ id, type, source, data }) => `${id} (${type}, ${source}): ${JSON.stringify(data)}`,
    ),
    ...[...store.none].map(([type, { reason }]) => `none (${type}): ${reason}`),
    ...log.open
      .filter(({ about }) => about === null)
      .map(({ id, assumption }) => `${id} (assumed): ${assumption}`),
  ]
  return {
    ground: groundOf(analysis),
    thread: thread.join('\n\n'),
    records: records.join('\n'),
    messages: messages.slice(first).map((text, at) => {
      const number = first + at + 1
      return { number, text, asked: askedAside.get(number) ?? null }
    }),
    scan: scan?.reading ?? null,
    scanIsNews,
    card: cardOf(analysis),
    team: null,
  }
}

function cardOf(analysis: Analysis): StateCard {
  const { store, exchange, input, lastQuestion, stall, heard, held, rejected, faults, written, unseenEdits } =
    analysis
  const tier = tierOf(analysis)
  const wanted = requiredTopics(tier, input.topics)
  // What the person has just agreed to is theirs already, before the turn that answers it.
  const replied = { ...analysis, tracker: trackerAfterReply(analysis) }
  const coverage = coverageNow(replied).filter(({ topic_id }) => wanted.some(({ id }) => id === topic_id))
  const current = coverage.find(({ criteria_total }) =>
    criteria_total.some((id) => lastQuestion?.targets.includes(id)),
  )
  const focusId = focusOf(coverage, current?.topic_id ?? null, stall >= stalling.stalled)
  const topic = input.topics.find(({ id }) => id === focusId)
  const topicCoverage = coverage.find(({ topic_id }) => topic_id === focusId)
  const isMet = (id: string) => coverage.some(({ criteria_met }) => criteria_met.some((one) => one.id === id))
  const met = (id: string) => topicCoverage?.criteria_met.find((one) => one.id === id)
  const standing = standingNow(analysis)
  const due = dueArtifacts(tier, store).map((artifact) => ({
    artifact,
    missing: missingFacts(artifact, standing),
  }))
  const others = wanted.filter(({ id }) => id !== focusId).flatMap(({ criteria }) => criteria)
  return {
    exchange,
    amending: analysis.confirmation.state === 'AMENDING',
    focus:
      topic === undefined
        ? null
        : {
            topic,
            guidance: topic.guidance[topicCoverage?.depth ?? 'standard'] ?? '',
            unmet: topic.criteria.filter(({ id }) => met(id) === undefined),
            assumed: topic.criteria.filter(({ id }) => met(id) !== undefined && met(id)?.source !== 'user'),
          },
    elsewhere: others.filter(({ id }) => !isMet(id)),
    stalled: stall >= stalling.stalled,
    due: due.filter(({ missing }) => missing.length > 0),
    written: [...written.keys()],
    open: gapsIn(analysis),
    nextIds: nextIds(store),
    held,
    edits: unseenEdits.map(({ file, before, after }) => ({ file, sections: editedSections(before, after) })),
    rejected,
    faults,
    silent: exchange < 2 ? [] : roles.filter((role) => !heard.has(role)),
    newGround: analysis.scanIsNews && (analysis.scan?.keywords ?? []).every(({ hits }) => hits === 0),
  }
}

function gapsIn(analysis: Analysis): StateCard['open'] {
  const rendering = renderingNow(analysis, '')
  const files = dueArtifacts(tierOf(analysis), analysis.store).filter((file) => analysis.written.has(file))
  return files.flatMap((artifact) => {
    const sections = openSections(artifact, rendering, keptOf(analysis, artifact)).map(
      ({ title, wanted }) => `${title} (${wanted.map((type) => `\`${type}\``).join(', ')})`,
    )
    return sections.length === 0 ? [] : [{ artifact, sections }]
  })
}
