// Usage: what a reply cost as the provider counted it, or as a tokenizer estimates it where the provider did not.

import type { LanguageModelUsage } from 'ai'
import type { Prompt, Reply, ToolUse, Usage } from '../../kernel/agents.js'
import { countTokens, type Tally } from '../tokens.js'

/** The sum over all steps. One step without a count makes the whole an estimate. */
export async function cost(
  steps: readonly LanguageModelUsage[],
  said: Pick<Reply, 'text' | 'value'> & { readonly tools: readonly ToolUse[] },
  prompt: Prompt,
  tally: Tally,
): Promise<Usage> {
  if (!steps.every(isCounted)) return estimate(steps.length, said, prompt, tally)
  tally.note(prompt, said)
  const cached = total(steps, (step) => step.inputTokenDetails.cacheReadTokens)
  return {
    input: total(steps, (step) => step.inputTokens),
    output: total(steps, (step) => step.outputTokens),
    ...(cached > 0 ? { cached } : {}),
    estimated: false,
  }
}

const isCounted = ({ inputTokens, outputTokens }: LanguageModelUsage): boolean =>
  inputTokens !== undefined && outputTokens !== undefined && inputTokens + outputTokens > 0

const total = (
  steps: readonly LanguageModelUsage[],
  of: (step: LanguageModelUsage) => number | undefined,
): number => steps.reduce((sum, step) => sum + (of(step) ?? 0), 0)

/** Every step reads the whole conversation again, with the tool results before it. */
async function estimate(
  steps: number,
  said: Pick<Reply, 'text' | 'value'> & { readonly tools: readonly ToolUse[] },
  prompt: Prompt,
  tally: Tally,
): Promise<Usage> {
  const once = await tally.estimate(prompt, said)
  const tools = await countTokens(
    said.tools.map(({ input, output }) => `${JSON.stringify(input)}\n${output}`).join('\n'),
  )
  const again = Math.max(0, steps - 1)
  return { ...once, input: once.input * Math.max(1, steps) + tools * again }
}
