// Tokens: what a text costs. Counted with a tokenizer, or estimated from its bytes where counting would take too long.

import type { Exchange, Prompt, Reply, Usage } from '../kernel/agents.js'

/** For longer texts an exact count would take seconds; they are estimated. */
const countedBytes = 200_000
/** The encoder takes quadratic time on one unbroken run (a megabyte of dashes), so longer runs are cut. */
const longestRun = 256
const stretches = new RegExp(`[^]*?(?:\\S{${longestRun}}|\\s{${longestRun}})|[^]+$`, 'g')

/** Tokens in the o200k_base encoding. Text that spells a special token is counted as the text it is. */
export async function countTokens(text: string): Promise<number> {
  if (text === '') return 0
  if (Buffer.byteLength(text) > countedBytes) return roughTokens(text)
  const encoding = await o200k()
  const plain = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() }
  const parts = text.match(stretches) ?? []
  return parts.reduce((sum, part) => sum + encoding.countTokens(part, plain), 0)
}

/** A quarter of the bytes, rounded up: an immediate estimate for reservations. */
export function roughTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4)
}

/** Estimates what each reply of one voice cost, for a backend whose provider gives no counts. */
export interface Tally {
  /** Adds the exchange to the conversation and returns what a model would have read and written for it. */
  estimate(prompt: Prompt, reply: Pick<Reply, 'text' | 'value'>): Promise<Usage>
  /** The same for an exchange that failed, and is no part of the conversation. */
  peek(prompt: Prompt, reply: Pick<Reply, 'text' | 'value'>): Promise<Usage>
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
  const peek: Tally['peek'] = async (prompt, reply) => {
    for (const text of uncounted.splice(0)) counted += await countTokens(text)
    const asked = [prompt.system, prompt.text, prompt.schema ? JSON.stringify(prompt.schema) : '']
    let input = counted
    for (const text of asked) input += await countTokens(text)
    return { input, output: await countTokens(spoken(reply)), estimated: true }
  }
  return {
    note,
    peek,
    async estimate(prompt, reply) {
      const usage = await peek(prompt, reply)
      note(prompt, reply)
      return usage
    },
  }
}

/** The text of a reply; for a structured one without text, its JSON. */
export function spoken(reply: Pick<Reply, 'text' | 'value'>): string {
  return reply.text || (reply.value === undefined ? '' : (JSON.stringify(reply.value) ?? ''))
}

let loading: Promise<typeof import('gpt-tokenizer/encoding/o200k_base')> | undefined

/** Loaded at the first count: the table of this encoding takes a fifth of a second. */
function o200k(): NonNullable<typeof loading> {
  loading ??= import('gpt-tokenizer/encoding/o200k_base')
  return loading
}
