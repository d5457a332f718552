// Breaks lines between words for the width of a terminal. What follows a break is indented further than its line, so that lists and
// tables of ours stay readable; a word that is longer than the terminal stays whole.

import { columnsOf } from './columns.js'

export function wrapLines(text: string, columns: number): string {
  return text
    .split('\n')
    .flatMap((line) => wrapLine(line, Math.max(leastColumns, columns)))
    .join('\n')
}

/** Some terminals report a width of zero. */
const leastColumns = 20

function wrapLine(line: string, columns: number): readonly string[] {
  if (columnsOf(line) <= columns) return [line]
  const indent = /^ */.exec(line)![0]
  const lines: string[] = []
  let current = ''
  for (const word of line.slice(indent.length).split(/(?<=\S) /)) {
    const lead = lines.length === 0 ? indent : `${indent}  `
    const longer = current === '' ? `${lead}${word}` : `${current} ${word}`
    if (current !== '' && columnsOf(longer) > columns) {
      lines.push(current)
      current = `${indent}  ${word.trimStart()}`
    } else current = longer
  }
  return [...lines, current]
}
