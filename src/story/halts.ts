// Halts: why a rule stopped a meeting, as a person reads it.

import type { HaltedData } from '../kernel/line-data.js'

/** Journals of today say which rule it was and why; older ones hold the rule's own line only. */
export function haltWords({ line, reason, rule, seat }: HaltedData): string {
  return reason === undefined ? lineWords(line) : inWords(rule, seat, reason)
}

function inWords(rule: string | undefined, seat: string | undefined, reason: string): string {
  if (rule === undefined) return reason
  const name = rule.toLowerCase().replaceAll('-', ' ')
  return [`the rule “${name}”`, seat ? ` stopped ${seat}` : '', reason ? `: ${reason}` : ''].join('')
}

/** `HALT condition=CITE-OR-FLAG agent=mira detail="…"` as the first journals have it. What is no such line stays as it is. */
function lineWords(line: string): string {
  const [, condition, rest = ''] = /^HALT condition=(\S+)(.*)$/s.exec(line) ?? []
  if (condition === undefined) return line.replace(/^HALT /, '')
  const seat = /\bagent=([^\s—]+)/.exec(rest)?.[1]
  const detail = /\bdetail="(.*)"/s.exec(rest)?.[1] ?? /\bdetail=(.*)$/s.exec(rest)?.[1]
  return inWords(condition, seat, detail ?? '')
}
