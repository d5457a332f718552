// Summary: what a journal folds to, small enough to list a thousand meetings. It can always be rebuilt.

import type { Line, LineOf } from './line.js'
import type { LineData, TurnData } from './line-data.js'

export type { Opened, Receipt, TurnData } from './line-data.js'

/** `damaged` is a meeting whose first line cannot be read; damage further on shows when the journal is read or verified. */
export type Status =
  | 'running'
  | 'waiting'
  | 'paused'
  | 'halted'
  | 'failed'
  | 'aborted'
  | 'concluded'
  | 'damaged'

export interface Summary {
  readonly id: string
  readonly protocol: string
  readonly version: number
  readonly title: string
  readonly status: Status
  readonly openedAt: string
  readonly updatedAt: string
  /** The last line this summary knows. */
  readonly lines: number
  readonly phase: string
  readonly turns: number
  readonly input: number
  readonly output: number
  readonly estimated: boolean
  /** Set while the meeting waits: the first of the open questions. */
  readonly question: { readonly id: string; readonly title: string } | null
  /** All that are open: branches may ask at the same time. */
  readonly questions: readonly { readonly key: string; readonly id: string; readonly title: string }[]
  /** Why it halted, failed or was aborted, or what it came to. */
  readonly detail: string | null
  /** True when any turn was rehearsed. */
  readonly rehearsed: boolean
}

/** Newest first. */
export function byAge(a: Summary, b: Summary): number {
  if (a.openedAt !== b.openedAt) return a.openedAt < b.openedAt ? 1 : -1
  return a.id < b.id ? 1 : -1
}

export function summarise(lines: readonly Line[]): Summary {
  const draft: Draft = { ...empty }
  for (const line of lines) foldInto(draft, line)
  return draft
}

export const empty: Summary = {
  id: '',
  protocol: '',
  version: 0,
  title: '',
  status: 'running',
  openedAt: '',
  updatedAt: '',
  lines: 0,
  phase: '',
  turns: 0,
  input: 0,
  output: 0,
  estimated: false,
  question: null,
  questions: [],
  detail: null,
  rehearsed: false,
}

export function fold(before: Summary, line: Line): Summary {
  const draft: Draft = { ...before }
  foldInto(draft, line)
  return draft
}

type Draft = { -readonly [K in keyof Summary]: Summary[K] }

/** A meeting with an open question waits for the person, whatever else became of its branches, until it has ended. */
function foldInto(next: Draft, line: Line): void {
  next.updatedAt = line.at
  next.lines = line.n
  next.detail = null
  const status = change(next, line)
  if (status === 'aborted' || status === 'concluded') ask(next, [])
  next.status = next.questions.length > 0 ? 'waiting' : status
}

/** What the line changes besides the status, which it says. */
function change(next: Draft, line: Line): Status {
  switch (line.kind) {
    case 'opened':
      openedBy(next, line)
      return 'running'
    case 'phase':
      next.phase = line.data.name
      return 'running'
    case 'turn':
      taken(next, line.data)
      return 'running'
    case 'asked':
      ask(next, [...next.questions, asked(line)])
      return 'running'
    case 'answered':
      ask(
        next,
        next.questions.filter(({ key }) => key !== line.key),
      )
      return 'running'
    case 'paused':
    case 'aborted':
      next.detail = line.data.reason
      return line.kind
    case 'halted':
      next.detail = line.data.line
      return 'halted'
    case 'failed':
      return missed(next, line.data)
    case 'concluded':
      return 'concluded'
    case 'wrote':
    case 'acted':
    case 'noted':
      return 'running'
  }
}

function openedBy(next: Draft, { at, data }: LineOf<'opened'>): void {
  const { id, protocol, version, title } = data
  Object.assign(next, { id, protocol, version, title, openedAt: at })
}

function ask(next: Draft, questions: Summary['questions']): void {
  const [first] = questions
  next.questions = questions
  next.question = first ? { id: first.id, title: first.title } : null
}

function asked({ key, data }: LineOf<'asked'>): Summary['questions'][number] {
  const { id, title } = data
  return { key, id, title }
}

function taken(next: Draft, { receipt: { tokens, backend }, from }: TurnData): void {
  next.turns++
  next.estimated ||= tokens.estimated
  next.rehearsed ||= backend === 'rehearsal'
  if (!from) pay(next, tokens)
}

/** A failure that the procedure took as a result does not end the run; what it cost is counted either way, once. */
function missed(next: Draft, failed: LineData['failed']): Status {
  if ('seat' in failed) {
    const { tokens, from, result } = failed
    if (!from) {
      pay(next, tokens)
      next.estimated ||= tokens.estimated && tokens.input + tokens.output > 0
    }
    if (result) return 'running'
  }
  next.detail = failed.message
  return 'failed'
}

function pay(next: Draft, { input, output }: { input: number; output: number }): void {
  next.input += input
  next.output += output
}
