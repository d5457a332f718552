// Phase 5, as far as it needs nothing outside: hand-offs are printed, a plan is kept. What a choice does is said before it is made.

import { ask } from '../asking.js'
import { fillHandoff } from '../rules/handoff.js'
import type { Sitting } from '../sitting.js'
import { save } from '../stores.js'
import type { Plan } from './planning.js'

/** Asks until something is chosen that ends the session; `review` shows the papers and asks again. */
export async function chooseAction(sitting: Sitting, plan: Plan): Promise<void> {
  await sitting.meeting.phase('action')
  for (;;) {
    const answer = await ask(sitting, 'action.choose', {
      title: 'What becomes of the plan?',
      body: papers(sitting, `${plan.stories.length} stories, one task each.`),
      effects: {
        ralf: 'prints the command',
        launch: 'prints the command',
        review: 'shows the papers and asks again',
        keep: 'ends the session with its plan',
      },
      without: notBuilt(sitting),
    })
    if (answer.choose === 'review') continue
    await act(sitting, answer.choose, handoffNamed(answer.choose))
    return
  }
}

/** Quick: the choice is written down and the command printed; nothing is done. */
export async function chooseQuick(sitting: Sitting, tasks: number): Promise<void> {
  await sitting.meeting.phase('action')
  const answer = await ask(sitting, 'action.quick', {
    title: 'What becomes of the tasks?',
    body: papers(sitting, `${tasks} tasks.`),
    effects: { team: 'prints the command', ralf: 'prints the command', keep: 'nothing more' },
    without: ['export'],
  })
  await act(sitting, answer.choose, answer.choose === 'keep' ? null : `quick_${answer.choose}`)
}

async function act(sitting: Sitting, action: string, handoff: string | null): Promise<void> {
  const { theme, input, meeting, folder } = sitting
  await save(sitting, { action })
  const template = handoff === null ? undefined : theme.handoffs[handoff]
  if (template === undefined) return
  const command = fillHandoff(template, {
    slug: input.slug,
    idea: input.idea,
    'session dir': folder.replace(/\/$/, ''),
  })
  await meeting.note('handover', { lines: [command], remarks: [], text: command })
}

function handoffNamed(choose: string): string | null {
  return choose === 'keep' ? null : choose
}

function papers({ documents }: Sitting, count: string): string {
  const lines = [...documents].map(([name, path]) => `- ${name}: ${path}`)
  return `${count}\n\n${lines.join('\n')}`
}

/** Paths that the theme does not list, and those that need a port which is not there yet. */
function notBuilt({ theme }: Sitting): string[] {
  const listed: readonly string[] = theme.actionPaths
  const missing = ['ralf', 'launch', 'review'].filter((path) => !listed.includes(path))
  return ['github', 'team', 'audit', ...missing]
}
