// The audit's course: which zones come next, what a zone is after its call, and when a pass is the last.

export type ZoneStatus = 'pending' | 'in-progress' | 'clean' | 'flagged' | 'needs-review'

export interface ZoneState {
  readonly zone: string
  readonly files: number
  readonly loc: number
  readonly status: ZoneStatus
  /** The latest pass that looked at it; null when none has. */
  readonly pass: number | null
  readonly agent: string | null
  /** Files truly read in that pass. */
  readonly read: number
  /** How often it was called in that pass. */
  readonly calls: number
}

const widest = 4
const mostCalls = 3
const mostPasses = 5

/** Two passes over every zone, and the report. */
export function fewestCalls(zones: number): number {
  return 2 * zones + 1
}

/** Every zone three times in each pass, gaps between passes, and the report. */
export function mostCallsFor(zones: number): number {
  return mostPasses * mostCalls * zones + (mostPasses - 1) + 1
}

/** Up to four zones: those never looked at, then those to look at again, then flagged ones; in each group by name. */
export function nextWave(zones: readonly ZoneState[], pass: number): ZoneState[] {
  const order = ['pending', 'needs-review', 'flagged']
  const open = zones.filter((zone) => order.includes(zone.status) && isOpen(zone, pass))
  const sorted = open.toSorted(
    (one, other) =>
      order.indexOf(one.status) - order.indexOf(other.status) || (one.zone < other.zone ? -1 : 1),
  )
  return sorted.slice(0, widest)
}

/** In one pass a zone with unread files is called at most three times, a flagged one once. */
function isOpen({ status, pass: last, calls }: ZoneState, pass: number): boolean {
  if (last === null || last < pass) return true
  return status === 'needs-review' && calls < mostCalls
}

export interface ZoneOutcome {
  readonly agent: string
  readonly pass: number
  /** Files truly read in this pass so far. */
  readonly read: number
  /** Whether there are findings in it, of this pass or earlier. */
  readonly findings: boolean
  /** The auditor failed twice. */
  readonly failed: boolean
}

export function settledZone(
  zone: ZoneState,
  { agent, pass, read, findings, failed }: ZoneOutcome,
): ZoneState {
  const calls = zone.pass === pass ? zone.calls + 1 : 1
  const whole = !failed && read >= zone.files
  const status = whole ? (findings ? 'flagged' : 'clean') : 'needs-review'
  return { ...zone, status, pass, agent, read, calls }
}

export type PassEnd =
  | { readonly kind: 'converged' | 'pass-cap' }
  | { readonly kind: 'stopped'; readonly why: string }
  | { readonly kind: 'next' }

/** `readNow` is how many files were read in this pass. */
export function passEnd(pass: number, fresh: number, readNow: number, zones: readonly ZoneState[]): PassEnd {
  if (zones.length === 0) return { kind: 'stopped', why: 'there is no file to read' }
  if (readNow === 0) return { kind: 'stopped', why: `no file was read in pass ${pass}${noTools(zones)}` }
  const settled = zones.every(({ status }) => status === 'clean' || status === 'flagged')
  if (fresh === 0 && settled && pass >= 2) return { kind: 'converged' }
  return pass >= mostPasses ? { kind: 'pass-cap' } : { kind: 'next' }
}

/** Where nothing was read at all, the voices most likely have none of our tools. */
function noTools(zones: readonly ZoneState[]): string {
  return zones.some(({ read }) => read > 0) ? '' : '; a voice without our tools cannot audit'
}

/** For the next pass: flagged zones and those named are looked at again; after a pass without findings, every zone. */
export function reopened(
  zones: readonly ZoneState[],
  named: readonly string[],
  anyFindings: boolean,
): ZoneState[] {
  return zones.map((zone) => {
    const again = !anyFindings || zone.status === 'flagged' || named.includes(zone.zone)
    return again ? { ...zone, status: 'needs-review' } : zone
  })
}
