// Header flags: checks the six values that every turn header needs, for the two helpers that print one.
import { isCount } from '../../../rules/counts.js'
import type { TurnHeader } from '../../../rules/turn-header.js'

export const HEADER_FLAGS = ['round', 'turn', 'speaker', 'role', 'turn-cost', 'running-total'] as const
export type HeaderFlag = (typeof HEADER_FLAGS)[number]

const COUNTS: readonly HeaderFlag[] = ['round', 'turn', 'turn-cost', 'running-total']

type Required = Pick<TurnHeader, 'round' | 'turn' | 'speaker' | 'role' | 'turnCost' | 'runningTotal'>

export type ReadHeader = { kind: 'header'; header: Required } | { kind: 'bad'; message: string }

export function readHeader(value: (flag: HeaderFlag) => string | undefined): ReadHeader {
  for (const flag of HEADER_FLAGS) {
    const message = faultOf(flag, value(flag))
    if (message !== undefined) return { kind: 'bad', message }
  }
  const given = (flag: HeaderFlag) => value(flag) ?? ''
  return {
    kind: 'header',
    header: {
      round: given('round'),
      turn: given('turn'),
      speaker: given('speaker'),
      role: given('role'),
      turnCost: given('turn-cost'),
      runningTotal: given('running-total'),
    },
  }
}

/** A line break in a name would let it write header lines of its own. */
function faultOf(flag: HeaderFlag, value: string | undefined): string | undefined {
  if (!value) return `--${flag} is required`
  if (COUNTS.includes(flag)) {
    return isCount(value) ? undefined : `--${flag} must be a non-negative integer (got: '${value}')`
  }
  return /[\r\n]/.test(value) ? `--${flag} must be a single line` : undefined
}
