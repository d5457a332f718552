// Procedure: past, current and coming phases and rounds, with their place in the transcript; yields and halts are marked.

import type { Item } from '../../../story/items.js'
import { phaseLabel } from '../../../story/phase-label.js'
import type { Story } from '../../../story/story.js'
import type { Telling } from '../../../story/telling.js'
import { isOwnWords } from './shown.js'

export interface Step {
  readonly kind: 'phase' | 'round' | 'yield' | 'halt'
  readonly name: string
  /** The item to go to; null for what has not come yet. */
  readonly to: string | null
  readonly state: 'done' | 'now' | 'ahead'
  readonly detail: string
}

const over = ['concluded', 'aborted']

export function procedureOf(
  { summary, items, questions }: Pick<Story, 'summary' | 'items' | 'questions'>,
  { phases = [] }: Pick<Telling, 'phases'>,
): readonly Step[] {
  const steps = items.flatMap(stepOf)
  const open = questions[0]
  if (open)
    steps.push({ kind: 'yield', name: open.question.title, to: null, state: 'now', detail: 'waits for you' })
  const ended = over.includes(summary.status)
  const now = ended ? -1 : steps.findLastIndex(({ kind }) => kind === 'phase' || kind === 'round')
  return [
    ...steps.map((step, at) => (at === now ? ({ ...step, state: 'now' } as const) : step)),
    ...(ended ? [] : ahead(phases, items)),
  ]
}

function stepOf(item: Item): Step[] {
  const done = { to: item.key, state: 'done' } as const
  switch (item.kind) {
    case 'phase':
      return item.quiet
        ? []
        : [{ ...done, kind: 'phase', name: item.label, detail: item.skipped ? 'skipped' : '' }]
    case 'round':
      return [{ ...done, kind: 'round', name: `Round ${item.round}`, detail: '' }]
    case 'answered':
      return isOwnWords(item) ? [] : [{ ...done, kind: 'yield', name: item.chosen, detail: item.title }]
    case 'stop':
      return item.word === 'concluded'
        ? []
        : [{ ...done, kind: 'halt', name: phaseLabel(item.word), detail: item.text }]
    default:
      return []
  }
}

/** The phases to come, where the protocol declares its phases. */
function ahead(phases: readonly string[], items: readonly Item[]): Step[] {
  const been = items.findLast((item) => item.kind === 'phase')
  const at = been?.kind === 'phase' ? phases.indexOf(been.name) : -1
  return phases
    .slice(at + 1)
    .map((name) => ({ kind: 'phase', name: phaseLabel(name), to: null, state: 'ahead', detail: '' }))
}
