// Info as text: the council, its budget, a table of its seats, open follow-ups and loose ends.

import { greatest } from '../../../rules/lists.js'
import type { OpenFollowUp } from './follow-ups.js'
import type { RecordedDissent } from './record-dissents.js'

export interface InfoSeat {
  readonly name: string
  readonly title: string
  readonly voice: string
  readonly chair: boolean
}

export interface InfoBudget {
  readonly maxTurns: number
  readonly scratchMaxBytes: number
  readonly maxWallSeconds: number | null
  readonly manifestMaxBytes: number | null
}

export interface CouncilFacts {
  readonly name: string
  readonly chair: string
  readonly budget: InfoBudget
  readonly seats: readonly InfoSeat[]
  readonly followUps: readonly OpenFollowUp[]
  readonly dissents: readonly RecordedDissent[]
  readonly underWay: readonly { readonly id: string; readonly what: string; readonly suggestion: string }[]
  readonly looseEnds: readonly { readonly id: string; readonly what: string; readonly suggestion: string }[]
}

export function renderInfo(facts: CouncilFacts, columns = Number.POSITIVE_INFINITY): string {
  return [
    `Council: ${facts.name} — chair: ${facts.chair}\n${budgetLine(facts.budget)}`,
    seatTable(facts.seats, columns),
    followUpLines(facts.followUps),
    ...dissentLines(facts.dissents),
    ...underWayLines(facts.underWay),
    looseEndLines(facts.looseEnds),
  ].join('\n\n')
}

/** Shows only limits that are set. */
export function budgetLine(budget: InfoBudget): string {
  const parts = [`max_turns ${budget.maxTurns}`, `scratch ${thousands(budget.scratchMaxBytes)}`]
  if (budget.maxWallSeconds !== null) parts.push(`wall ${budget.maxWallSeconds}s`)
  if (budget.manifestMaxBytes !== null) parts.push(`memory ${thousands(budget.manifestMaxBytes)}`)
  return `Budget: ${parts.join(' · ')}`
}

/** Where the table is too wide for the terminal, a seat's voice stands below its title. */
function seatTable(seats: readonly InfoSeat[], columns: number): string {
  const rows = seats.map(({ name, title, voice, chair }) => [name, title, voice, chair ? '★' : ''])
  const head = ['Seat', 'Title', 'Voice', 'Chair']
  const widths = head.map((label, at) =>
    greatest([label, ...rows.map((row) => row[at]!)].map((cell) => [...cell].length)),
  )
  const line = (cells: readonly string[]) =>
    `  ${cells.map((cell, at) => padded(cell, widths[at]!)).join('  ')}`.trimEnd()
  if (widths.reduce((sum, width) => sum + width + 2, 0) > columns) return seatLines(seats, widths[0]!)
  return [line(head), line(widths.map((width) => '─'.repeat(width))), ...rows.map(line)].join('\n')
}

function seatLines(seats: readonly InfoSeat[], width: number): string {
  const below = ' '.repeat(width + 4)
  return seats
    .flatMap(({ name, title, voice, chair }) => [
      `  ${padded(name, width)}  ${title}${chair ? ' ★ chair' : ''}`.trimEnd(),
      ...(voice === '' ? [] : [`${below}${voice}`]),
    ])
    .join('\n')
}

function followUpLines(followUps: readonly OpenFollowUp[]): string {
  if (followUps.length === 0) return 'Open follow-ups: none.'
  return [
    'Open follow-ups:',
    ...followUps.map(({ item, owner, id }, at) => `  ${at + 1}. ${item} — ${owner} — ${id}`),
  ].join('\n')
}

/** So many are listed for people; `--json` has them all. */
const mostDissents = 20

/** Who said what, and below it how it ended, as the record has both. */
function dissentLines(dissents: CouncilFacts['dissents']): string[] {
  if (dissents.length === 0) return []
  const more = dissents.length - mostDissents
  return [
    [
      more > 0 ? `Dissents (the last ${mostDissents}; --json has ${more} more):` : 'Dissents:',
      ...dissents
        .slice(-mostDissents)
        .map(({ seat, text, ending, session }) =>
          [`  ${seat}: ${text} — ${session}`, ...(ending === '' ? [] : [`    ${ending}`])].join('\n'),
        ),
    ].join('\n'),
  ]
}

function underWayLines(sessions: CouncilFacts['underWay']): string[] {
  if (sessions.length === 0) return []
  const lines = sessions.map(({ id, what, suggestion }) => `  ${id} — ${what} — ${suggestion}`)
  return [['Under way:', ...lines].join('\n')]
}

function looseEndLines(ends: CouncilFacts['looseEnds']): string {
  if (ends.length === 0) return 'Loose ends: none.'
  return ['Loose ends:', ...ends.map(({ id, what, suggestion }) => `  ${id} — ${what} — ${suggestion}`)].join(
    '\n',
  )
}

function thousands(bytes: number): string {
  return `${Math.round(bytes / 100) / 10}k`
}

function padded(cell: string, width: number): string {
  return cell + ' '.repeat(width - [...cell].length)
}
