// Messages: a seat's conversation as a provider wants it. Only ever appended to, so that prompt caches hit.

import type { ModelMessage, SystemModelMessage } from 'ai'
import type { Exchange } from '../../kernel/agents.js'

/** Where Anthropic may cut its cache; other providers do not read it, and cache by themselves. */
const cached = { providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' as const } } } }

export const systemMessage = (content: string): SystemModelMessage => ({ role: 'system', content, ...cached })

/** What was said so far, as turns of two, and what is asked now. */
export function conversation(history: readonly Exchange[], text: string): ModelMessage[] {
  const before = history.flatMap(({ prompt, reply }): ModelMessage[] => [
    { role: 'user', content: prompt },
    // Providers refuse an empty message, and two of the user's in a row.
    { role: 'assistant', content: reply.trim() === '' ? '(nothing was said)' : reply },
  ])
  const last = before.pop()
  return [...before, ...(last ? [{ ...last, ...cached }] : []), { role: 'user', content: text }]
}
