// Secret patterns: replaces known kinds of secret by a mark that says what was there. Never shows the secret itself.
//
//   MASK1  Text without a match comes back unchanged, line ends included.
//
// Every pattern looks at each character a bounded number of times, so a line of a megabyte is no danger. All patterns are ASCII, so
// bytes read as Latin-1 may be scrubbed as well as text.

import { scrubPrivateKeys } from './private-keys.js'

export interface SecretFound {
  /** From 1. */
  line: number
  /** The mark left in its place. */
  mark: string
}

export interface Scrubbed {
  text: string
  found: readonly SecretFound[]
}

export function scrubSecrets(text: string): Scrubbed {
  const found: SecretFound[] = []
  const note = (index: number, mark: string) => found.push({ line: index + 1, mark })
  const lines = scrubPrivateKeys(text.split('\n'), note).map((line, index) =>
    PATTERNS.reduce(
      (scrubbed, pattern) => replaceMatches(scrubbed, pattern, (mark) => note(index, mark)),
      line,
    ),
  )
  if (found.length === 0) return { text, found }
  return { text: lines.join('\n'), found: found.toSorted((one, other) => one.line - other.line) }
}

interface Pattern {
  find: RegExp
  mark: string
  /** Which part of the match stays, given its groups; nothing unless given. */
  keep?: (groups: readonly string[]) => string
}

const OPAQUE = 'REDACTED-OPAQUE-SECRET'
const NAMES = 'api[_-]?key|token|secret|password'
// A value that already is a mark is left alone, so that scrubbing twice reports nothing twice.
const VALUE = `(?!(?:(?:${NAMES})=)?${OPAQUE})[A-Za-z0-9_+/=.-]{20,}`

/** Order matters: the last two match any value after a name like `token`, so the specific kinds come first. */
const PATTERNS: readonly Pattern[] = [
  { find: /AKIA[A-Z0-9]{16}/g, mark: 'REDACTED-AWS-KEY' },
  { find: /gh[psour]_[A-Za-z0-9]{30,}/g, mark: 'REDACTED-GITHUB-TOKEN' },
  { find: /github_pat_[A-Za-z0-9_]{30,}/g, mark: 'REDACTED-GITHUB-TOKEN' },
  { find: /glpat-[A-Za-z0-9_-]{20,}/g, mark: 'REDACTED-GITLAB-TOKEN' },
  { find: /xox[abeprs]-[A-Za-z0-9-]{20,}/g, mark: 'REDACTED-SLACK-TOKEN' },
  { find: /npm_[A-Za-z0-9]{36}/g, mark: 'REDACTED-NPM-TOKEN' },
  { find: /AIza[A-Za-z0-9_-]{35}/g, mark: 'REDACTED-GOOGLE-KEY' },
  { find: /sk-(?:ant-|proj-)[A-Za-z0-9_-]{20,}/g, mark: 'REDACTED-MODEL-KEY' },
  {
    find: new RegExp(`(${NAMES})("[ \\t]*:[ \\t]*")${VALUE}(?=")`, 'gi'),
    mark: OPAQUE,
    keep: ([name, between]) => `${name}${between}`,
  },
  {
    find: new RegExp(`(${NAMES})[ \\t]*[:=][ \\t]*"?${VALUE}"?`, 'gi'),
    mark: OPAQUE,
    keep: ([name]) => `${name}=`,
  },
]

function replaceMatches(line: string, pattern: Pattern, note: (mark: string) => void): string {
  return line.replace(pattern.find, (_match, ...rest: unknown[]) => {
    note(pattern.mark)
    const groups = rest.filter((part) => typeof part === 'string')
    return (pattern.keep?.(groups) ?? '') + pattern.mark
  })
}
