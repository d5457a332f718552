// Documents of the interview: the transcript with the person's words, and the conductor's summary of it.

import { embed } from '../../../text/embedded.js'
import type { RoundQuestion, SplitAnswer } from '../rules/interview.js'
import { memberNamed } from '../rules/members.js'
import type { Summary, Topic } from '../schemas.js'
import { sectionOf, titleOf } from './sections.js'
import { readTable, table } from './tables.js'
import { inline, listed, saidIn } from './text.js'
import type { Member } from './theme-shape.js'

export interface TranscriptRound {
  readonly n: number
  readonly asked: readonly { readonly question: string; readonly answer: string }[]
  /** One answer to all of its questions. */
  readonly all: string
}

const placeholders = { skipped: '(skipped)', below: '(answered below)', none: '(no answer)' } as const

/** `answer` is null for a round that was skipped. */
export function renderRound(
  n: number,
  questions: readonly RoundQuestion[],
  answer: SplitAnswer | null,
): string {
  const answers = questions.map((_, at) => answerAt(at, questions.length, answer))
  const blocks = questions.map(({ question }, at) => `**Q:** ${inline(question)}\n${answered(answers[at]!)}`)
  if (answers.includes(placeholders.below) && answer?.kind === 'free')
    blocks.push(answered(answer.text, 'A (all)'))
  return `## Round ${n}\n\n${blocks.join('\n\n')}\n`
}

export function renderTranscript(rounds: readonly string[]): string {
  return rounds.join('\n')
}

/** The rounds as they stand, each with its heading. Words before the first belong to it; words without any heading are one round. */
export function roundsIn(transcript: string): string[] {
  const text = transcript.replaceAll('\r\n', '\n')
  const starts = [...text.matchAll(/^## Round \d+/gm)].map(({ index }) => index)
  const from = starts.length === 0 ? [0] : [0, ...starts.slice(1)]
  const parts = from.map((start, at) => text.slice(start, from[at + 1] ?? text.length))
  return parts.map((part) => `${part.trimEnd()}\n`).filter((part) => part.trim() !== '')
}

/** Reads only lines at the left edge as structure: further lines of an answer are indented. */
export function readTranscript(text: string): TranscriptRound[] {
  const rounds: { n: number; asked: { question: string; answer: string }[]; all: string }[] = []
  let goesOn: ((words: string) => void) | null = null
  for (const line of text.replaceAll('\r\n', '\n').split('\n')) {
    const head = /^## Round (\d+)/.exec(line)
    const [, label, words = ''] = /^\*\*(Q|A|A \(all\)):\*\*(.*)$/.exec(line) ?? []
    const round = rounds.at(-1)
    const asked = round?.asked.at(-1)
    if (head) rounds.push({ n: Number(head[1]), asked: [], all: '' })
    else if (label === 'Q') round?.asked.push({ question: words.trim(), answer: '' })
    if (head || label === 'Q') goesOn = null
    else if (label === 'A') goesOn = asked ? (more) => (asked.answer += more) : null
    else if (label !== undefined) goesOn = round ? (more) => (round.all += more) : null
    goesOn?.(label === undefined ? `\n${line.replace(/^ {2}/, '')}` : words)
  }
  return rounds.map(({ n, asked, all }) => ({
    n,
    asked: asked.map(({ question, answer }) => ({ question, answer: answer.trim() })),
    all: all.trim(),
  }))
}

/** What the person said, without the questions, which name every lens. */
export function answersIn(rounds: readonly TranscriptRound[]): string {
  const words: readonly string[] = ['', ...Object.values(placeholders)]
  const answers = rounds.flatMap(({ asked, all }) => [...asked.map(({ answer }) => answer), all])
  return answers.filter((answer) => !words.includes(answer)).join('\n\n')
}

export function renderSummary(idea: string, summary: Summary, roster: readonly Member[]): string {
  const rows = roster.map(({ id, name }) => {
    const found = summary.scores.find(({ member }) => memberNamed(member, roster)?.id === id)
    return [name, String(relevance(found?.score ?? 0)), found?.rationale ?? '']
  })
  return `# Interview Summary: ${inline(idea)}

## Core Intent
${embed(summary.intent)}

## Key Decisions Made
${listed(summary.decisions, 'None.')}

## Open Questions for Deliberation
${listed(summary.open_questions, 'None.')}

## Perspective Relevance Scores
${table('| Perspective | Score (0-5) | Rationale |', rows)}
`
}

/** By member id; null where the document has no such table. */
export function relevanceIn(summary: string, roster: readonly Member[]): ReadonlyMap<string, number> | null {
  const rows = readTable(sectionOf(summary, 'Perspective Relevance Scores') ?? '', [
    'Perspective',
    'Score (0-5)',
  ])
  if (rows.length === 0) return null
  const entries = rows.flatMap((row): [string, number][] => {
    const member = memberNamed(row['Perspective']!.replace(/[*`]/g, ''), roster)
    const score = Number.parseInt(row['Score (0-5)']!, 10)
    return member && Number.isFinite(score) ? [[member.id, relevance(score)]] : []
  })
  return new Map(entries)
}

export function renderTopic({ topic, summary }: Topic): string {
  return `# Topic Summary: ${inline(topic)}\n\n${embed(summary)}\n`
}

export function readTopic(text: string): string {
  return saidIn(titleOf(text).replace(/^Topic Summary:\s*/, ''))
}

function answerAt(at: number, count: number, answer: SplitAnswer | null): string {
  if (answer === null) return placeholders.skipped
  if (answer.kind === 'numbered') return answer.parts[at] ?? placeholders.none
  if (answer.text === '') return placeholders.none
  return count === 1 ? answer.text : placeholders.below
}

/** No further line can pass for a question or a heading of ours. Behind the label a fence would be none: it begins on its own line. */
function answered(answer: string, label = 'A'): string {
  const text = embed(answer)
  return `**${label}:**${/^ *(?:`{3}|~{3})/.test(text) ? '\n' : ' '}${text}`.replace(/\n(?!\n|$)/g, '\n  ')
}

function relevance(score: number): number {
  return Math.min(5, Math.max(0, score))
}
