// Path A: the members build the plan, one task at a time, in a worktree, and the engine commits each change.

import { ask } from '../asking.js'
import { type ContractRow, criteriaIn } from '../documents/contract.js'
import { renderPlan, type TaskStatus } from '../documents/prd.js'
import { oneLine } from '../documents/text.js'
import { writeFile } from '../files.js'
import type { WorkTask } from '../prompts/work.js'
import { commitSubjects } from '../rules/commits.js'
import { inDependencyOrder, type Story } from '../rules/plan.js'
import { memberSeat, type Sitting } from '../sitting.js'
import type { Plan } from './planning.js'
import { verifyWork } from './verification.js'
import { workOnce } from './work-once.js'
import { commitWork, handOver, openWorkplace, type Workplace } from './workplace.js'

export async function workOnPlan(sitting: Sitting, plan: Plan): Promise<void> {
  const { meeting } = sitting
  await meeting.phase('work')
  const place = await openWorkplace(sitting)
  const statuses: Record<string, TaskEnd> = {}
  const tasks = inDependencyOrder(plan.stories).map((story) => taskOf(sitting, story))
  for (const task of tasks) {
    statuses[task.id] = await doTask(sitting, place, task)
    await keepStatuses(sitting, plan, statuses)
  }
  const worked = tasks.filter(({ id }) => statuses[id] !== 'skipped')
  await meeting.phase('verification')
  const mended = await verifyWork(sitting, place, worked)
  await settleTasks(sitting, plan, { tasks: worked, statuses, mended })
  const left = tasks.filter(({ id }) => statuses[id] !== 'done')
  await handOver(
    sitting,
    place,
    left.map(({ id, title }) => `${id} (${title}) is ${statuses[id]}.`),
  )
}

/** `unchanged`: the member answered, but nothing in the worktree is different. In the plan that is a failure until its criteria hold. */
type TaskEnd = TaskStatus | 'unchanged'

/** A story as work for one member. */
function taskOf({ input }: Sitting, story: Story): WorkTask {
  return {
    id: story.task,
    story: story.id,
    title: story.title,
    member: story.member,
    words: story.description,
    criteria: story.criteria.map(({ id, words, scenario }) => ({ id, words, scenario })),
    subject: commitSubjects.task(input.slug, story.title, story.id),
  }
}

/** Done after all: a task of which something was committed when it went back, or that needed no change, since its criteria hold. */
async function settleTasks(
  sitting: Sitting,
  plan: Plan,
  worked: {
    readonly tasks: readonly WorkTask[]
    readonly statuses: Record<string, TaskEnd>
    readonly mended: ReadonlySet<string>
  },
): Promise<void> {
  const { tasks, statuses, mended } = worked
  const rows = criteriaIn(sitting.texts.get('acceptance-contract.md') ?? '')
  const holds = ({ story }: WorkTask) => {
    const own = rows.filter((row) => row.story === story)
    const waits = ({ method, status }: ContractRow) => method === 'manual-check' && status !== 'failed'
    return (
      own.some(({ status }) => status === 'verified') &&
      own.every((row) => row.status === 'verified' || waits(row))
    )
  }
  const open = tasks.filter(({ id }) => statuses[id] !== 'done')
  const after = open.filter(
    (task) => mended.has(task.id) || (statuses[task.id] === 'unchanged' && holds(task)),
  )
  for (const task of after) {
    statuses[task.id] = 'done'
    await noteTask(sitting, task, 'done')
  }
  if (after.length > 0) await keepStatuses(sitting, plan, statuses)
}

async function keepStatuses(
  sitting: Sitting,
  { stories }: Plan,
  ends: Readonly<Record<string, TaskEnd>>,
): Promise<void> {
  const { input, theme } = sitting
  const statuses = Object.fromEntries(
    Object.entries(ends).map(([id, end]) => [id, end === 'unchanged' ? 'failed' : end] as const),
  )
  const text = renderPlan({ idea: input.idea, stories, roster: theme.roster }, statuses)
  await writeFile(sitting, 'plan.md', text, { parts: text.split('\n').slice(0, 1), as: 'plan' })
}

/** Approved where the mode asks, executed, committed. */
export async function doTask(sitting: Sitting, place: Workplace, task: WorkTask): Promise<TaskEnd> {
  const wish = await approvedTask(sitting, task)
  if (wish === null) {
    await noteTask(sitting, task, 'skipped')
    return 'skipped'
  }
  await noteTask(sitting, task, 'begins')
  const end = await execute(sitting, place, task, wish)
  const unchanged = end === 'unchanged'
  await noteTask(sitting, task, unchanged ? 'failed' : end, unchanged ? 'changed nothing' : '')
  return end
}

/** What the person adds to it, or null where it is left out. */
async function approvedTask(sitting: Sitting, task: WorkTask): Promise<string | null> {
  if (sitting.input.mode !== 'guided') return ''
  const criteria = task.criteria.map(({ id, words }) => `- ${id}: ${words}`).join('\n')
  const { name } = memberSeat(sitting, task.member)
  const answer = await ask(sitting, 'task.approve', {
    title: `${task.id}: ${task.title}`,
    body: `${task.words}\n\n${criteria}\n\n${name} works on it in a worktree of its own; the engine commits it on its branch.`,
    effects: { approve: 'begins the task', skip: 'leaves it and its criteria pending' },
  })
  if (answer.choose === 'skip') return null
  return answer.choose === 'modify' ? (answer.text ?? '') : ''
}

async function execute(
  sitting: Sitting,
  place: Workplace,
  task: WorkTask,
  wish: string,
): Promise<'failed' | 'unchanged' | 'done'> {
  if (!(await workOnce(sitting, place, task, { id: 'task.execute', notes: wish === '' ? [] : [wish] })))
    return 'failed'
  const { kind } = await commitWork(sitting, place, task.id, task.subject)
  return kind === 'nothing' ? 'unchanged' : 'done'
}

async function noteTask(
  { meeting }: Sitting,
  { id, story, member, title }: WorkTask,
  state: 'begins' | 'done' | 'skipped' | 'failed',
  words = '',
): Promise<void> {
  const text = `${id} ${words || state}: ${oneLine(title)}`
  await meeting.note('task', { task: id, story, member, state, text })
}
