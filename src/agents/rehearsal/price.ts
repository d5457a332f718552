// Price: what a rehearsed meeting would cost with a real model, in turns and tokens. Only an estimate, and labelled as one.

import type { Usage } from '../../kernel/agents.js'

export interface Price {
  readonly turns: number
  readonly input: number
  readonly output: number
  /** For people: "12 turns, about 34000 tokens on M". */
  readonly text: string
}

/** From the usages of the calls that the rehearsal made. Replies of a real model are often longer, which this cannot know. */
export function price(usages: readonly Usage[], model: string): Price {
  const turns = usages.length
  const input = usages.reduce((sum, usage) => sum + usage.input, 0)
  const output = usages.reduce((sum, usage) => sum + usage.output, 0)
  const text = `${turns} ${turns === 1 ? 'turn' : 'turns'}, about ${about(input + output)} tokens on ${model}`
  return { turns, input, output, text }
}

/** Rounded to two digits: more would look exact, and this is an estimate. */
function about(tokens: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, tokens))) - 1)
  return Math.round(tokens / unit) * unit
}
