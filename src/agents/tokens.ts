// Tokens: what a text costs. Counted with a real encoding where there is time, by bytes where there is none.

import type { Exchange, Prompt, Reply, Usage } from '../kernel/agents.js'

/** Texts beyond this are not worth the seconds that an exact count takes. */
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

/** A quarter of the bytes, rounded up: for reservations, at once and without a tokenizer. */
export function roughTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4)
}

/** Estimates what each reply of one voice cost, for a backend that is told no counts. */
export interface Tally {
  /** Notes the exchange as part of the conversation, and tells what a model would have read and written for it. */
  estimate(prompt: Prompt, reply: Pick<Reply, 'text' | 'value'>): Promise<Usage>
  /** Notes an exchange whose cost is known. */
  note(prompt: Prompt, reply: Pick<Reply, 'text' | 'value'>): void
}

/** A model reads the whole conversation again with every prompt, so the input grows with what was said. */
export function tally(history: readonly Exchange[]): Tally {
  let counted = 0
  const uncounted = history.flatMap(({ prompt, reply }) => [prompt, reply])
  const note: Tally['note'] = (prompt, reply) => {
    uncounted.push(prompt.text, spoken(reply))
  }
  return {
    note,
    async estimate(prompt, reply) {
      for (const text of uncounted.splice(0)) counted += await countTokens(text)
      const asked = [prompt.system, prompt.text, prompt.schema ? JSON.stringify(prompt.schema) : '']
      let input = counted
      for (const text of asked) input += await countTokens(text)
      note(prompt, reply)
      return { input, output: await countTokens(spoken(reply)), estimated: true }
    },
  }
}

/** The words of a reply; for a structured one without words, its JSON. */
export function spoken(reply: Pick<Reply, 'text' | 'value'>): string {
  return reply.text || (reply.value === undefined ? '' : (JSON.stringify(reply.value) ?? ''))
}

let loading: Promise<typeof import('gpt-tokenizer/encoding/o200k_base')> | undefined

/** Loaded at the first count: the table of this encoding takes a fifth of a second. */
function o200k(): NonNullable<typeof loading> {
  loading ??= import('gpt-tokenizer/encoding/o200k_base')
  return loading
}
