// Phase 5D: auditors read every file against criteria, pass after pass, until a pass finds nothing new.

import { type Course, courseOf } from '../audit/course.js'
import { detectGaps } from '../audit/gaps.js'
import { writeCoverage, writeFindings } from '../audit/papers.js'
import { type AuditGround, planAudit } from '../audit/plan.js'
import { decideResult, reportAudit } from '../audit/report.js'
import { runWave } from '../audit/wave.js'
import { nextWave, type PassEnd, passEnd } from '../rules/audit.js'
import type { Sitting } from '../sitting.js'
import { save } from '../stores.js'

/** Planned, read, reported, decided. */
export async function audit(sitting: Sitting, ground: AuditGround): Promise<void> {
  await sitting.meeting.phase('audit')
  await save(sitting, { phase: 'audit', action: 'audit' })
  const course = courseOf(await planAudit(sitting, ground))
  await writeFindings(sitting, course)
  await writeCoverage(sitting, course)
  const end = await holdPasses(sitting, course)
  await sitting.meeting.phase('audit')
  const ending = await reportAudit(sitting, course, end)
  await decideResult(sitting, course, ending)
}

async function holdPasses(sitting: Sitting, course: Course): Promise<Exclude<PassEnd, { kind: 'next' }>> {
  for (;;) {
    await sitting.meeting.phase(`audit-pass-${course.pass}`)
    const looked = await holdPass(sitting, course)
    const readNow = [...course.looked.values()].reduce((sum, { reading }) => sum + reading.read.length, 0)
    const row = {
      pass: course.pass,
      zones: looked,
      fresh: course.fresh,
      total: course.findings.length,
      read: readNow,
    }
    course.history = [...course.history, row]
    const end = passEnd(course.pass, course.fresh, readNow, course.zones)
    if (end.kind !== 'next') return end
    await detectGaps(sitting, course)
    course.pass++
    course.wave = 0
    course.fresh = 0
    course.looked.clear()
  }
}

/** Wave after wave until no zone is open in this pass; gives how many were looked at. */
async function holdPass(sitting: Sitting, course: Course): Promise<number> {
  for (;;) {
    const wave = nextWave(course.zones, course.pass)
    if (wave.length === 0) return course.looked.size
    await runWave(sitting, course, wave)
  }
}
