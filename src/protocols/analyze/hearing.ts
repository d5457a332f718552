// How the lead is heard: one call, made once more where it failed. What a second failure means, the caller says.

import type { ZodType } from 'zod'
import { type Grant, nothing } from '../../kernel/agents.js'
import type { Said, StructuredPrompt } from '../../kernel/protocol.js'
import { type Analysis, lead } from './analysis.js'
import { type CallId, calls, retryId } from './calls.js'

const usualTimeMs = 600_000
const read: Grant = { kind: 'read' }

/** Null: it failed twice, and the analysis goes on without. */
export async function hear<T, Raw>(
  analysis: Analysis,
  id: CallId,
  prompt: StructuredPrompt<NoInfer<Raw>>,
  schema: ZodType<T, Raw>,
): Promise<T | null> {
  const { meeting } = analysis
  const options = { ...optionsOf(id), schema }
  const first = await meeting.trySpeak<T, Raw>(lead, prompt, options)
  if (first.kind === 'said') return heeded(analysis, first)
  const second = await meeting.trySpeak<T, Raw>(lead, prompt, { ...options, after: first })
  return second.kind === 'said' ? heeded(analysis, second) : null
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
    if (first.kind === 'said') return heeded(analysis, first)
    const second = await meeting.trySpeak<T, Raw>(lead, prompt, { ...options, after: first })
    if (second.kind === 'said') return heeded(analysis, second)
    await meeting.pause(`The turn could not be made: ${second.reason}`)
  }
}

/** Where no model spoke, every document says so. */
function heeded<T>(analysis: Analysis, said: Said<T>): T {
  if (said.backend === 'rehearsal') analysis.degraded.add('rehearsal')
  return said.value
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
