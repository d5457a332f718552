// A turn: one seat, one prompt, one reply, with its receipt.
//
//   R1  Every recorded turn carries a receipt: who, by which backend and model, for which prompt, at what cost.
//   R2  A reply whose line is in the journal is never requested again; one that was running at a crash is.
//   R3  A structured reply that does not fit is sent back once with its faults; then the turn has failed.
//   R4  What a model or a tool returns is masked before it reaches the journal, another seat or a file.
//   R5  A live turn is announced in the journal before it is made; one that a crash cut off is not made again, but interrupted.

import { marksOf } from '../../rules/degradations.js'
import { beginningOf } from '../../rules/failure-words.js'
import type { PageRead, ToolUse, Usage } from '../agents.js'
import { noUsage } from '../cost/ledger.js'
import { Diverged } from '../errors.js'
import { sha256 } from '../line/hash.js'
import type { LineOf } from '../line/line.js'
import type { Receipt, TurnData, TurnFailed, Whole } from '../line/line-data.js'
import {
  type Beyond,
  keptBeyond,
  type Masking,
  masked,
  maskedBesides,
  maskedOutput,
  maskedValue,
  shortened,
  toolResult,
} from '../line/masks.js'
import type { NotSaid, Said } from '../protocol.js'
import type { Asked } from '../run/asked.js'
import { isUnshown, type Piece } from '../run/listener.js'
import { begunKey, type Session } from '../run/session.js'
import { converse, party } from './attempts.js'
import type { Answered, Call, Failed } from './call.js'

export { longestSpoken } from '../line/masks.js'
export type { TurnOptions } from '../run/asked.js'

/** Makes the call and records it: a `turn` line, or a `failed` line that says why there is none. */
export function takeTurn(session: Session, asked: Asked): Promise<Said<unknown> | NotSaid> {
  const { seat, options } = asked
  return session.conversations.inTurn(party(asked), async () => {
    session.mayBegin()
    const started = session.deps.now().getTime()
    const masking = session.masking()
    const wrote = session.writing.length
    const call = withoutOwn(
      options.live ? await converseOnce(session, asked, masking) : await converse(session, asked, masking),
      new Set(session.writing.slice(wrote)),
    )
    if (options.apart) await session.conversations.forget(party(asked))
    const ms = session.deps.now().getTime() - started
    session.conversations.called({ seat: seat.id, call: options.id, says: call.says })
    return call.kind === 'answered'
      ? said(session, asked, { call, ms, masking })
      : notSaid(session, asked, { call, masking })
  })
}

/** What the meeting itself wrote while this seat spoke was changed by nobody else. */
function withoutOwn<C extends Call>(call: C, own: ReadonlySet<string>): C {
  if (own.size === 0) return call
  const others = (paths: readonly string[]) => paths.filter((path) => !own.has(path))
  const changed = others(call.changed)
  if (call.kind === 'failed' || call.reply.changed === undefined) return { ...call, changed }
  return { ...call, changed, reply: { ...call.reply, changed: others(call.reply.changed) } }
}

/** Announces the turn first, and does not make one that was announced before (R5): the person saw it break off. */
async function converseOnce(session: Session, asked: Asked, masking: Masking): Promise<Call> {
  const { key, seat, options } = asked
  if (session.wasBegun(key)) return cutOff
  const data = { kind: 'begun', data: { seat: seat.id, call: options.id }, aside: true } as const
  await session.record({ kind: 'noted', key: begunKey(key), data })
  return converse(session, asked, masking)
}

/** The voice had been called, so it used up an entry of a script; its text and its cost are unknown. */
const cutOff: Call = {
  kind: 'failed',
  cause: 'interrupted',
  reason: 'the run ended while this turn was under way',
  partial: '',
  came: '',
  usage: noUsage,
  says: 1,
  fresh: false,
  outgrown: false,
  changed: [],
  story: [],
}

/** The result of a recorded line; the conversation and the ledger are updated as they were then. */
export async function recallTurn(
  session: Session,
  asked: Asked,
  recorded: LineOf<'turn' | 'failed'>,
): Promise<Said<unknown> | NotSaid> {
  const { data, n } = recorded
  if (!('seat' in data))
    throw new Diverged({ line: n, recorded: 'the failure of a run', called: `turn ${asked.key}` })
  if (session.replaying?.spoke) await session.replaying.spoke(recorded, asked, session)
  const said = 'receipt' in data
  if (!data.from) session.ledger.add(...(said ? paidBy(data.receipt) : paidBy(data)))
  const call = { seat: data.seat, call: data.call, says: said ? data.receipt.attempts : data.says }
  if (session.isNew(n)) session.conversations.called(call)
  return said ? hear(session, asked, data, n) : miss(session, asked, data, n)
}

async function said(
  session: Session,
  asked: Asked,
  { call, ms, masking }: { call: Answered; ms: number; masking: Masking },
): Promise<Said<unknown>> {
  const { seat, options, key } = asked
  const scrub = masking.at(replyOf(asked))
  const structured = options.schema !== undefined || call.reply.value !== undefined
  const spoken = await keptWords(session, await masked(scrub, call.reply.text), options.beyond)
  const cutOff = spoken.whole ? 'overlong' : call.reply.cutOff
  const data: TurnData = {
    seat: seat.id,
    call: options.id,
    text: spoken.text,
    ...(structured ? { value: await maskedValue(scrub, call.value) } : {}),
    ...(options.draft ? { draft: true } : {}),
    ...(cutOff ? { cutOff } : {}),
    ...(spoken.whole ? { whole: spoken.whole } : {}),
    ...(spoken.beyond ? { beyond: spoken.beyond } : {}),
    receipt: await receiptFor(asked, { call, ms, masking, overrun: session.ledger.isOverrun }),
  }
  const line = await session.record({ kind: 'turn', key, data: masking.on(data) })
  return hear(session, asked, data, line.n)
}

/** A reply that is too long for a line is cut there; the whole of it is on disk before the line is. */
async function keptWords(
  session: Session,
  clean: string,
  beyond: Beyond = () => '',
): Promise<{ readonly text: string; readonly whole?: Whole; readonly beyond?: string }> {
  const { text, whole } = shortened(clean)
  if (whole === undefined) return { text }
  const kept = { sha256: await session.keep(whole), chars: whole.length }
  return { text, whole: kept, beyond: keptBeyond(text, whole, beyond) }
}

/** How a notice names what this seat said. */
function replyOf({ seat }: Asked): string {
  return `a reply of ${seat.name}`
}

async function notSaid(
  session: Session,
  asked: Asked,
  { call, masking }: { call: Failed; masking: Masking },
): Promise<NotSaid> {
  const { seat, options, key } = asked
  const scrub = masking.at(replyOf(asked))
  const used = await toolsOf(asked, { uses: usedIn(call.story), story: call.story, masking }, call.partial)
  const partial = await keptWords(session, await masked(scrub, call.partial))
  const began = isUnshown(asked) ? beginningOf(await masked(scrub, call.came)) : ''
  const data: TurnFailed = {
    result: asked.survives === 'all' || asked.survives === call.cause,
    seat: seat.id,
    call: options.id,
    cause: call.cause,
    message: await masked(scrub, call.reason),
    ...(began === '' ? {} : { began }),
    partial: partial.text,
    ...(partial.whole ? { whole: partial.whole } : {}),
    tokens: call.usage,
    ...(call.backend === undefined ? {} : { backend: call.backend }),
    ...(call.cost === undefined ? {} : { cost: call.cost }),
    ...(call.over === undefined ? {} : { over: call.over }),
    ...(call.needs === undefined ? {} : { needs: call.needs }),
    says: call.says,
    ...(call.fresh ? { fresh: true } : {}),
    ...(used.length > 0 ? { tools: used } : {}),
    ...(call.changed.length > 0 ? { changed: call.changed } : {}),
  }
  const line = await session.record({ kind: 'failed', key, data: masking.on(data) })
  return miss(session, asked, data, line.n)
}

async function receiptFor(
  asked: Asked,
  { call, ms, masking, overrun }: { call: Answered; ms: number; masking: Masking; overrun: boolean },
): Promise<Receipt> {
  const { reply } = call
  const scrub = masking.at(replyOf(asked))
  return {
    seat: asked.seat.id,
    backend: call.backend,
    model: reply.model ?? null,
    prompt: sha256(`${asked.prompt.system}\n\n${call.sent}`),
    tools: await toolsOf(asked, { uses: reply.tools, story: call.story, masking }, reply.text),
    tokens: call.usage,
    ...(call.cost === undefined ? {} : { cost: call.cost }),
    ms,
    attempts: call.says,
    ...(reply.session === undefined ? {} : { session: reply.session }),
    ...(call.fresh ? { fresh: true } : {}),
    ...(call.outgrown ? { outgrown: true } : {}),
    ...(reply.aside ? { aside: await maskedBesides(scrub, reply.aside) } : {}),
    ...(reply.thinking ? { thinking: await maskedBesides(scrub, reply.thinking) } : {}),
    ...(call.web ? { web: true } : {}),
    ...(reply.guard ? { guard: reply.guard } : {}),
    ...(reply.isolation ? { isolation: reply.isolation } : {}),
    ...(reply.client ? { client: reply.client } : {}),
    ...(overrun ? { overrun } : {}),
    ...changedIn(call),
  }
}

function changedIn({ reply, changed }: Answered): Pick<Receipt, 'changed'> {
  const all = [...new Set([...changed, ...(reply.changed ?? [])])]
  return all.length === 0 ? {} : { changed: all }
}

const paidBy = ({ tokens, cost }: { readonly tokens: Usage; readonly cost?: number }) =>
  [tokens, cost] as const

interface Used {
  readonly uses: readonly ToolUse[]
  readonly story: readonly Piece[]
  readonly masking: Masking
}

async function toolsOf(asked: Asked, used: Used, text: string): Promise<Receipt['tools']> {
  if (used.uses.length === 0) return []
  const places = await placesIn(asked, used, text)
  return Promise.all(used.uses.map((use) => keepTool(asked, use, used.masking, places.get(use.id))))
}

async function keepTool(
  { seat }: Asked,
  use: ToolUse,
  masking: Masking,
  at?: number,
): Promise<Receipt['tools'][number]> {
  const { id, name, ok } = use
  const input = await maskedValue(masking.at(`what ${seat.name} gave to ${name}`), use.input)
  const output = await maskedOutput(masking.at(toolResult(name, seat)), use.output)
  const page = use.page
    ? { page: (await maskedValue(masking.at(toolResult(name, seat)), use.page)) as PageRead }
    : {}
  const kept = { id, name, input, ok, ...output, ...page }
  return at === undefined ? kept : { ...kept, at }
}

function usedIn(story: readonly Piece[]): readonly ToolUse[] {
  return story.flatMap((piece) => (piece.kind === 'tool' ? [piece.use] : []))
}

/** Where in the masked text each tool was used; unknown when the pieces that arrived do not add up to the text that is kept. */
async function placesIn(asked: Asked, { story, masking }: Used, text: string): Promise<Map<string, number>> {
  const places = new Map<string, number>()
  if (!story.some((piece) => piece.kind === 'tool')) return places
  const scrub = masking.at(replyOf(asked))
  let said = ''
  for (const piece of story) {
    if (piece.kind === 'text') said += await masked(scrub, piece.text)
    else places.set(piece.use.id, said.length)
  }
  return said === (await masked(scrub, text)) ? places : new Map()
}

/** The turn as the procedure sees it, and as its seat remembers it. */
function hear(session: Session, asked: Asked, data: TurnData, line: number): Said<unknown> {
  const { receipt } = data
  const { session: id, fresh } = receipt
  for (const mark of marksOf(receipt)) session.mark(mark, line)
  session.heardFrom(receipt, line)
  const { beyond = '' } = data
  const text = data.text !== '' || data.value === undefined ? data.text : JSON.stringify(data.value)
  const reply = beyond === '' ? text : `${text}\n\n${beyond}`
  const heard = { line, prompt: asked.prompt, reply, tools: receipt.tools, session: id, fresh }
  session.conversations.heard(party(asked), heard)
  return {
    kind: 'said',
    text,
    value: 'value' in data ? data.value : data.text,
    usage: receipt.tokens,
    tools: receipt.tools,
    web: receipt.web ?? false,
    aside: receipt.aside ?? '',
    backend: receipt.backend,
    model: receipt.model,
    line,
    session: receipt.session ?? null,
    renewed: fresh ?? false,
    outgrown: receipt.outgrown ?? false,
    cutOff: data.cutOff ?? null,
    beyond,
  }
}

function miss(session: Session, asked: Asked, data: TurnFailed, line: number): NotSaid {
  if (data.fresh) session.conversations.startedOver(party(asked), line)
  // A call that a host declined was voiced by nobody.
  for (const mark of marksOf({ ...data, backend: undefined })) session.mark(mark, line)
  const { cause, message: reason, began = '', partial, tokens: usage, tools = [], over, fresh = false } = data
  const limit = over === undefined ? {} : { over }
  return { kind: 'not-said', cause, ...limit, reason, began, partial, tools, renewed: fresh, usage }
}
