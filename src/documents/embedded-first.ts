// Embedding as the first versions of the protocols did it. Their journals vouch for these bytes, so it stays as it is; new meetings
// use embedded.ts, which knows HTML inside a line, link references and fences inside lists as well.

import type { Embedding, EmbedOptions } from './embedded.js'

export const firstEmbedding: Embedding = { block: embed, line: oneLine }

function embed(text: string, { level = 2, vouched = () => false }: EmbedOptions = {}): string {
  const heading = new RegExp(`^( {0,3})(#{1,${level}})(?=[ \\t]|$)`)
  // Some readers break lines at the last two, so a heading could hide behind them.
  const lines = text.replaceAll('\r', '').split(/[\n\u2028\u2029]/)
  const safe: string[] = []
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index]!
    const fence = openingFence(line)
    const end = fence && fenceEnd(fence, lines, index + 1, vouched)
    if (fence && end !== undefined) {
      safe.push(fenceBlock(fence, lines.slice(index, end)))
      index = end - 1
    } else if (fence) safe.push(line.replace(/[`~]/, '\\$&'))
    else safe.push(vouched(line) ? line : defused(line, lines[index - 1] ?? '', heading))
  }
  const joined = safe.join('\n').trimEnd()
  return joined.replace(/^(?:[ \t]*\n)+/, '')
}

/** For a bullet: one line that cannot become a heading inside the list item. */
function oneLine(text: string): string {
  const line = text
    .split(/[\r\n\u2028\u2029]+/)
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ')
  const marks = /^(?:[-+*>]\s*|\d{1,9}[.)]\s+)*/.exec(line)![0]
  const rest = line.slice(marks.length)
  return /^#{1,6}(?:\s|$)/.test(rest) ? `${marks}\\${rest}` : line
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
 * The index after the fence's last line. An unclosed fence at the left edge runs to the end of the text, or to the next line of
 * the caller's. An indented one may end early with its list item, so it counts as a fence only if nothing in it can end the item.
 */
function fenceEnd(
  fence: Fence,
  lines: readonly string[],
  from: number,
  vouched: (line: string) => boolean,
): number | undefined {
  const atEdge = fence.indent === 0
  const last = atEdge ? lines.length : Math.min(lines.length, from + LONGEST_INDENTED)
  for (let index = from; index < last; index++) {
    const line = lines[index]!
    if (closes(fence, line)) return index + 1
    if (atEdge && vouched(line)) return index
    if (line.trim() !== '' && line.search(/[^ ]/) < fence.indent) return undefined
  }
  return atEdge ? lines.length : undefined
}

// A limit, because a text of nothing but opening fences would otherwise be read once for each of them.
const LONGEST_INDENTED = 100

function closes(fence: Fence, line: string): boolean {
  const run = /^( {0,3})(`{3,}|~{3,})[ \t]*$/.exec(line)
  return run !== null && run[1]!.length >= fence.indent && run[2]!.startsWith(fence.mark)
}

/** Code stays as it is, except lines that a tool reading line by line would take for a heading. */
function fenceBlock(fence: Fence, lines: readonly string[]): string {
  const inner = lines.map((line) => line.replace(/^(?=##[ \t])/, ' ')).join('\n')
  return lines.length > 1 && closes(fence, lines.at(-1)!) ? inner : `${inner}\n${fence.mark}`
}

function defused(line: string, above: string, heading: RegExp): string {
  if (heading.test(line)) return line.replace(heading, '$1\\$2')
  if (/^ {0,3}(?:=+|-+)[ \t]*$/.test(line) && above.trim() !== '') return line.replace(/[=-]/, '\\$&')
  if (/^ {0,3}<(?:[!?]|\/?[A-Za-z][A-Za-z0-9-]*(?=[\s/>]|$))/.test(line)) return line.replace('<', '\\<')
  return line
}
