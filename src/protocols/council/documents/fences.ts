// Fences: which lines of a text are code. What stands in a fence is never read as structure.

export interface FenceLine {
  readonly text: string
  /** Inside a fence, or one of its two ends. */
  readonly fenced: boolean
}

export interface Fenced {
  readonly lines: readonly FenceLine[]
  /** The line that would close a fence left open. */
  readonly open: string | null
}

export function markFences(text: string): Fenced {
  let fence: string | null = null
  const lines = text.split('\n').map((line) => {
    if (fence === null) fence = opens(line)
    else if (closes(line, fence)) {
      fence = null
      return { text: line, fenced: true }
    }
    return { text: line, fenced: fence !== null }
  })
  return { lines, open: fence }
}

/** The lines that are not code, with their numbers from 0. */
export function proseLines(text: string): { readonly text: string; readonly at: number }[] {
  return markFences(text).lines.flatMap(({ text: line, fenced }, at) => (fenced ? [] : [{ text: line, at }]))
}

/** A block of data for a prompt. Its fence is longer than any run of backticks inside, so nothing inside can end it. */
export function fencedBlock(label: string, content: string): string {
  let longest = 3
  for (const run of content.matchAll(/`+/g)) longest = Math.max(longest, run[0].length)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${label}\n${content.replace(/\n$/, '')}\n${fence}`
}

/** A line of backticks with another backtick behind them is inline code, not a fence. */
function opens(line: string): string | null {
  const match = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(line)
  return match ? match[1]! : null
}

function closes(line: string, fence: string): boolean {
  const end = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1]
  return end !== undefined && end[0] === fence[0] && end.length >= fence.length
}
