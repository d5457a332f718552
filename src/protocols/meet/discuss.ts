// DISCUSS: round after round in invite order. Hands, look-ups and loop-breaks are inserted in between; the order stays.
//
// There is one call at a time. Each request for the floor ends in exactly one way: honoured, refused, put to the person, or not
// reached. A muted or absent seat is never called.

import type { Progress } from '../../rules/loop-detector.js'
import { judgeMaxTurns } from '../../rules/max-turns.js'
import { countTurn, spent } from './after-turn.js'
import { oneLine } from './documents/turn-text.js'
import { type Draft, draftTurn } from './draft.js'
import { discussFacts } from './facts.js'
import { Floor } from './floor.js'
import type { Invitee } from './input.js'
import { applyPins } from './pins.js'
import type { TurnAsk } from './prompts.js'
import type { EndedBy, Room, TurnKind } from './room.js'
import { cleanText } from './rules/draft-gate.js'
import { personNames, personSpeaks, yieldAt } from './yields.js'

/** Runs until something ends the discussion, and keeps what did. `opening` is what the person said before it. */
export async function discuss(room: Room, opening?: string): Promise<void> {
  const floor = new Floor(room)
  room.round = 1
  if (opening !== undefined) await interjected(room, floor, opening)
  const end = await cycles(room, floor)
  room.endedBy = end
  if (end === 'wrap-up') room.wrapUp = true
  await floor.leave()
}

type Step = EndedBy | undefined

async function cycles(room: Room, floor: Floor): Promise<EndedBy> {
  for (room.round = 1; ; room.round++) {
    const end = await cycle(room, floor)
    if (end) return end
  }
}

async function cycle(room: Room, floor: Floor): Promise<Step> {
  await floor.open(room.round)
  let passes = 0
  let slots = 0
  for (const [at, seat] of room.input.seats.entries()) {
    const due = await insertions(room, floor)
    if (due) return due
    if (!room.maySpeak(seat.id)) continue
    slots++
    const slot = await seatTurn(room, floor, seat, slotAsk)
    if (typeof slot === 'string') return slot
    if (slot && passed(slot.turn)) passes++
    // The person is asked before CLOSE anyway: not twice for a round in which nobody had anything to add.
    if (passes === slots && isLast(room, at)) return 'all-passed'
    const pause = await cadence(room, floor)
    if (pause) return pause
  }
  return slots === 0 ? 'no-voice' : insertions(room, floor)
}

/** Whether nobody after this seat may speak in this cycle. */
function isLast(room: Room, at: number): boolean {
  return room.input.seats.slice(at + 1).every(({ id }) => !room.maySpeak(id))
}

/** Emits whatever is due, asking anew after each what is due now. */
async function insertions(room: Room, floor: Floor): Promise<Step> {
  for (let due = floor.next(); due; due = floor.next()) {
    const end = due.kind === 'loop-break' ? await loopBreak(room, due.line) : await inserted(room, floor, due)
    if (end) {
      floor.giveBack(due)
      return end
    }
    const pause = await cadence(room, floor)
    if (pause) return pause
  }
  return undefined
}

async function inserted(
  room: Room,
  floor: Floor,
  due: { readonly kind: 'raised' | 'lookup'; readonly seat: string; readonly why: string },
): Promise<Step> {
  const ask = due.kind === 'raised' ? raisedAsk(due.why) : lookupAsk(due.why)
  const turn = await seatTurn(room, floor, room.seat(due.seat), ask)
  return typeof turn === 'string' ? turn : undefined
}

/** One seat's turn: the cap first, then drafts until one passes, then everything that follows a turn. */
async function seatTurn(
  room: Room,
  floor: Floor,
  seat: Invitee,
  ask: Ask,
): Promise<Draft | EndedBy | undefined> {
  if (await refusedByCap(room)) return 'max-turns'
  const draft = await draftTurn(room, seat, ask.ask)
  if (draft.kind === 'ceiling' || draft.kind === 'wrap-up') {
    await spent(room, seat, draft.cost)
    return draft.kind === 'ceiling' ? 'token-ceiling' : 'wrap-up'
  }
  if (draft.kind === 'skipped') return skipped(room, seat, draft, ask.kind)
  room.failedInARow.delete(seat.id)
  const progress = progressOf(room, draft)
  const emitted = await room.emit({
    kind: ask.kind,
    phase: 'DISCUSS',
    seat: seat.id,
    speaker: seat.name,
    role: seat.role,
    cost: draft.cost,
    body: draft.text,
    shown: draft.shown,
    challenges: draft.turn.challenges,
    decisions: draft.turn.decisions,
    refs: draft.checked.map(({ ref }) => ref),
    via: 'subagent',
    origin: null,
  })
  room.tell(`${seat.name} (${seat.role}) said, turn ${emitted.t}:\n${draft.text}`, seat.id)
  await countTurn(room, emitted, draft.checked)
  const pinned = await applyPins(room, draft.turn.pins, seat.name)
  room.loop.push({ agent: seat.name, progress: progress === 'no-progress' && pinned ? 'new-pin' : progress })
  await floor.hear(seat, draft.turn)
  floor.watchLoop()
  await room.costCheck()
  return draft
}

async function refusedByCap(room: Room): Promise<boolean> {
  const verdict = judgeMaxTurns({ emitted: room.discussTurns + 1, cap: room.input.maxTurns })
  if (verdict.kind === 'allowed') return false
  const limit = room.input.maxTurns
  const words = `All ${limit} turns that this meeting may have are taken.`
  await room.say(verdict.lines.join('\n'), { what: 'turn-limit', words, limit })
  return true
}

/** A skipped turn is not counted, but its drafts are paid for. After three skipped slots in a row the seat is absent for the rest. */
async function skipped(
  room: Room,
  seat: Invitee,
  { reason, cost }: { reason: string; cost: number },
  kind: TurnKind,
): Promise<undefined> {
  const why = shortly(reason)
  const words = `${seat.name} was skipped: ${why}`
  await room.say(`[turn skipped — ${seat.name}: ${why}]`, {
    what: 'turn-skipped',
    words,
    seat: seat.id,
    reason: why,
  })
  await spent(room, seat, cost)
  if (kind !== 'slot') return undefined
  const times = (room.failedInARow.get(seat.id) ?? 0) + 1
  room.failedInARow.set(seat.id, times)
  if (times < 3) return undefined
  room.absent.add(seat.id)
  room.degrade(`absent:${seat.id}`)
  await room.notice(`${seat.name} is absent for the rest of the meeting`, 'WARNING')
  return undefined
}

/** The error of a program may be long and hold colour codes. */
function shortly(reason: string): string {
  const line = oneLine(cleanText(reason))
  return line.length > 200 ? `${line.slice(0, 200)}…` : line
}

async function loopBreak(room: Room, line: string): Promise<Step> {
  if (await refusedByCap(room)) return 'max-turns'
  const body = `${line}\n${breakRequest}`
  await room.emit({
    kind: 'facilitator',
    phase: 'DISCUSS',
    seat: null,
    speaker: 'FACILITATOR',
    role: 'LOOP-BREAK',
    cost: 0,
    body,
    shown: body,
    challenges: [],
    decisions: [],
    refs: [],
    via: null,
    origin: 'facilitator',
  })
  room.loop.push({ agent: 'FACILITATOR', progress: 'no-progress' })
  room.tell(`The facilitator says:\n${breakRequest}`)
  await room.costCheck()
  return undefined
}

/** Asks the person when enough was said since they were last asked, unless they have just spoken themselves. */
async function cadence(room: Room, floor: Floor): Promise<Step> {
  if (room.sinceYield < room.input.cadence || room.lastWasPerson || ending(room)) return undefined
  const word = await yieldAt(room, 'discuss-cadence', discussFacts(room))
  if (word.kind === 'wrap-up') return 'wrap-up'
  if (word.kind === 'interject') await interjected(room, floor, word.text)
  return undefined
}

/** DISCUSS is ending when no seat may speak any more, or the next turn would pass the cap. */
function ending(room: Room): boolean {
  return room.discussTurns >= room.input.maxTurns || room.input.seats.every(({ id }) => !room.maySpeak(id))
}

async function interjected(room: Room, floor: Floor, text: string): Promise<void> {
  await personSpeaks(room, text, 'DISCUSS')
  const named = personNames(text)
  if (named !== undefined) await floor.personAsks(named)
  floor.watchLoop()
}

/** Nothing said and nothing asked for. */
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
    why: 'Carry the discussion on: build on what was said, or say plainly where you differ.',
    tools: read,
    maxOutput: 800,
  },
}

function raisedAsk(why: string): Ask {
  return { kind: 'raised', ask: { id: 'discuss.raised', why, tools: read, maxOutput: 800 } }
}

function lookupAsk(question: string): Ask {
  const why = `You asked to look this up: ${question}\nLook, and bring back what you found, with its sources.`
  return { kind: 'lookup', ask: { id: 'discuss.lookup', why, tools: read, maxOutput: 1200 } }
}

const breakRequest =
  'Two voices are going back and forth. Whoever speaks next: cite something new, decide, pin a proposal, or say what would change your mind.'

function progressOf(room: Room, draft: Draft): Progress {
  if (draft.checked.some(({ ref }) => !room.seenRefs.has(ref))) return 'new-citation'
  return draft.turn.decisions.length > 0 ? 'new-decision' : 'no-progress'
}
