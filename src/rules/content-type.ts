// Content type: what a pinned text is, guessed from its first non-blank line. The first rule that fits its start decides.

export const CONTENT_TYPES = ['json', 'ts', 'py', 'sh', 'md', 'go', 'swift', 'kt', 'rs', 'java'] as const
export type ContentType = (typeof CONTENT_TYPES)[number]

export function isContentType(text: string): text is ContentType {
  return (CONTENT_TYPES as readonly string[]).includes(text)
}

export function detectType(content: string): ContentType {
  const line = firstLine(content)
  return RULES.find(([start]) => start.test(line))?.[1] ?? 'md'
}

/** The first non-blank line without its indent; empty when there is none. Blank as ASCII has it. */
export function firstLine(content: string): string {
  const from = content.search(/[^ \t\r\n\v\f]/)
  if (from < 0) return ''
  const to = content.indexOf('\n', from)
  return to < 0 ? content.slice(from) : content.slice(from, to)
}

const RULES: readonly (readonly [RegExp, ContentType])[] = [
  [/^#!(?:\/usr\/bin\/env (?:bash|sh)|\/bin\/(?:bash|sh))/, 'sh'],
  [/^[{[]/, 'json'],
  [/^#\s/, 'md'],
  [/^(?:interface |export |function |type .*=)/, 'ts'],
  [/^def /, 'py'],
  [/^(?:package |func )/, 'go'],
  [/^fn .*\(/, 'rs'],
  [/^fun /, 'kt'],
  [/^(?:public class |public static |class .*\{)/, 'java'],
  [/^import (?:Foundation|UIKit|SwiftUI|Combine)/, 'swift'],
  [/^(?:import |from .* import )/, 'py'],
]
