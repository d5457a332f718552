// Help of `parley rule`: its text lies in library/rules.txt, the list first, then what there is to know of each helper. The usage
// lines come from the table.

import { readFileSync } from 'node:fs'
import { shippedFile } from '../../../workspace/library.js'

const WIDTH = 110

/** Scripts that call these helpers rely on their codes, which is why they are not those of other commands. */
const ownCodes = `These are this helper's own. Every other parley command ends with 0 done,
2 wrong usage, 3 waiting for you, 4 halted by a rule, 5 what --fail-on names
holds, 1 anything else.`

export function listing(): string {
  return sections()[0] ?? ''
}

export function helpOf(name: string, usage: readonly string[]): string {
  const start = `${name}\n\n`
  const text = sections().find((section) => section.startsWith(start)) ?? start
  const starts = [`Usage: parley rule ${name} `, `       parley rule ${name} `]
  const lines = usage.map((line, at) => wrapped(starts[Math.min(at, 1)] ?? '', line))
  return `${lines.join('\n')}\n\n${text.slice(start.length).replace('\n\nExample:', `\n${ownCodes}\n\nExample:`)}`
}

function sections(): string[] {
  return readFileSync(shippedFile('library/rules.txt'), 'utf8').split('\n== ')
}

/** A line that is too long goes on below its first flag. A flag stays on one line with its value. */
function wrapped(start: string, usage: string): string {
  const lines = [start]
  for (const piece of usage.match(/\[[^\]]+\]|--[a-z-]+ <[^>]+>|\S+/g) ?? []) {
    const line = lines.at(-1) ?? ''
    if (line.length + piece.length <= WIDTH) lines.splice(-1, 1, `${line}${piece} `)
    else lines.push(`${' '.repeat(start.length)}${piece} `)
  }
  return lines.map((line) => line.trimEnd()).join('\n')
}
