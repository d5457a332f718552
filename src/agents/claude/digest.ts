// Digest: the conversation so far as text, for a voice without a session to continue. Sent once, with the first prompt.

import type { Exchange } from '../../kernel/agents.js'

export function withDigest(history: readonly Exchange[], text: string): string {
  if (history.length === 0) return text
  const before = history.flatMap(({ prompt, reply }) => [
    `# You were asked\n\n${prompt}`,
    `# You answered\n\n${reply}`,
  ])
  return [opening, ...before, `# You are asked now\n\n${text}`].join('\n\n')
}

const opening = 'You go on with a conversation that began earlier. This is what was said in it so far.'
