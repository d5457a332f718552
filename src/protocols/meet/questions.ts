// What the person is asked in a chartered meeting: the five yields, and the questions of CLOSE, REVIEW and a halt.

import type { Option, Question } from '../../kernel/question.js'
import type { Boundary } from '../../rules/lifecycle.js'
import { type Facts, factLines } from './facts.js'

const titles: Readonly<Record<Boundary, string>> = {
  'post-charter': 'Yield: post-CHARTER',
  'post-research': 'Yield: post-RESEARCH',
  'discuss-cadence': 'Yield: discuss-cadence',
  'pre-close': 'Yield: pre-CLOSE',
  'pre-save': 'Yield: pre-SAVE',
}

/** The same for people. */
function plainTitles({
  skipResearch,
}: {
  readonly skipResearch: boolean
}): Readonly<Record<Boundary, string>> {
  return {
    'post-charter': `Before ${skipResearch ? 'the discussion' : 'research'}: is this the question, and are these the right people?`,
    'post-research': 'Before the discussion: this is what everybody found',
    'discuss-cadence': 'During the discussion: go on, or say something?',
    'pre-close': 'Before the closing drafts: the discussion has ended',
    'pre-save': 'Before saving: these files will be written',
  }
}

const abort: Option = {
  key: 'abort',
  label: 'abort',
  effect: 'ends the meeting; nothing more is written',
  grave: true,
}

export const promptLine = '[c]ontinue / [p]ause / [i]nterject "..." / [w]rap-up / [a]bort'

/** A terminal is given the facts in lines, with the letters to answer by; other surfaces draw the facts and the options. */
export function yieldQuestion(
  boundary: Boundary,
  { facts, lines = factLines(facts) }: Facts,
  input: { readonly skipResearch: boolean },
): Question {
  return {
    id: boundary,
    title: titles[boundary],
    plain: plainTitles(input)[boundary],
    body: [...lines, '', promptLine].join('\n'),
    facts,
    options: [
      { key: 'continue', label: '[c]ontinue', name: 'Continue', effect: 'goes on' },
      { key: 'pause', label: '[p]ause', name: 'Pause', effect: 'waits until you resume; asks this again' },
      { key: 'wrap-up', label: '[w]rap-up', name: 'Wrap-up', effect: wrapUpEffect(boundary) },
      { ...abort, label: '[a]bort', name: 'Abort' },
    ],
    freeText: { key: 'interject', label: '[i]nterject', name: 'Interject' },
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
  const facts = [
    { name: 'Intent', value: pin.intent },
    { name: 'Pinned by', value: pin.by },
    { name: 'Type', value: pin.type },
  ]
  return {
    id: `scratchpad.SP-${pin.n}`,
    title: `SP-${pin.n}: extract, keep or drop?`,
    body: [...factLines(facts), '', pin.content].join('\n'),
    facts: [...facts, { name: 'Content', value: pin.content }],
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

/**
 * `last` is what was decided about this draft before, when it is asked again. `draft` is what an edit begins with: the draft itself or,
 * after an edit with a `fault`, what the person wrote.
 */
export function reviewQuestion(ask: {
  id: string
  title: string
  body: string
  draft: string
  fault: string | undefined
  last?: string | undefined
}): Question {
  const { id, title, draft, fault, last } = ask
  const body = fault === undefined ? ask.body : `Your edit could not be taken: ${fault}\n\n${ask.body}`
  const again = last === undefined ? body : `Decided before: ${last}\n\n${body}`
  return {
    id,
    title,
    body: again,
    options: dispositions,
    freeText: { key: 'edit', label: 'edit', draft, ...(fault === undefined ? {} : { fault }) },
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
      abort,
    ],
    personOnly: true,
  }
}

export function haltedResearchQuestion(
  missing: readonly { readonly name: string; readonly why: string }[],
): Question {
  return {
    id: 'halted.research',
    title: 'Some seats have no prelude',
    body: `Without a prelude: ${missing.map(({ name, why }) => `${name}${why ? ` (${why})` : ''}`).join('; ')}`,
    options: [
      { key: 'retry', label: 'retry', effect: 'asks the missing ones again' },
      { key: 'drop', label: 'drop', effect: 'goes on without them; they leave the meeting' },
      abort,
    ],
    personOnly: true,
  }
}

function wrapUpEffect(boundary: Boundary): string {
  return boundary === 'pre-close' || boundary === 'pre-save'
    ? 'goes on'
    : 'no further talk: straight to the drafts'
}
