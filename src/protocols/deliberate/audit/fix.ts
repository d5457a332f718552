// Findings are fixed as a plan is built: in a worktree, one zone at a time, committed by the engine, handed over to the person. Of what
// verification looks at only the quality gates apply, since a finding has no criterion that a program could check.

import { fencedBlock } from '../../../text/fenced-block.js'
import { ask } from '../asking.js'
import { runGate } from '../phases/sweep.js'
import { doTask } from '../phases/work.js'
import { workOnce } from '../phases/work-once.js'
import { commitWork, handOver, openWorkplace, type Workplace } from '../phases/workplace.js'
import type { WorkTask } from '../prompts/work.js'
import { commitSubjects } from '../rules/commits.js'
import { type FixTask, fixTasks } from '../rules/findings.js'
import { verificationHalt } from '../rules/halts.js'
import { qualityGates } from '../rules/project.js'
import type { GateResult } from '../rules/verification.js'
import type { Sitting } from '../sitting.js'
import type { Course } from './course.js'

/** How often what failed goes back before the person is asked. */
const attempts = 3

/** Whether there is anything that would be fixed: notes are not. */
export function hasFixes({ findings }: Course): boolean {
  return fixTasks(findings).length > 0
}

export async function fixFindings(sitting: Sitting, course: Course): Promise<void> {
  const { meeting } = sitting
  await meeting.phase('work')
  const place = await openWorkplace(sitting)
  const tasks = fixTasks(course.findings).map((task, at) => workOf(sitting, course, task, at))
  const left: string[] = []
  let last: WorkTask | null = null
  for (const task of tasks) {
    const status = await doTask(sitting, place, task)
    if (status === 'done') last = task
    else left.push(`${task.id} (${task.title}) is ${status}.`)
  }
  await meeting.phase('verification')
  if (last !== null) await holdGates(sitting, place, last)
  await handOver(sitting, place, left)
}

function workOf(sitting: Sitting, course: Course, { zone, findings }: FixTask, at: number): WorkTask {
  const own = course.findings.filter(({ id }) => findings.includes(id))
  const lines = own.map(
    ({ id, severity, file, line, category, title, detail }) =>
      `${id} ${severity} ${file}${line === null ? '' : `:${line}`} ${category}: ${title} — ${detail}`,
  )
  return {
    id: `FIX-${String(at + 1).padStart(3, '0')}`,
    story: zone,
    title: `${own.length} ${own.length === 1 ? 'finding' : 'findings'} in ${zone}`,
    member: fixerOf(sitting, course),
    words: `What the audit found there:\n\n${fencedBlock('findings', lines.join('\n'))}`,
    criteria: [],
    fixes: true,
    subject: commitSubjects.fix(zone, findings),
  }
}

/** The nearest lens of the audit, else the first at the table. */
function fixerOf({ theme, seated }: Sitting, { plan }: Course): string {
  return plan.lenses[0] ?? seated[0] ?? theme.roster[0]!.id
}

/** Until every gate of the project holds; what fails goes back to the last task's member, then the person says how it goes on. */
async function holdGates(sitting: Sitting, place: Workplace, task: WorkTask): Promise<void> {
  const { input } = sitting
  const gates = qualityGates({ files: input.files, texts: input.manifests })
  let advice: string | null = null
  for (let left = attempts; ; ) {
    const results: GateResult[] = []
    for (const { name, command } of gates)
      results.push(await runGate(sitting, place, { name, command, required: true }))
    await noteGates(sitting, results)
    const failed = results.filter(({ status }) => status !== 'verified')
    if (failed.length === 0) return
    if (left === 0) {
      advice = await goOn(sitting, failed, gates.length)
      left = attempts
    }
    left--
    const notes = [
      ...(advice === null ? [] : [`The person advises: ${advice}`]),
      ...failed.map(({ name, evidence, output }) => `the gate ${name}: ${evidence}\n${output}`),
    ]
    advice = null
    await workOnce(sitting, place, task, { id: 'task.execute.again', notes, by: 'engine' })
    await commitWork(sitting, place, task.id, task.subject)
  }
}

async function noteGates({ meeting }: Sitting, results: readonly GateResult[]): Promise<void> {
  const gates = results.map(({ name, command, status, evidence }) => ({ name, command, status, evidence }))
  const passed = gates.filter(({ status }) => status === 'verified').length
  const text =
    gates.length === 0 ? 'No quality gates were found' : `${passed} of ${gates.length} quality gates passed`
  await meeting.note('verification', { gates, rows: [], verified: 0, total: 0, failed: 0, manual: 0, text })
}

/** A stop halts; whoever resumes has three more attempts. */
async function goOn(sitting: Sitting, failed: readonly GateResult[], total: number): Promise<string | null> {
  const answer = await ask(sitting, 'verify.failed', {
    title: `${failed.length} gates do not hold after ${attempts} attempts`,
    body: failed.map(({ name, evidence }) => `- ${name}: ${evidence}`).join('\n'),
    effects: { retry: 'three more attempts', stop: 'halts; nothing is lost' },
  })
  if (answer.choose === 'advise') return answer.text ?? null
  if (answer.choose === 'stop')
    await sitting.meeting.halt(
      verificationHalt(
        failed.map(({ name }) => name),
        total,
      ),
      { reason: 'verification failed', rule: 'verification' },
    )
  return null
}
