// Line data: what each kind of journal line holds, and the checks that a line read from outside holds it. Runs in the browser too.
//
// A check names what code relies on and nothing else: fields that a later parley added are left alone. The checks are written by
// hand because every line of every journal that is read passes through them.

import { isMeetingId } from '../rules/meeting-id.js'
import { isRecord } from '../rules/values.js'
import type { CutShort, ToolUse, Usage } from './agents.js'
import type { HaltReason, NotSaid } from './protocol.js'
import { type Answer, isAnswerer, type Question } from './question.js'

export const kinds = [
  'opened',
  'phase',
  'turn',
  'asked',
  'answered',
  'wrote',
  'acted',
  'noted',
  'paused',
  'halted',
  'failed',
  'aborted',
  'adopted',
  'concluded',
] as const
export type Kind = (typeof kinds)[number]

/** The data of each kind of line. */
export interface LineData {
  readonly opened: Opened
  readonly phase: { readonly name: string }
  readonly turn: TurnData
  readonly asked: Question
  readonly answered: Answer
  readonly wrote: WroteData
  readonly acted: ActedData
  readonly noted: NotedData
  readonly paused: { readonly reason: string }
  readonly halted: HaltedData
  readonly failed: TurnFailed | RunFailed
  readonly aborted: AbortedData
  readonly adopted: Adopted
  readonly concluded: { readonly outcome: unknown }
}

export interface Opened {
  readonly id: string
  readonly protocol: string
  readonly version: number
  /** The release of parley that opened it. */
  readonly parley: string
  readonly title: string
  readonly input: unknown
  /** Which backends the seats had when it was opened; a resume uses the same. */
  readonly agents: unknown
  readonly forkedFrom?: ForkedFrom
}

/** The lines of another meeting that a fork begins with. */
export interface ForkedFrom {
  readonly id: string
  readonly at: number
  /** The hash of line `at`, so that the fork replays those lines and no others. Absent in older journals. */
  readonly hash?: string
  /** That meeting was not the person's own when it was forked. */
  readonly foreign?: boolean
}

export interface TurnData {
  readonly seat: string
  readonly call: string
  readonly text: string
  /** A structured reply. */
  readonly value?: unknown
  readonly draft?: boolean
  /** Why the text is incomplete: the reply reached its token limit, or a filter ended it. */
  readonly cutOff?: CutShort
  /** The reply was too long for a line and was cut: the whole of it is kept beside the journal. */
  readonly whole?: Whole
  /** What the procedure wanted kept of the part that was cut, such as a dissent. */
  readonly beyond?: string
  readonly receipt: Receipt
  readonly from?: TakenFrom
}

/** A text of which only the beginning is in the line. */
export interface Whole {
  readonly sha256: string
  readonly chars: number
}

export interface Receipt {
  readonly seat: string
  readonly backend: string
  /** As the provider reported it. */
  readonly model: string | null
  /** SHA-256 of what was sent: system text, then prompt. */
  readonly prompt: string
  readonly tools: readonly ToolUse[]
  readonly tokens: Usage
  /** In millionths of a dollar; absent where the price was not known, or nobody was paid. */
  readonly cost?: number
  readonly ms: number
  /** How often the voice was called: once, plus once for each retry and repair. */
  readonly attempts: number
  readonly session?: string
  /** A new conversation was started for this turn. */
  readonly fresh?: boolean
  /** The old conversation had become too long for the model. */
  readonly outgrown?: boolean
  /** Text before the last tool result, or around a structured reply. Other seats do not see it. */
  readonly aside?: string
  /** The model's reasoning, where it or its provider shows it. */
  readonly thinking?: string
}

/** The line of the source journal that a fork took over; its cost is not counted again. */
export interface TakenFrom {
  readonly id: string
  readonly n: number
}

export interface WroteData {
  /** Relative to the workspace. */
  readonly path: string
  readonly sha256: string
  readonly bytes: number
  /** Secrets in it were masked. */
  readonly masked?: boolean
  /** This meeting's parts of a file that several meetings share. */
  readonly parts?: readonly string[]
  readonly removed?: boolean
  /** What a revision returned to the procedure. */
  readonly result?: unknown
}

export interface ActedData {
  readonly name: string
  readonly result: unknown
}

/** A note of the protocol, or an aside of the kernel. A replay skips asides. */
export type NotedData = Note | Aside

export interface Note {
  readonly kind: string
  readonly data: unknown
  readonly aside?: false
}

export type Aside =
  | { readonly kind: 'plan'; readonly data: Plan; readonly aside: true }
  | { readonly kind: 'begun'; readonly data: Begun; readonly aside: true }

/** What a revision is about to write. It is recorded first, so that a reader knows what a crash interrupted. */
export interface Plan {
  readonly path: string
  /** SHA-256 of the file before, null where there was none. */
  readonly before: string | null
  readonly after: string
  readonly result: unknown
}

/** A live turn is about to be made. */
export interface Begun {
  readonly seat: string
  readonly call: string
}

/** Older journals hold the line only, without the reason. */
export interface HaltedData extends Partial<HaltReason> {
  /** The rule's own words. */
  readonly line: string
  /** A write outside the boundary, not a step of the procedure. */
  readonly unplanned?: boolean
}

/** A failed turn. It has a seat; the failure of a whole run has none: `'seat' in data` tells them apart. */
export interface TurnFailed {
  /** Whether the procedure took it as a result; otherwise a resume tries the turn again. */
  readonly result: boolean
  readonly seat: string
  readonly call: string
  readonly cause: NotSaid['cause']
  readonly message: string
  /** The beginning of what came, where nobody has seen it: of a draft, or in place of a structure. */
  readonly began?: string
  readonly partial: string
  /** Of a partial text that was too long for a line: what the whole was. It is kept beside the journal. */
  readonly whole?: Whole
  readonly tokens: Usage
  /** Absent where no voice was found, and in journals of older releases. */
  readonly backend?: string
  /** In millionths of a dollar, as in a receipt. */
  readonly cost?: number
  /** Which limit left no room, where it was not the one on tokens. */
  readonly over?: 'cost'
  /** How often the voice was called. */
  readonly says: number
  /** A new conversation was started, but this turn failed in it too. */
  readonly fresh?: boolean
  readonly tools?: readonly ToolUse[]
  readonly from?: TakenFrom
}

/** What ended a run before its procedure did. */
export interface RunFailed {
  readonly message: string
  readonly code: string
}

export interface AbortedData {
  readonly reason: string
  readonly moved?: readonly MovedDocument[]
}

/** The person took over a meeting that their parley did not write: from here on it is theirs. */
export interface Adopted {
  /** Which backends the seats have from here on. What the lines before say about backends no longer counts. */
  readonly agents: unknown
  /** How many lines were taken over, and the hash of the last of them. */
  readonly lines: number
  readonly hash: string
  /** Who adopted it. */
  readonly name?: string
}

/** A document of an aborted meeting: where it was, where it is now, and its SHA-256 there (null when it could not be read). */
export interface MovedDocument {
  readonly path: string
  readonly to: string
  readonly sha256: string | null
}

/** What is wrong with the data of a line of this kind, for "Line 12 is damaged: …"; undefined when nothing is. */
export function dataFault(kind: Kind, data: unknown): string | undefined {
  return isRecord(data) ? faults[kind](data) : `it is ${named[kind]} without data`
}

type Fields = Readonly<Record<string, unknown>>
type Check = (value: unknown) => boolean

const named: Readonly<Record<Kind, string>> = {
  opened: 'an opening',
  phase: 'a phase',
  turn: 'a turn',
  asked: 'a question',
  answered: 'an answer',
  wrote: 'a written document',
  acted: 'an act',
  noted: 'a note',
  paused: 'a pause',
  halted: 'a halt',
  failed: 'a failure',
  aborted: 'an abort',
  adopted: 'an adoption',
  concluded: 'a conclusion',
}

const isText: Check = (value) => typeof value === 'string'
/** Ids and names of protocols are printed within commands to copy: one that is more than a name is damage. */
const isId: Check = (value) => typeof value === 'string' && isMeetingId(value)
const isNumber: Check = (value) => typeof value === 'number'
const isFlag: Check = (value) => typeof value === 'boolean'
const isTextOrNull: Check = (value) => value === null || typeof value === 'string'

/** The first field that is missing or wrong; those of `maybe` may be missing. */
function has(fields: Readonly<Record<string, Check>>, maybe: Readonly<Record<string, Check>> = {}) {
  const needed = Object.entries(fields)
  const optional = Object.entries(maybe)
  return (data: Fields): string | undefined => {
    for (const [name, check] of needed) if (!check(data[name])) return name
    for (const [name, check] of optional) {
      const value = data[name]
      if (value !== undefined && !check(value)) return name
    }
    return undefined
  }
}

/** The fault of a kind whose data is these fields. */
function kindOf(kind: Kind, ...fields: Parameters<typeof has>) {
  const wrong = has(...fields)
  return (data: Fields): string | undefined => {
    const field = wrong(data)
    if (field === undefined) return undefined
    return `it is ${named[kind]} ${field === 'receipt' ? 'without a receipt' : `whose \`${field}\` cannot be read`}`
  }
}

function record(...fields: Parameters<typeof has>): Check {
  const wrong = has(...fields)
  return (value) => isRecord(value) && wrong(value) === undefined
}

function listOf(check: Check): Check {
  return (value) => Array.isArray(value) && value.every(check)
}

const isUsage = record(
  { input: isNumber, output: isNumber, estimated: isFlag },
  { cached: isNumber, written: isNumber },
)
const isWhole = record({ sha256: isText, chars: isNumber })
const areTools = listOf(
  record({ id: isText, name: isText, ok: isFlag, output: isText }, { at: isNumber, whole: isWhole }),
)
const isReceipt = record(
  {
    seat: isText,
    backend: isText,
    model: isTextOrNull,
    prompt: isText,
    tools: areTools,
    tokens: isUsage,
    ms: isNumber,
    attempts: isNumber,
  },
  { cost: isNumber, session: isText, fresh: isFlag, outgrown: isFlag, aside: isText, thinking: isText },
)
const isTakenFrom = record({ id: isId, n: isNumber })
const isMoved = record({ path: isText, to: isText, sha256: isTextOrNull })
const isLabelled = record({ key: isText, label: isText }, { name: isText })
const isOption = record({ key: isText, label: isText, effect: isText }, { name: isText, grave: isFlag })
const isFact = record({ value: isText }, { name: isText, items: listOf(isText) })

const turnFailed = kindOf(
  'failed',
  {
    result: isFlag,
    seat: isText,
    call: isText,
    // Any word: a later parley may name more causes.
    cause: isText,
    message: isText,
    partial: isText,
    tokens: isUsage,
    says: isNumber,
  },
  {
    backend: isText,
    cost: isNumber,
    over: (value) => value === 'cost',
    began: isText,
    whole: isWhole,
    fresh: isFlag,
    tools: areTools,
    from: isTakenFrom,
  },
)
const runFailed = kindOf('failed', { message: isText, code: isText })

const isPlan = record({ path: isText, before: isTextOrNull, after: isText })
const isBegun = record({ seat: isText, call: isText })
const noted = kindOf('noted', { kind: isText }, { aside: isFlag })

function noteFault(data: Fields): string | undefined {
  const fault = noted(data)
  if (fault !== undefined || data['aside'] !== true) return fault
  if (data['kind'] === 'plan' && !isPlan(data['data'])) return 'it is a plan without its path and hashes'
  if (data['kind'] === 'begun' && !isBegun(data['data']))
    return 'it announces a turn without its seat and call'
  return undefined
}

const faults: Readonly<Record<Kind, (data: Fields) => string | undefined>> = {
  opened: kindOf(
    'opened',
    { id: isId, protocol: isId, version: isNumber, parley: isText, title: isText },
    { forkedFrom: record({ id: isId, at: isNumber }, { hash: isText, foreign: isFlag }) },
  ),
  phase: kindOf('phase', { name: isText }),
  turn: kindOf(
    'turn',
    { seat: isText, call: isText, text: isText, receipt: isReceipt },
    { draft: isFlag, cutOff: isText, whole: isWhole, beyond: isText, from: isTakenFrom },
  ),
  asked: kindOf(
    'asked',
    { id: isText, title: isText, body: isText, options: listOf(isOption) },
    { facts: listOf(isFact), freeText: isLabelled, default: isText, personOnly: isFlag },
  ),
  answered: kindOf(
    'answered',
    { question: isText, choose: isText, by: isAnswerer },
    { text: isText, name: isText },
  ),
  wrote: kindOf(
    'wrote',
    { path: isText, sha256: isText, bytes: isNumber },
    { masked: isFlag, parts: listOf(isText), removed: isFlag },
  ),
  acted: kindOf('acted', { name: isText }),
  noted: noteFault,
  paused: kindOf('paused', { reason: isText }),
  halted: kindOf(
    'halted',
    { line: isText },
    { unplanned: isFlag, reason: isText, rule: isText, seat: isText },
  ),
  failed: (data) => ('seat' in data ? turnFailed(data) : runFailed(data)),
  aborted: kindOf('aborted', { reason: isText }, { moved: listOf(isMoved) }),
  adopted: kindOf('adopted', { lines: isNumber, hash: isText }, { name: isText }),
  concluded: () => undefined,
}
