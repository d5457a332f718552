// Write boundary: may a meeting write to this path? Checks only the text of the path; the code that opens the file checks links.
//
//   PATH1  A path that is absolute or contains `..` anywhere is refused before any other check.
//   PATH2  A path is allowed only by a rule that names it; any other path is refused.

export type WriteVerdict = { kind: 'allowed' } | { kind: 'refused'; detail: string }

/** The path is relative to the project's root. */
export function judgeWrite(path: string): WriteVerdict {
  const shown = path.replace(/[\u0000-\u001f\u007f]+/g, ' ')
  if (path.startsWith('/') || path.includes('..')) {
    return { kind: 'refused', detail: `absolute or ..-bearing path: ${shown}` }
  }
  // A control character in a path is never meant, and could break the line that reports it.
  if (path === shown && ALLOWED.some((rule) => rule.test(path))) return { kind: 'allowed' }
  return { kind: 'refused', detail: `${shown} is outside the state-free write boundary` }
}

const ALLOWED: readonly RegExp[] = [
  /^\.gaia\/artifacts\/creative-artifacts\/./,
  /^\.gaia\/state\/action-items\.yaml$/,
  /^\.gaia\/memory\/[A-Za-z0-9_.-]+-sidecar\/decisions\/./,
  /^\.gaia\/memory\/meeting-sessions\/.*\.yaml$/,
  /^\.gaia\/custom\/skills\/./,
]
