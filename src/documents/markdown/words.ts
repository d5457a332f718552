// The text of Markdown without its marks, for lists and titles, which show one plain line.

import { readMarkdown } from './read.js'
import type { Block, Inline } from './tree.js'

export function wordsOf(text: string): string {
  return readMarkdown(text).map(blockWords).join(' ').replace(/\s+/g, ' ').trim()
}

/** The same as a quotation: every number and dash of a list stands where it stood. */
export function quotedWords(text: string): string {
  return readMarkdown(text).map(quoted).join(' ').replace(/\s+/g, ' ').trim()
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

export function inlineWords(inlines: readonly Inline[]): string {
  return inlines.map(inlineText).join('')
}

function blockWords(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return inlineWords(block.inlines)
    case 'code':
    case 'plain':
      return block.text
    case 'quote':
      return block.blocks.map(blockWords).join(' ')
    case 'list':
      return block.items.flatMap(({ blocks }) => blocks.map(blockWords)).join(' ')
    case 'table':
      return [block.head, ...block.rows].flatMap((cells) => cells.map(inlineWords)).join(' ')
    case 'rule':
      return ''
  }
}

function inlineText(inline: Inline): string {
  switch (inline.kind) {
    case 'text':
    case 'code':
      return inline.text
    case 'break':
      return ' '
    default:
      return inlineWords(inline.inlines)
  }
}
