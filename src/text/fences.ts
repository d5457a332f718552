// Fences: which lines of a text are code. What is in a fence is never read as structure.

export interface Fences {
  /** For each line, whether it is inside a fence or one of its two ends. */
  readonly code: readonly boolean[]
  /** The line that closes a fence that was left open. */
  readonly open: string | null
}

export function fencesIn(lines: readonly string[]): Fences {
  let fence: string | null = null
  const code = lines.map((line) => {
    const within = fence !== null
    if (fence === null) fence = opening(line)
    else if (closes(line, fence)) fence = null
    return within || fence !== null
  })
  return { code, open: fence }
}

/** Backticks with another backtick later in the line are inline code, not a fence. */
function opening(line: string): string | null {
  return /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1] ?? null
}

function closes(line: string, fence: string): boolean {
  return /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1]?.startsWith(fence) === true
}
