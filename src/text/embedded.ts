// Embedded text: makes other people's text safe inside a document of ours, whoever reads it: a parser, a browser, a tool that reads lines.
//
//   EMB1  No line of it is a heading at or above the document's own level, except lines that the caller allows.
//   EMB2  Nothing that it opens reaches beyond it: a fence is closed, HTML is words, a link reference is not defined.
//   EMB3  Embedding what is embedded already changes nothing.
//   EMB4  It holds no mark of direction and nothing that nobody sees: what is read is what stands there, in code too.

import { withoutHidden } from './clean.js'
import { defusedInline, type Passage, passage } from './embedded-inline.js'

export interface EmbedOptions {
  /** Headings down to this level are the document's own, so embedded text may not have them. Default: 2. */
  readonly level?: number
  /** Lines that the caller put there itself, such as phase markers; they pass unchanged. */
  readonly vouched?: (line: string) => boolean
  /**
   * Such a heading becomes one of the next level, where a format asks for that; otherwise its mark is escaped. `everywhere` is for
   * formats whose readers look at lines alone: there, code too holds no line that is a heading of level two.
   */
  readonly demote?: boolean | 'everywhere'
}

export function embed(text: string, options: EmbedOptions = {}): string {
  const { vouched = () => false } = options
  // Some readers break lines at the last two, so a heading could hide behind them.
  const lines = withoutHidden(text)
    .replaceAll('\r', '')
    .split(/[\n\u2028\u2029]/)
  const safe: string[] = []
  let now = passage()
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index]!
    const fence = openingFence(line)
    const end = fence && fenceEnd(fence, lines, index + 1, vouched, now)
    if (fence && end !== undefined) {
      safe.push(fenceBlock(fence, lines.slice(index, end), options))
      index = end - 1
      now = passage()
    } else if (vouched(line)) {
      safe.push(line)
      now = passage()
    } else {
      if (isBlank(line)) now = passage()
      safe.push(defused(line, lines[index - 1] ?? '', options, now))
    }
  }
  return safe
    .join('\n')
    .trimEnd()
    .replace(/^(?:[ \t]*\n)+/, '')
}

/** For a bullet, a field or a title: one line that is nothing but words. */
export function oneLine(text: string): string {
  const line = withoutHidden(text)
    .split(/[\r\n\u2028\u2029]+/)
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ')
  return defused(withoutRule(line), '', { level: 6 }, passage(false))
}

/** For a line that is a paragraph by itself: it opens no list, quotation or table. */
export function paragraph(text: string): string {
  return oneLine(text).replace(/^(?=[-+*](?:[ \t]|$)|[>|])|^\d{1,9}(?=[.)](?:[ \t]|$))/, '$&\\')
}

/** Nothing but dashes behind the mark of a bullet is a rule across the page, and ends the list. */
function withoutRule(line: string): string {
  return /^(?:-[ \t]*){2,}$|^(?:\*[ \t]*){2,}$|^(?:_[ \t]*){3,}$/.test(line) ? `\\${line}` : line
}

/** For a surface that shows the words as they are: without the mark that keeps a tag from being one. */
export function asSaid(text: string): string {
  return text.replaceAll('\\<', '<')
}

export function bullets(items: readonly string[]): string {
  return items.map((item) => `- ${oneLine(item)}`).join('\n')
}

/** A fenced block that its content cannot close. Its lines are indented, so that no tool takes one of them for a heading. */
export function fenced(content: string, info = ''): string {
  const shown = withoutHidden(content)
  const longest = (shown.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2)
  const fence = '`'.repeat(longest + 1)
  const lines = shown.replace(/\n$/, '').split('\n')
  return [`${fence}${info}`, ...lines.map((line) => (line === '' ? '' : `  ${line}`)), fence].join('\n')
}

interface Fence {
  readonly indent: number
  readonly mark: string
}

function openingFence(line: string): Fence | undefined {
  const run = /^( *)(`{3,}(?=[^`]*$)|~{3,})/.exec(line)
  return run ? { indent: run[1]!.length, mark: run[2]! } : undefined
}

/**
 * The index after the fence's last line; undefined when it must not stand as a fence. One at the left edge always is one, and runs to
 * its end, to the end of the text, or to the next line of the caller's. An indented one may belong to a list item, end early with it,
 * or be part of a paragraph: it stands only if it is code in each of these readings.
 */
function fenceEnd(
  fence: Fence,
  lines: readonly string[],
  from: number,
  vouched: (line: string) => boolean,
  before: Passage,
): number | undefined {
  const atEdge = fence.indent === 0
  if (fence.indent > 3 && (fence.mark.startsWith('~') || before.unpaired)) return undefined
  const last = atEdge ? lines.length : Math.min(lines.length, from + LONGEST_INDENTED)
  for (let index = from; index < last; index++) {
    const line = lines[index]!
    const closing = closingIndent(fence, line)
    if (closing !== undefined && (atEdge || isPair(fence, line))) return index + 1
    if (atEdge && vouched(line)) return index
    if (!atEdge && endsEarly(fence, line, closing)) return undefined
  }
  return atEdge ? lines.length : undefined
}

// A limit, because a text of nothing but opening fences would otherwise be read once for each of them.
const LONGEST_INDENTED = 100

/** Undefined where the line does not close the fence for a reader who knows only its mark. */
function closingIndent(fence: Fence, line: string): number | undefined {
  const run = /^( *)(`{3,}|~{3,})[ \t]*$/.exec(line)
  if (run === null || !run[2]!.startsWith(fence.mark)) return undefined
  return fence.indent === 0 && run[1]!.length > 3 ? undefined : run[1]!.length
}

/** The closing line of an indented fence is a copy of its opening one, so that no reader sees a later or an earlier end. */
function isPair(fence: Fence, line: string): boolean {
  return line.trimEnd() === `${' '.repeat(fence.indent)}${fence.mark}`
}

function endsEarly(fence: Fence, line: string, closing: number | undefined): boolean {
  if (isBlank(line)) return false
  if (closing !== undefined || line.search(/[^ ]/) < fence.indent) return true
  return fence.indent > 3 && [...line.matchAll(/`+/g)].some(([run]) => run === fence.mark)
}

/** Code stays as it is, except lines that a tool reading line by line would take for a heading. */
function fenceBlock(fence: Fence, lines: readonly string[], options: EmbedOptions): string {
  const inner = lines.map((line) => codeLine(line, options)).join('\n')
  return lines.length > 1 && closingIndent(fence, lines.at(-1)!) !== undefined
    ? inner
    : `${inner}\n${fence.mark}`
}

function codeLine(line: string, { demote = false }: EmbedOptions): string {
  if (demote === 'everywhere') return line.replace(/^( {0,3})##(?=[ \t])/, '$1###')
  return demote ? line : line.replace(/^(?=##[ \t])/, ' ')
}

/** Marks of lists and quotations, which a block may follow on the same line. */
const containers = /^[ \t]*(?:>[ \t]*|(?:[-+*]|\d{1,9}[.)])(?:[ \t]+|$))*/

function defused(line: string, above: string, options: EmbedOptions, now: Passage): string {
  if (/^[ \t>]*(?:=+|-+)[ \t]*$/.test(line) && !isBlank(above)) return line.replace(/[=-]/, '\\$&')
  const marks = containers.exec(line)![0]
  const rest = line.slice(marks.length)
  if (rest.startsWith('[')) now.mayDefine = true
  const indented = /^(?: {4,}|[ \t]*\t)/.test(marks) && marks.trim() === ''
  return marks + defusedInline(indented ? withoutFence(rest) : withoutBlock(rest, options), now)
}

function withoutBlock(rest: string, { level = 2, demote = false }: EmbedOptions): string {
  const heading = /^#{1,6}(?=[ \t]|$)/.exec(rest)?.[0]
  if (heading === undefined || heading.length > level) return withoutFence(rest)
  return demote ? '#'.repeat(level + 1) + rest.slice(heading.length) : `\\${rest}`
}

function withoutFence(rest: string): string {
  return /^(?:`{3,}(?=[^`]*$)|~{3,})/.test(rest) ? `\\${rest}` : rest
}

/** As Markdown means it: a line of other white space is a paragraph. */
function isBlank(line: string): boolean {
  return /^[ \t]*$/.test(line)
}
