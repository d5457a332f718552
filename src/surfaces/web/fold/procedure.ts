// Procedure: past, current and coming phases and rounds, with their place in the transcript; yields and halts are marked.

import type { Item } from '../../../view/items.js'
import { plainTitle } from '../../../view/options.js'
import { phaseLabel } from '../../../view/phase-label.js'
import type { Story } from '../../../view/story.js'
import type { Telling } from '../../../view/telling.js'
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
  { summary, items, questions, opened }: Pick<Story, 'summary' | 'items' | 'questions' | 'opened'>,
  telling: Pick<Telling, 'phases' | 'phasesOf' | 'phase'>,
): readonly Step[] {
  const steps = items.flatMap(stepOf)
  const open = questions[0]
  if (open)
    steps.push({
      kind: 'yield',
      name: plainTitle(open.question),
      to: null,
      state: 'now',
      detail: 'waits for you',
    })
  const ended = over.includes(summary.status)
  const now = ended ? -1 : steps.findLastIndex(({ kind }) => kind === 'phase' || kind === 'round')
  return [
    ...steps.map((step, at) => (at === now ? ({ ...step, state: 'now' } as const) : step)),
    ...(ended ? [] : ahead(telling, opened?.input, items)),
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
function ahead(
  { phases = [], phasesOf, phase }: Pick<Telling, 'phases' | 'phasesOf' | 'phase'>,
  input: unknown,
  items: readonly Item[],
): Step[] {
  const all = phasesOf?.(input) ?? phases
  const been = items.flatMap((item) => phaseOf(item)).filter((name) => all.includes(name))
  return all.slice(all.indexOf(been.at(-1) ?? '') + 1).map((name) => {
    const { label, round } = phase?.(name) ?? { label: phaseLabel(name) }
    return {
      kind: round === undefined ? 'phase' : 'round',
      name: label,
      to: null,
      state: 'ahead',
      detail: '',
    }
  })
}

function phaseOf(item: Item): string[] {
  if (item.kind === 'phase') return [item.name]
  return item.kind === 'round' && item.phase !== null ? [item.phase] : []
}
