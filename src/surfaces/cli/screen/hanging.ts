// Hanging: one paragraph wrapped to the terminal, its first line behind a mark and the others below its words.

import type { Io } from '../io.js'
import { columnsOf } from './markdown/columns.js'
import { wrapped } from './markdown/styled.js'

/** `columns` is infinite where the output goes to a file or a program: then it stays one line. */
export function hanging(text: string, mark: string, columns: number): string {
  const indent = columnsOf(mark)
  const room = columns - indent
  if (!Number.isFinite(room) || columnsOf(text) <= room) return `${mark}${text}`
  const lines = wrapped([{ text, style: {} }], Math.max(leastColumns, room))
  return lines
    .map((line, at) => `${at === 0 ? mark : ' '.repeat(indent)}${line.map((run) => run.text).join('')}`)
    .join('\n')
}

/** The width to wrap at. */
export function widthOf(io: Pick<Io, 'terminal' | 'columns'>, stream: 'output' | 'error' = 'output'): number {
  return io.terminal[stream] ? Math.max(leastColumns, io.columns) : Number.POSITIVE_INFINITY
}

const leastColumns = 20
