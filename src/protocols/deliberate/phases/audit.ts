// Phase 5D: auditors read every file against criteria, pass after pass, until a pass finds nothing new.

import { auditBefore } from '../audit/before.js'
import { type Course, courseOf } from '../audit/course.js'
import { detectGaps } from '../audit/gaps.js'
import { writeCoverage, writeFindings } from '../audit/papers.js'
import { type AuditGround, planAudit } from '../audit/plan.js'
import { decideResult, reportAudit, takeUp } from '../audit/report.js'
import { runWave } from '../audit/wave.js'
import { nextWave, type PassEnd, passEnd } from '../rules/audit.js'
import type { Sitting } from '../sitting.js'
import { save } from '../stand.js'

/** Planned, read, reported, decided; one that was under way before this meeting goes on with its next pass. */
export async function audit(sitting: Sitting, ground: AuditGround): Promise<void> {
  await sitting.meeting.phase('audit')
  await save(sitting, { phase: 'audit', action: 'audit' })
  const place = sitting.input.earlier?.place
  const goesOn = place === 'pass' || place === 'result'
  const course = goesOn ? await auditBefore(sitting) : courseOf(await planAudit(sitting, ground))
  if (place === 'result') return decideResult(sitting, course, takeUp(sitting, course))
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
    await holdPass(sitting, course)
    const looked = course.zones.filter(({ pass }) => pass === course.pass)
    const readNow = looked.reduce((sum, { read }) => sum + read, 0)
    const { pass, fresh, findings } = course
    const row = { pass, zones: looked.length, fresh, total: findings.length, read: readNow }
    course.history = [...course.history, row]
    const end = passEnd(pass, fresh, readNow, course.zones)
    if (end.kind !== 'next') return end
    await detectGaps(sitting, course)
    course.pass++
    course.wave = 0
    course.fresh = 0
    course.looked.clear()
  }
}

/** Wave after wave until no zone is open in this pass. */
async function holdPass(sitting: Sitting, course: Course): Promise<void> {
  for (;;) {
    const wave = nextWave(course.zones, course.pass)
    if (wave.length === 0) return
    await runWave(sitting, course, wave)
  }
}
