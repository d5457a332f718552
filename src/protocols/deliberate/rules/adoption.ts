// Adoption: what a session's folder says of it when there is no journal to replay. Everything here was written by other hands.

import { readAssembly } from '../documents/assembly.js'
import type { IndexEntry } from '../documents/index-file.js'
import type { Approval, SessionFile } from '../documents/session-file.js'
import type { Member, Theme } from '../documents/theme-shape.js'
import { isMode, isPhase, type Mode, modeShapes, type Phase } from '../modes.js'
import { type Absence, leftOutIn, type Mark } from './degraded.js'
import { inRosterOrder, memberNamed, nameOf } from './members.js'

export interface SessionFolder {
  readonly session: SessionFile
  /** Null where the index does not know it. */
  readonly entry: IndexEntry | null
  /** Every file of the session by its path below the session's folder. */
  readonly files: ReadonlyMap<string, string>
}

export interface AdoptedSession {
  readonly mode: Mode
  readonly phase: Phase
  readonly completed: boolean
  /** Ids in the order of the roster. */
  readonly members: readonly string[]
  /** Touchpoints that stand approved: by an answer that is listed, or because a file could not be there without it. */
  readonly approved: readonly string[]
  /** Files that an answer has made obsolete: they are made again. */
  readonly obsolete: readonly string[]
  readonly warnings: readonly string[]
}

export function adopted({ session, entry, files }: SessionFolder, theme: Theme): AdoptedSession {
  const mode = modeIn(session, entry, files)
  const { members, strangers } = membersIn({ session, entry, files }, theme)
  const named = session.phase ?? phaseIn(entry, files, mode)
  // Nobody can be heard in a deliberation whose members nobody knows.
  const phase = named === 'deliberation' && members.length === 0 ? 'assembly' : named
  return {
    mode,
    phase,
    completed: (session.status ?? statusIn(entry)) === 'completed',
    members,
    approved: approvedIn(session.approvals, files, phase),
    obsolete: obsoleteIn(session.approvals, files),
    warnings: strangers.map((name) => `"${name}" is not in this theme's roster and is left out`),
  }
}

/** A brainstorm leaves no session, so a file that claims to be of one is of another mode. */
function modeIn(session: SessionFile, entry: IndexEntry | null, files: ReadonlyMap<string, string>): Mode {
  const named = [session.mode ?? '', entry?.mode ?? ''].find(
    (mode) => isMode(mode) && modeShapes[mode].session,
  )
  if (named !== undefined) return named as Mode
  const paths = [...files.keys()]
  if (files.has('meeting-notes.md') || paths.some((path) => /-asks-[^/]*$/.test(path))) return 'meeting'
  if (files.has('design-sketch.md')) return 'quick'
  const audited = paths.some((path) => path.startsWith('audit/'))
  return audited && !paths.some((path) => path.startsWith('deliberation/')) ? 'audit' : 'standard'
}

/** What a cleanup made stale is what it was before. */
function statusIn(entry: IndexEntry | null): string | null {
  if (entry === null) return null
  return entry.status === 'stale' ? entry.stale_from : entry.status
}

/** Where neither paper names a phase, the furthest that its files have reached. */
function phaseIn(entry: IndexEntry | null, files: ReadonlyMap<string, string>, mode: Mode): Phase {
  if (entry !== null && isPhase(entry.phase)) return entry.phase
  const has = (...paths: string[]) => paths.some((path) => files.has(path))
  if (has('audit/state.md')) return 'audit'
  if (has('issues.md')) return 'action'
  if (has('design.md', 'design-sketch.md', 'prd.md', 'plan.md')) return 'planning'
  if ([...files.keys()].some((path) => path.startsWith('deliberation/'))) return 'deliberation'
  return has('interview-summary.md', 'assembly.md') ? 'assembly' : modeShapes[mode].firstPhase
}

/** The index says who sits there. A clone has no index: then the scores with what the person changed, else who wrote or brought something. */
function membersIn({ session, entry, files }: SessionFolder, theme: Theme) {
  const { roster } = theme
  const assembly = files.get('assembly.md')
  const selected = assembly === undefined ? [] : (readAssembly(assembly, theme)?.selected ?? [])
  const authors = authorsIn(files)
  const lists = [entry?.agents ?? [], selected, [...session.skills.map(({ agent }) => agent), ...authors]]
  const named = lists.find((list) => list.length > 0) ?? []
  const found = [...new Set(named)].map((name) => ({ name, id: memberNamed(name, roster)?.id }))
  return {
    members: inRosterOrder(
      found.flatMap(({ id }) => id ?? []),
      roster,
    ),
    strangers: found.filter(({ id }) => id === undefined).map(({ name }) => name),
  }
}

function authorsIn(files: ReadonlyMap<string, string>): string[] {
  return [...files.keys()].flatMap((path) => /^deliberation\/round1\/([^/]+)\.md$/.exec(path)?.[1] ?? [])
}

const approving: readonly string[] = ['approve', 'approve-issue', 'start', 'continue', 'feedback']

/** The last answer to a question counts, and going back undoes what lay between. What is not listed may still be implied. */
function approvedIn(
  approvals: readonly Approval[],
  files: ReadonlyMap<string, string>,
  phase: Phase,
): string[] {
  const stands = new Map<string, boolean>()
  for (const { touchpoint, choose } of approvals) {
    stands.set(touchpoint, approving.includes(choose))
    if (touchpoint === 'assembly.approve' && choose === 'restart') stands.set('interview.approve', false)
    if (touchpoint === 'prd.guided' && choose === 'back') stands.set('design.guided', false)
  }
  for (const touchpoint of impliedBy(files, phase)) if (!stands.has(touchpoint)) stands.set(touchpoint, true)
  return [...stands].flatMap(([touchpoint, ok]) => (ok ? [touchpoint] : []))
}

function impliedBy(files: ReadonlyMap<string, string>, phase: Phase): string[] {
  const implied: string[] = []
  if ([...files.keys()].some((path) => path.startsWith('deliberation/round1/')))
    implied.push('interview.approve', 'assembly.approve')
  if (files.has('prd.md')) implied.push('design.approve', 'design.guided')
  if (phase === 'action') implied.push('scope.review', 'prd.guided')
  return implied
}

/** Who was left out before, with the reason that a document of the session gives. */
export function absentBefore(
  marks: readonly Mark[],
  files: Readonly<Record<string, string>>,
  roster: readonly Pick<Member, 'id' | 'name'>[],
): [string, Absence][] {
  const lines = Object.values(files).flatMap((text) => leftOutIn(text))
  const ids = marks.flatMap((mark) => /^absent:(.+)$/.exec(mark)?.[1] ?? [])
  return ids.map((id) => {
    const name = nameOf(id, roster)
    const known = lines.find((line) => line.name === name)
    return [id, known ?? { name, where: 'an earlier meeting', reason: 'not recorded' }]
  })
}

/** How many rounds of questions were held since the person wanted to be interviewed again; undefined where nobody did. */
export function roundsSinceRestart(approvals: readonly Approval[]): number | undefined {
  const last = approvals.findLastIndex(({ touchpoint }) => touchpoint === 'assembly.approve')
  if (last < 0 || approvals[last]!.choose !== 'restart') return undefined
  return approvals.slice(last).filter(({ touchpoint }) => touchpoint === 'interview.round').length
}

/** How often another cycle of challenges was wanted. */
export function timesRepeated(approvals: readonly Approval[]): number {
  const wanted = approvals.filter(
    ({ touchpoint, choose }) => touchpoint === 'design.guided' && choose === 're-deliberate',
  )
  return wanted.length
}

const planFiles = ['prd.md', 'acceptance-contract.md', 'plan.md']

/** After a restart the summary and the scores are of an earlier interview; after going back the plan is of an earlier design. */
function obsoleteIn(approvals: readonly Approval[], files: ReadonlyMap<string, string>): string[] {
  const last = (touchpoint: string) => approvals.findLast((one) => one.touchpoint === touchpoint)?.choose
  const obsolete = [
    ...(last('assembly.approve') === 'restart' ? ['interview-summary.md', 'assembly.md'] : []),
    ...(last('prd.guided') === 'back' ? planFiles : []),
  ]
  return obsolete.filter((path) => files.has(path))
}
