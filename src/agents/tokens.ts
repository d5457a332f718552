// Tokens: what a text costs. Counted with a tokenizer, or estimated from its bytes where counting would take too long.

import { readFile } from 'node:fs/promises'
import { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants'
import type { Exchange, Prompt, Reply, Usage } from '../kernel/agents.js'
import { shippedFile } from '../workspace/library.js'
import { makeTable, openTable, type TokenTable, tokensOf } from './token-table.js'

/** For longer texts an exact count would take seconds; they are estimated. */
const countedBytes = 200_000
/** The encoder takes quadratic time on one unbroken run (a megabyte of dashes), so longer runs are cut. */
const longestRun = 256
const stretches = new RegExp(`[^]*?(?:\\S{${longestRun}}|\\s{${longestRun}})|[^]+$`, 'g')

/** Tokens in the o200k_base encoding. Text that spells a special token is counted as the text it is. */
export async function countTokens(text: string): Promise<number> {
  if (text === '') return 0
  if (Buffer.byteLength(text) > countedBytes) return roughTokens(text)
  const table = await o200k()
  const parts = text.match(stretches) ?? []
  const pieces = parts.flatMap((part) => part.match(O200K_TOKEN_SPLIT_REGEX) ?? [])
  return pieces.reduce((sum, piece) => sum + countOf(table, piece), 0)
}

/** Most words of a prompt come again in the next one. */
const counts = new Map<string, number>()
const mostCounts = 10_000

function countOf(table: TokenTable, piece: string): number {
  const known = counts.get(piece)
  if (known !== undefined) return known
  const count = tokensOf(table, Buffer.from(piece))
  if (counts.size >= mostCounts) counts.clear()
  counts.set(piece, count)
  return count
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

let loading: Promise<TokenTable> | undefined

/** Read at the first count. The build lays the table down; where it is missing it is made here, which takes half a second. */
function o200k(): Promise<TokenTable> {
  loading ??= readFile(shippedFile('dist/o200k.bin'))
    .then(openTable, () => null)
    .then(async (read) => read ?? madeHere())
  return loading
}

async function madeHere(): Promise<TokenTable> {
  const { default: tokens } = await import('gpt-tokenizer/bpeRanks/o200k_base')
  return openTable(makeTable(tokens))!
}
