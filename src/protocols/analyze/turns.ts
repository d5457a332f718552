// Turns: a draft is judged before it is shown, sent back unseen at most twice, and repaired by removal in the end.

import type { ZodType } from 'zod'
import type { Rehearse } from '../../kernel/agents.js'
import type { PromptPart } from '../../kernel/prompt-parts.js'
import { type Analysis, conversationOf, coverageNow, groundOf, standingNow, tierOf } from './analysis.js'
import { type CallId, mostDrafts } from './calls.js'
import { editedSections } from './documents/kept.js'
import { mustHear } from './hearing.js'
import { learn, noteCoverage } from './learning.js'
import { firstName, roles } from './names.js'
import type { StateCard } from './prompts/card.js'
import { type PromptTexts, promptOf } from './prompts/frame.js'
import { amendPrompt, openingPrompt, retryPart, type Turning, turnPrompt } from './prompts/talk.js'
import { type Proof, prove } from './proof.js'
import { rehearseOpening, rehearseTurn } from './rehearsals.js'
import { dueArtifacts, missingFacts } from './rules/artifacts.js'
import { checkTurn, type Fault, withoutEchoes } from './rules/checks.js'
import { nextIds } from './rules/records.js'
import { salvaged } from './rules/salvage.js'
import { focusOf, stalling } from './rules/steering.js'
import { type Change, type Claim, Opening, type Spoken, Turn } from './schemas.js'

export type TurnKind = 'opening' | 'talk' | 'amend'

/** Makes, judges and learns from one turn; nothing of it is shown yet. */
export async function takeTurn(analysis: Analysis, kind: TurnKind, domain = ''): Promise<Spoken> {
  analysis.exchange++
  if (kind === 'opening') {
    const { spoken } = await judged(
      analysis,
      'analyze.opening',
      openingPrompt(analysis.table, groundOf(analysis)),
      { schema: Opening, rehearse: rehearseOpening(analysis) },
    )
    return spoken
  }
  const turning = turningOf(analysis)
  const texts =
    kind === 'amend' ? amendPrompt(analysis.table, turning, domain) : turnPrompt(analysis.table, turning)
  const { spoken, value, proof } = await judged(
    analysis,
    kind === 'amend' ? 'analyze.amend' : 'analyze.turn',
    texts,
    { schema: Turn, rehearse: rehearseTurn(analysis) },
  )
  analysis.scanIsNews = false
  analysis.unseenEdits = []
  analysis.unanswered = 0
  await learn(analysis, value, proof)
  await noteCoverage(analysis)
  return spoken
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

async function judged<T extends Replied>(
  analysis: Analysis,
  id: CallId,
  texts: PromptTexts,
  reply: { readonly schema: ZodType<T>; readonly rehearse: Rehearse<T> },
): Promise<{ readonly spoken: Spoken; readonly value: T; readonly proof: Proof }> {
  let faults: readonly Fault[] = []
  for (let attempt = 1; ; attempt++) {
    const prompt = promptOf(attempt === 1 ? texts : withFaults(texts, retryPart(faults)), reply.rehearse)
    const value = await mustHear(analysis, { id, isRetry: attempt > 1 }, prompt, reply.schema)
    const proof = await prove(analysis, { contributions: [...value.contributions], ...cited(value) })
    const spoken = withoutEchoes(value)
    const checked = checkTurn({ spoken, prose: null }, conversationOf(analysis, proof.files))
    for (const rule of checked.crashed)
      await analysis.meeting.note('crashed', { exchange: analysis.exchange, rule })
    if (checked.faults.length === 0) return { spoken, value, proof }
    if (attempt === mostDrafts) return { spoken: await repaired(analysis, spoken, proof), value, proof }
    faults = checked.faults
    const rules = [...new Set(faults.map(({ rule }) => rule))]
    await analysis.meeting.note('retry', {
      exchange: analysis.exchange,
      attempt,
      rules,
      why: faults.map(({ why }) => why),
    })
  }
}

function cited({ claims, records, signals }: Replied) {
  return { claims, records, closed: signals?.closed?.map(({ evidence }) => evidence) }
}

function withFaults({ system, full, since }: PromptTexts, faults: PromptPart): PromptTexts {
  return { system, full: [...full, faults], ...(since ? { since: [faults] } : {}) }
}

/** A voice that is merely missing is logged; anything that is taken out makes the end worth less. */
async function repaired(analysis: Analysis, spoken: Spoken, proof: Proof): Promise<Spoken> {
  const result = salvaged({ spoken, prose: null }, conversationOf(analysis, proof.files))
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
  for (const { role } of voices) analysis.heard.add(role)
  analysis.thread.push(text)
  await meeting.note('shown', { exchange, kind, voices, question: withQuestion ? question : null, text })
}

function turningOf(analysis: Analysis): Turning {
  const { messages, thread, store, scan, scanIsNews, unanswered } = analysis
  const first = messages.length - unanswered
  const records = [...store.records.values()].map(
    ({ id, type, source, data }) => `${id} (${type}, ${source}): ${JSON.stringify(data)}`,
  )
  return {
    ground: groundOf(analysis),
    thread: thread.join('\n\n'),
    records: records.join('\n'),
    messages: messages.slice(first).map((text, at) => ({ number: first + at + 1, text })),
    scan: scanIsNews ? (scan?.reading ?? null) : null,
    card: cardOf(analysis),
    team: null,
  }
}

function cardOf(analysis: Analysis): StateCard {
  const { store, exchange, input, lastQuestion, stall, heard, held, rejected, faults, written, unseenEdits } =
    analysis
  const coverage = coverageNow(analysis)
  const current = coverage.find(({ criteria_total }) =>
    criteria_total.some((id) => lastQuestion?.targets.includes(id)),
  )
  const focusId = focusOf(coverage, current?.topic_id ?? null, stall >= stalling.stalled)
  const topic = input.topics.find(({ id }) => id === focusId)
  const topicCoverage = coverage.find(({ topic_id }) => topic_id === focusId)
  const met = (id: string) => topicCoverage?.criteria_met.find((one) => one.id === id)
  const standing = standingNow(analysis)
  const due = dueArtifacts(tierOf(analysis), store).map((artifact) => ({
    artifact,
    missing: missingFacts(artifact, standing),
  }))
  return {
    exchange,
    focus:
      topic === undefined
        ? null
        : {
            topic,
            guidance: topic.guidance[topicCoverage?.depth ?? 'standard'] ?? '',
            unmet: topic.criteria.filter(({ id }) => met(id) === undefined),
            assumed: topic.criteria.filter(({ id }) => met(id) !== undefined && met(id)?.source !== 'user'),
          },
    stalled: stall >= stalling.stalled,
    due: due.filter(({ missing }) => missing.length > 0),
    written: [...written.keys()],
    nextIds: nextIds(store),
    held,
    edits: unseenEdits.map(({ file, before, after }) => ({ file, sections: editedSections(before, after) })),
    rejected,
    faults,
    silent: exchange < 2 ? [] : roles.filter((role) => !heard.has(role)),
  }
}
