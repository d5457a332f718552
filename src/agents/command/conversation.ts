// Conversation: what a program reads on its stdin. It is a new process for every call, so it gets the whole conversation each time.

import type { Exchange, Prompt } from '../../kernel/agents.js'

export function conversation(prompt: Prompt, history: readonly Exchange[]): string {
  const before = history.flatMap((past) => [
    `# You were asked\n\n${past.prompt}`,
    `# You answered\n\n${past.reply}`,
  ])
  const now = history.length > 0 ? `# You are asked now\n\n${prompt.text}` : prompt.text
  return `${[prompt.system, ...before, now, ...(prompt.schema ? [shaped(prompt.schema)] : [])].filter(Boolean).join('\n\n')}\n`
}

function shaped(schema: NonNullable<Prompt['schema']>): string {
  return `Answer with one JSON object that fits this JSON schema, and with nothing after it:\n\n${JSON.stringify(schema)}`
}
