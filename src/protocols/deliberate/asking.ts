// Touchpoints as questions: asked, answered, and kept under Approvals. In auto nothing is asked, and what is taken is said.

import type { Answer, Fact, Option, Question } from '../../kernel/question.js'
import { isoOf } from './documents/time.js'
import { mark, momentOf, type Sitting } from './sitting.js'
import { save } from './stand.js'
import { passedLine, type TouchpointId, touchpoint } from './touchpoints.js'

export interface Asking {
  readonly title: string
  /** Everything that is needed to decide. */
  readonly body: string
  readonly facts?: readonly Fact[]
  /** What choosing each key does, in a few words. */
  readonly effects?: Readonly<Record<string, string>>
  /** Options that come from the roster, before those of the table. */
  readonly more?: readonly Option[]
  /** Keys that cannot be had here; the body says why. */
  readonly without?: readonly string[]
  readonly grave?: readonly string[]
  /** What the free text may answer one by one. */
  readonly parts?: readonly string[]
}

/** Asks, keeps the answer, and gives it back. */
export async function ask(sitting: Sitting, id: TouchpointId, asking: Asking): Promise<Answer> {
  if (sitting.input.mode === 'auto') return pass(sitting, id)
  const answer = await sitting.meeting.ask(questionOf(id, asking))
  const at = isoOf(momentOf(sitting, await sitting.meeting.now()))
  const approval = { touchpoint: id, at, choose: answer.choose, text: answer.text ?? '', by: answer.by }
  if (answer.by === 'default') mark(sitting, 'unattended')
  await save(sitting, { approvals: [...sitting.stand.approvals, approval] }, at)
  return answer
}

/** Auto asks nothing: the default is taken, and said. */
async function pass({ meeting }: Sitting, id: TouchpointId): Promise<Answer> {
  const choose = touchpoint(id).default ?? ''
  await meeting.note('passed', { question: id, choose, text: passedLine(id) })
  return { question: id, choose, by: 'default' }
}

function questionOf(id: TouchpointId, asking: Asking): Question {
  const { options, freeText, default: usual } = touchpoint(id)
  const listed = [...options].filter(({ key }) => !asking.without?.includes(key))
  const own = listed.map(({ key, label }) => ({
    key,
    label,
    effect: asking.effects?.[key] ?? '',
    ...(asking.grave?.includes(key) ? { grave: true } : {}),
  }))
  return {
    id,
    title: asking.title,
    body: asking.body,
    ...(asking.facts ? { facts: asking.facts } : {}),
    options: [...(asking.more ?? []), ...own],
    ...(freeText ? { freeText: asking.parts ? { ...freeText, parts: asking.parts } : freeText } : {}),
    ...(usual === null ? {} : { default: usual }),
  }
}
