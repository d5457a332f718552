// Halts: the line of a rule, as a person reads it. What is no such line stays as it is.

/** `HALT condition=CITE-OR-FLAG agent=mira detail="…"` names the rule, the seat and what it found. */
export function haltWords(line: string): string {
  const [, condition, rest = ''] = /^HALT condition=(\S+)(.*)$/s.exec(line) ?? []
  if (condition === undefined) return line.replace(/^HALT /, '')
  const agent = /\bagent=(\S+)/.exec(rest)?.[1]
  const detail = /\bdetail="(.*)"/s.exec(rest)?.[1] ?? /\bdetail=(.*)$/s.exec(rest)?.[1]
  const rule = condition.toLowerCase().replaceAll('-', ' ')
  return [`the rule “${rule}”`, agent ? ` stopped ${agent}` : '', detail ? `: ${detail}` : ''].join('')
}
