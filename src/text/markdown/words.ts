// The text of Markdown without its marks, for lists and titles, which show one plain line.

import { readMarkdown } from './read.js'
import type { Block, Inline } from './tree.js'

export function wordsOf(text: string): string {
  return inOneLine(readMarkdown(text).map((block) => blockWords(block)))
}

/** The same with the marks of code, for a line that is read as Markdown again. */
export function wordsAndCode(text: string): string {
  return inOneLine(readMarkdown(text).map((block) => blockWords(block, codeMarked)))
}

function inOneLine(pieces: readonly string[]): string {
  return pieces.join(' ').replace(/\s+/g, ' ').trim()
}

/** What becomes of code within a line. */
type Code = (text: string) => string

const asItIs: Code = (text) => text
const codeMarked: Code = (text) => (text.includes('`') ? text : `\`${text}\``)

/** The same as a quotation: every number and dash of a list stands where it stood. */
export function quotedWords(text: string): string {
  return inOneLine(readMarkdown(text).map(quoted))
}

function quoted(block: Block): string {
  if (block.kind === 'quote') return block.blocks.map(quoted).join(' ')
  if (block.kind !== 'list') return blockWords(block)
  const { start, items } = block
  const marked = items.map(({ blocks }, at) => [
    start === null ? '-' : `${start + at}.`,
    ...blocks.map(quoted),
  ])
  return marked.flat().join(' ')
}

export function inlineWords(inlines: readonly Inline[], code = asItIs): string {
  return inlines.map((inline) => inlineText(inline, code)).join('')
}

function blockWords(block: Block, code = asItIs): string {
  const words = (inner: Block): string => blockWords(inner, code)
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return inlineWords(block.inlines, code)
    case 'code':
    case 'plain':
      return block.text
    case 'quote':
      return block.blocks.map(words).join(' ')
    case 'list':
      return block.items.flatMap(({ blocks }) => blocks.map(words)).join(' ')
    case 'table':
      return [block.head, ...block.rows]
        .flatMap((cells) => cells.map((cell) => inlineWords(cell, code)))
        .join(' ')
    case 'rule':
      return ''
  }
}

function inlineText(inline: Inline, code: Code): string {
  switch (inline.kind) {
    case 'text':
      return inline.text
    case 'code':
      return code(inline.text)
    case 'break':
      return ' '
    default:
      return inlineWords(inline.inlines, code)
  }
}
