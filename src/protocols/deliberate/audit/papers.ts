// Papers of the audit as they are written: coverage, state and findings after each wave. A later meeting of the session may go on with
// them, so only what it will keep counts as this meeting's.

import { renderCoverage, renderFindings, renderState } from '../documents/audit.js'
import { writeFile } from '../files.js'
import { countBySeverity } from '../rules/findings.js'
import type { Sitting } from '../sitting.js'
import { type Course, stateOf, totals } from './course.js'

export async function writeCoverage(sitting: Sitting, course: Course): Promise<void> {
  const { plan, zones, gaps } = course
  const coverage = renderCoverage({ criteria: plan.criteria, zones, gaps })
  await writeFile(sitting, 'audit/coverage.md', coverage, { parts: headingOf(coverage), as: 'coverage' })
  await writeFile(sitting, 'audit/state.md', renderState(stateOf(course)), { parts: [] })
}

/** A finding stays under its number, whoever goes on. */
export async function writeFindings(sitting: Sitting, course: Course): Promise<void> {
  const text = renderFindings(course.findings)
  const rows = text.split('\n').filter((line) => line.startsWith('| F-'))
  await writeFile(sitting, 'audit/findings.md', text, {
    parts: [...headingOf(text), ...rows],
    as: 'findings',
  })
}

/** Zones are cut small, so this is seldom reached; the report names every file. */
const mostNamed = 40

/** What a page draws bars from: every zone with what was read of it, after each wave. */
export async function noteCoverage({ meeting }: Sitting, course: Course): Promise<void> {
  const { pass, wave, zones, findings, unread } = course
  const { files, read } = totals(course)
  await meeting.note('coverage', {
    pass,
    wave,
    zones: zones.map((one) => ({
      zone: one.zone,
      files: one.files,
      read: one.read,
      loc: one.loc,
      status: one.status,
      agent: one.agent,
      // Of a zone that nobody has looked at yet, all of it is left; that needs no names.
      unread: one.status === 'pending' ? [] : (unread.get(one.zone) ?? []).slice(0, mostNamed),
    })),
    files,
    read,
    findings: countBySeverity(findings),
    text: `Pass ${pass}, wave ${wave}: ${read} of ${files} files read, ${findings.length} findings`,
  })
}

export function headingOf(text: string): string[] {
  return text.split('\n').slice(0, 1)
}
