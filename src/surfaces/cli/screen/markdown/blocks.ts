// Markdown at a terminal: renders the tree of a text as lines of a given width. Without colour emphasis is lost, but the marks of code and of
// what was struck out stay: without them the words would say something else.

import type { Target } from '../../../../text/markdown/links.js'
import type { Block, Inline, List, ListItem } from '../../../../text/markdown/tree.js'
import { inlineWords } from '../../../../text/markdown/words.js'
import { columnsOf, cutAt } from './columns.js'
import { type Flow, lineBreak, painted, type Style, wrapped } from './styled.js'
import { tableLines } from './table.js'

export interface Look {
  readonly columns: number
  readonly colour: boolean
  /** A word that is longer than a line is not cut, so that a path can be copied: only where no bar has to stand before its rest. */
  readonly wholeWords?: boolean
  /** Line ends of the text are kept, for texts that are laid out by lines. */
  readonly keepLines?: boolean
}

/** One string a line, without line ends. */
export function blockLines(blocks: readonly Block[], look: Look): readonly string[] {
  return blocks.flatMap((block, at) => [...(at === 0 ? [] : ['']), ...linesOf(block, look)])
}

function linesOf(block: Block, look: Look): readonly string[] {
  switch (block.kind) {
    case 'paragraph':
      return set(flowOf(block.inlines, plain, look), look)
    case 'heading':
      return headingLines(block, look)
    case 'code':
      return codeLines(block.text, look)
    case 'plain':
      return verbatimLines(block.text, plain, look)
    case 'quote':
      return quoteLines(block.blocks, look)
    case 'list':
      return listLines(block, look)
    case 'table':
      return tableLines(
        {
          columns: block.columns,
          head: block.head.map((cell) => flowOf(cell, strong, look)),
          rows: block.rows.map((row) => row.map((cell) => flowOf(cell, plain, look))),
        },
        look.columns,
      ).map((line) => painted(line, look.colour))
    case 'rule':
      return [painted([{ text: '─'.repeat(Math.min(40, look.columns)), style: { dim: true } }], look.colour)]
  }
}

const plain: Style = {}
const code: Style = { code: true }
const strong: Style = { bold: true }

function set(flow: Flow, { columns, colour, wholeWords }: Look): readonly string[] {
  return wrapped(flow, columns, wholeWords ? 'whole' : 'cut').map((line) => painted(line, colour))
}

function headingLines({ rank, inlines }: Extract<Block, { kind: 'heading' }>, look: Look): readonly string[] {
  const style = rank === 1 ? { bold: true, underline: true } : strong
  return set(flowOf(inlines, style, look), look)
}

/** With fewer columns than this nothing is indented further. */
const leastColumns = 16

/** Puts a mark before the first line and blanks or `rest` before the others. */
function behind(
  mark: string,
  rest: string,
  look: Look,
  lines: (look: Look) => readonly string[],
): readonly string[] {
  const columns = look.columns - columnsOf(rest)
  if (columns < leastColumns) return [...(mark.trim() === '' || mark === rest ? [] : [mark]), ...lines(look)]
  return lines({ ...look, columns }).map((line, at) => `${at === 0 ? mark : rest}${line}`)
}

function codeLines(text: string, look: Look): readonly string[] {
  return behind('  ', '  ', look, (inner) => verbatimLines(text, code, inner))
}

/** Line by line, cut at the width. A tab counts as four blanks. */
function verbatimLines(text: string, style: Style, { columns, colour }: Look): readonly string[] {
  return text.split('\n').flatMap((line) => {
    const cut: string[] = []
    for (let left = line.trimEnd().replaceAll('\t', '    '); ; ) {
      const [head, tail] = cutAt(left, columns, true)
      cut.push(painted([{ text: head, style }], colour))
      if (tail === '') return cut
      left = tail
    }
  })
}

function quoteLines(blocks: readonly Block[], look: Look): readonly string[] {
  const mark = painted([{ text: '> ', style: { dim: true } }], look.colour)
  return behind(mark, mark, look, (inner) => blockLines(blocks, inner))
}

function listLines({ start, tight, items }: List, look: Look): readonly string[] {
  const marks = items.map((item, at) => markOf(item, start === null ? null : start + at))
  const widest = marks.reduce((most, mark) => Math.max(most, columnsOf(mark)), 0)
  return items.flatMap(({ blocks }, at) => {
    const mark = `${' '.repeat(widest - columnsOf(marks[at] ?? ''))}${marks[at]} `
    const lines = behind(mark, ' '.repeat(widest + 1), look, (inner) => itemLines(blocks, tight, inner))
    return at > 0 && !tight ? ['', ...lines] : lines
  })
}

function markOf({ task }: ListItem, number: number | null): string {
  if (task !== null) return task === 'done' ? '☑' : '☐'
  return number === null ? '•' : `${number}.`
}

/** A tight list has no blank lines, nor have the lists inside it. */
function itemLines(blocks: readonly Block[], tight: boolean, look: Look): readonly string[] {
  const lines = tight ? blocks.flatMap((block) => linesOf(block, look)) : blockLines(blocks, look)
  return lines.length === 0 ? [''] : lines
}

function flowOf(inlines: readonly Inline[], style: Style, look: Look): Flow {
  return inlines.flatMap((inline) => inlineFlow(inline, style, look))
}

function inlineFlow(inline: Inline, style: Style, look: Look): Flow {
  switch (inline.kind) {
    case 'text':
      return look.keepLines ? brokenLines(inline.text, style) : [{ text: inline.text, style }]
    case 'code':
      return [{ text: look.colour ? inline.text : `\`${inline.text}\``, style: { ...style, code: true } }]
    case 'strong':
      return flowOf(inline.inlines, { ...style, bold: true }, look)
    case 'emphasis':
      return flowOf(inline.inlines, { ...style, italic: true }, look)
    case 'deleted':
      return struckOut(flowOf(inline.inlines, { ...style, struck: true }, look), style, look)
    case 'link':
      return linkFlow(inline, style, look)
    case 'break':
      return [lineBreak]
  }
}

function brokenLines(text: string, style: Style): Flow {
  return text
    .split('\n')
    .flatMap((line, at): Flow => [...(at === 0 ? [] : ([lineBreak] as const)), { text: line, style }])
}

function struckOut(flow: Flow, style: Style, { colour }: Look): Flow {
  const mark = { text: '~~', style }
  return colour ? flow : [mark, ...flow, mark]
}

/** The address follows the words, unless they are the address. */
function linkFlow(link: Extract<Inline, { kind: 'link' }>, style: Style, look: Look): Flow {
  const address = addressOf(link.target)
  const shown = flowOf(link.inlines, { ...style, underline: true }, look)
  if (bare(inlineWords(link.inlines)) === bare(address)) return shown
  return [...shown, { text: ` (${address})`, style: { ...style, dim: true } }]
}

function addressOf(target: Target): string {
  return target.kind === 'file' ? target.path : target.href
}

function bare(address: string): string {
  return address.replace(/^(?:https?:\/\/|mailto:)/i, '').replace(/\/$/, '')
}
