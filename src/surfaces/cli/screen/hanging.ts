// Hanging: one paragraph wrapped to the terminal, its first line behind a mark and the others below its words. All lines of parley's
// own go through here; what seats and people wrote is set as Markdown.

import type { Io } from '../io.js'
import { columnsOf } from './markdown/columns.js'
import { wrapped } from './markdown/styled.js'

/** `columns` is infinite where the output goes to a file or a program: then it stays one line. */
export function hanging(text: string, mark: string, columns: number): string {
  return hung(text, mark, columnsOf(mark), columns)
}

/** A result for people, fitted to their terminal. */
export function say(io: Pick<Io, 'out' | 'terminal' | 'columns'>, text: string): void {
  io.out(`${hangingLines(text, widthOf(io))}\n`)
}

/** A word beside the result, fitted too. */
export function remark(io: Pick<Io, 'err' | 'terminal' | 'columns'>, text: string): void {
  io.err(`${hangingLines(text, widthOf(io, 'error'))}\n`)
}

/** Several lines: what follows a break is indented further than its line, so that lists of ours stay readable. */
export function hangingLines(text: string, columns: number): string {
  const lines = text.split('\n').map((line) => {
    const [, mark = '', words = ''] = twoColumns.exec(line) ?? []
    if (mark !== '' && columnsOf(mark) <= columns / 2) return hanging(words, mark, columns)
    const [indent = ''] = /^ */.exec(line) ?? []
    return hung(line.slice(indent.length), indent, indent.length + 2, columns)
  })
  return lines.join('\n')
}

/** `  --flag X    what it does`: what follows a break stands below the second column. */
const twoColumns = /^( +\S+(?: \S+)*? {2,})(\S.*)$/

function hung(text: string, mark: string, indent: number, columns: number): string {
  if (!Number.isFinite(columns) || columnsOf(mark) + columnsOf(text) <= columns) return `${mark}${text}`
  const room = Math.max(leastColumns, columns - Math.max(indent, columnsOf(mark)))
  const lines = linesOf(text, room)
  // A path or an address is there to be copied: one that is too long for its place gets a line of its own, nearly the whole width.
  const own = columnsOf(mark.trimStart()) > 2 && columnsOf(lines[0] ?? '') > room
  const below = own ? Math.max(2, columnsOf(mark) - columnsOf(mark.trimStart()) + 2) : indent
  const hanging = lines.map((line, at) =>
    at === 0 && !own ? `${mark}${line}` : `${' '.repeat(below)}${line}`,
  )
  return [...(own ? [mark.trimEnd()] : []), ...hanging].join('\n')
}

/** A word that is longer than a line is not cut: the terminal breaks it where it must, and it can still be copied whole. */
function linesOf(text: string, room: number): readonly string[] {
  const flow = [{ text: text.replace(inBackticks, (command) => command.replaceAll(' ', joined)), style: {} }]
  return wrapped(flow, room, 'whole').map((line) =>
    line
      .map((run) => run.text)
      .join('')
      .replaceAll(joined, ' '),
  )
}

/** A command in a sentence is there to be copied too: it goes to the next line whole. */
const inBackticks = /`[^`\n]+`/g
const joined = '\ue000'

/** The width to wrap at. */
export function widthOf(io: Pick<Io, 'terminal' | 'columns'>, stream: 'output' | 'error' = 'output'): number {
  return io.terminal[stream] ? Math.max(leastColumns, io.columns) : Number.POSITIVE_INFINITY
}

/** Some terminals report a width of zero. */
const leastColumns = 20

/** A command to copy. Where it does not fit, it goes on in the next line, as a shell reads it: behind a variable and before its last flags. */
export function continued(line: string, room: number): string {
  const [, start = '', flags = ''] = /^(.*?)((?: --[\w-]+(?: [\w@,./:-]+)?)*)$/.exec(line) ?? []
  const parts = [...start.split(/(?<=^ *[A-Z_]+=[\w./:-]+) /), ...flags.split(/ (?=--)/).slice(1)]
  return parts.reduce((text, part) => {
    const last = text.slice(text.lastIndexOf('\n') + 1)
    return columnsOf(line) <= room || columnsOf(`${last} ${part} \\`) <= room
      ? `${text} ${part}`
      : `${text} \\\n      ${part}`
  })
}
