// The table of meetings: one line each; those that need the person are coloured and say so.

import type { Summary } from '../../../kernel/line/summary.js'
import { dollars } from '../../../rules/money.js'
import { plainTitle } from '../../../view/options.js'
import { standsAs } from '../../../view/standing.js'
import type { Io } from '../io.js'
import { oneLine } from './clean.js'
import { hanging, widthOf } from './hanging.js'
import { type Paint, paint } from './paint.js'
import { ago, plural, tokens } from './words.js'

/** `stopped`: the ids of meetings that count as running although no process holds them. */
export function meetingTable(
  meetings: readonly Summary[],
  io: Io,
  stopped: ReadonlySet<string> = new Set(),
): string {
  const colour = paint(io, 'output')
  const states = meetings.map((meeting) => standsAs(meeting, !stopped.has(meeting.id)))
  const rows = meetings.map((meeting, at) => cells(meeting, states[at] ?? meeting.status, io.now()))
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const wide = widths.reduce((sum, width) => sum + width + 2, -2)
  if (wide > widthOf(io)) return meetingLines(meetings, states, io, colour)
  const aligned = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0))
  const lines = rows.map((row, at) => line(aligned(row), states[at] ?? 'running', colour))
  return `${[colour.dim(aligned(headings).join('  ').trimEnd()), ...lines].join('\n')}\n`
}

/** Two lines each, where a table would not fit: what it is about, then how to name it and what it cost. */
function meetingLines(
  meetings: readonly Summary[],
  states: readonly Standing[],
  io: Io,
  colour: Paint,
): string {
  const lines = meetings.map((meeting, at) => {
    const state = states[at] ?? 'running'
    const [id = '', , protocol = '', turns = '', spent = '', cost = '', when = '', about = ''] = cells(
      meeting,
      state,
      io.now(),
    )
    const facts = [
      id,
      protocol,
      plural(Number(turns), 'turn'),
      `${spent} tokens`,
      ...(cost === '–' ? [] : [cost]),
    ]
    const head = `${inColour(state, colour)(state.padEnd(10))} ${when.padEnd(10)} `
    return `${hanging(about, head, widthOf(io))}\n${colour.dim(hanging(facts.join(' · '), ' '.repeat(11), widthOf(io)))}`
  })
  return `${lines.join('\n')}\n`
}

const headings = ['ID', 'STATUS', 'PROTOCOL', 'TURNS', 'TOKENS', 'COST', 'WHEN', 'ABOUT']

/** The title of a meeting, and whether it is degraded. */
export function namedText({ title, degraded }: Summary): string {
  return degraded.length > 0 ? `${title} (degraded)` : title
}

export type Standing = ReturnType<typeof standsAs>

function cells(meeting: Summary, state: Standing, now: Date): readonly string[] {
  const { id, protocol, turns, question } = meeting
  const asks = state === 'waiting' && question ? ` — ${plainTitle(question)}` : ''
  return [
    oneLine(id, 80),
    state,
    oneLine(protocol, 30),
    String(turns),
    tokens(meeting),
    costCell(meeting),
    ago(meeting.updatedAt, now),
    oneLine(`${namedText(meeting)}${asks}`, 90),
  ]
}

/** Short: `show` says the rest. */
function costCell({ money, unpriced }: Summary): string {
  if (money === null) return unpriced > 0 ? '?' : '–'
  return `${dollars(money)}${unpriced > 0 ? '+?' : ''}`
}

function line(row: readonly string[], status: Standing, colour: Paint): string {
  const [id = '', state = '', ...rest] = row
  return `${colour.bold(id)}  ${inColour(status, colour)(state)}  ${rest.join('  ')}`.trimEnd()
}

export function inColour(status: Standing, colour: Paint): (text: string) => string {
  if (['waiting', 'paused', 'stopped'].includes(status)) return colour.yellow
  if (status === 'halted' || status === 'failed' || status === 'aborted' || status === 'damaged')
    return colour.red
  return status === 'concluded' ? colour.dim : colour.green
}
