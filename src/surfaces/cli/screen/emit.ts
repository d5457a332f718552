// Emit: one JSON event a line, for programs. docs/events.md says what each holds.

import type { MeetingEvent } from '../../../kernel/deps.js'
import type { Question } from '../../../kernel/question.js'
import type { SentPrompt } from '../../../kernel/sent-prompts.js'
import type { Summary } from '../../../kernel/summary.js'
import type { Finding } from '../../../kernel/verify.js'
import type { Io } from '../io.js'
import type { CostTable } from './cost.js'

export type Event =
  | MeetingEvent
  | ({ readonly type: 'meeting' } & Summary & {
        readonly open?: Question | null
        readonly documents?: readonly string[]
        readonly cost?: CostTable
      })
  | {
      readonly type: 'ended'
      readonly id: string
      readonly ending: string
      readonly exit: number
      readonly question?: Question
      readonly outcome?: unknown
      readonly detail?: string
      readonly summary: Summary
    }
  | ({ readonly type: 'finding' } & Finding)
  | {
      readonly type: 'verified'
      readonly id: string
      readonly ok: boolean
      readonly lines: number
      readonly turns: number
      readonly documents: number
    }
  | ({ readonly type: 'prompt' } & SentPrompt)
  | { readonly type: 'notice'; readonly text: string }
  | ({ readonly type: Plain } & Readonly<Record<string, unknown>>)
  | {
      readonly type: 'error'
      readonly code: string
      readonly message: string
      readonly hint: string
      readonly exit: number
    }

type Plain =
  | 'doctor'
  | 'initialised'
  | 'exported'
  | 'serving'
  | 'stopped'
  | 'talk'
  | 'worker'
  | 'request'
  | 'renamed'
  | 'interrupted'
  | 'declined'
  | 'deferred'
  | 'preview'
  | 'closed'

export function emit(io: Io, event: Event): void {
  io.out(`${JSON.stringify(event)}\n`)
}
