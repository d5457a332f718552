// One call of a member that works: in the worktree, and with a look at the person's tree afterwards.

import { hear } from '../hearing.js'
import { taskPrompt, type WorkTask } from '../prompts/work.js'
import { memberSeat, type Sitting } from '../sitting.js'
import { haltIfEscaped, type Workplace } from './workplace.js'

/** What a member is told besides the task. */
export interface Notes {
  readonly id: 'task.execute' | 'task.execute.again'
  readonly notes: readonly string[]
  readonly by?: 'engine'
}

/** One call of the member in the worktree; false where it failed for good. */
export async function workOnce(
  sitting: Sitting,
  place: Workplace,
  task: WorkTask,
  { id, notes, by }: Notes,
): Promise<boolean> {
  const seat = memberSeat(sitting, task.member)
  const prompt = taskPrompt(sitting, task, { notes, by: by ?? 'person' })
  const heard = await hear(sitting, sitting.meeting, { seat, id, worktree: place }, prompt)
  await haltIfEscaped(sitting, place)
  if (heard.kind === 'heard') return true
  await sitting.meeting.note('warning', { text: `${seat.name} could not do ${task.id}: ${heard.reason}` })
  return false
}
