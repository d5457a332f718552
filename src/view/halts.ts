// Halts: why a rule stopped a meeting, as a person reads it.

import type { HaltedData } from '../kernel/line/line-data.js'

/** The rule and its reason; the rule's own line where a protocol gives no reason. */
export function haltWords({ line, reason, rule, seat }: HaltedData): string {
  return reason === undefined ? line.replace(/^HALT /, '') : inWords(rule, seat, reason)
}

function inWords(rule: string | undefined, seat: string | undefined, reason: string): string {
  if (rule === undefined) return reason
  const name = rule.toLowerCase().replaceAll('-', ' ')
  return [`the rule “${name}”`, seat ? ` stopped ${seat}` : '', reason ? `: ${reason}` : ''].join('')
}
