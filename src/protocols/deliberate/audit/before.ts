// An audit that was there before this meeting: its findings keep their numbers, and its criteria and zones count. Which files are in them
// the project says now.

import { readCoverage, readFindings, readState } from '../documents/audit.js'
import { zonesOf } from '../rules/zones.js'
import type { Sitting } from '../sitting.js'
import { type Course, courseOf } from './course.js'
import { takeInventory } from './inventory.js'

/** Before its next pass where it was under way, else as it ended. */
export async function auditBefore(sitting: Sitting): Promise<Course> {
  const paper = (name: string) => sitting.texts.get(`audit/${name}`) ?? ''
  const state = readState(paper('state.md'))
  const { criteria, zones, gaps } = readCoverage(paper('coverage.md'))
  const { files, closed } = await takeInventory(sitting)
  const known = new Set(zones.map(({ zone }) => zone))
  const read = zonesOf(files).filter(({ name }) => known.size === 0 || known.has(name))
  const course = courseOf({ criteria, scope: [], zones: read, lenses: sitting.seated, closed })
  course.findings = readFindings(paper('findings.md'))
  course.gaps = gaps
  course.history = state.history
  course.convergence = state.convergence
  course.active = state.active
  course.pass = state.active ? state.pass + 1 : state.pass
  if (!state.active) course.zones = zones
  return course
}
