// Ceiling: which limit left no room when a meeting last stopped, and what to ask for instead. Pure.

import type { FormField } from '../../../hall/api.js'
import { WrongUsage } from '../../../kernel/errors.js'
import type { Line } from '../../../kernel/line/line.js'
import { dollars } from '../../../rules/money.js'
import type { Story } from '../../../view/story.js'
import type { Faults } from '../form/filled.js'

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

/** What a person is asked for instead of it. */
export function higherThan({ label, now }: SpentCeiling): FormField {
  return { kind: 'text', name: 'higher', label, help: `such as ${2 * now}`, choices: [] }
}

/** What is wrong with what they gave. */
export function notHigher({ of, now }: SpentCeiling, given: string): Faults {
  const raised = Number(given)
  if (raised > now && (of === 'cost' || Number.isSafeInteger(raised))) return {}
  const hint = of === 'cost' ? 'Give an amount in dollars.' : 'Give a whole number.'
  return { higher: new WrongUsage(`It must be more than ${now}.`, hint) }
}
