// Embedded text: what others wrote, inside a document of ours. It may say anything and still be only text.
//
//   E1  No line of it is a heading at or above the level that the document uses, save those the caller vouches for.
//   E2  No fence, comment or raw block that it opens outlasts it.
//   E3  Embedding what is embedded already changes nothing.

export interface EmbedOptions {
  /** Headings down to this level are taken for ours, and so are not let through. 2 unless told. */
  level?: number
  /** Lines that the caller itself put there, such as phase markers. */
  vouched?: (line: string) => boolean
}

export function embed(text: string, { level = 2, vouched = () => false }: EmbedOptions = {}): string {
  const heading = new RegExp(`^( {0,3})(#{1,${level}})(?=[ \\t]|$)`)
  const lines = text.replaceAll('\r', '').split('\n')
  const safe: string[] = []
  for (let index = 0; index < lines.length; index++) {
    const fence = openingFence(lines[index]!)
    const end = fence && closingLine(fence, lines, index + 1)
    if (!fence)
      safe.push(
        vouched(lines[index]!) ? lines[index]! : defused(lines[index]!, lines[index - 1] ?? '', heading),
      )
    else if (end === undefined) safe.push(lines[index]!.replace(/[`~]/, '\\$&'))
    else {
      safe.push(...fenceLines(fence, lines.slice(index, end + 1)))
      index = end
    }
  }
  return safe
    .join('\n')
    .trimEnd()
    .replace(/^(?:[ \t]*\n)+/, '')
}

/** For a bullet: one line, in which no nested mark makes a heading either. */
export function oneLine(text: string): string {
  const line = text
    .split(/[\r\n]+/)
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ')
  const marks = /^(?:[-+*>]\s*|\d{1,9}[.)]\s+)*/.exec(line)![0]
  const rest = line.slice(marks.length)
  return /^#{1,6}(?:\s|$)/.test(rest) ? `${marks}\\${rest}` : line
}

export function bullets(items: readonly string[]): string {
  return items.map((item) => `- ${oneLine(item)}`).join('\n')
}

/** A block that nothing inside it can close. Its lines are indented, so that none stands where readers look for marks. */
export function fenced(content: string, info = ''): string {
  const longest = (content.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2)
  const fence = '`'.repeat(longest + 1)
  const lines = content.replace(/\n$/, '').split('\n')
  return [`${fence}${info}`, ...lines.map((line) => (line === '' ? '' : `  ${line}`)), fence].join('\n')
}

interface Fence {
  indent: number
  mark: string
}

function openingFence(line: string): Fence | undefined {
  const run = /^( {0,3})(`{3,}(?=[^`]*$)|~{3,})/.exec(line)
  return run ? { indent: run[1]!.length, mark: run[2]! } : undefined
}

/**
 * The index of the line that closes the fence; past the end when one at the left edge is left open; undefined when an
 * indented one is. An indented fence may belong to a list, which ends it early: it counts only if nothing in it can.
 */
function closingLine(fence: Fence, lines: readonly string[], from: number): number | undefined {
  for (let index = from; index < lines.length; index++) {
    const line = lines[index]!
    if (closes(fence, line)) return index
    if (line.trim() !== '' && line.search(/[^ ]/) < fence.indent) return undefined
  }
  return fence.indent === 0 ? lines.length : undefined
}

function closes(fence: Fence, line: string): boolean {
  const run = /^( {0,3})(`{3,}|~{3,})[ \t]*$/.exec(line)
  return run !== null && run[1]!.length >= fence.indent && run[2]!.startsWith(fence.mark)
}

/** Code stays as it is, but for lines that a reader of lines would take for a section. */
function fenceLines(fence: Fence, lines: readonly string[]): string[] {
  const inner = lines.map((line) => line.replace(/^(?=##[ \t])/, ' '))
  return lines.length > 1 && closes(fence, lines.at(-1)!) ? inner : [...inner, fence.mark]
}

function defused(line: string, above: string, heading: RegExp): string {
  if (heading.test(line)) return line.replace(heading, '$1\\$2')
  if (/^ {0,3}(?:=+|-+)[ \t]*$/.test(line) && above.trim() !== '') return line.replace(/[=-]/, '\\$&')
  if (/^ {0,3}<(?:[!?]|\/?[A-Za-z][A-Za-z0-9-]*(?=[\s/>]|$))/.test(line)) return line.replace('<', '\\<')
  return line
}
