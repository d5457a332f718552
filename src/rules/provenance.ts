// Provenance audit: reads a transcript and says of each turn whether its label allows it to be there.
// A block runs from one turn header to the next; a speaker or role that holds a slash is still a header. Within a block the last Phase,
// Turn and dispatched_via lines at column 1 that have a value count.
//
//   PROV1  RESEARCH and DISCUSS need subagent, interject or teammate; CHARTER needs charter; nothing else is checked.
import { linesOf } from './lines.js'
import { needsProvenance } from './turn-header.js'

export interface TurnBlock {
  turn: string
  /** `Name (Role)`. */
  speaker: string
  phase: string | undefined
  turnId: string | undefined
  via: string | undefined
}

export interface ProvenanceFailure extends TurnBlock {
  reason: string
  line: string
}

/** Empty when the transcript is clean; one without turns is. */
export function auditProvenance(transcript: string): ProvenanceFailure[] {
  return turnBlocks(transcript).flatMap((block) => {
    const reason = faultOf(block)
    return reason === undefined ? [] : [{ ...block, reason, line: failureLine(block, reason) }]
  })
}

export function turnBlocks(transcript: string): TurnBlock[] {
  const blocks: TurnBlock[] = []
  for (const line of linesOf(transcript)) {
    const header = parseTurnHeader(line)
    const block = blocks.at(-1)
    if (header !== undefined) blocks.push({ ...header, phase: undefined, turnId: undefined, via: undefined })
    else if (block !== undefined) takeFooter(block, line)
  }
  return blocks
}

/** Undefined when the line opens no turn. */
export function parseTurnHeader(line: string): { turn: string; speaker: string } | undefined {
  const start = /^\[round [0-9]+ \/ turn ([0-9]+) \/ /.exec(line)
  if (start === null) return undefined
  const rest = line.slice(start[0].length)
  const cost = rest.lastIndexOf(' / per-turn-cost ')
  const end = cost < 0 ? rest.indexOf(' /') : cost
  return end < 0 ? undefined : { turn: start[1]!, speaker: rest.slice(0, end) }
}

const FOOTERS = { 'Phase:': 'phase', 'Turn:': 'turnId', 'dispatched_via:': 'via' } as const

function takeFooter(block: TurnBlock, line: string): void {
  for (const [label, key] of Object.entries(FOOTERS)) {
    const value = line.startsWith(label) ? line.slice(label.length).trim() : ''
    if (value !== '') block[key] = value
  }
}

function faultOf({ phase, via }: TurnBlock): string | undefined {
  if (phase === undefined) return undefined
  if (needsProvenance(phase)) {
    if (via === undefined) return 'missing dispatched_via on RESEARCH/DISCUSS turn'
    if (['subagent', 'interject', 'teammate'].includes(via)) return undefined
    return 'RESEARCH/DISCUSS turn must carry dispatched_via: subagent, interject, or teammate'
  }
  if (phase.toUpperCase() !== 'CHARTER' || via === 'charter') return undefined
  return via === undefined
    ? 'missing dispatched_via on CHARTER turn'
    : 'CHARTER turn must carry dispatched_via: charter'
}

function failureLine({ turn, turnId, phase, speaker, via }: TurnBlock, reason: string): string {
  return `FAIL: turn ${turnId ?? turn} phase=${phase} speaker=${speaker} dispatched_via=${via ?? '<missing>'} — ${reason}`
}
