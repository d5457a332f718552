// How the lead is heard: one call, made once more where it failed. What a second failure means, the caller says.

import type { ZodType } from 'zod'
import { type Grant, nothing } from '../../kernel/agents.js'
import type { StructuredPrompt } from '../../kernel/protocol.js'
import { type Analysis, lead } from './analysis.js'
import { type CallId, calls, retryId } from './calls.js'

const usualTimeMs = 600_000
const read: Grant = { kind: 'read' }

/** Null: it failed twice, and the analysis goes on without. */
export async function hear<T, Raw>(
  { meeting }: Analysis,
  id: CallId,
  prompt: StructuredPrompt<NoInfer<Raw>>,
  schema: ZodType<T, Raw>,
): Promise<T | null> {
  const options = { ...optionsOf(id), schema }
  const first = await meeting.trySpeak<T, Raw>(lead, prompt, options)
  if (first.kind === 'said') return first.value
  const second = await meeting.trySpeak<T, Raw>(lead, prompt, { ...options, after: first })
  return second.kind === 'said' ? second.value : null
}

/** A turn that nothing can stand in for: after two failures the meeting pauses, and a resume makes the call again. */
export async function mustHear<T, Raw>(
  analysis: Analysis,
  call: { readonly id: CallId; readonly isRetry: boolean },
  prompt: StructuredPrompt<NoInfer<Raw>>,
  schema: ZodType<T, Raw>,
): Promise<T> {
  const { meeting } = analysis
  const options = { ...optionsOf(call.id), ...(call.isRetry ? { id: retryId } : {}), schema }
  for (;;) {
    const first = await meeting.trySpeak<T, Raw>(lead, prompt, options)
    if (first.kind === 'said') return first.value
    const second = await meeting.trySpeak<T, Raw>(lead, prompt, { ...options, after: first })
    if (second.kind === 'said') return second.value
    await meeting.pause(`The turn could not be made: ${second.reason}`)
  }
}

function optionsOf(id: CallId) {
  const call = calls[id]
  const seconds = 'seconds' in call ? call.seconds * 1000 : usualTimeMs
  return {
    id,
    tools: call.grant === 'read' ? read : nothing,
    maxOutput: call.maxOutput,
    timeoutMs: seconds,
    apart: call.apart,
    draft: true,
  }
}
