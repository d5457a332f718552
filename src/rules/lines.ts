// Lines: how every rule cuts text into lines. LF ends a line, a CR before it is dropped, a final LF opens no further line.

export function linesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/** Text that must stand on one line: each run of line breaks becomes one space. */
export function onOneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ')
}

/** Text to which lines can be added: with a line break at its end, unless it is empty. */
export function endedByBreak(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}
