// Messages: a seat's conversation as a provider wants it. Only ever appended to, so that prompt caches hit.

import type { ModelMessage, SystemModelMessage } from 'ai'
import type { Exchange } from '../../kernel/agents.js'

/** Marks how far Anthropic should cache; other providers ignore it and cache by themselves. */
const cached = { providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' as const } } } }

export const systemMessage = (content: string): SystemModelMessage => ({ role: 'system', content, ...cached })

/** The conversation so far as pairs of messages, then the new prompt. */
export function conversation(history: readonly Exchange[], text: string): ModelMessage[] {
  const before = history.flatMap(({ prompt, reply }): ModelMessage[] => [
    { role: 'user', content: prompt },
    // Providers refuse an empty message, and two user messages in a row.
    { role: 'assistant', content: reply.trim() === '' ? '(nothing was said)' : reply },
  ])
  const last = before.pop()
  return [...before, ...(last ? [{ ...last, ...cached }] : []), { role: 'user', content: text }]
}
