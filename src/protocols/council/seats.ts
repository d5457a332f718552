// One turn of one seat. A failed attempt is retried once, at once; after a second failure the seat is out for the session.

import type { Grant, Seat, ToolUse } from '../../kernel/agents.js'
import type { NotSaid, Said, SeatPrompt } from '../../kernel/protocol.js'
import { appendable } from './documents/clean.js'
import { dissentsBeyond } from './documents/dissent.js'
import { cutOffLine, replyBody, skippedBody } from './documents/pad-lines.js'
import { haltFor, type Sitting } from './sitting.js'

/** How long one attempt of a seat may take. */
const seatTimeMs = 600_000

/** A seat that works writes whole files through its tools, and those tokens count as output too. */
const workOutput = 16_000
const turnOutput = 4_000

export interface SeatTurn {
  /** The body of the seat's entry: its reply, with the failure before it if there was one, or the line that says it is out. */
  readonly body: string
  /** What the seat used, in a failed attempt too. */
  readonly tools: readonly ToolUse[]
}

export async function seatTurn(
  sitting: Sitting,
  seat: Seat,
  prompt: SeatPrompt,
  grant: Grant,
): Promise<SeatTurn> {
  const first = await attempt(sitting, seat, prompt, grant)
  if (first.kind === 'reply') return { body: replyBody(first.text), tools: first.tools }
  const second = await attempt(sitting, seat, prompt, grant, first.failed)
  const tools = [...first.tools, ...second.tools]
  if (second.kind === 'reply') return { body: replyBody(second.text, first.reason), tools }
  sitting.skipped.set(seat.id, second.reason)
  return { body: skippedBody(second.reason), tools }
}

type Attempt = { readonly tools: readonly ToolUse[] } & (
  | { readonly kind: 'reply'; readonly text: string }
  | { readonly kind: 'failure'; readonly reason: string; readonly failed?: NotSaid }
)

async function attempt(
  sitting: Sitting,
  seat: Seat,
  prompt: SeatPrompt,
  tools: Grant,
  after?: NotSaid,
): Promise<Attempt> {
  const maxOutput = tools.kind === 'work' ? workOutput : turnOutput
  const options = { id: 'seat.turn', tools, timeoutMs: seatTimeMs, maxOutput, after, beyond: dissentsBeyond }
  const said = await withinCeiling(sitting, () => sitting.meeting.trySpeak(seat, prompt, options))
  if (said.kind === 'not-said')
    return { kind: 'failure', reason: said.reason, tools: said.tools, failed: said }
  const text = appendable(said.text)
  if (text === '') return { kind: 'failure', reason: 'the reply holds no readable text', tools: said.tools }
  const cut = said.cutOff === null ? '' : cutOffLine(said.cutOff)
  const parts = [text, cut, appendable(said.beyond)].filter((part) => part !== '')
  return { kind: 'reply', text: parts.join('\n\n'), tools: said.tools }
}

/** Reaching the token limit is not the seat's failure: the session halts, and a resume with a higher limit asks it again. */
export async function withinCeiling<T>(
  sitting: Sitting,
  call: () => Promise<Said<T> | NotSaid>,
): Promise<Said<T> | NotSaid> {
  for (;;) {
    const said = await call()
    if (said.kind === 'said' || said.cause !== 'ceiling') return said
    const flag = said.over === 'cost' ? '--cost-ceiling' : '--token-ceiling'
    await haltFor(sitting, `${said.reason}; resume with a higher ${flag}`)
  }
}
