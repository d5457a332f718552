// Runs: the meetings that this process holds now. A run ends when its meeting concludes, stops or waits, and leaves nothing here.
//
//   R1  A meeting has at most one run here; the journal's lease keeps other processes away.
//   R2  Everyone who follows hears every event of a run in order, each with the journal line after which it happened.
//   R3  What a run did is in its journal: nothing of it stays in memory when it has ended.

import type { Seat } from '../kernel/agents.js'
import type { MeetingEvent, TurnEvent } from '../kernel/deps.js'
import type { Ending } from '../kernel/hold.js'
import type { Answer, Question } from '../kernel/question.js'
import type { Parley } from '../parley.js'
import { keyOf } from '../protocols/talk/views.js'
import { type MeetingRef, Refused } from './api.js'

export type Live =
  /** `after` is the last journal line when it happened. */
  | { readonly kind: 'event'; readonly event: MeetingEvent; readonly after: number }
  | { readonly kind: 'began' }
  | { readonly kind: 'ended' }

export interface Run {
  readonly ref: MeetingRef
  /** Settles when the run has ended, however it ended; never rejects. */
  readonly ended: Promise<Ended>
  /** The first event from now on that fits; undefined when the run ended before. */
  until(fits: (event: MeetingEvent) => boolean): Promise<MeetingEvent | undefined>
  readonly speaking: boolean
  /** What is being said now, for those who come late. */
  readonly underWay: readonly MeetingEvent[]
  /** Ends the turn under way. False when nobody speaks. */
  interrupt(): boolean
  /** Lets it finish the turn under way, and begin no other. */
  drain(): void
  /** Ends the run where it stands. */
  stop(): void
}

export type Ended = Ending | { readonly kind: 'broke'; readonly error: unknown }

export interface Holding {
  readonly ref: MeetingRef
  readonly parley: Parley
  /** The person's word, where it is known already. */
  readonly answer?: (question: Question) => Answer | undefined
  /** Lines that the journal has before this run. */
  readonly lines: number
}

export class Runs {
  readonly #runs = new Map<string, Run>()
  readonly #listeners = new Map<string, Set<(live: Live) => void>>()
  readonly #onEnd: (run: Run, ended: Ended) => void
  readonly #onEvent: (ref: MeetingRef, event: MeetingEvent) => void
  #closed = false

  constructor(told: {
    onEnd: (run: Run, ended: Ended) => void
    onEvent: (ref: MeetingRef, event: MeetingEvent) => void
  }) {
    this.#onEnd = told.onEnd
    this.#onEvent = told.onEvent
  }

  of(ref: MeetingRef): Run | undefined {
    return this.#runs.get(keyOf(ref))
  }

  get all(): readonly Run[] {
    return [...this.#runs.values()]
  }

  listen(ref: MeetingRef, listener: (live: Live) => void): () => void {
    const key = keyOf(ref)
    const all = this.#listeners.get(key) ?? new Set()
    this.#listeners.set(key, all.add(listener))
    return () => {
      all.delete(listener)
      if (all.size === 0 && this.#listeners.get(key) === all) this.#listeners.delete(key)
    }
  }

  /** Law R1. */
  start(holding: Holding): Run {
    const { ref } = holding
    if (this.#closed) throw new Refused('not-possible', 'The hall is closing.', 'Try again when it is back.')
    if (this.of(ref)) throw busy(ref)
    const run = begin(holding, (live) => this.#tell(ref, live))
    this.#runs.set(keyOf(ref), run)
    this.#tell(ref, { kind: 'began' })
    void run.ended.then((ended) => {
      this.#runs.delete(keyOf(ref))
      this.#tell(ref, { kind: 'ended' })
      this.#onEnd(run, ended)
    })
    return run
  }

  /** Refuses while somebody is at work. A run that has asked its question is over but for a moment, and is waited for. */
  async free(ref: MeetingRef, asks: () => Promise<boolean>): Promise<void> {
    const run = this.of(ref)
    if (!run) return
    if (run.speaking || !(await asks())) throw busy(ref)
    await run.ended
  }

  /** Lets every run finish the turn under way; settles when all have ended, or the signal does not let them. */
  async drain(signal: AbortSignal): Promise<void> {
    this.#closed = true
    const all = this.all
    for (const run of all) run.drain()
    const hurried = new Promise<void>((resolve) => {
      if (signal.aborted) resolve()
      else signal.addEventListener('abort', () => resolve(), { once: true })
    })
    await Promise.race([hurried, Promise.all(all.map(({ ended }) => ended))])
  }

  /** Ends every run where it stands. */
  async stop(): Promise<void> {
    this.#closed = true
    const all = this.all
    for (const run of all) run.stop()
    await Promise.all(all.map(({ ended }) => ended))
  }

  /** Law R2. */
  #tell(ref: MeetingRef, live: Live): void {
    if (live.kind === 'event') this.#onEvent(ref, live.event)
    for (const listener of this.#listeners.get(keyOf(ref)) ?? []) listener(live)
  }
}

export function busy({ id }: MeetingRef): Refused {
  return new Refused('busy', `${id} is under way.`, 'Wait until it asks for you, or interrupt the turn.')
}

interface Waiter {
  fits(event: MeetingEvent): boolean
  came(event: MeetingEvent): void
}

function begin({ ref, parley, answer, lines }: Holding, tell: (live: Live) => void): Run {
  const stop = new AbortController()
  const drain = new AbortController()
  const turns = new Map<string, AbortController>()
  const said = new Map<string, MeetingEvent[]>()
  const waiters = new Set<Waiter>()
  let after = lines

  const observe = (event: MeetingEvent) => {
    if (event.type === 'line') {
      after = event.line.n
      if (event.line.kind === 'turn' || event.line.kind === 'failed') {
        said.delete(event.line.key)
        if ('seat' in event.line.data) turns.delete(event.line.data.seat)
      }
    } else if (event.type !== 'documents') keep(said, event)
    tell({ kind: 'event', event, after })
    for (const waiter of waiters) if (waiter.fits(event)) settle(waiters, waiter, event)
  }
  const turnSignal = (seat: Seat) => {
    const turn = new AbortController()
    turns.set(seat.id, turn)
    return turn.signal
  }
  const company = {
    answer: async (question: Question) => answer?.(question),
    observe,
    signal: stop.signal,
    drain: drain.signal,
    turnSignal,
  }
  const ended: Promise<Ended> = parley
    .hold(ref.id, company)
    .catch((error: unknown) => ({ kind: 'broke', error }) as const)
  return {
    ref,
    ended,
    until: (fits) => {
      const fitting = new Promise<MeetingEvent>((came) => waiters.add({ fits, came }))
      return Promise.race([fitting, ended.then(() => undefined)])
    },
    get speaking() {
      return turns.size > 0
    },
    get underWay() {
      return [...said.values()].flat()
    },
    interrupt() {
      for (const turn of turns.values()) turn.abort()
      return turns.size > 0
    },
    drain: () => drain.abort(),
    stop: () => stop.abort(),
  }
}

function settle(waiters: Set<Waiter>, waiter: Waiter, event: MeetingEvent): void {
  waiters.delete(waiter)
  waiter.came(event)
}

/** One text for all that was said in a row: whoever comes late gets it in one piece, and nothing that a retry made void. */
function keep(said: Map<string, MeetingEvent[]>, event: TurnEvent): void {
  if (event.type === 'speaking') said.set(event.key, [event])
  const events = said.get(event.key)
  if (!events || event.type === 'speaking') return
  if (event.type === 'retrying') events.splice(1)
  const last = events.at(-1)
  if (event.type === 'text' && last?.type === 'text')
    events[events.length - 1] = { ...last, text: last.text + event.text }
  else events.push(event)
}
