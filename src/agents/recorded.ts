// Recorded agents: the backends of a meeting as its journal names them, so that a resume uses the same. Loads nothing.

import type { Line } from '../kernel/line.js'
import type { Foreseen } from '../rules/forecast.js'
import { isPrice, type Price } from '../rules/money.js'
import { fieldsOf, isRecord } from '../rules/values.js'

/** The backends of a meeting. */
export interface Agents {
  /** `rehearsal`, `script:FILE`, `model:anthropic/NAME`, … */
  readonly default: string
  readonly seats: Readonly<Record<string, string>>
  /** The most tokens that it may cost. */
  readonly ceiling: number | null
  /** The most that it may cost, in millionths of a dollar. */
  readonly costCeiling?: number
  /** What each voice cost when it was opened, null where that was not known. Only for readers: a run goes by what is known then. */
  readonly prices?: Readonly<Record<string, Price | null>>
  /** What it was expected to cost. Only for readers. */
  readonly foreseen?: Foreseen
  readonly timeoutSeconds: number
  /** The answers in its script are not used: settings named the script, and only the person can answer for themselves. */
  readonly answers?: false
  /** Captures the run into a script file. */
  readonly record?: string
}

/** The agents that the last adoption names, else the first line; undefined where none can be read. */
export function agentsIn(lines: readonly Line[]): Agents | undefined {
  const [first] = lines
  const opened = first?.kind === 'opened' ? first : undefined
  const named = lines.findLast((line) => line.kind === 'adopted') ?? opened
  return isAgents(named?.data.agents) ? named.data.agents : undefined
}

export function isAgents(value: unknown): value is Agents {
  const { default: usual, seats, ceiling, costCeiling, prices, timeoutSeconds, record } = fieldsOf(value)
  return (
    typeof usual === 'string' &&
    isRecord(seats) &&
    Object.values(seats).every((name) => typeof name === 'string') &&
    (ceiling === null || typeof ceiling === 'number') &&
    (costCeiling === undefined || typeof costCeiling === 'number') &&
    (prices === undefined || arePrices(prices)) &&
    typeof timeoutSeconds === 'number' &&
    (record === undefined || typeof record === 'string')
  )
}

function arePrices(value: unknown): boolean {
  return isRecord(value) && Object.values(value).every((one) => one === null || isPrice(one))
}
