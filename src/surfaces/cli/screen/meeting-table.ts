// The table of meetings: one line each, what wants the person's hand in colour and in words.

import type { Status, Summary } from '../../../kernel/summary.js'
import type { Io } from '../io.js'
import { oneLine } from './clean.js'
import { type Paint, paint } from './paint.js'
import { ago, tokens } from './words.js'

/** `stopped` names those that say they run while nobody holds them. */
export function meetingTable(
  meetings: readonly Summary[],
  io: Io,
  stopped: ReadonlySet<string> = new Set(),
): string {
  const colour = paint(io, 'output')
  const rows = meetings.map((meeting) =>
    cells(meeting, stopped.has(meeting.id) ? 'stopped' : meeting.status, io.now()),
  )
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const aligned = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0))
  const lines = rows.map((row, at) => line(aligned(row), shownAs(meetings[at], stopped), colour))
  return `${[colour.dim(aligned(headings).join('  ').trimEnd()), ...lines].join('\n')}\n`
}

const headings = ['ID', 'STATUS', 'PROTOCOL', 'TURNS', 'TOKENS', 'WHEN', 'ABOUT']

function shownAs(meeting: Summary | undefined, stopped: ReadonlySet<string>): Status {
  return meeting === undefined || stopped.has(meeting.id) ? 'paused' : meeting.status
}

function cells(meeting: Summary, state: string, now: Date): readonly string[] {
  const { id, status, protocol, turns, title, question } = meeting
  const about = status === 'waiting' && question ? `${title} — ${question.title}` : title
  const rehearsed = meeting.rehearsed ? ' (rehearsed)' : ''
  return [
    oneLine(id, 80),
    state,
    oneLine(protocol, 30),
    String(turns),
    tokens(meeting),
    ago(meeting.updatedAt, now),
    oneLine(`${about}${rehearsed}`, 90),
  ]
}

function line(row: readonly string[], status: Status, colour: Paint): string {
  const [id = '', state = '', ...rest] = row
  return `${colour.bold(id)}  ${inColour(status, colour)(state)}  ${rest.join('  ')}`.trimEnd()
}

export function inColour(status: Status, colour: Paint): (text: string) => string {
  if (status === 'waiting' || status === 'paused') return colour.yellow
  if (status === 'halted' || status === 'failed' || status === 'aborted' || status === 'damaged')
    return colour.red
  return status === 'concluded' ? colour.dim : colour.green
}
