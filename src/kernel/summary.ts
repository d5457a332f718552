// Summary: what a journal folds to, small enough to list a thousand meetings. It can always be rebuilt.

import type { Line } from './line.js'
import type { Question } from './question.js'

export type Status = 'running' | 'waiting' | 'paused' | 'halted' | 'failed' | 'aborted' | 'concluded'

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

export interface Opened {
  readonly id: string
  readonly protocol: string
  readonly version: number
  readonly parley: string
  readonly title: string
  readonly input: unknown
  /** How seats were voiced when it was opened; a resume goes on with the same. */
  readonly agents: unknown
  readonly forkedFrom?: { readonly id: string; readonly at: number }
}

export interface Receipt {
  readonly seat: string
  readonly backend: string
  readonly model: string | null
  /** SHA-256 of what was sent: system text, then prompt. */
  readonly prompt: string
  readonly tools: readonly {
    readonly id: string
    readonly name: string
    readonly input: unknown
    readonly ok: boolean
    readonly output: string
    /** How many characters of the text had been said when it was used. */
    readonly at?: number
  }[]
  readonly tokens: {
    readonly input: number
    readonly output: number
    readonly cached?: number
    readonly estimated: boolean
  }
  readonly ms: number
  /** How often the voice was called: once, and once more for each retry and repair. */
  readonly attempts: number
  readonly session?: string
  /** The conversation was begun anew for this turn. */
  readonly fresh?: boolean
}

export interface TurnData {
  readonly seat: string
  readonly call: string
  readonly text: string
  readonly value?: unknown
  readonly draft?: boolean
  readonly receipt: Receipt
  /** The line of another meeting's journal that this turn was taken from, by a fork. */
  readonly from?: { readonly id: string; readonly n: number }
}

export function summarise(lines: readonly Line[]): Summary {
  return lines.reduce(fold, empty)
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

/** A meeting with an open question waits for the person, whatever else became of its branches, until it has ended. */
export function fold(before: Summary, line: Line): Summary {
  const next = { ...before, updatedAt: line.at, lines: line.n, detail: null }
  switch (line.kind) {
    case 'opened': {
      const { id, protocol, version, title } = line.data as Opened
      return { ...next, id, protocol, version, title, openedAt: line.at }
    }
    case 'phase':
      return standing({ ...next, phase: (line.data as { name: string }).name }, 'running')
    case 'turn':
      return standing(withTurn(next, line.data as TurnData), 'running')
    case 'asked':
      return standing(withQuestions(next, [...next.questions, asked(line)]), 'running')
    case 'answered': {
      const open = next.questions.filter(({ key }) => key !== line.key)
      return standing(withQuestions(next, open), 'running')
    }
    case 'paused':
      return standing(next, 'paused', (line.data as { reason: string }).reason)
    case 'halted':
      return standing(next, 'halted', (line.data as { line: string }).line)
    case 'failed':
      return failed(next, line.data as FailedLine)
    case 'aborted':
      return {
        ...withQuestions(next, []),
        status: 'aborted',
        detail: (line.data as { reason: string }).reason,
      }
    case 'concluded':
      return { ...withQuestions(next, []), status: 'concluded' }
    case 'wrote':
    case 'acted':
    case 'noted':
      return standing(next, 'running')
  }
}

function standing(next: Summary, status: Status, detail: string | null = null): Summary {
  return { ...next, status: next.questions.length > 0 ? 'waiting' : status, detail }
}

function withQuestions(before: Summary, questions: Summary['questions']): Summary {
  const [first] = questions
  return { ...before, questions, question: first ? { id: first.id, title: first.title } : null }
}

function asked({ key, data }: Line): Summary['questions'][number] {
  const { id, title } = data as Question
  return { key, id, title }
}

function withTurn(before: Summary, turn: TurnData): Summary {
  const { tokens, backend } = turn.receipt
  const paid = turn.from ? { input: 0, output: 0 } : tokens
  return {
    ...before,
    turns: before.turns + 1,
    input: before.input + paid.input,
    output: before.output + paid.output,
    estimated: before.estimated || tokens.estimated,
    rehearsed: before.rehearsed || backend === 'rehearsal',
  }
}

/** A failure that the procedure took as a result does not end the run; what it cost is counted either way, once. */
function failed(before: Summary, data: FailedLine): Summary {
  const { input = 0, output = 0, estimated = false } = (data.from ? undefined : data.tokens) ?? {}
  const paid = {
    ...before,
    input: before.input + input,
    output: before.output + output,
    estimated: before.estimated || (estimated && input + output > 0),
  }
  return data.result ? standing(paid, 'running') : standing(paid, 'failed', data.message ?? null)
}

interface FailedLine {
  readonly result?: boolean
  readonly message?: string
  readonly tokens?: { readonly input: number; readonly output: number; readonly estimated?: boolean }
  readonly from?: unknown
}
