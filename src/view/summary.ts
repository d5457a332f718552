// The summary: what lists show of a meeting. It is folded line by line and needs nothing but itself to go on, so that a kept one can
// grow; the story begins with it, so that no list can differ from the page.

import { paidFor } from '../kernel/cost/paid.js'
import type { Line, LineOf } from '../kernel/line/line.js'
import { empty, type Summary } from '../kernel/line/summary.js'
import { addMoney } from '../rules/money.js'
import { haltWords } from './halts.js'
import type { Telling } from './telling.js'
import type { Tellings } from './tellings.js'
import { saysAll, worseBy } from './worth.js'

/** The summary of a journal whose lines these are, or that had grown to `before` when they came. */
export function summarised(lines: readonly Line[], tellings: Tellings, before = empty): Summary {
  const draft: SummaryDraft = { ...before }
  for (const line of lines) {
    const protocol = line.kind === 'opened' ? line.data.protocol : draft.protocol
    advance(draft, line, tellings.of(protocol))
  }
  return draft
}

/** The summary after one more line. */
export function grown(before: Summary, line: Line, telling: Telling): Summary {
  const draft: SummaryDraft = { ...before }
  advance(draft, line, telling)
  return draft
}

type SummaryDraft = { -readonly [K in keyof Summary]: Summary[K] }

/** A meeting with an open question waits for the person, whatever else became of its branches, until it has ended. */
function advance(draft: SummaryDraft, line: Line, telling: Telling): void {
  draft.updatedAt = line.at
  draft.lines = line.n
  draft.detail = null
  draft.why = null
  const status = change(draft, line)
  if (status === 'aborted' || status === 'concluded') ask(draft, [])
  draft.status = draft.questions.length > 0 ? 'waiting' : status
  if (saysAll(line, telling)) draft.degraded = []
  const worse = worseBy(line, telling).filter((words) => !draft.degraded.includes(words))
  if (worse.length > 0) draft.degraded = [...draft.degraded, ...new Set(worse)]
}

/** What the line changes besides the status, which it says. */
function change(draft: SummaryDraft, line: Line): Summary['status'] {
  switch (line.kind) {
    case 'opened':
      opened(draft, line)
      return 'running'
    case 'phase':
      draft.phase = line.data.name
      return 'running'
    case 'turn':
      draft.turns++
      pay(draft, line)
      return 'running'
    case 'asked':
      ask(draft, [...draft.questions, { key: line.key, ...nameOf(line.data) }])
      return 'running'
    case 'answered':
      ask(
        draft,
        draft.questions.filter(({ key }) => key !== line.key),
      )
      return 'running'
    case 'paused':
    case 'halted':
    case 'aborted':
      stop(draft, line)
      return line.kind
    case 'failed':
      return failed(draft, line)
    case 'concluded':
      return 'concluded'
    case 'wrote':
    case 'acted':
    case 'noted':
      return 'running'
  }
}

function opened(draft: SummaryDraft, { at, data }: LineOf<'opened'>): void {
  const { id, protocol, version, title } = data
  Object.assign(draft, { id, protocol, version, title: visible.test(title) ? title : id, openedAt: at })
}

/** A title without any of these shows nothing: no list would have a name for the meeting. */
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u

function ask(draft: SummaryDraft, questions: Summary['questions']): void {
  const [first] = questions
  draft.questions = questions
  draft.question = first ? nameOf(first) : null
}

function nameOf({ id, title, plain }: NonNullable<Summary['question']>): NonNullable<Summary['question']> {
  return { id, title, ...(plain === undefined ? {} : { plain }) }
}

function stop(draft: SummaryDraft, line: LineOf<'paused' | 'halted' | 'aborted'>): void {
  draft.detail = line.kind === 'halted' ? line.data.line : line.data.reason
  draft.why = line.kind === 'halted' ? haltWords(line.data) : line.data.reason
}

/** A failure that the procedure took as a result does not end the run. */
function failed(draft: SummaryDraft, line: LineOf<'failed'>): Summary['status'] {
  const { data } = line
  pay(draft, line)
  if ('seat' in data && data.result) return 'running'
  draft.detail = data.message
  draft.why = data.message
  return 'failed'
}

function pay(draft: SummaryDraft, line: LineOf<'turn' | 'failed'>): void {
  const paid = paidFor(line)
  draft.input += paid.input
  draft.output += paid.output
  draft.estimated ||= paid.estimated
  Object.assign(draft, addMoney(draft, paid.money))
}
