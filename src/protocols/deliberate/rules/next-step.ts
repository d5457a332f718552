// Where a session without a journal goes on: at the first thing that is missing in the phase it stands in, else in a later one.

import { readState } from '../documents/audit.js'
import { roundsIn } from '../documents/interview.js'
import { pairsInNames, readPairs, responseFile } from '../documents/pairs.js'
import type { Member } from '../documents/theme-shape.js'
import { modeShapes, type Phase } from '../modes.js'
import type { AdoptedSession } from './adoption.js'
import { inRosterOrder, nameOf } from './members.js'
import type { Pair } from './pairing.js'

/** `what` is made, asked or heard next; `missing` names whose parts are missing. */
export interface NextStep {
  readonly what: Step
  readonly missing: readonly string[]
}

export type Step =
  | 'interview round'
  | 'interview summary'
  | 'interview.approve'
  | 'assembly'
  | 'assembly.approve'
  | 'map'
  | 'round 1'
  | 'positions.feedback'
  | 'pairs'
  | 'round 2'
  | 'round 3'
  | 'design'
  | 'design.approve'
  | 'sketch'
  | 'questions'
  | 'synthesis'
  | 'notes'
  | 'tasks'
  | 'action.quick'
  | 'prd'
  | 'contract'
  | 'stubs'
  | 'plan'
  | 'scope.review'
  | 'action'
  | 'action.choose'
  | 'audit plan'
  | 'audit pass'
  | 'audit report'
  | 'audit.result'
  /** A finished meeting: nothing is left but to show its notes. */
  | 'nothing'

export interface Standing {
  readonly adopted: Pick<AdoptedSession, 'mode' | 'phase' | 'completed' | 'members' | 'approved'>
  /** Without those that are obsolete. */
  readonly files: ReadonlyMap<string, string>
  readonly roster: readonly Member[]
  /** The recorded `Action:`. */
  readonly action: string | null
  /** The members that are called no more. */
  readonly absent?: readonly string[]
  /** How many rounds of questions were held since the person wanted to be interviewed again; absent where nobody did. */
  readonly roundsSince?: number
  /** How often the person wanted another cycle of challenges. */
  readonly repeated?: number
}

export function nextStep(standing: Standing): NextStep {
  if (standing.adopted.completed) return step(afterEnd(standing))
  const order = phasesOf(standing)
  const from = Math.max(0, order.indexOf(standing.adopted.phase))
  for (const phase of order.slice(from)) {
    const found = stepIn[phase](standing)
    if (found !== null) return found
  }
  return step('nothing')
}

/** As `pairs.md` has them, else as the names of the files tell; null where nobody has paired anybody yet. */
export function pairsFound(
  files: ReadonlyMap<string, string>,
  roster: readonly Member[],
  cycle: number,
): readonly Pair[] | null {
  const folder = cycleFolder(cycle)
  const paper = files.get(`${folder}pairs.md`)
  if (paper !== undefined) return readPairs(paper, roster)
  const found = pairsInNames(namesIn(files, `${folder}round2/`), roster)
  // Somebody has said where they end, so the challenges are over, whether there were any or not.
  if (found.length === 0 && namesIn(files, `${folder}round3/`).length === 0) return null
  return found.map((pair) => ({ ...pair, ...untold(nameOf(pair.a, roster), nameOf(pair.b, roster)) }))
}

function untold(a: string, b: string): Pick<Pair, 'tension' | 'why'> {
  return {
    tension: `What ${a} and ${b} answered each other in round 2`,
    why: 'they were paired before; the reason was not written down',
  }
}

export function cycleFolder(cycle: number): string {
  return cycle === 1 ? 'deliberation/' : `deliberation/cycle${cycle}/`
}

/** Files of that folder by the member that their name says, in roster order; strangers are left out. */
export function filesByMember(
  files: ReadonlyMap<string, string>,
  folder: string,
  roster: readonly Member[],
): Map<string, string> {
  const ids = namesIn(files, folder).map((name) => name.replace(/\.md$/, ''))
  return new Map(inRosterOrder(ids, roster).map((id) => [id, files.get(`${folder}${id}.md`)!]))
}

function step(what: Step, missing: readonly string[] = []): NextStep {
  return { what, missing }
}

function afterEnd({ adopted: { mode }, files }: Standing): Step {
  if (mode === 'meeting') return 'nothing'
  if (mode === 'quick') return 'action.quick'
  if (mode === 'audit' || mode === 'deep') return 'audit.result'
  return files.has('prd.md') ? 'action.choose' : 'nothing'
}

function phasesOf({ adopted: { mode } }: Standing): readonly Phase[] {
  if (mode === 'audit') return ['audit']
  const early: Phase[] = modeShapes[mode].interview === 'none' ? ['assembly'] : ['interview', 'assembly']
  if (mode === 'meeting') return [...early, 'deliberation']
  if (mode === 'quick') return [...early, 'deliberation', 'planning']
  return [...early, 'deliberation', 'planning', mode === 'deep' ? 'audit' : 'action']
}

/** Null when everything of the phase is there. */
const stepIn: Readonly<Record<Phase, (standing: Standing) => NextStep | null>> = {
  interview: interviewStep,
  assembly: assemblyStep,
  deliberation: deliberationStep,
  planning: planningStep,
  action: actionStep,
  audit: auditStep,
}

function interviewStep({ adopted: { mode, approved }, files, roundsSince }: Standing): NextStep | null {
  const rounds = roundsSince ?? roundsIn(files.get('interview-transcript.md') ?? '').length
  if (!files.has('interview-summary.md'))
    return step(rounds < (mode === 'meeting' ? 1 : 2) ? 'interview round' : 'interview summary')
  return mode === 'guided' && !approved.includes('interview.approve') ? step('interview.approve') : null
}

function assemblyStep({ adopted: { mode, approved }, files }: Standing): NextStep | null {
  if (!files.has('assembly.md')) return step('assembly')
  const asked = modeShapes[mode].assembly === 'approved'
  return asked && !approved.includes('assembly.approve') ? step('assembly.approve') : null
}

function deliberationStep(standing: Standing): NextStep | null {
  const { adopted, files } = standing
  if (adopted.mode === 'meeting') return meetingStep(standing)
  if (files.has(adopted.mode === 'quick' ? 'design-sketch.md' : 'design.md')) return designStep(standing)
  if (!files.has('context/codebase-map.md')) return step('map')
  const first = without(standing, 'deliberation/round1/')
  if (first.length > 0) return step('round 1', first)
  return adopted.mode === 'quick' ? step('sketch') : cycleStep(standing, 1)
}

/** The design is there: is it approved, or was another cycle wanted? */
function designStep(standing: Standing): NextStep | null {
  const { mode, approved } = standing.adopted
  if (mode === 'quick' || mode === 'auto') return null
  const again = standing.repeated ?? 0
  if (again > 0 && !approved.includes('design.guided')) return cycleStep(standing, again + 1)
  const question = mode === 'guided' ? 'design.guided' : 'design.approve'
  return approved.includes(question) ? null : step('design.approve')
}

function cycleStep(standing: Standing, cycle: number): NextStep {
  const { adopted, files, roster, absent = [] } = standing
  const folder = cycleFolder(cycle)
  const pairs = pairsFound(files, roster, cycle)
  if (pairs === null) {
    const asks = cycle === 1 && adopted.mode === 'guided' && !adopted.approved.includes('positions.feedback')
    return step(asks ? 'positions.feedback' : 'pairs')
  }
  const second = pairs
    .flatMap(({ a, b }) => [
      { from: a, to: b },
      { from: b, to: a },
    ])
    .filter(
      ({ from, to }) => !absent.includes(from) && !files.has(`${folder}round2/${responseFile(from, to)}`),
    )
  if (second.length > 0)
    return step(
      'round 2',
      second.map(({ from, to }) => `${from} to ${to}`),
    )
  const third = without(standing, `${folder}round3/`)
  return third.length > 0 ? step('round 3', third) : step('design')
}

function meetingStep(standing: Standing): NextStep | null {
  const { files } = standing
  if (files.has('meeting-notes.md')) return null
  const first = without(standing, 'deliberation/round1/')
  if (first.length > 0) return step('round 1', first)
  const last = without(standing, 'deliberation/round3/')
  const asked = namesIn(files, 'deliberation/round2/').length > 0
  // Whoever has drawn conclusions has heard the answers, so the questions are over then, whether there were any or not.
  if (!asked && namesIn(files, 'deliberation/round3/').length === 0) return step('questions')
  return last.length > 0 ? step('synthesis', last) : step('notes')
}

function planningStep(standing: Standing): NextStep | null {
  const { mode, approved } = standing.adopted
  const { files } = standing
  // The phase is written before the design is: killed in between, the design is still to be made.
  if (!files.has(mode === 'quick' ? 'design-sketch.md' : 'design.md')) return deliberationStep(standing)
  if (mode === 'quick') return step(files.has('plan.md') ? 'action.quick' : 'tasks')
  const unapproved = designStep(standing)
  if (unapproved !== null) return unapproved
  if (!files.has('prd.md')) return step('prd')
  if (!files.has('acceptance-contract.md')) return step('contract')
  if (namesIn(files, 'test-stubs/').length === 0) return step('stubs')
  if (!files.has('plan.md')) return step('plan')
  const question = mode === 'guided' ? 'prd.guided' : 'scope.review'
  return mode === 'auto' || approved.includes(question) ? null : step('scope.review')
}

function actionStep({ action, adopted: { mode } }: Standing): NextStep {
  return step(action !== null || mode === 'auto' ? 'action' : 'action.choose')
}

function auditStep({ files }: Standing): NextStep {
  const state = files.get('audit/state.md')
  if (state === undefined) return step('audit plan')
  if (readState(state).active) return step('audit pass')
  return step(files.has('audit/report.md') ? 'audit.result' : 'audit report')
}

function without({ adopted: { members }, files, absent = [] }: Standing, folder: string): string[] {
  return members.filter((id) => !absent.includes(id) && !files.has(`${folder}${id}.md`))
}

function namesIn(files: ReadonlyMap<string, string>, folder: string): string[] {
  return [...files.keys()]
    .filter((path) => path.startsWith(folder))
    .map((path) => path.slice(folder.length))
    .toSorted()
}
