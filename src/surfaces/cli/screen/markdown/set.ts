// Formats a Markdown text for the width of a terminal, with an optional bar before each line.

import { readMarkdown } from '../../../../text/markdown/read.js'
import type { Io } from '../../io.js'
import { hasColour } from '../paint.js'
import { blockLines } from './blocks.js'
import { columnsOf } from './columns.js'

export interface Layout {
  /** Printed before every line. */
  readonly bar?: string
  /** Line ends of the text are kept, for texts that are laid out by lines. */
  readonly keepLines?: boolean
}

export function setMarkdown(markdown: string, io: Io, { bar = '', keepLines = false }: Layout): string {
  const columns = Math.max(leastColumns, io.columns - columnsOf(bar))
  const look = { columns, colour: hasColour(io, 'output'), keepLines, wholeWords: bar === '' }
  const lines = blockLines(readMarkdown(markdown), look)
  return lines.length === 0 ? bar : lines.map((line) => `${bar}${line}`).join('\n')
}

/** Some terminals report a width of zero. */
const leastColumns = 10
