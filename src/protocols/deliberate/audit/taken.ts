// An audit that lies on disk without its journal: its papers say how far it came. Which files are in which zone the project says now.

import { readCoverage, readFindings, readState, unreadIn, zoneFiles } from '../documents/audit.js'
import { take } from '../found.js'
import { takenOver, type ZoneState } from '../rules/audit.js'
import { zonesOf } from '../rules/zones.js'
import type { Sitting } from '../sitting.js'
import { type Course, courseOf, linesIn } from './course.js'
import { takeInventory } from './inventory.js'

/** Where it goes on: with the pass under way, with the report, or with what becomes of it. */
export interface TakenAudit {
  readonly course: Course
  readonly at: 'pass' | 'report' | 'result'
}

/** Null where no audit was planned yet. */
export async function takeAudit(sitting: Sitting): Promise<TakenAudit | null> {
  const paper = (name: string) => take(sitting, `audit/${name}`)
  const [stateText, coverageText] = [paper('state.md'), paper('coverage.md')]
  if (stateText === undefined || coverageText === undefined) return null
  const state = readState(stateText)
  const coverage = readCoverage(coverageText)
  const { files, closed } = await takeInventory(sitting)
  const known = new Set(coverage.zones.map(({ zone }) => zone))
  const zones = zonesOf(files).filter(({ name }) => known.has(name))
  const course = courseOf({ criteria: coverage.criteria, scope: [], zones, lenses: sitting.seated, closed })
  course.findings = readFindings(paper('findings.md') ?? '')
  course.gaps = coverage.gaps
  course.history = state.history
  course.pass = state.pass
  course.wave = course.waves = state.wave
  course.fresh = state.fresh
  course.active = state.active
  course.convergence = state.convergence
  course.checkpoints = checkpointsIn(sitting)
  course.zones = takenOver(course.zones.map((zone) => asBefore(zone, coverage.zones)))
  readUnread(sitting, course)
  await sayWhatChanged(sitting, course, known)
  const reported = paper('report.md') !== undefined
  return { course, at: state.active ? 'pass' : reported ? 'result' : 'report' }
}

/** A zone whose files are others now is looked at again. */
function asBefore(now: ZoneState, before: readonly ZoneState[]): ZoneState {
  const found = before.find(({ zone }) => zone === now.zone)
  if (found === undefined) return now
  if (found.files === now.files && found.loc === now.loc) return found
  return { ...now, status: found.status === 'pending' ? 'pending' : 'needs-review' }
}

/** By the report of the last pass that looked at it; where there is none, nothing of the zone counts as read. */
function readUnread({ found }: Sitting, course: Course): void {
  const names = course.zones.map(({ zone }) => zone)
  course.zones = course.zones.map((one) => {
    if (one.pass === null || one.read >= one.files) {
      if (one.pass !== null) course.unread.set(one.zone, [])
      return one
    }
    const report = found.get(zoneFiles(one.pass, names).get(one.zone)!)
    const unread = report === undefined ? [] : unreadIn(report)
    if (unread.length !== one.files - one.read) return { ...one, read: 0 }
    course.unread.set(one.zone, unread)
    return one
  })
}

function checkpointsIn({ found }: Sitting): number {
  return [...found.keys()].filter((path) => path.startsWith('audit/checkpoints/')).length
}

async function sayWhatChanged(
  { meeting }: Sitting,
  course: Course,
  known: ReadonlySet<string>,
): Promise<void> {
  const gone = [...known].filter((zone) => !course.zones.some((one) => one.zone === zone))
  if (gone.length > 0)
    await meeting.note('warning', { text: `These zones are not there any more: ${gone.join(', ')}` })
  const lines = linesIn(course.plan.zones.flatMap(({ files }) => files))
  await meeting.note('notice', {
    text: `The audit goes on in pass ${course.pass}: ${course.zones.length} zones, ${lines} lines`,
  })
}
