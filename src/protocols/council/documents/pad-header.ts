// Pad header: what a session is about. Read from the block above the first `---` only, for later entries quote its field names.

import { asSaid } from '../../../text/embedded.js'
import { foreignLine } from './clean.js'
import { oneLine } from './text.js'

export type Mode = 'meeting' | 'work'

export interface PadHeader {
  readonly mode: Mode
  readonly task: string
  readonly session: string
  /** `YYYY-MM-DD HH:MM`, local. */
  readonly started: string
  /** Whole seconds since 1970; a work session has it in its header. */
  readonly epoch: number | null
  readonly chair: string
  readonly seats: readonly string[]
}

const seatsLabel = {
  meeting: 'Seats (all seats speak in a meeting)',
  work: 'Seats (chair-selected subset — work does not run all seats)',
} as const

/** `remarks` are sentences that belong to the opening note, such as that work happens in place. */
export function renderHeader(header: PadHeader, remarks: readonly string[] = []): string {
  const note = [
    'Working memory of one session: it only grows, and nothing in it is edited or removed.',
    ...remarks,
  ]
  const fields = fieldsOf(header).map(([label, value]) => `- **${label}:** ${value}`)
  return `# Scratchpad — ${header.mode}\n\n${note.map(oneLine).join(' ')}\n\n${fields.join('\n')}\n\n---\n`
}

/** The text above the first entry, with the line that closes it. */
export function headerBlock(pad: string): string {
  const end = pad.indexOf('\n---\n')
  return end < 0 ? pad : pad.slice(0, end + '\n---\n'.length)
}

/** Undefined when the block is not a header as we write it. */
export function readHeader(pad: string): PadHeader | undefined {
  const lines = pad.split('\n')
  const end = lines.indexOf('---')
  const mode = /^# Scratchpad — (meeting|work)$/.exec(lines[0] ?? '')?.[1] as Mode | undefined
  if (end < 0 || !mode) return undefined
  const block = lines.slice(0, end)
  const field = (label: string) => {
    const start = `- **${label}:** `
    return block.find((line) => line.startsWith(start))?.slice(start.length) ?? ''
  }
  const epoch = field('Started (epoch)')
  const header: PadHeader = {
    mode,
    task: asSaid(field('Task')),
    session: field('Session'),
    started: field('Started'),
    epoch: /^\d+$/.test(epoch) ? Number(epoch) : null,
    chair: field('Chair'),
    seats: field(seatsLabel[mode]).split(', '),
  }
  return isWhole(header) ? header : undefined
}

function fieldsOf(header: PadHeader): [string, string][] {
  const epoch: [string, string][] = header.mode === 'work' ? [['Started (epoch)', String(header.epoch)]] : []
  return [
    ['Task', foreignLine(oneLine(header.task))],
    ['Session', header.session],
    ['Started', header.started],
    ...epoch,
    ['Chair', header.chair],
    [seatsLabel[header.mode], header.seats.join(', ')],
  ]
}

function isWhole({ mode, task, session, started, epoch, chair, seats }: PadHeader): boolean {
  const filled = [task, session, started, chair, ...seats].every((value) => value !== '')
  return filled && (mode === 'meeting' || epoch !== null)
}
