// Numbered lines: how `read_file` shows a file, so that a receipt which keeps only the digest of what was shown can still be checked.

/** The most that is shown at a time. */
export const MOST_LINES = 2000
export const MOST_CHARACTERS = 200_000

export interface LineRange {
  readonly from: number
  /** Infinity: to the end. */
  readonly to: number
}

/** "10", "10-40", "10-"; left out, the whole file. */
export function rangeIn(lines: string | undefined): LineRange {
  if (lines === undefined) return { from: 1, to: Number.POSITIVE_INFINITY }
  const [from, to] = lines.split('-').map((part) => part.trim())
  return {
    from: Math.max(1, Number(from)),
    to: to === undefined ? Number(from) : to === '' ? Number.POSITIVE_INFINITY : Number(to),
  }
}

/** `ended`: whether a line end follows the last of them. */
export function numbered(lines: readonly string[], from: number, ended: boolean): string {
  const text = lines.map((line, at) => `${from + at}\t${line}`).join('\n')
  return lines.length > 0 && ended ? `${text}\n` : text
}

/** What follows a text that is not all there is. */
export function withRest(shown: string, next: number): string {
  return `${shown.replace(/\n?$/, '\n')}(Cut here. The rest: lines "${next}-".)`
}

/** The lines of a file, and whether its last one ends. */
export function linesOf(text: string): { readonly lines: readonly string[]; readonly ended: boolean } {
  if (text === '') return { lines: [], ended: true }
  const lines = text.split('\n')
  return text.endsWith('\n') ? { lines: lines.slice(0, -1), ended: true } : { lines, ended: false }
}

/** What `read_file` shows of these lines; null where it would show no line, or not even one of them whole. */
export function pageOf(
  { lines, ended }: ReturnType<typeof linesOf>,
  { from, to }: LineRange,
): { readonly output: string; readonly first: number; readonly last: number } | null {
  const wanted = lines.slice(from - 1, Math.min(to, lines.length))
  const shown = wanted.slice(0, MOST_LINES)
  const last = from + shown.length - 1
  const text = numbered(shown, from, ended || last < lines.length)
  if (shown.length === 0 || text.length > MOST_CHARACTERS) return null
  const output = wanted.length > shown.length ? withRest(text, last + 1) : text
  return { output, first: from, last }
}
