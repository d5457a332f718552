// What a seat used for its last reply, one line each: a conversation keeps replies, not the results that they rest on.

import { longestBackticks } from '../../rules/lists.js'
import type { ToolUse } from '../agents.js'

const shownUses = 20
const longestInput = 100
const longestResult = 80

/** For the next prompt of the seat; empty where nothing was used. A longer fence than any inside, so that no result can end it. */
export function usedLines(tools: readonly ToolUse[]): string {
  if (tools.length === 0) return ''
  const shown = tools.slice(0, shownUses).map(lineOf)
  const more = tools.length > shownUses ? [`and ${tools.length - shownUses} more`] : []
  const lines = [...shown, ...more].join('\n')
  const fence = '`'.repeat(Math.max(2, longestBackticks(lines)) + 1)
  return `What you used for your last reply, and how each result began:\n\n${fence}tools\n${lines}\n${fence}`
}

function lineOf({ name, input, ok, output, whole }: ToolUse): string {
  const lines = output.split('\n').length
  const size = whole ? `${whole.chars} characters` : `${lines} ${lines === 1 ? 'line' : 'lines'}`
  const first = inOneLine(output, longestResult)
  const given = inOneLine(JSON.stringify(input) ?? '', longestInput)
  return `${inOneLine(name, 40)} ${given}: ${ok ? size : 'failed'}${first === '' ? '' : `: ${first}`}`
}

function inOneLine(text: string, most: number): string {
  const line = text
    .slice(0, most * 4)
    .replace(/\s+/g, ' ')
    .trim()
  return line.length > most ? `${line.slice(0, most - 1)}…` : line
}
