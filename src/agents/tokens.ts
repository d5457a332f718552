// Tokens: what the replies of a voice cost where its provider gives no counts.

import type { Exchange, Prompt, Reply, Usage } from '../kernel/agents.js'
import { tokensIn } from '../rules/tokens.js'

/** Estimates what each reply of one voice cost, for a backend whose provider gives no counts. */
export interface Tally {
  /** Adds the exchange to the conversation and returns what a model would have read and written for it. */
  estimate(prompt: Prompt, reply: Pick<Reply, 'text' | 'value'>): Usage
  /** The same for an exchange that failed, and is no part of the conversation. */
  peek(prompt: Prompt, reply: Pick<Reply, 'text' | 'value'>): Usage
  /** Adds an exchange whose cost is known already. */
  note(prompt: Prompt, reply: Pick<Reply, 'text' | 'value'>): void
}

/** A model reads the whole conversation again with every prompt, so the input grows with what was said. */
export function tally(history: readonly Exchange[]): Tally {
  let counted = 0
  const uncounted = history.flatMap(({ prompt, reply }) => [prompt, reply])
  const note: Tally['note'] = (prompt, reply) => {
    uncounted.push(prompt.text, spoken(reply))
  }
  const peek: Tally['peek'] = (prompt, reply) => {
    for (const text of uncounted.splice(0)) counted += tokensIn(text)
    const asked = [prompt.system, prompt.text, prompt.schema ? JSON.stringify(prompt.schema) : '']
    const input = asked.reduce((sum, text) => sum + tokensIn(text), counted)
    return { input, output: tokensIn(spoken(reply)), estimated: true }
  }
  return {
    note,
    peek,
    estimate(prompt, reply) {
      const usage = peek(prompt, reply)
      note(prompt, reply)
      return usage
    },
  }
}

/** The text of a reply; for a structured one without text, its JSON. */
export function spoken(reply: Pick<Reply, 'text' | 'value'>): string {
  return reply.text || (reply.value === undefined ? '' : (JSON.stringify(reply.value) ?? ''))
}
