// The text of an open question: what is asked, and every way to answer it.

import { createHash } from 'node:crypto'
import type { MeetingView } from '../../../hall/api.js'
import { Refused } from '../../../kernel/errors.js'
import type { Question } from '../../../kernel/question.js'
import { openQuestion } from '../../../kernel/run/hold.js'
import { loadTellings } from '../../../protocols/tellings.js'
import { shellWord } from '../../../rules/shell-word.js'
import { tell } from '../../../view/teller.js'
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

/** In a chat or a talk, what was said since the last answer: a question alone would leave out the words that it ends. Else nothing. */
export async function saidBefore({ protocol, lines }: MeetingView, { question }: Open): Promise<string> {
  const tellings = await loadTellings()
  const { chat, awaitsWords } = tellings.of(protocol)
  if (chat === undefined && !awaitsWords?.(question.id)) return ''
  const { items } = tell(lines, tellings)
  const since = items.slice(items.findLastIndex(({ kind }) => kind === 'answered') + 1)
  return since.flatMap((item) => (item.kind === 'turn' ? [`${item.name}:\n${item.text}`] : [])).join('\n\n')
}

/** What is asked, and every way to answer it. */
export async function askText(
  calling: Calling,
  view: MeetingView,
  open: Open | undefined = openQuestion(view.lines),
): Promise<Told> {
  if (!open) throw new Refused('wrong-state', `${view.id} asks nothing now.`)
  const { question } = open
  const words = [await saidBefore(view, open), question.body.trim()]
    .filter((text) => text !== '')
    .join('\n\n')
  return {
    state: 'ask',
    id: view.id,
    lines: [
      `${oneLine(question.title, 200)}  (question ${open.key})`,
      ...choicesOf(question).map(({ key, label }) => `- ${key}: ${label}`),
      waysOut(view.id, question, calling.place.page()),
    ],
    ...(words === '' ? {} : { data: words }),
    next: await nextAfter(calling, view, open),
  }
}

async function nextAfter({ caller, desk }: Calling, view: MeetingView, open: Open): Promise<string> {
  const { id, protocol } = view
  const call = `parley_answer id=${id} question=${open.key}`
  const mayRelay = desk.relay !== 'never' && !open.question.personOnly
  const awaitsWords = (await loadTellings()).of(protocol).awaitsWords?.(open.question.id) === true
  if (awaitsWords && mayRelay)
    return `Show the person what was said and wait for their reply. Then call parley_talk id=${id} message=… with it; it is recorded as relayed by you.`
  if (asksPerson(caller, desk) && !desk.unanswered.has(askedOf(caller, view, open)))
    return `The person decides. Call ${call} to ask them.`
  if (!asksPerson(caller, desk) && mayRelay)
    return `The person decides. Ask them, then call ${call} choose=… with what they said; it is recorded as relayed by you.`
  return stopHere(id)
}

/** A model that is only told to go on later would ask again and again. */
export function stopHere(id: string): string {
  return `Stop here: you cannot answer this. Show the person the question and how they answer it, and end your turn. Call parley_next id=${id} only after they tell you that they have answered.`
}

/** This question, as this client was told to put it to its person. */
export function askedOf({ name, version }: Calling['caller'], view: MeetingView, open: Open): string {
  return [stateOf(view, open), name, version].join(' ')
}

/** Which question is asked is known by this id of ours; what a client sends back as state is not believed. */
export function stateOf({ id }: Pick<MeetingView, 'id'>, { key }: Open): string {
  return createHash('sha256')
    .update(JSON.stringify([id, key]))
    .digest('hex')
    .slice(0, 12)
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
