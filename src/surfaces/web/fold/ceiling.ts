// Ceiling: which limit left no room when a meeting last stopped, and what to ask for instead. Pure.

import type { Line } from '../../../kernel/line/line.js'
import { dollars } from '../../../rules/money.js'
import type { Story } from '../../../view/story.js'

export interface SpentCeiling {
  readonly of: 'tokens' | 'cost'
  /** In tokens, or in dollars. */
  readonly now: number
  readonly label: string
}

/** The ceiling that left no room when it last stopped; null where it stopped for another reason. */
export function spentCeiling(
  lines: readonly Line[],
  { ceiling, costCeiling }: Pick<Story, 'ceiling' | 'costCeiling'>,
): SpentCeiling | null {
  const last = lines.findLast(({ kind }) => kind === 'halted')
  if (last?.kind !== 'halted' || last.data.rule !== 'ceiling') return null
  const overCost = last.data.over === 'cost' || ceiling === null
  if (overCost && costCeiling !== null) {
    const label = `Cost ceiling in dollars, now ${dollars(costCeiling)}`
    return { of: 'cost', now: costCeiling / 1_000_000, label }
  }
  if (ceiling === null) return null
  return { of: 'tokens', now: ceiling, label: `Token ceiling, now ${ceiling.toLocaleString('en')}` }
}
