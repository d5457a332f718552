// Line checks: whether a line that was read from outside holds what its kind must hold. Runs in the browser too.
//
// A check names what code relies on and nothing else: fields that a later parley added are left alone. The checks are written by
// hand because every line of every journal that is read passes through them.

import { isMeetingId } from '../../rules/meeting-id.js'
import { isRecord } from '../../rules/values.js'
import { isAnswerer } from '../question.js'
import type { Kind } from './line-data.js'

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
const isPage = record({
  url: isText,
  finalUrl: isText,
  title: isText,
  at: isText,
  status: isNumber,
  characters: isNumber,
  sha256: isTextOrNull,
  cut: isFlag,
})
const areTools = listOf(
  record(
    { id: isText, name: isText, ok: isFlag, output: isText },
    { at: isNumber, whole: isWhole, page: isPage },
  ),
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
  {
    cost: isNumber,
    session: isText,
    fresh: isFlag,
    outgrown: isFlag,
    aside: isText,
    thinking: isText,
    web: isFlag,
    // Any word: a later parley may know more guards.
    guard: isText,
    isolation: isText,
    client: isText,
    overrun: isFlag,
    changed: listOf(isText),
  },
)
const isTakenFrom = record({ id: isId, n: isNumber })
const isMoved = record({ path: isText, to: isText, sha256: isTextOrNull })
const isFreeText = record(
  { key: isText, label: isText },
  { name: isText, parts: listOf(isText), draft: isText, fault: isText },
)
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
    needs: isNumber,
    began: isText,
    whole: isWhole,
    fresh: isFlag,
    tools: areTools,
    changed: listOf(isText),
    from: isTakenFrom,
  },
)
const runFailed = kindOf('failed', { message: isText, code: isText })

const isPlan = record({ path: isText, before: isTextOrNull, after: isText })
const isBegun = record({ seat: isText, call: isText })
const isVoices = record({}, {})
const isAgentNotice = record({ seat: isText, text: isText })
const noted = kindOf('noted', { kind: isText }, { aside: isFlag })

function noteFault(data: Fields): string | undefined {
  const fault = noted(data)
  if (fault !== undefined || data['aside'] !== true) return fault
  if (data['kind'] === 'plan' && !isPlan(data['data'])) return 'it is a plan without its path and hashes'
  if (data['kind'] === 'begun' && !isBegun(data['data']))
    return 'it announces a turn without its seat and call'
  if (data['kind'] === 'voices' && !isVoices(data['data'])) return 'it names no voices'
  if (data['kind'] === 'agent-notice' && !isAgentNotice(data['data']))
    return 'it is a notice of an agent without its seat and text'
  return undefined
}

const faults: Readonly<Record<Kind, (data: Fields) => string | undefined>> = {
  opened: kindOf(
    'opened',
    { id: isId, protocol: isId, version: isNumber, parley: isText, title: isText },
    { request: isText, forkedFrom: record({ id: isId, at: isNumber, hash: isText }) },
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
    {
      plain: isText,
      grid: isText,
      facts: listOf(isFact),
      freeText: isFreeText,
      default: isText,
      personOnly: isFlag,
    },
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
  paused: kindOf('paused', { reason: isText }, { unplanned: isFlag }),
  halted: kindOf(
    'halted',
    { line: isText },
    { unplanned: isFlag, reason: isText, rule: isText, over: (value) => value === 'cost', seat: isText },
  ),
  failed: (data) => ('seat' in data ? turnFailed(data) : runFailed(data)),
  aborted: kindOf('aborted', { reason: isText }, { moved: listOf(isMoved) }),
  concluded: () => undefined,
}
