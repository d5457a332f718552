// Where a session goes on that lies in a folder: after its last complete paper. Papers are data: that they are there says how far it came.

import { type Mode, modeShapes, type Phase } from '../modes.js'

/**
 * In the order of a session. `pass` is the next one of an audit under way, `result` what becomes of one that was reported on; where it is
 * `over`, nothing is left but to show it.
 */
export const places = [
  'interview',
  'assembly',
  'rounds',
  'planning',
  'action',
  'audit',
  'pass',
  'result',
  'over',
] as const
export type Place = (typeof places)[number]

/** The phase that `session.md` names there. */
export const phaseAt: Readonly<Record<Place, Phase>> = {
  interview: 'interview',
  assembly: 'assembly',
  rounds: 'deliberation',
  planning: 'planning',
  action: 'action',
  audit: 'audit',
  pass: 'audit',
  result: 'audit',
  over: 'deliberation',
}

export interface Papers {
  has(path: string): boolean
  /** `audit/state.md` says that an audit is under way. */
  readonly auditing: boolean
  /** Whether anybody is known who sat there. */
  readonly seated: boolean
}

/** `asked`: the person named this mode, so that a finished audit is no reason against another. */
export function placeOf(mode: Mode, { has, auditing, seated }: Papers, asked: boolean): Place {
  const { interview, plan, action } = modeShapes[mode]
  if (auditing && (plan === 'prd' || mode === 'audit')) return 'pass'
  if (action === 'audit' && has('audit/report.md') && !asked) return 'result'
  if (mode === 'audit') return 'audit'
  if (mode === 'meeting' && has('meeting-notes.md')) return 'over'
  if (plan === 'prd' && has('prd.md')) return 'action'
  if (plan === 'tasks' && has('design-sketch.md')) return has('plan.md') ? 'action' : 'planning'
  // Nobody can be heard of whom nobody knows.
  if (plan === 'prd' && has('design.md') && seated) return 'planning'
  if (has('assembly.md') && seated) return 'rounds'
  return has('interview-summary.md') || interview === 'none' ? 'assembly' : 'interview'
}

/** How many cycles of rounds lie there. They stay: new ones are a cycle behind them. */
export function cyclesIn(paths: Iterable<string>): number {
  const found = [...paths].flatMap((path) => {
    const [at, cycle = '1'] = /^deliberation\/(?:cycle(\d+)\/)?round\d\//.exec(path) ?? []
    return at === undefined ? [] : [Number(cycle)]
  })
  return Math.max(0, ...found)
}

export function cycleFolder(cycle: number): string {
  return cycle === 1 ? 'deliberation/' : `deliberation/cycle${cycle}/`
}
