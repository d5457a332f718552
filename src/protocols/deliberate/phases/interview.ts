// Phase 1: the conductor interviews the person. Nobody of the roster is heard yet.

import { ask } from '../asking.js'
import {
  answersIn,
  readTranscript,
  renderRound,
  renderSummary,
  renderTopic,
  renderTranscript,
  roundsIn,
} from '../documents/interview.js'
import { writeFile } from '../files.js'
import { mustHear, passGate } from '../hearing.js'
import type { Interviewed } from '../prompts/frame.js'
import { questionsPrompt, summaryPrompt, topicPrompt } from '../prompts/interview.js'
import { interviewFaults } from '../rules/gates.js'
import { questionsToAsk, type RoundQuestion, roundsPlanned, splitAnswer } from '../rules/interview.js'
import { nameOf } from '../rules/members.js'
import * as shapes from '../schemas.js'
import { conductorSeat, type Sitting } from '../sitting.js'
import { save } from '../stand.js'

export interface Interview extends Interviewed {
  /** Each as it stands in the transcript. */
  readonly rounds: readonly string[]
  readonly asked: readonly string[]
}

export const notInterviewed: Interview = { transcript: '', summary: '', rounds: [], asked: [] }

/** What was said before this meeting, as its papers have it. */
export function interviewBefore({ texts }: Sitting): Interview {
  const transcript = texts.get('interview-transcript.md') ?? ''
  const asked = readTranscript(transcript).flatMap((round) => round.asked.map(({ question }) => question))
  return { transcript, summary: texts.get('interview-summary.md') ?? '', rounds: roundsIn(transcript), asked }
}

/** What the person said, for scores and skills: the idea and the answers, not the conductor's questions. */
export function personsWords({ input }: Sitting, { transcript }: Interviewed): string {
  return [input.idea, answersIn(readTranscript(transcript)), input.context.analysis ?? ''].join('\n\n').trim()
}

/** Two rounds, a third where it would change something; after a restart two more, numbered on. `held` of them are in `before` already. */
export async function interview(sitting: Sitting, before: Interview, held: number): Promise<Interview> {
  await sitting.meeting.phase('interview')
  await save(sitting, { phase: 'interview' })
  const start = before.rounds.length - held
  let so: Interview = before
  let planned = roundsPlanned(false)
  for (let n = held + 1; n <= planned; n++) {
    const round = await heldRound(sitting, so, {
      n: start + n,
      kind: start + n === 1 ? 'first' : 'later',
      of: start + planned,
      second: n === 2,
    })
    if (round === null) break
    planned = Math.max(planned, round.planned)
    so = round.so
  }
  return approved(sitting, await summarized(sitting, so))
}

/** One round of two or three questions, and the topic instead of a summary. */
export async function lightInterview(sitting: Sitting, before: Interview, held: number): Promise<Interview> {
  await sitting.meeting.phase('interview')
  await save(sitting, { phase: 'interview' })
  const n = before.rounds.length + 1
  const round =
    held > 0 ? null : await heldRound(sitting, before, { n, of: n, kind: 'meeting', second: false })
  const so = round?.so ?? before
  const topic = await mustHear(
    sitting,
    { seat: conductorSeat(sitting), id: 'interview.topic' },
    topicPrompt(sitting, so.transcript),
    shapes.Topic,
  )
  const summary = await writeFile(sitting, 'interview-summary.md', renderTopic(topic), { as: 'summary' })
  return { ...so, summary }
}

interface Round {
  readonly n: number
  readonly of: number
  readonly kind: 'first' | 'later' | 'meeting'
  /** Only the second round may plan a third. */
  readonly second: boolean
}

async function heldRound(
  sitting: Sitting,
  so: Interview,
  { n, of, kind, second }: Round,
): Promise<{ readonly so: Interview; readonly planned: number } | null> {
  const prompt = questionsPrompt(sitting, { n, of, transcript: so.transcript, light: kind === 'meeting' })
  const reply = await mustHear(
    sitting,
    { seat: conductorSeat(sitting), id: 'interview.questions' },
    prompt,
    shapes.Questions,
  )
  const questions = questionsToAsk(reply, sitting.theme.roster, so.asked, kind)
  if (questions.length === 0) return null
  const planned = roundsPlanned(second && reply.more)
  const answer = await askRound(sitting, questions, n, second && reply.more ? of + 1 : of)
  const rounds = [...so.rounds, renderRound(n, questions, answer)]
  const transcript = await writeFile(sitting, 'interview-transcript.md', renderTranscript(rounds), {
    as: 'transcript',
  })
  const asked = [...so.asked, ...questions.map(({ question }) => question)]
  return { so: { ...so, rounds, transcript, asked }, planned }
}

async function askRound(sitting: Sitting, questions: readonly RoundQuestion[], n: number, of: number) {
  const { theme } = sitting
  const lines = questions.map(
    ({ member, question }, at) => `${at + 1}. **${nameOf(member, theme.roster)}:** ${question}`,
  )
  const answer = await ask(sitting, 'interview.round', {
    title: `${theme.name} Interview — Round ${n}/${of}`,
    body: `${lines.join('\n')}\n\nAnswer in one text. To answer them one by one, begin each part with its number: \`1.\`, \`2.\`, …`,
    effects: { skip: 'goes on without an answer' },
    parts: questions.map(({ member, question }) => `${nameOf(member, theme.roster)}: ${question}`),
  })
  return answer.choose === 'answer' ? splitAnswer(answer.text ?? '', questions.length) : null
}

async function summarized(sitting: Sitting, so: Interview): Promise<Interview> {
  const { theme, input } = sitting
  const summary = await passGate(sitting, 'interview', {
    seat: conductorSeat(sitting),
    id: 'interview.summary',
    schema: shapes.Summary,
    prompt: (faults) => summaryPrompt(sitting, so.transcript, faults),
    faults: (value) => interviewFaults(value, theme.roster),
  })
  const text = await writeFile(
    sitting,
    'interview-summary.md',
    renderSummary(input.idea, summary, theme.roster),
    { as: 'summary' },
  )
  return { ...so, summary: text }
}

/** Guided: the person reads the summary, and may have one more round. */
async function approved(sitting: Sitting, so: Interview): Promise<Interview> {
  if (sitting.input.mode !== 'guided') return so
  const answer = await ask(sitting, 'interview.approve', {
    title: 'Is this what you meant?',
    body: so.summary,
    effects: { approve: 'goes on to who sits at the table', revise: 'asks one more round of questions' },
  })
  if (answer.choose !== 'revise') return so
  const n = so.rounds.length + 1
  const round = await heldRound(sitting, so, { n, of: n, kind: n === 1 ? 'first' : 'later', second: false })
  return approved(sitting, await summarized(sitting, round?.so ?? so))
}
