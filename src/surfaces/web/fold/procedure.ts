// Procedure: where a meeting has been, is, and will go. Phases and rounds with their place in the transcript; yields and halts marked.

import { PHASES } from '../../../rules/lifecycle.js'
import type { Room } from './desk.js'
import type { Item } from './items.js'

export interface Step {
  readonly kind: 'phase' | 'round' | 'yield' | 'halt'
  readonly name: string
  /** The item to go to; null for what has not come yet. */
  readonly to: string | null
  readonly state: 'done' | 'now' | 'ahead'
  readonly detail: string
}

const over = ['concluded', 'aborted']

export function procedureOf({
  summary,
  items,
  questions,
}: Pick<Room, 'summary' | 'items' | 'questions'>): readonly Step[] {
  const steps = items.flatMap(stepOf)
  const open = questions[0]
  if (open)
    steps.push({ kind: 'yield', name: open.question.title, to: null, state: 'now', detail: 'waits for you' })
  const now = over.includes(summary.status)
    ? -1
    : steps.findLastIndex(({ kind }) => kind === 'phase' || kind === 'round')
  return [
    ...steps.map((step, at) => (at === now ? ({ ...step, state: 'now' } as const) : step)),
    ...ahead(summary.protocol, summary.status, items),
  ]
}

function stepOf(item: Item): Step[] {
  switch (item.kind) {
    case 'phase':
      return [
        {
          ...done(item.key),
          kind: 'phase',
          name: phaseName(item.name),
          detail: item.skipped ? 'skipped' : '',
        },
      ]
    case 'round':
      return [{ ...done(item.key), kind: 'round', name: `Round ${item.round}`, detail: '' }]
    case 'choice':
      return [{ ...done(item.key), kind: 'yield', name: item.chosen, detail: item.title }]
    case 'stop':
      return item.word === 'concluded'
        ? []
        : [{ ...done(item.key), kind: 'halt', name: phaseName(item.word), detail: item.text }]
    default:
      return []
  }
}

function done(to: string) {
  return { to, state: 'done' } as const
}

/** Only a chartered meeting has phases that are known beforehand. */
function ahead(protocol: string, status: string, items: readonly Item[]): Step[] {
  if (protocol !== 'meet' || over.includes(status)) return []
  const been = items.findLast((item) => item.kind === 'phase')
  const at = been?.kind === 'phase' ? PHASES.indexOf(been.name as (typeof PHASES)[number]) : -1
  return PHASES.slice(at + 1).map((name) => ({
    kind: 'phase',
    name: phaseName(name),
    to: null,
    state: 'ahead',
    detail: '',
  }))
}

/** `DISCUSS` and `round-1` as a reader would write them. */
export function phaseName(name: string): string {
  const words = name.replace(/[-_/]+/g, ' ').trim()
  const lower = words === words.toUpperCase() ? words.toLowerCase() : words
  return lower.charAt(0).toUpperCase() + lower.slice(1)
}
