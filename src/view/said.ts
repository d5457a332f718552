// What was said: turns, turns that came to nothing, and what the person answered.

import type { CutShort } from '../kernel/agents.js'
import type { Line, LineOf } from '../kernel/line/line.js'
import type { TurnFailed, Whole } from '../kernel/line/line-data.js'
import type { Question } from '../kernel/question.js'
import { reasonToPeople } from '../rules/failure-words.js'
import { fenced } from '../text/embedded.js'
import { bookFailure, bookTurn, costOf, drafted } from './costs.js'
import { noteDissents } from './dissents.js'
import type { Turn } from './items.js'
import { optionName, plainTitle } from './options.js'
import { bareWords, type Part, prose } from './parts.js'
import { type Draft, faceOf } from './story.js'
import type { Telling } from './telling.js'

/** A draft waits until the procedure lets it through; what it cost counts at once. */
export function turn(draft: Draft, line: LineOf<'turn'>, telling: Telling): void {
  const { data } = line
  bookTurn(draft, line)
  if (data.draft) draft.pending.set(data.seat, drafted(draft.pending.get(data.seat), data))
  else if (data.value !== undefined) reply(draft, line, telling)
  else {
    const text = data.beyond === undefined ? data.text : `${data.text}\n\n${data.beyond}`
    const parts = telling.parts?.(text) ?? prose(text)
    const { aside } = data.receipt
    say(draft, {
      ...words(draft, line, data.seat, text, parts),
      cost: costOf(data),
      tools: data.receipt.tools,
      broken: cutOffWords(data.cutOff, data.whole),
      ...(telling.showsAsides && aside !== undefined ? { aside } : {}),
    })
  }
}

/** Why words end in the middle; null when they do not. */
export function cutOffWords(cutOff: CutShort | undefined, whole: Whole | undefined): string | null {
  if (cutOff === undefined) return null
  if (whole)
    return `cut off by parley: the reply has ${whole.chars} characters, and the whole is kept beside the journal`
  return cutOff === 'filter' ? 'cut off by a content filter' : 'cut off: it reached its length limit'
}

/** Puts a turn at the end of the story. */
export function say(draft: Draft, turn: Turn): void {
  draft.items.push(turn)
  noteDissents(draft, turn)
  draft.lastWords = bareWords(turn.parts) || draft.lastWords
}

/** A turn of a seat, or of the person for null, that has nothing but its words. */
export function words(
  draft: Draft,
  { n, at }: Line,
  seat: string | null,
  text: string,
  parts: readonly Part[],
): Turn {
  const { name, role } = seat === null ? { name: draft.person, role: '' } : faceOf(draft, seat)
  const { round, summary } = draft
  const { phase } = summary
  const bare = { label: '', verbatim: null, cost: null, tools: [], cited: [], tally: null, broken: null }
  return { kind: 'turn', key: `n${n}`, n, at, seat, name, role, phase, round, text, parts, ...bare }
}

function reply(draft: Draft, { n, at, data }: LineOf<'turn'>, telling: Telling): void {
  const { seat, call, value, receipt } = data
  const { name, role } = faceOf(draft, seat)
  const words = telling.reply?.(call, value, draft) ?? null
  const who = { seat, name, role, call, value, words, tools: receipt.tools, cited: [] }
  draft.items.push({ kind: 'reply', key: `n${n}`, n, at, ...who, cost: costOf(data) })
}

/** What was said before a turn broke off is kept; a run that broke off is said as such. */
export function failed(draft: Draft, line: LineOf<'failed'>, telling: Telling): void {
  bookFailure(draft, line)
  const { n, at, data } = line
  const placed = { key: `n${n}`, n, at }
  if (!('seat' in data)) {
    draft.items.push({ kind: 'stop', ...placed, word: 'failed', text: data.message, words: data.message })
    return
  }
  draft.lacked = data.needs ?? draft.lacked
  if (telling.hidesFailures) return
  const { seat, partial, cause, began, result: survived } = data
  // Words that nobody was to see are no turn: their beginning is told with the reason.
  if (began === undefined && (partial.trim() !== '' || cause === 'interrupted')) {
    brokeOff(draft, line, data)
    return
  }
  const reason = reasonToPeople(data.message, began)
  draft.items.push({ kind: 'missed', ...placed, seat, name: faceOf(draft, seat).name, reason, survived })
}

function brokeOff(draft: Draft, line: Line, data: TurnFailed): void {
  const { seat, partial, cause, message, whole, tools = [] } = data
  const why = cause === 'interrupted' ? 'stopped here' : `broke off: ${message}`
  const broken = whole ? `${why}; ${cutOffWords('overlong', whole)}` : why
  say(draft, { ...words(draft, line, seat, partial, prose(partial)), broken, tools })
}

export function asked(draft: Draft, { n, at, key, data }: LineOf<'asked'>, telling: Telling): void {
  draft.questions = [...draft.questions, { key, n, question: data }]
  const said = telling.chat?.said(data.id) ?? false
  draft.items.push({ kind: 'asked', key: `n${n}`, n, at, question: data, said })
}

export function answered(draft: Draft, line: LineOf<'answered'>, telling: Telling): void {
  const { n, data } = line
  const open = draft.questions.find(({ key }) => key === line.key)?.question
  const where = { key: line.key, input: draft.opened?.input }
  const { repeated = false, talk = false, settled = false } = telling.answer?.(data, where) ?? {}
  if (data.text !== undefined) heard(draft, data.text)
  const { question, choose, text = null, by } = data
  const given = {
    question,
    choose,
    chosen: chosenName(open, choose),
    text: text !== null && isDraft(open, choose) ? fenced(text) : text,
    by,
    name: data.name ?? null,
  }
  const title = open ? plainTitle(open) : question
  draft.items.push({
    kind: 'answered',
    key: `n${n}`,
    n,
    at: line.at,
    title,
    ...given,
    repeated,
    talk,
    settled,
  })
}

/** A draft as the person changed it is no prose: read as Markdown, its lines would be others. */
function isDraft(question: Question | undefined, choose: string): boolean {
  return question?.freeText?.draft !== undefined && choose === question.freeText.key
}

function chosenName(question: Question | undefined, choose: string): string {
  const all = question ? [...question.options, ...(question.freeText ? [question.freeText] : [])] : []
  const option = all.find(({ key }) => key === choose)
  return optionName(option ?? { label: choose })
}

/** Words that a meeting was opened with become the answer to its first question, and then stand there only. */
function heard(draft: Draft, text: string): void {
  draft.lastWords = text.trim() || draft.lastWords
  const at = draft.items
    .slice(0, 3)
    .findIndex((item) => item.kind === 'opening' && item.text.trim() === text.trim())
  if (at >= 0) draft.items.splice(at, 1)
}
