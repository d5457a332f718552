// Markdown on the screen: formatted for the terminal's width, or unchanged when the output goes to a file or a program.
//
// A text that streams is formatted block by block: a paragraph, list or table is printed when the next one begins, so that printed text
// never changes or repeats. Until then `waiting` holds what has arrived, for the line that shows that somebody speaks.

import { clean } from '../../../text/clean.js'
import { GrowingMarkdown } from '../../../text/markdown/growing.js'
import type { Io } from '../io.js'
import { hangingLines, widthOf } from './hanging.js'
import type { Layout } from './markdown/set.js'

export interface MarkdownScreen {
  /** A whole text, without a line end. */
  text(markdown: string, layout?: Layout): string
  /** Lines of parley's own, broken between words where the terminal is too narrow. */
  lines(text: string): string
  /** A text that comes in pieces, `bar` before every line. */
  stream(bar: string, layout?: Pick<Layout, 'keepLines'>): MarkdownStream
}

export interface MarkdownStream {
  /** Takes the next piece; returns what can be printed now. */
  push(piece: string): string
  /** The rest, with a line end: the text is complete, or something else has to be printed now. */
  end(): string
  /** What has arrived and is not printed yet. */
  readonly waiting: string
}

/** The parser is loaded only when needed: loading it takes longer than most commands. */
export async function markdownScreen(io: Io): Promise<MarkdownScreen> {
  if (!io.terminal.output) return asWritten
  const { setMarkdown } = await import('./markdown/set.js')
  const text = (markdown: string, layout: Layout = {}) => setMarkdown(markdown, io, layout)
  const lines = (words: string) => hangingLines(words, widthOf(io))
  return {
    text,
    lines,
    stream: (bar, layout) => blockStream((block) => text(block, { ...layout, bar }), bar),
  }
}

export const asWritten: MarkdownScreen = {
  text: (markdown, { bar = '' } = {}) => barred(clean(markdown).trimEnd(), bar),
  lines: (text) => text,
  stream: letterStream,
}

function barred(text: string, bar: string): string {
  return `${bar}${text.replaceAll('\n', `\n${bar}`)}`
}

/** Printed as it comes. */
function letterStream(bar: string): MarkdownStream {
  let midLine = false
  return {
    waiting: '',
    push(piece) {
      const text = clean(piece)
      if (text === '') return ''
      const shown = `${midLine ? '' : bar}${text.replace(/\n(?!$)/g, `\n${bar}`)}`
      midLine = !text.endsWith('\n')
      return shown
    },
    end() {
      const rest = midLine ? '\n' : ''
      midLine = false
      return rest
    },
  }
}

function blockStream(set: (block: string) => string, bar: string): MarkdownStream {
  const growing = new GrowingMarkdown()
  let begun = false
  const printed = (blocks: readonly string[]) => {
    const shown = blocks.map((block) => `${set(block)}\n`)
    if (shown.length === 0) return ''
    const gap = begun ? `${bar}\n` : ''
    begun = true
    return `${gap}${shown.join(`${bar}\n`)}`
  }
  return {
    get waiting() {
      return growing.rest
    },
    push: (piece) => printed(growing.push(clean(piece))),
    end() {
      const rest = printed(growing.end())
      begun = false
      return rest
    },
  }
}
