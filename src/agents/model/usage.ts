// Usage: what a reply cost as the provider counted it, or an estimate where the provider did not.

import type { LanguageModelUsage } from 'ai'
import type { Prompt, Reply, Spending, ToolUse, Usage } from '../../kernel/agents.js'
import { isSound, together } from '../../kernel/cost/ledger.js'
import { tokensIn } from '../../rules/tokens.js'
import type { Tally } from '../tokens.js'
import type { StreamedReply } from './listen.js'

/** The sum over all steps. One step without a count makes the whole an estimate. */
export function cost(
  steps: readonly LanguageModelUsage[],
  said: Pick<Reply, 'text' | 'value'> & { readonly tools: readonly ToolUse[] },
  prompt: Prompt,
  tally: Tally,
): Spending {
  if (!steps.every(isCounted)) return estimate(steps.length, said, prompt, tally.estimate)
  tally.note(prompt, said)
  return together(steps.map(counted))
}

/** One request as the provider counted it. */
export function counted({ inputTokens, outputTokens, inputTokenDetails }: LanguageModelUsage): Usage {
  const { cacheReadTokens: cached, cacheWriteTokens: written } = inputTokenDetails
  return {
    input: inputTokens ?? 0,
    output: outputTokens ?? 0,
    ...(isSound(cached) && cached > 0 ? { cached } : {}),
    ...(isSound(written) && written > 0 ? { written } : {}),
    estimated: false,
  }
}

/** The cost of an interrupted reply: the finished steps, and an estimate of the unfinished one. Undefined where nothing arrived. */
export function costOfRemains(heard: StreamedReply, prompt: Prompt, tally: Tally): Spending | undefined {
  const steps = heard.usages.length + (heard.isOpen ? 1 : 0)
  if (steps === 0) return undefined
  const said = { text: [heard.besides.thinking, heard.heard].filter(Boolean).join('\n'), tools: heard.uses }
  if (!heard.usages.every(isCounted)) return estimate(steps, said, prompt, tally.peek)
  const paid = heard.usages.map(counted)
  if (!heard.isOpen) return together(paid)
  const { input, output } = tally.peek(prompt, said)
  return together([...paid, { input, output, estimated: true }])
}

/** A reply with a count that cannot be is estimated. */
export const isCounted = ({ inputTokens, outputTokens }: LanguageModelUsage): boolean =>
  isSound(inputTokens) && isSound(outputTokens) && inputTokens + outputTokens > 0

/** Every step reads the whole conversation again, with the tool results before it. */
function estimate(
  steps: number,
  said: Pick<Reply, 'text' | 'value'> & { readonly tools: readonly ToolUse[] },
  prompt: Prompt,
  once: Tally['estimate'],
): Usage {
  const single = once(prompt, said)
  const tools = tokensIn(
    said.tools.map(({ input, output }) => `${JSON.stringify(input)}\n${output}`).join('\n'),
  )
  const again = Math.max(0, steps - 1)
  return { ...single, input: single.input * Math.max(1, steps) + tools * again }
}
