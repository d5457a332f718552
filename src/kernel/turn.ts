// A turn: one seat, one prompt, one reply, with its receipt.
//
//   R1  Every recorded turn carries a receipt: who, by which backend and model, for which prompt, at what cost.
//   R2  A reply whose line is in the journal is never asked for again; one in flight at a crash is.
//   R3  A structured reply that does not fit is sent back once with its faults; then the turn has failed.
//   R4  What a model or a tool returns is masked before it reaches the journal, another seat or a file.

import type { ToolUse, Usage } from './agents.js'
import { type Answered, type Asked, converse, type Failed } from './attempts.js'
import { type Line, sha256 } from './line.js'
import { masked, maskedOutput, maskedValue } from './masks.js'
import type { NotSaid, Said } from './protocol.js'
import type { Session } from './session.js'
import type { Receipt, TurnData } from './summary.js'

export type { TurnOptions } from './attempts.js'
export { longestReply } from './masks.js'

/** Makes the call and records it: a `turn` line, or a `failed` line that says why there is none. */
export function takeTurn(session: Session, asked: Asked): Promise<Said<unknown> | NotSaid> {
  const { seat, options } = asked
  return session.conversations.inTurn(seat, async () => {
    session.goOn()
    const started = session.deps.now().getTime()
    const call = await converse(session, asked)
    const ms = session.deps.now().getTime() - started
    session.conversations.called({ seat: seat.id, call: options.id, says: call.says })
    return call.kind === 'answered' ? said(session, asked, call, ms) : notSaid(session, asked, call)
  })
}

/** What a recorded line gave, with the conversation and the ledger brought to where they were. */
export function recallTurn(session: Session, asked: Asked, line: Line): Said<unknown> | NotSaid {
  const { seat, options } = asked
  const data = line.data as TurnData | FailedData
  const { tokens, says } = 'receipt' in data ? { ...data.receipt, says: data.receipt.attempts } : data
  if (!data.from) session.ledger.add(tokens)
  if (session.isNew(line)) session.conversations.called({ seat: seat.id, call: options.id, says })
  return 'receipt' in data ? hear(session, asked, data, line.n) : miss(session, asked, data, line.n)
}

interface FailedData {
  readonly result: boolean
  readonly seat: string
  readonly call: string
  readonly cause: NotSaid['cause']
  readonly message: string
  readonly partial: string
  readonly tokens: Usage
  readonly says: number
  /** The conversation was begun anew, although nothing came of it. */
  readonly fresh?: boolean
  readonly from?: { readonly id: string; readonly n: number }
}

async function said(session: Session, asked: Asked, call: Answered, ms: number): Promise<Said<unknown>> {
  const { seat, options, key } = asked
  const { scrub } = session.deps
  const structured = options.schema !== undefined || call.reply.value !== undefined
  const data: TurnData = {
    seat: seat.id,
    call: options.id,
    text: await masked(scrub, call.reply.text),
    ...(structured ? { value: await maskedValue(scrub, call.value) } : {}),
    ...(options.draft ? { draft: true } : {}),
    receipt: await receiptFor(session, asked, call, ms),
  }
  const line = await session.record('turn', key, data)
  return hear(session, asked, data, line.n)
}

async function notSaid(session: Session, asked: Asked, call: Failed): Promise<NotSaid> {
  const { seat, options, key } = asked
  const { scrub } = session.deps
  const data: FailedData = {
    result: asked.survives,
    seat: seat.id,
    call: options.id,
    cause: call.cause,
    message: await masked(scrub, call.reason),
    partial: await masked(scrub, call.partial),
    tokens: call.usage,
    says: call.says,
    ...(call.fresh ? { fresh: true } : {}),
  }
  const line = await session.record('failed', key, data)
  return miss(session, asked, data, line.n)
}

async function receiptFor(session: Session, asked: Asked, call: Answered, ms: number): Promise<Receipt> {
  const { reply } = call
  return {
    seat: asked.seat.id,
    backend: call.backend,
    model: reply.model ?? null,
    prompt: sha256(`${asked.prompt.system}\n\n${call.sent}`),
    tools: await Promise.all(reply.tools.map((use) => keepTool(session, use))),
    tokens: call.usage,
    ms,
    attempts: call.says,
    ...(reply.session === undefined ? {} : { session: reply.session }),
    ...(call.fresh ? { fresh: true } : {}),
  }
}

async function keepTool(session: Session, use: ToolUse): Promise<Receipt['tools'][number]> {
  const { scrub } = session.deps
  const [input, output] = [await maskedValue(scrub, use.input), await maskedOutput(scrub, use.output)]
  return { id: use.id, name: use.name, input, ok: use.ok, output }
}

/** The turn as the procedure sees it, and as its seat remembers it. */
function hear(session: Session, asked: Asked, data: TurnData, line: number): Said<unknown> {
  const { receipt } = data
  const { session: id, fresh } = receipt
  const text = data.text !== '' || data.value === undefined ? data.text : JSON.stringify(data.value)
  session.conversations.heard(asked.seat, { line, prompt: asked.prompt, reply: text, session: id, fresh })
  return {
    kind: 'said',
    text,
    value: 'value' in data ? data.value : data.text,
    usage: receipt.tokens,
    tools: receipt.tools,
    backend: receipt.backend,
    model: receipt.model,
    line,
    session: receipt.session ?? null,
  }
}

function miss(session: Session, asked: Asked, data: FailedData, line: number): NotSaid {
  if (data.fresh) session.conversations.startedOver(asked.seat, line)
  const { cause, message: reason, partial, tokens: usage } = data
  return { kind: 'not-said', cause, reason, partial, usage }
}
