// How seats are heard: one call, made once more where it failed. What a second failure means, the caller says.
//
// A call that the person stopped is not made again by itself, and after the ceiling was reached nobody is called any more.

import type { ZodType } from 'zod'
import { type Grant, nothing, type Seat } from '../../kernel/agents.js'
import type { Meeting, NotSaid, Said, SeatPrompt } from '../../kernel/protocol.js'
import { type Analysis, lead, memberSeat } from './analysis.js'
import { type CallId, calls, retryId } from './calls.js'
import type { Role } from './names.js'

const usualTimeMs = 600_000
const read: Grant = { kind: 'read' }

/** Who is asked, where it is not the lead; and by which strand of the meeting. */
export interface Asking {
  readonly role?: Role | null
  readonly via?: Meeting
}

/** Null: it failed twice or was stopped, and the analysis goes on without. */
export async function hear<T, Raw>(
  analysis: Analysis,
  id: CallId,
  prompt: SeatPrompt,
  schema: ZodType<T, Raw>,
  asking: Asking = {},
): Promise<T | null> {
  const heard = await tryHear(analysis, { id, isRetry: false }, prompt, { schema }, asking)
  return heard.kind === 'said' ? heard.value : null
}

/** A turn that nothing can stand in for: after two failures the meeting pauses, and a resume makes the call again. */
export async function mustHear<T, Raw>(
  analysis: Analysis,
  call: { readonly id: CallId; readonly isRetry: boolean },
  prompt: SeatPrompt,
  reply: Reply<T, Raw>,
): Promise<Said<T> | Silence> {
  for (;;) {
    const heard = await tryHear(analysis, call, prompt, reply)
    if (heard.kind !== 'not-said') return heard
    await analysis.meeting.pause(`The turn could not be made: ${heard.reason}`)
  }
}

/** `stopped`: by the person. `ceiling`: nothing more may be spent. */
export interface Silence {
  readonly kind: 'stopped' | 'ceiling'
}

interface Reply<T, Raw> {
  readonly schema: ZodType<T, Raw>
  readonly fromText?: (text: string) => unknown
}

async function tryHear<T, Raw>(
  analysis: Analysis,
  { id, isRetry }: { readonly id: CallId; readonly isRetry: boolean },
  prompt: SeatPrompt,
  reply: Reply<T, Raw>,
  { role = null, via = analysis.meeting }: Asking = {},
): Promise<Said<T> | NotSaid | Silence> {
  if (analysis.degraded.has('ceiling')) return { kind: 'ceiling' }
  const seat: Seat = role === null ? lead : memberSeat(analysis, role)
  const options = { ...optionsOf(analysis, id), ...(isRetry ? { id: retryId } : {}), ...reply }
  const first = await via.trySpeak<T, Raw>(seat, prompt, options)
  const ended = settled(first)
  if (ended !== null) return ended
  const second = await via.trySpeak<T, Raw>(seat, prompt, { ...options, after: first as NotSaid })
  return settled(second) ?? second
}

/** Null: it failed, and may be tried once more. */
function settled<T>(heard: Said<T> | NotSaid): Said<T> | Silence | null {
  if (heard.kind === 'said') return heard
  if (heard.cause === 'interrupted') return { kind: 'stopped' }
  return heard.cause === 'ceiling' ? { kind: 'ceiling' } : null
}

function optionsOf({ input }: Analysis, id: CallId) {
  const call = calls[id]
  const seconds = 'seconds' in call ? call.seconds * 1000 : usualTimeMs
  return {
    id,
    tools: call.grant === 'read' ? (input.web ? { ...read, web: true } : read) : nothing,
    maxOutput: call.maxOutput,
    timeoutMs: seconds,
    apart: call.apart,
    draft: true,
  }
}
