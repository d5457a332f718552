// Runs: the meetings that this process holds now. A run ends when its meeting concludes, stops or waits; what it did is in the journal,
// and nothing of it stays in memory.

import type { HostCalls } from '../agents/host/calls.js'
import type { Agents } from '../agents/recorded.js'
import type { Seat } from '../kernel/agents.js'
import type { Answer, Question } from '../kernel/question.js'
import type { MeetingEvent, TurnEvent } from '../kernel/run/events.js'
import type { Ending } from '../kernel/run/hold.js'
import { Pausing } from '../kernel/run/signals.js'
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
  /** The live events of the turn under way, for readers who come in the middle of it. */
  readonly underWay: readonly MeetingEvent[]
  /** Ends the turn under way. False when nobody speaks. */
  interrupt(): boolean
  /** Lets it finish the turn under way, and begin no other. */
  drain(): void
  /** Ends the run where it stands. */
  stop(): void
  /** The same by the person's word, which the journal keeps. */
  pause(): void
}

export type Ended = Ending | { readonly kind: 'broke'; readonly error: unknown }

export interface Holding {
  readonly ref: MeetingRef
  readonly parley: Parley
  /** The person's answer, where it is known before the run asks for it. */
  readonly answer?: (question: Question) => Answer | undefined
  /** Where it goes on with other voices or limits than before. */
  readonly agents?: Agents
  /** Lines that the journal has before this run. */
  readonly lines: number
  readonly host?: HostCalls | undefined
}

export class Runs {
  readonly #runs = new Map<string, Run>()
  readonly #listeners = new Map<string, Set<(live: Live) => void>>()
  readonly #onEnd: (run: Run, ended: Ended) => void
  readonly #onEvent: (ref: MeetingRef, event: MeetingEvent) => void
  /** Where seats wait for the words of a host; undefined where no host is connected. */
  readonly host: HostCalls | undefined
  #closed = false

  constructor(told: {
    onEnd: (run: Run, ended: Ended) => void
    onEvent: (ref: MeetingRef, event: MeetingEvent) => void
    readonly host?: HostCalls | undefined
  }) {
    this.host = told.host
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

  /** A meeting has at most one run here; the lease of its journal keeps other processes away. */
  start(holding: Holding): Run {
    const { ref } = holding
    if (this.#closed) throw new Refused('not-possible', 'The hall is closing.', 'Try again when it is back.')
    if (this.of(ref)) throw busy(ref)
    const run = begin({ ...holding, host: this.host }, (live) => this.#tell(ref, live))
    this.#runs.set(keyOf(ref), run)
    this.#tell(ref, { kind: 'began' })
    void run.ended.then((ended) => {
      this.#runs.delete(keyOf(ref))
      this.#tell(ref, { kind: 'ended' })
      this.#onEnd(run, ended)
    })
    return run
  }

  /** Refuses while a run is at work. A run that has asked its question ends in a moment, and is waited for. */
  async free(ref: MeetingRef, asks: () => Promise<boolean>): Promise<void> {
    const run = this.of(ref)
    if (!run) return
    if (run.speaking || !(await asks())) throw busy(ref)
    await run.ended
  }

  /** Lets every run finish its turn under way; settles when all have ended, or when the signal comes first. */
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

  /** In order, to everyone who follows. */
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

function begin({ ref, parley, answer, lines, agents, host }: Holding, tell: (live: Live) => void): Run {
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
    host,
  }
  const ended: Promise<Ended> = parley
    .hold(ref.id, company, agents)
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
    pause: () => stop.abort(new Pausing('you stopped it; the step under way is made again when it goes on')),
  }
}

function settle(waiters: Set<Waiter>, waiter: Waiter, event: MeetingEvent): void {
  waiters.delete(waiter)
  waiter.came(event)
}

/** Consecutive pieces of text become one event for a reader who comes late; what a retry made void is left out. */
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
