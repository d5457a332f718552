// DISCUSS: round after round in invite order. Hands, look-ups and loop-breaks are inserted in between; the order stays.
//
// There is one call at a time. Each request for the floor ends in exactly one way: honoured, refused, put to the person, or not
// reached. A muted or absent seat is never called.

import type { Progress } from '../../rules/loop-detector.js'
import { judgeMaxTurns } from '../../rules/max-turns.js'
import { visibleText } from '../../text/clean.js'
import { shortened } from '../../text/excerpts.js'
import { countTurn, spent } from './after-turn.js'
import { oneLine, shownText } from './documents/turn-text.js'
import { type Draft, draftTurn } from './draft.js'
import { discussFacts } from './facts.js'
import { Floor } from './floor.js'
import type { Invitee } from './input.js'
import { breakRequest, loopBreakBody, loopBreakRole } from './loop-break.js'
import { applyPins } from './pins.js'
import type { TurnAsk } from './prompts.js'
import { keepStances, type Stood, stand } from './stand.js'
import type { EndedBy, MeetState } from './state.js'
import type { TurnKind } from './turn-note.js'
import { personNames, personSpeaks, yieldAt } from './yields.js'

/** Runs until something ends the discussion, and keeps what did. `opening` is what the person said before it. */
export async function discuss(state: MeetState, opening?: string): Promise<void> {
  const floor = new Floor(state)
  state.round = 1
  if (opening !== undefined) await interjected(state, floor, opening)
  const end = await cycles(state, floor)
  state.endedBy = end
  if (end === 'wrap-up') state.wrapUp = true
  await floor.leave()
}

type Step = EndedBy | undefined

async function cycles(state: MeetState, floor: Floor): Promise<EndedBy> {
  for (state.round = 1; ; state.round++) {
    const end = await cycle(state, floor)
    if (end) return end
  }
}

async function cycle(state: MeetState, floor: Floor): Promise<Step> {
  await floor.open(state.round)
  let passes = 0
  let slots = 0
  for (const [at, seat] of state.input.seats.entries()) {
    const due = await insertions(state, floor)
    if (due) return due
    if (!state.maySpeak(seat.id)) continue
    slots++
    const slot = await seatTurn(state, floor, seat, slotAsk)
    if (typeof slot === 'string') return slot
    if (slot?.passed) passes++
    // The person is asked before CLOSE anyway: not twice for a round in which nobody had anything to add.
    if (passes === slots && isLast(state, at)) return 'all-passed'
    const pause = await cadence(state, floor)
    if (pause) return pause
  }
  return slots === 0 ? 'no-voice' : insertions(state, floor)
}

/** Whether nobody after this seat may speak in this cycle. */
function isLast(state: MeetState, at: number): boolean {
  return state.input.seats.slice(at + 1).every(({ id }) => !state.maySpeak(id))
}

/** Emits whatever is due, asking anew after each what is due now. */
async function insertions(state: MeetState, floor: Floor): Promise<Step> {
  for (let due = floor.next(); due; due = floor.next()) {
    const end =
      due.kind === 'loop-break' ? await loopBreak(state, due.line) : await inserted(state, floor, due)
    if (end) {
      floor.giveBack(due)
      return end
    }
    const pause = await cadence(state, floor)
    if (pause) return pause
  }
  return undefined
}

async function inserted(
  state: MeetState,
  floor: Floor,
  due: { readonly kind: 'raised' | 'lookup'; readonly seat: string; readonly why: string },
): Promise<Step> {
  const ask = due.kind === 'raised' ? raisedAsk(due.why) : lookupAsk(due.why, state.input.noWeb)
  const turn = await seatTurn(state, floor, state.seat(due.seat), ask)
  return typeof turn === 'string' ? turn : undefined
}

/** One seat's turn: the cap first, then drafts until one passes, then everything that follows a turn. */
async function seatTurn(
  state: MeetState,
  floor: Floor,
  seat: Invitee,
  ask: Ask,
): Promise<Taken | EndedBy | undefined> {
  if (await refusedByCap(state)) return 'max-turns'
  const draft = await draftTurn(state, seat, ask.ask)
  if (draft.kind === 'ceiling' || draft.kind === 'wrap-up') {
    await spent(state, seat, draft.cost)
    if (draft.kind === 'wrap-up') return 'wrap-up'
    return draft.over === 'cost' ? 'cost-ceiling' : 'token-ceiling'
  }
  if (draft.kind === 'skipped') return skipped(state, seat, draft, ask.kind)
  state.failedInARow.delete(seat.id)
  const stood = stand(state, draft.text, seat.name)
  await emitTurn(state, seat, ask.kind, { draft, stood })
  await floor.hear(seat, draft.turn)
  floor.watchLoop()
  await state.costCheck()
  return { passed: passed(draft.turn) }
}

interface Taken {
  /** Nothing said and nothing asked for. */
  readonly passed: boolean
}

interface Standing {
  readonly draft: Draft
  readonly stood: Stood
}

async function emitTurn(state: MeetState, seat: Invitee, kind: TurnKind, { draft, stood }: Standing) {
  const progress = progressOf(state, draft, stood)
  const emitted = await state.emit({
    kind,
    phase: 'DISCUSS',
    seat: seat.id,
    speaker: seat.name,
    role: seat.role,
    cost: draft.cost,
    body: stood.text,
    shown: stood.text === draft.text ? draft.shown : shownText(stood.text),
    challenges: draft.turn.challenges,
    decisions: draft.turn.decisions,
    refs: draft.checked.map(({ ref }) => ref),
    via: 'subagent',
    origin: null,
    ...(stood.placed.fresh ? { table: stood.placed.table } : {}),
  })
  await keepStances(state, stood)
  state.news.said(`${seat.name} (${oneLine(seat.role)}), turn ${emitted.t}:`, 'said', stood.text, {
    from: seat.id,
  })
  await countTurn(state, emitted, draft.checked)
  const pinned = await applyPins(state, draft.turn.pins, seat.name)
  // A pass repeats nothing: two of them are no loop.
  if (passed(draft.turn)) return
  state.loop.push({ agent: seat.name, progress: progress === 'no-progress' && pinned ? 'new-pin' : progress })
}

async function refusedByCap(state: MeetState): Promise<boolean> {
  const verdict = judgeMaxTurns({ emitted: state.discussTurns + 1, cap: state.input.maxTurns })
  if (verdict.kind === 'allowed') return false
  const limit = state.input.maxTurns
  const words = `All ${limit} turns that this meeting may have are taken.`
  await state.say(verdict.lines.join('\n'), { what: 'turn-limit', words, limit })
  return true
}

/** A skipped turn is not counted, but its drafts are paid for. After three skipped slots in a row the seat is absent for the rest. */
async function skipped(
  state: MeetState,
  seat: Invitee,
  { reason, cost }: { reason: string; cost: number },
  kind: TurnKind,
): Promise<undefined> {
  const why = shortly(reason)
  const words = `${seat.name} was skipped: ${why}`
  await state.say(`[turn skipped — ${seat.name}: ${why}]`, {
    what: 'turn-skipped',
    words,
    seat: seat.id,
    reason: why,
  })
  await spent(state, seat, cost)
  if (kind !== 'slot') return undefined
  const times = (state.failedInARow.get(seat.id) ?? 0) + 1
  state.failedInARow.set(seat.id, times)
  if (times < 3) return undefined
  state.absent.add(seat.id)
  state.degrade(`absent:${seat.id}`)
  await state.notice(`${seat.name} is absent for the rest of the meeting`, 'WARNING')
  return undefined
}

/** The error of a program may be long and hold colour codes. */
function shortly(reason: string): string {
  return shortened(oneLine(visibleText(reason)), 200)
}

async function loopBreak(state: MeetState, line: string): Promise<Step> {
  if (await refusedByCap(state)) return 'max-turns'
  const body = loopBreakBody(line)
  await state.emit({
    kind: 'facilitator',
    phase: 'DISCUSS',
    seat: null,
    speaker: 'FACILITATOR',
    role: loopBreakRole,
    cost: 0,
    body,
    shown: body,
    challenges: [],
    decisions: [],
    refs: [],
    via: null,
    origin: 'facilitator',
  })
  state.loop.push({ agent: 'FACILITATOR', progress: 'no-progress' })
  state.news.engineSays(`The facilitator asks: ${breakRequest}`)
  await state.costCheck()
  return undefined
}

/** Asks the person when enough was said since they were last asked, unless they have just spoken themselves. */
async function cadence(state: MeetState, floor: Floor): Promise<Step> {
  if (state.sinceYield < state.input.cadence || state.lastWasPerson || ending(state)) return undefined
  const word = await yieldAt(state, 'discuss-cadence', discussFacts(state))
  if (word.kind === 'wrap-up') return 'wrap-up'
  if (word.kind === 'interject') await interjected(state, floor, word.text)
  return undefined
}

/** DISCUSS is ending when no seat may speak any more, or the next turn would pass the cap. */
function ending(state: MeetState): boolean {
  return (
    state.discussTurns >= state.input.maxTurns || state.input.seats.every(({ id }) => !state.maySpeak(id))
  )
}

async function interjected(state: MeetState, floor: Floor, text: string): Promise<void> {
  await personSpeaks(state, text, 'DISCUSS')
  const named = personNames(text)
  if (named !== undefined) await floor.personAsks(named)
  floor.watchLoop()
}

function passed(turn: Draft['turn']): boolean {
  return turn.pass && turn.raiseHand === null && turn.research === null && turn.pins.length === 0
}

interface Ask {
  readonly kind: TurnKind
  readonly ask: TurnAsk
}

const read = { kind: 'read' } as const
const slotAsk: Ask = {
  kind: 'slot',
  ask: {
    id: 'discuss.turn',
    why: 'Carry the discussion on in at most 250 words, with something that nobody has said yet.',
    tools: read,
    maxOutput: 800,
  },
}

function raisedAsk(why: string): Ask {
  return { kind: 'raised', ask: { id: 'discuss.raised', why, tools: read, maxOutput: 800 } }
}

function lookupAsk(question: string, noWeb: boolean): Ask {
  const why = `You asked to look something up: ${oneLine(question)} Look, and bring back what you found, with its sources, in at most 250 words.`
  const tools = noWeb ? read : { ...read, web: true }
  return { kind: 'lookup', ask: { id: 'discuss.lookup', why, tools, maxOutput: 1200 } }
}

function progressOf(state: MeetState, { checked, turn }: Draft, { placed }: Stood): Progress {
  if (checked.some(({ ref }) => !state.seenRefs.has(ref))) return 'new-citation'
  return turn.decisions.length > 0 || placed.fresh ? 'new-decision' : 'no-progress'
}
