// The end of an audit: the report, its commit, and what becomes of the findings.

import { ask } from '../asking.js'
import { renderReport, renderReview } from '../documents/audit.js'
import { commit, writeFile } from '../files.js'
import { passGate } from '../hearing.js'
import { exportPlan } from '../phases/export.js'
import { canWork } from '../phases/workplace.js'
import { reportPrompt } from '../prompts/audit.js'
import type { PassEnd } from '../rules/audit.js'
import { commitSubjects } from '../rules/commits.js'
import { countBySeverity } from '../rules/findings.js'
import { reportFaults } from '../rules/gates.js'
import * as shapes from '../schemas.js'
import { conductorSeat, mark, papersText, type Sitting } from '../sitting.js'
import { save } from '../stand.js'
import { allUnread, type Course, stateOf, totals } from './course.js'
import { fixFindings, hasFixes } from './fix.js'
import { writeCoverage } from './papers.js'

type Ended = Exclude<PassEnd, { kind: 'next' }>

export async function reportAudit(sitting: Sitting, course: Course, end: Ended): Promise<string> {
  const { theme, input } = sitting
  const unread = allUnread(course)
  if (unread.length > 0) mark(sitting, `unread:${unread.length}`)
  course.convergence = end.kind
  const ending = endingOf(end)
  const report = await passGate(sitting, 'report', {
    seat: conductorSeat(sitting),
    id: 'audit.report',
    schema: shapes.Report,
    prompt: (faults) => reportPrompt(sitting, course, ending, faults),
    faults: (value) =>
      reportFaults(
        value,
        course.findings.map(({ id }) => id),
      ),
  })
  course.active = false
  const text = renderReport(report, {
    focus: input.idea,
    state: stateOf(course),
    ending,
    zones: course.zones,
    findings: course.findings,
    unread,
    closed: course.plan.closed,
  })
  await writeFile(sitting, 'audit/report.md', text, {
    marked: true,
    parts: text.split('\n').filter((line) => line.startsWith('## ')),
    as: 'report',
  })
  await writeCoverage(sitting, course)
  sitting.audit = auditedOf(course)
  await save(sitting, { phase: 'audit' })
  await commit(sitting, 'audit', commitSubjects.audit(theme.id, course.findings.length, course.pass))
  return ending
}

function auditedOf(course: Course): NonNullable<Sitting['audit']> {
  const { files, read } = totals(course)
  return {
    passes: course.pass,
    convergence: course.convergence,
    files,
    read,
    findings: countBySeverity(course.findings),
  }
}

function endingOf(end: Ended): string {
  if (end.kind === 'stopped') return `stopped: ${end.why}`
  return end.kind === 'converged'
    ? 'converged: the last pass found nothing new'
    : 'ended by the limit of five passes'
}

/** How an audit ended before; why it stopped is not in its papers. */
function endBefore({ convergence, pass }: Course): Ended {
  if (convergence === 'converged' || convergence === 'pass-cap') return { kind: convergence }
  return { kind: 'stopped', why: `it ended in pass ${pass} before this meeting` }
}

/** An audit that was reported on before: it counts for this meeting's outcome. */
export function takeUp(sitting: Sitting, course: Course): string {
  sitting.audit = auditedOf(course)
  return endingOf(endBefore(course))
}

/** `review` shows the papers and asks again, and so does an export that was not done. */
export async function decideResult(sitting: Sitting, course: Course, ending: string): Promise<void> {
  const hasPlan = sitting.texts.has('prd.md')
  const noFix = await whyNoFix(sitting, course)
  for (let undone: string | null = null; ; ) {
    const answer = await ask(sitting, 'audit.result', {
      title: 'What becomes of the findings?',
      body: [
        renderReview({ state: stateOf(course), ending, findings: course.findings, marks: sitting.marks }),
        noFix,
        hasPlan ? '' : 'There is no plan whose issues could be exported to GitHub.',
        undone === null ? '' : `The export was not done (${undone}); the issues lie ready as files.`,
        papersText(sitting),
      ]
        .filter(Boolean)
        .join('\n\n'),
      effects: {
        fix: 'members mend them in a worktree, on a branch of its own',
        review: 'shows the papers and asks again',
        keep: 'ends the session with its report',
        github: 'makes the issues of the plan on GitHub',
      },
      grave: ['github'],
      without: [...(noFix === '' ? [] : ['fix']), ...(hasPlan ? [] : ['github'])],
    })
    if (answer.choose === 'review') continue
    if (answer.choose === 'fix') return fixFindings(sitting, course)
    if (answer.choose !== 'github') return
    undone = await exportPlan(sitting)
    if (undone === null) return
    await sitting.meeting.phase('audit')
  }
}

/** Empty where findings can be fixed. */
async function whyNoFix(sitting: Sitting, course: Course): Promise<string> {
  if (!hasFixes(course)) return 'There is no critical finding and no warning that could be fixed.'
  return (await canWork(sitting))
    ? ''
    : 'Findings cannot be fixed here: there is no commit to start a branch from.'
}
