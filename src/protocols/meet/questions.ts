// What the person is asked in a chartered meeting: five yields, and what CLOSE, REVIEW and a halt want to know.

import type { Option, Question } from '../../kernel/question.js'
import type { Boundary } from '../../rules/lifecycle.js'

const titles: Readonly<Record<Boundary, string>> = {
  'post-charter': 'Yield: post-CHARTER',
  'post-research': 'Yield: post-RESEARCH',
  'discuss-cadence': 'Yield: discuss-cadence',
  'pre-close': 'Yield: pre-CLOSE',
  'pre-save': 'Yield: pre-SAVE',
}

export const promptLine = '[c]ontinue / [p]ause / [i]nterject "..." / [w]rap-up / [a]bort'

export function yieldQuestion(boundary: Boundary, facts: readonly string[]): Question {
  return {
    id: boundary,
    title: titles[boundary],
    body: [...facts, '', promptLine].join('\n'),
    options: [
      { key: 'continue', label: '[c]ontinue', effect: 'goes on' },
      { key: 'pause', label: '[p]ause', effect: 'waits until you resume; asks this again' },
      { key: 'wrap-up', label: '[w]rap-up', effect: wrapUpEffect(boundary) },
      { key: 'abort', label: '[a]bort', effect: 'ends the meeting; nothing more is written' },
    ],
    freeText: { key: 'interject', label: '[i]nterject' },
    default: 'continue',
  }
}

export function pinQuestion(pin: {
  n: number
  intent: string
  by: string
  type: string
  content: string
}): Question {
  return {
    id: `scratchpad.SP-${pin.n}`,
    title: `SP-${pin.n}: extract, keep or drop?`,
    body: [`Intent: ${pin.intent}`, `Pinned by: ${pin.by}`, `Type: ${pin.type}`, '', pin.content].join('\n'),
    options: [
      { key: 'extract', label: 'extract', effect: 'writes it to a file of its own, and to the notes' },
      { key: 'keep', label: 'keep in notes only', effect: 'shows it there; no file' },
      { key: 'drop', label: 'drop', effect: 'leaves it out of the notes' },
    ],
    default: 'keep',
  }
}

const dispositions: readonly Option[] = [
  { key: 'accept', label: 'accept', effect: 'writes it as it stands' },
  { key: 'drop', label: 'drop', effect: 'writes nothing of it' },
]

/** `last` is what was decided about this draft before, when it is asked again. */
export function reviewQuestion(ask: {
  id: string
  title: string
  body: string
  last?: string | undefined
}): Question {
  const { id, title, body, last } = ask
  const again = last === undefined ? body : `Decided before: ${last}\n\n${body}`
  return {
    id,
    title,
    body: again,
    options: dispositions,
    freeText: { key: 'edit', label: 'edit' },
    default: last === 'drop' ? 'drop' : 'accept',
  }
}

export function haltedCiteQuestion(ask: { name: string; draft: string; lines: readonly string[] }): Question {
  return {
    id: 'halted.cite-or-flag',
    title: `${ask.name} would not cite or flag`,
    body: [
      'These lines state facts without a source or [inference]:',
      ...ask.lines.map((line) => `  ${line}`),
      '',
      'The last draft:',
      ask.draft,
    ].join('\n'),
    options: [
      { key: 'retry', label: 'retry', effect: 'asks the seat for three fresh drafts' },
      { key: 'skip', label: 'skip', effect: 'skips this slot' },
      { key: 'wrap-up', label: 'wrap-up', effect: 'ends the discussion and goes to CLOSE' },
      { key: 'abort', label: 'abort', effect: 'ends the meeting; nothing more is written' },
    ],
    personOnly: true,
  }
}

export function haltedResearchQuestion(missing: readonly string[]): Question {
  return {
    id: 'halted.research',
    title: 'Some seats have no prelude',
    body: `Without a prelude: ${missing.join(', ')}`,
    options: [
      { key: 'retry', label: 'retry', effect: 'asks the missing ones again' },
      { key: 'drop', label: 'drop', effect: 'goes on without them; they leave the meeting' },
      { key: 'abort', label: 'abort', effect: 'ends the meeting; nothing more is written' },
    ],
    personOnly: true,
  }
}

function wrapUpEffect(boundary: Boundary): string {
  return boundary === 'pre-close' || boundary === 'pre-save'
    ? 'goes on'
    : 'no further talk: straight to the drafts'
}
