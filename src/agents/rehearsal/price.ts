// Price: what a rehearsed meeting would cost with a real model, in turns, tokens and money. Only an estimate, and labelled as one.

import type { Usage } from '../../kernel/agents.js'
import { grouped } from '../../rules/figures.js'
import { costOf, dollars, type Price as VoicePrice } from '../../rules/money.js'

export interface Price {
  readonly turns: number
  readonly input: number
  readonly output: number
  /** For people: "12 turns with at least 34,000 tokens on M, at least $0.31". */
  readonly text: string
}

/**
 * From the usages of the calls that the rehearsal made. A real model reads files and says more, which this cannot know: so it is the least. `costs` is null
 * where the price of the voice is not known.
 */
export function price(usages: readonly Usage[], model: string, costs?: VoicePrice | null): Price {
  const turns = usages.length
  const input = usages.reduce((sum, usage) => sum + usage.input, 0)
  const output = usages.reduce((sum, usage) => sum + usage.output, 0)
  const text = `${turns} ${turns === 1 ? 'turn' : 'turns'} with at least ${grouped(about(input + output))} tokens on ${model}${money(usages, costs)}`
  return { turns, input, output, text }
}

/** Nothing from a cache: what a provider keeps, a rehearsal cannot know. */
function money(usages: readonly Usage[], price: VoicePrice | null | undefined): string {
  if (price === undefined) return ''
  if (price === null) return ', price unknown'
  return `, at least ${dollars(usages.reduce((sum, usage) => sum + costOf(usage, price), 0))}`
}

/** Rounded to two digits: more would look exact, and this is an estimate. */
function about(tokens: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, tokens))) - 1)
  return Math.round(tokens / unit) * unit
}
