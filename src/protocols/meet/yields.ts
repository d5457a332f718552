// Yields: the five points where the meeting waits for the person's answer, and what each answer does.
//
// Nothing is written before the answer is in. A turn in the person's name is made from an answer and from nothing else.

import type { Answer } from '../../kernel/question.js'
import type { Boundary, Phase } from '../../rules/lifecycle.js'
import { splitTail } from '../../rules/raise-hand.js'
import { quotedWords } from '../../rules/relayed.js'
import { readTurn, shownText } from './documents/turn-text.js'
import type { Facts } from './facts.js'
import { remindOf } from './memory.js'
import { applyPins } from './pins.js'
import { yieldQuestion } from './questions.js'
import { refsOf } from './references.js'
import { tamed } from './rules/draft-gate.js'
import { keepStances, stand } from './stand.js'
import type { MeetState } from './state.js'
import type { Emitted } from './turn-note.js'

export type Word =
  | { readonly kind: 'continue' | 'wrap-up' }
  | { readonly kind: 'interject'; readonly text: string }

/** Asks at a boundary until there is an answer to go on with. After a pause the same is asked again on resume. */
export async function yieldAt(state: MeetState, boundary: Boundary, facts: Facts): Promise<Word> {
  for (;;) {
    const answer = await state.meeting.ask(yieldQuestion(boundary, facts, state.input))
    if (answer.by === 'default') state.unattended = true
    if (answer.choose === 'pause') await state.meeting.pause(`paused at ${boundary}`)
    else if (answer.choose === 'abort') await state.meeting.abort(`aborted by the person at ${boundary}`)
    else {
      state.sinceYield = 0
      state.handsForPerson.length = 0
      return wordOf(answer, boundary)
    }
  }
}

/** Passes a boundary without a question, since the person has answered it already. */
export async function passYield(
  state: MeetState,
  boundary: Boundary,
  by: 'wrap-up' | '--skip-research',
): Promise<void> {
  await state.meeting.note('passed', { boundary, by })
}

/** The person's words become a turn of the phase that the meeting goes on with. */
export async function personSpeaks(state: MeetState, text: string, phase: Phase): Promise<Emitted> {
  const { name, attends } = state.input.person
  const said = tamed(text)
  const turn = readTurn(said)
  const stood = stand(state, said, name)
  const body = phase === 'DISCUSS' ? stood.text : said
  const emitted = await state.emit({
    kind: 'person',
    phase,
    seat: null,
    speaker: name,
    role: 'User',
    cost: 0,
    body,
    shown: shownText(body),
    challenges: turn.challenges,
    decisions: turn.decisions,
    refs: refsOf(state, body),
    via: 'interject',
    origin: attends ? 'attendee' : 'interject',
    ...(phase === 'DISCUSS' && stood.placed.fresh ? { table: stood.placed.table } : {}),
  })
  if (phase === 'DISCUSS') {
    await keepStances(state, stood)
    await applyPins(state, turn.pins, name)
    state.loop.push({ agent: name, progress: stood.placed.fresh ? 'new-decision' : progressOf(turn) })
  }
  state.news.personSaid(body, emitted.t)
  remindOf(state, body)
  await state.costCheck()
  return emitted
}

/** Whom the person asks to speak next, when the text ends with the marker. */
export function personNames(text: string): string | undefined {
  return splitTail(text).raiseHand
}

function wordOf(answer: Answer, boundary: Boundary): Word {
  if (answer.choose === 'interject') return { kind: 'interject', text: quotedWords(answer) }
  const ends = boundary === 'pre-close' || boundary === 'pre-save'
  return { kind: answer.choose === 'wrap-up' && !ends ? 'wrap-up' : 'continue' }
}

function progressOf(turn: { decisions: readonly string[]; pins: readonly { target: string | null }[] }) {
  if (turn.decisions.length > 0) return 'new-decision' as const
  return turn.pins.some((pin) => pin.target === null) ? ('new-pin' as const) : ('no-progress' as const)
}
