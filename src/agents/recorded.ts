// Recorded agents: the backends of a meeting as its journal names them, so that a resume uses the same. Loads nothing.

import type { Journal } from '../kernel/line/journal.js'
import type { Line } from '../kernel/line/line.js'
import { isPrice, type Price } from '../rules/money.js'
import { fieldsOf, isRecord } from '../rules/values.js'

/** The backends of a meeting. */
export interface Agents {
  /** `script:FILE`, `model:anthropic/NAME`, … */
  readonly default: string
  readonly seats: Readonly<Record<string, string>>
  /** The most tokens that it may cost. */
  readonly ceiling: number | null
  /** The most that it may cost, in millionths of a dollar. */
  readonly costCeiling?: number
  /** What each voice cost when it was opened, null where that was not known. Only for readers: a run goes by what is known then. */
  readonly prices?: Readonly<Record<string, Price | null>>
  readonly timeoutSeconds: number
  /** The answers in its script are not used: settings named the script, and only the person can answer for themselves. */
  readonly answers?: false
  /** Captures the run into a script file. */
  readonly record?: string
}

/** The voice of a meeting without seats. */
export const nobody = 'own:nobody'

/** Every voice that is named, once. */
export function voicesIn({ default: usual, seats }: Pick<Agents, 'default' | 'seats'>): readonly string[] {
  return [...new Set([usual, ...Object.values(seats)])]
}

/** Some seat speaks only while a host is connected. */
export function needsHost(agents: Pick<Agents, 'default' | 'seats'>): boolean {
  return voicesIn(agents).includes('host')
}

/** The same, of the meeting that this journal is of, as it stands now. */
export async function isVoicedByHost(journal: Pick<Journal, 'readable'>): Promise<boolean> {
  const agents = agentsIn((await journal.readable()).lines)
  return agents !== undefined && needsHost(agents)
}

/** The agents that the last line about them names: a change, or the opening; undefined where none can be read. */
export function agentsIn(lines: readonly Line[]): Agents | undefined {
  for (const line of lines.toReversed()) {
    const named = namedIn(line)
    if (named !== undefined) return isAgents(named) ? named : undefined
  }
  return undefined
}

/** Undefined for lines that are not about who speaks. */
function namedIn(line: Line): unknown {
  if (line.kind === 'opened') return line.data.agents ?? null
  if (line.kind !== 'noted' || !line.data.aside || line.data.kind !== 'voices') return undefined
  return line.data.data.agents ?? null
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
