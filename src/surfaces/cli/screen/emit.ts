// Emit: one JSON event a line, for programs. docs/events.md says what each holds.

import type {
  ClosePreview,
  CloseResult,
  MeetingEntry,
  MeetingRef,
  TalkRequest,
  Worker,
} from '../../../hall/api.js'
import type { Summary } from '../../../kernel/line/summary.js'
import type { Question } from '../../../kernel/question.js'
import type { EventOf, MeetingEvent, StreamedEvent } from '../../../kernel/run/events.js'
import type { Finding, Verification } from '../../../kernel/verify/verify.js'
import type { Done } from '../../../protocols/manifest.js'
import type { Verdict } from '../../../rules/verdict.js'
import type { Check } from '../doctor/voices.js'
import type { Io } from '../io.js'
import type { CostTable } from './cost.js'

/** What is told live, of a meeting that the command holds or of a turn that the server answers with; and what else commands find or do. */
export type Printed = MeetingEvent | StreamedEvent | EventOf<'notice' | 'ended'> | Result | TalkResult

/** How a host is told of parley: by its own command, or by what is added to one of its files. */
export interface HostSetup {
  readonly run?: { readonly command: string; readonly scope: 'project' | 'user' }
  readonly add?: { readonly files: readonly string[]; readonly text: string }
}

type Result =
  | ({ readonly type: 'meeting' } & Summary & MeetingFacts)
  | ({ readonly type: 'finding' } & Finding)
  | ({ readonly type: 'verified'; readonly id: string; readonly ok: boolean } & Omit<
      Verification,
      'findings'
    >)
  | ({ readonly type: 'verdict' } & Verdict)
  | { readonly type: 'version'; readonly version: string }
  | ({ readonly type: 'setup'; readonly host: string } & HostSetup)
  | { readonly type: 'dropped'; readonly id: string }
  | { readonly type: 'erased'; readonly id: string }
  | {
      readonly type: 'diff'
      readonly related: boolean
      readonly parted: unknown
      readonly a: unknown
      readonly b: unknown
    }
  | {
      readonly type: 'exported'
      readonly id: string
      readonly format: string
      /** Null where it went to standard output; then `text` is all of it. */
      readonly path: string | null
      readonly text?: string
      /** Issues in a folder: the files that were made, and those that were there and stay. */
      readonly written?: readonly string[]
      readonly kept?: readonly string[]
    }
  | { readonly type: 'doctor'; readonly checks: readonly Check[] }
  | {
      readonly type: 'serving'
      readonly url: string
      readonly port: number
      readonly token: string
      readonly notices: readonly string[]
    }
  | { readonly type: 'stopped'; readonly pid: number | null }
  | { readonly type: 'completion'; readonly shell: string | null; readonly text: string }

/** What lists and `show` know of a meeting beyond its summary. */
interface MeetingFacts {
  /** The folder that keeps it. */
  readonly root?: string
  /** The question that waits, whole. */
  readonly open?: Question | null
  readonly documents?: readonly string[]
  readonly cost?: CostTable
}

type TalkResult =
  | ({ readonly type: 'talk'; readonly state?: 'open' | 'closed' | 'declined' } & MeetingRef &
      Partial<MeetingEntry>)
  | ({ readonly type: 'worker' } & Worker)
  | ({ readonly type: 'request' } & TalkRequest)
  | ({ readonly type: 'interrupted'; readonly interrupted: boolean } & MeetingRef)
  | ({ readonly type: 'answered'; readonly choose: string } & MeetingRef)
  | ({ readonly type: 'declined' } & MeetingRef)
  | ({ readonly type: 'deferred'; readonly until: string } & MeetingRef)
  | ({ readonly type: 'preview' } & MeetingRef & ClosePreview)
  | ({ readonly type: 'closed'; readonly id: string; readonly exit: number } & Omit<CloseResult, 'status'>)

export function emit(io: Io, event: Printed): void {
  print(io, event)
}

/** What a protocol's own verb did: its folder says what it tells. */
export function emitDone(io: Io, { event }: Done): void {
  print(io, event)
}

function print(io: Io, event: unknown): void {
  io.out(`${JSON.stringify(event)}\n`)
}
