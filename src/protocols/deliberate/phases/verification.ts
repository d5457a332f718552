// The verification sweep: code decides what holds, by commands that it runs itself. What does not hold goes back to whoever built it, three
// times; then the person says how it goes on.

import { ask } from '../asking.js'
import { type ContractRow, criteriaIn, gatesIn, withResults } from '../documents/contract.js'
import type { WorkTask } from '../prompts/work.js'
import { verificationHalt } from '../rules/halts.js'
import { type Found, type GateResult, stillOpen, tallyLine, tallyOf } from '../rules/verification.js'
import type { Sitting } from '../sitting.js'
import { tickBoxes, writeContract } from './contract-issue.js'
import { runGate, verifyCriterion } from './sweep.js'
import { workOnce } from './work-once.js'
import { commitWork, type Workplace } from './workplace.js'

/** How often what failed goes back before the person is asked. */
const attempts = 3

/** Until every required gate and every criterion of these tasks that a program can check holds. The tasks of which something was committed. */
export async function verifyWork(
  sitting: Sitting,
  place: Workplace,
  tasks: readonly WorkTask[],
): Promise<ReadonlySet<string>> {
  const mended = new Set<string>()
  const checking: Checking = { sitting, place, tasks, gates: [], found: new Map(), asked: new Set(), mended }
  let advice: string | null = null
  for (let left = attempts; ; ) {
    await sweep(checking)
    const open = openIn(checking)
    if (open.length === 0 && (left === 0 || !(await manualFailed(checking)))) return mended
    if (left > 0) {
      left--
      await sendBack(checking, advice)
      advice = null
      continue
    }
    advice = await goOn(checking, open)
    left = attempts
  }
}

interface Checking {
  readonly sitting: Sitting
  readonly place: Workplace
  /** Tasks that were worked on; criteria of others stay pending and block nothing. */
  readonly tasks: readonly WorkTask[]
  gates: readonly GateResult[]
  /** What the last sweep found of criteria. */
  found: ReadonlyMap<string, Found>
  /** Manual criteria that the person was asked about since they were last worked on. */
  readonly asked: Set<string>
  /** Tasks that went back and of which something was committed then. */
  readonly mended: Set<string>
}

function contractOf({ texts }: Sitting): string {
  return texts.get('acceptance-contract.md') ?? ''
}

/** The criteria of the tasks at hand, as the contract has them. */
function rowsOf({ sitting, tasks }: Checking): ContractRow[] {
  return criteriaIn(contractOf(sitting)).filter(({ story }) => tasks.some((task) => task.story === story))
}

function openIn(checking: Checking): string[] {
  return stillOpen(checking.gates, rowsOf(checking))
}

/** Gates first, then every criterion that is not verified yet; what came out is in the contract before anything else happens. */
async function sweep(checking: Checking): Promise<void> {
  const { sitting, place } = checking
  const gates: GateResult[] = []
  for (const gate of gatesIn(contractOf(sitting))) gates.push(await runGate(sitting, place, gate))
  checking.gates = gates
  const results = new Map<string, Found>()
  for (const row of rowsOf(checking)) {
    if (row.status === 'verified' || row.method === 'manual-check') continue
    results.set(row.id, await verifyCriterion(sitting, place, row, gates))
  }
  checking.found = results
  await keep(checking, results)
}

async function keep(checking: Checking, results: ReadonlyMap<string, Found>): Promise<void> {
  const { sitting, gates } = checking
  await writeContract(sitting, withResults(contractOf(sitting), results))
  const rows = criteriaIn(contractOf(sitting))
  const tally = tallyOf(rows)
  sitting.verification = tally
  await sitting.meeting.note('verification', {
    gates: gates.map(({ name, command, status, evidence }) => ({ name, command, status, evidence })),
    rows: rows.map(({ id, method, status, evidence, by }) => ({ id, method, status, evidence, by })),
    ...tally,
    text: tallyLine(tally),
  })
  await tickBoxes(sitting, [...rows, ...gates.map(({ name, status }) => ({ id: name, status }))])
}

/** Asks about what only a person can see, once everything else holds. True where something of it failed and can go back. */
async function manualFailed(checking: Checking): Promise<boolean> {
  const { asked } = checking
  const results = new Map<string, Found>()
  for (const row of rowsOf(checking)) {
    if (row.method !== 'manual-check' || row.status === 'verified' || asked.has(row.id)) continue
    asked.add(row.id)
    const found = await askPerson(checking, row)
    if (found !== null) results.set(row.id, found)
  }
  if (results.size > 0) await keep(checking, results)
  return [...results.values()].some(({ status }) => status === 'failed')
}

async function askPerson({ sitting, place }: Checking, row: ContractRow): Promise<Found | null> {
  const answer = await ask(sitting, 'verify.manual', {
    title: `Does ${row.id} hold?`,
    body: `${row.words}\n\nThe work is in ${place.folder}, on the branch ${place.branch}.`,
    effects: { failed: 'goes back to whoever built it', later: 'stays pending' },
  })
  if (answer.choose === 'later') return null
  const by = answer.name ?? 'the person'
  if (answer.choose === 'failed')
    return { status: 'failed', evidence: 'the person says that it does not hold', by }
  return { status: 'verified', evidence: answer.text ?? '', by }
}

/** Each failure to the member of its story, a failed gate to that of the last task; each with what was seen. */
async function sendBack(checking: Checking, advice: string | null): Promise<void> {
  const { sitting, place, tasks, asked, found, mended } = checking
  const last = tasks.at(-1)
  const failedGates = checking.gates.filter(({ status, required }) => required && status === 'failed')
  for (const task of tasks) {
    const failed = rowsOf(checking).filter(({ story, status }) => story === task.story && status === 'failed')
    const gates = task === last ? failedGates : []
    const notes = [
      ...(advice === null ? [] : [`The person advises: ${advice}`]),
      ...failed.map(({ id, words, evidence }) =>
        `${id} (${words}): ${evidence}\n${found.get(id)?.output ?? ''}`.trim(),
      ),
      ...gates.map(({ name, evidence, output }) => `the gate ${name}: ${evidence}\n${output}`),
    ]
    if (failed.length + gates.length === 0) continue
    for (const { id } of failed) asked.delete(id)
    await workOnce(sitting, place, task, { id: 'task.execute.again', notes, by: 'engine' })
    if ((await commitWork(sitting, place, task.id, task.subject)).kind === 'committed') mended.add(task.id)
  }
}

/** What the person says after three attempts; a stop halts, and whoever resumes has three more. */
async function goOn({ sitting, gates }: Checking, open: readonly string[]): Promise<string | null> {
  const rows = criteriaIn(contractOf(sitting))
  const lines = [
    ...gates.filter(({ name }) => open.includes(name)).map(({ name, evidence }) => `- ${name}: ${evidence}`),
    ...rows
      .filter(({ id }) => open.includes(id))
      .map(({ id, words, evidence }) => `- ${id} (${words}): ${evidence}`),
  ]
  const answer = await ask(sitting, 'verify.failed', {
    title: `${open.length === 1 ? 'One check does' : `${open.length} checks do`} not hold after ${attempts} attempts`,
    body: lines.join('\n'),
    effects: { retry: 'three more attempts', stop: 'halts; nothing is lost' },
  })
  if (answer.choose === 'advise') return answer.text ?? null
  if (answer.choose === 'stop')
    await sitting.meeting.halt(verificationHalt(open, rows.length), {
      reason: 'verification failed',
      rule: 'verification',
    })
  return null
}
