// The floor: who asked to speak or to look something up, and who is due next. Keeps the ledger; calls nobody.

import { detectLoop } from '../../rules/loop-detector.js'
import { pendingFor, type Request, recordRaiseHand } from '../../rules/raise-hand.js'
import { sayHand, sayLookup } from './after-turn.js'
import type { Turn } from './documents/turn-text.js'
import type { Invitee } from './input.js'
import type { MeetState } from './state.js'

export type Due =
  | { readonly kind: 'loop-break'; readonly line: string }
  | ({ readonly kind: 'raised' } & Hand)
  | { readonly kind: 'lookup'; readonly seat: string; readonly why: string }

interface Hand {
  readonly seat: string
  readonly why: string
  /** Who asked for it, and for whom. */
  readonly request: Request
}

interface Lookup {
  readonly seat: Invitee
  readonly question: string
}

export class Floor {
  readonly #state: MeetState
  #cycle = 1
  #loopLine: string | undefined
  #hand: Hand | undefined
  /** The person's own request stands outside the ledger and comes first. */
  #asked: Hand | undefined
  #handFirst = false
  #lookup: Lookup | undefined
  #lookupUsed = false
  #laterLookups: Lookup[] = []

  constructor(state: MeetState) {
    this.#state = state
  }

  /** A new cycle takes up first what the last one put off, in order. */
  async open(cycle: number): Promise<void> {
    this.#cycle = cycle
    this.#lookupUsed = false
    for (const request of pendingFor(this.#state.ledger, cycle)) await this.#raise(request)
    this.#handFirst = this.#hand !== undefined
    const later = this.#laterLookups
    this.#laterLookups = []
    for (const lookup of later) await this.#request(lookup)
  }

  /** What is due now: loop-break, then look-up, then hand; at the start of a cycle the hand that waited goes first. */
  next(): Due | undefined {
    const loop = this.#loopLine
    this.#loopLine = undefined
    if (loop !== undefined) return { kind: 'loop-break', line: loop }
    const asked = this.#asked
    this.#asked = undefined
    if (asked && this.#state.maySpeak(asked.seat)) return { kind: 'raised', ...asked }
    if (this.#handFirst) return this.#takeHand() ?? this.#takeLookup()
    return this.#takeLookup() ?? this.#takeHand()
  }

  /** What was due and could not be emitted is still open, and is named when the discussion is left. */
  giveBack(due: Due): void {
    if (due.kind === 'raised') {
      if (due.request.requesting === this.#state.input.person.name) this.#asked = due
      else this.#hand = due
    }
    if (due.kind === 'lookup') this.#lookup = { seat: this.#state.seat(due.seat), question: due.why }
  }

  /** Takes the requests out of a turn that was just emitted. */
  async hear(seat: Invitee, turn: Turn): Promise<void> {
    for (const marker of turn.ignored)
      await this.#state.notice(`${seat.name}: a second marker was ignored: ${marker}`)
    if (turn.raiseHand !== null) await this.#named(seat, turn.raiseHand)
    if (turn.research !== null) await this.#request({ seat, question: turn.research })
  }

  /** The person may name who speaks next. */
  async personAsks(name: string): Promise<void> {
    const target = this.#find(name)
    if (!target) await this.#state.notice(`There is nobody called ${name} in the room`, 'WARNING')
    else if (!this.#state.maySpeak(target.id))
      await this.#state.notice(`${target.name} can no longer speak`, 'WARNING')
    else
      this.#asked = {
        seat: target.id,
        why: `${this.#state.input.person.name} asks you to answer what they just said.`,
        request: { requesting: this.#state.input.person.name, target: target.name },
      }
  }

  watchLoop(): void {
    const verdict = detectLoop(this.#state.loop.slice(-3))
    if (verdict.kind === 'loop') this.#loopLine = verdict.line
  }

  /** DISCUSS is over: what was put off is named, not lost. */
  async leave(): Promise<void> {
    const hands = [
      ...(this.#hand ? [this.#hand.request] : []),
      ...pendingFor(this.#state.ledger, this.#cycle + 1),
    ]
    for (const hand of hands) await sayHand(this.#state, this.#cycle, hand, 'not-reached')
    for (const { requesting, target } of [...hands, ...(this.#asked ? [this.#asked.request] : [])])
      this.#state.notReached.push(`${requesting} asked ${target} to respond; not reached`)
    for (const { seat, question } of [...(this.#lookup ? [this.#lookup] : []), ...this.#laterLookups]) {
      await sayLookup(this.#state, this.#cycle, seat.name, 'not-reached')
      this.#state.notReached.push(`${seat.name} asked to look up: ${question}; not reached`)
    }
  }

  async #named(seat: Invitee, name: string): Promise<void> {
    const { person } = this.#state.input
    const request = { requesting: seat.name, target: asTarget(name) }
    if (name.toLowerCase() === person.name.toLowerCase()) {
      this.#state.handsForPerson.push(seat.name)
      return sayHand(this.#state, this.#cycle, { ...request, target: person.name }, 'put-to-user')
    }
    const target = this.#find(name)
    if (!target || target.id === seat.id) return sayHand(this.#state, this.#cycle, request, 'refused-unknown')
    await this.#raise({ requesting: seat.name, target: target.name })
  }

  async #raise(request: Request): Promise<void> {
    const target = this.#find(request.target)
    if (!target || !this.#state.maySpeak(target.id))
      return sayHand(this.#state, this.#cycle, request, 'refused-muted')
    const { ledger, status } = recordRaiseHand(this.#state.ledger, this.#cycle, request)
    this.#state.ledger = ledger
    await sayHand(this.#state, this.#cycle, request, status)
    if (status !== 'honored') return
    const why = `${request.requesting} asks you to respond to what they said last.`
    this.#hand = { seat: target.id, why, request }
  }

  async #request(lookup: Lookup): Promise<void> {
    const { seat } = lookup
    if (!this.#state.maySpeak(seat.id)) return sayLookup(this.#state, this.#cycle, seat.name, 'refused-muted')
    if (this.#lookupUsed) {
      this.#laterLookups.push(lookup)
      return sayLookup(this.#state, this.#cycle, seat.name, 'deferred-to-next-cycle')
    }
    this.#lookupUsed = true
    this.#lookup = lookup
    await sayLookup(this.#state, this.#cycle, seat.name, 'honored')
  }

  #takeHand(): Due | undefined {
    const hand = this.#hand
    this.#hand = undefined
    this.#handFirst = false
    return hand && this.#state.maySpeak(hand.seat) ? { kind: 'raised', ...hand } : undefined
  }

  #takeLookup(): Due | undefined {
    const lookup = this.#lookup
    this.#lookup = undefined
    if (!lookup || !this.#state.maySpeak(lookup.seat.id)) return undefined
    return { kind: 'lookup', seat: lookup.seat.id, why: lookup.question }
  }

  /** By display name or seat id, any case. */
  #find(name: string): Invitee | undefined {
    const wanted = name.trim().toLowerCase()
    return this.#state.input.seats.find((seat) => seat.name.toLowerCase() === wanted || seat.id === wanted)
  }
}

/** A name that nobody here has is a seat's own text: in a log line it may not look like the line's other fields. */
function asTarget(name: string): string {
  const plain = name
    .replace(/[=:;"|[\]]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return plain.slice(0, 60).trim() || 'nobody'
}
