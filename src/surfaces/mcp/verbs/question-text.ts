// The text of an open question: what is asked, and every way to answer it.

import type { MeetingView } from '../../../hall/api.js'
import { Refused } from '../../../kernel/errors.js'
import { openQuestion } from '../../../kernel/hold.js'
import type { Question } from '../../../kernel/question.js'
import { loadTellings } from '../../../protocols/tellings.js'
import { shellWord } from '../../../rules/shell-word.js'
import { tell } from '../../../story/teller.js'
import { oneLine, type Told } from '../results.js'
import type { Calling } from './calling.js'

/** A question that is open, with the key of its step. */
export interface Open {
  readonly key: string
  readonly question: Question
}

export function choicesOf({
  options,
  freeText,
}: Question): readonly { readonly key: string; readonly label: string }[] {
  const all = options.map(({ key, label, effect }) => ({
    key,
    label: oneLine(effect ? `${label}: ${effect}` : label, 160),
  }))
  return freeText ? [...all, { key: freeText.key, label: oneLine(freeText.label, 160) }] : all
}

/** In a chat, what was said since the last answer: a question alone would leave out the words that it ends. Else nothing. */
export async function saidBefore({ protocol, lines }: MeetingView): Promise<string> {
  const tellings = await loadTellings()
  if (tellings.of(protocol).chat === undefined) return ''
  const { items } = tell(lines, tellings)
  const since = items.slice(items.findLastIndex(({ kind }) => kind === 'answered') + 1)
  return since.flatMap((item) => (item.kind === 'turn' ? [`${item.name}:\n${item.text}`] : [])).join('\n\n')
}

/** What is asked, and every way to answer it. */
export async function askText(
  { place, caller, desk }: Calling,
  view: MeetingView,
  open: Open | undefined = openQuestion(view.lines),
): Promise<Told> {
  if (!open) throw new Refused('wrong-state', `${view.id} asks nothing now.`)
  const { question } = open
  const asks = asksPerson(caller, desk)
  const relays = !asks && desk.relay !== 'never' && !question.personOnly
  const call = `parley_answer id=${view.id} question=${open.key}`
  const words = [await saidBefore(view), question.body.trim()].filter((text) => text !== '').join('\n\n')
  return {
    state: 'ask',
    id: view.id,
    lines: [
      `${oneLine(question.title, 200)}  (question ${open.key})`,
      ...choicesOf(question).map(({ key, label }) => `- ${key}: ${label}`),
      waysOut(view.id, question, place.page()),
    ],
    ...(words === '' ? {} : { data: words }),
    next: asks
      ? `The person decides. Call ${call} to ask them.`
      : relays
        ? `The person decides. Ask them, then call ${call} choose=… with what they said; it is recorded as relayed by you.`
        : `The person decides, in a terminal or on the page. Afterwards call parley_next id=${view.id}.`,
  }
}

/** Whether the client itself asks its person; told to relay always, its model hands the answer over instead. */
export function asksPerson({ elicits }: Calling['caller'], { relay }: Calling['desk']): boolean {
  return elicits && relay !== 'always'
}

export function waysOut(id: string, question: Question, page: string | undefined): string {
  const keys = choicesOf(question).map(({ key }) => key)
  const words = keys.length === 1 && question.freeText ? ' "…"' : ''
  const command = `parley answer ${shellWord(id)} ${keys.length === 1 ? shellWord(keys[0] ?? '') : `<${keys.join('|')}>`}${words}`
  return `The person can answer in a terminal: ${command}${page === undefined ? '' : `, or on the page: ${page}`}`
}
