// Going on with a meeting, and waiting until it wants something: words for seats, the person's answer, or nothing any more.

import type { HostCall } from '../../../agents/host/calls.js'
import type { MeetingRef, MeetingView } from '../../../hall/api.js'
import { Refused } from '../../../kernel/errors.js'
import type { Line } from '../../../kernel/line/line.js'
import { meetingNamed } from '../desk.js'
import { oneLine, type Told } from '../results.js'
import type { Input } from '../tools.js'
import type { Calling } from './calling.js'
import { askText } from './question-text.js'
import { factsOf, nextFor } from './reading.js'

const usualWait = 20
/** Seats that speak at the same time are asked within a moment of each other. */
const settleMs = 60

export async function next(calling: Calling, input: Input<'parley_next'>): Promise<Told> {
  const ref = await meetingNamed(calling.place, input.id)
  return goOn(calling, ref, { waitMs: (input.wait ?? usualWait) * 1000, from: input.from })
}

interface Waiting {
  readonly waitMs: number
  /** Tells what was said from this line on. */
  readonly from?: number | undefined
}

export async function goOn(calling: Calling, ref: MeetingRef, { waitMs, from }: Waiting): Promise<Told> {
  const { place, desk, caller } = calling
  const { hall } = place
  const known = await standingNow(calling, ref, false)
  if (known) return known
  if (!desk.openers.has(ref.id)) desk.openers.set(ref.id, caller.thread)
  const run = await hall.attend(ref)
  const patience = AbortSignal.any([AbortSignal.timeout(waitMs), calling.signal])
  const wakes = new Wakes(calling, ref, patience)
  try {
    for (;;) {
      const stopped = !run.underWay
      const now = await standingNow(calling, ref, stopped)
      if (now) return now
      if (run.error !== undefined) throw run.error
      if (stopped || patience.aborted) return running(await hall.meeting(ref), from)
      await wakes.next()
    }
  } finally {
    wakes.stop()
  }
}

/** What the meeting wants now; undefined while it goes on, or could. One that halted or failed before may be tried again. */
async function standingNow(calling: Calling, ref: MeetingRef, tried: boolean): Promise<Told | undefined> {
  const { place } = calling
  if (place.host.waiting(ref.id).length > 0) {
    await new Promise((resolve) => setTimeout(resolve, settleMs))
    const calls = place.host.waiting(ref.id)
    if (calls.length > 0) return speak(await place.hall.meeting(ref), calls)
  }
  const view = await place.hall.meeting(ref)
  if (view.status === 'waiting') return askText(calling, view)
  if (view.status === 'concluded' || view.status === 'aborted') return over(view)
  const ended = view.status === 'halted' || view.status === 'failed' || view.status === 'paused'
  return ended && tried ? over(view) : undefined
}

function speak(view: MeetingView, calls: readonly HostCall[]): Told {
  return {
    state: 'speak',
    id: view.id,
    lines: [
      `${view.phase === '' ? '' : `Phase ${view.phase}. `}${calls.length} ${calls.length === 1 ? 'call waits' : 'calls wait'} for words:`,
      ...calls.map(({ id, seat }) => `- call=${id}  ${oneLine(seat, 60)}`),
    ],
    next: `Voice each in a context of its own if you can (parley_prompt, then parley_say). Then parley_next id=${view.id}.`,
  }
}

function over(view: MeetingView): Told {
  const { id, status, outcome: _ } = view
  if (status === 'running' || status === 'waiting' || status === 'damaged')
    throw new Refused('wrong-state', `${id} is ${status}.`)
  return { state: status, id, lines: factsOf(view), next: nextFor(view) }
}

const mostTold = 20_000

function running(view: MeetingView, from: number | undefined): Told {
  const { id, lines } = view
  const said =
    from === undefined
      ? ''
      : lines
          .filter(({ n }) => n >= from)
          .flatMap(wordsOf)
          .join('\n\n')
  return {
    state: 'running',
    id,
    lines: factsOf(view),
    ...(said === '' ? {} : { data: said.slice(0, mostTold) }),
    next: `Call parley_next id=${id} from=${lines.length + 1} again.`,
  }
}

function wordsOf(line: Line): readonly string[] {
  if (line.kind !== 'turn') return []
  const { seat, text, draft } = line.data
  return draft || text === '' ? [] : [`${seat}:\n${text}`]
}

/** Looked at again at least this often, whatever was missed. */
const oftenMs = 1_000

/** Wakes its waiter when something happened that may matter: a line, a call of a seat, or the end of patience. */
class Wakes {
  readonly #stop = new AbortController()
  readonly #leave: () => void
  readonly #timer: ReturnType<typeof setInterval>
  #happened = false
  #wake: (() => void) | undefined

  constructor(calling: Calling, ref: MeetingRef, patience: AbortSignal) {
    const signal = AbortSignal.any([this.#stop.signal, patience])
    signal.addEventListener('abort', () => this.#tell(), { once: true })
    this.#timer = setInterval(() => this.#tell(), oftenMs)
    this.#leave = calling.place.host.listen(() => this.#tell())
    void this.#follow(calling, ref, signal)
  }

  /** At once when something happened since the last time. */
  async next(): Promise<void> {
    if (!this.#happened)
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    this.#happened = false
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#leave()
    this.#stop.abort()
  }

  async #follow({ place, progress }: Calling, ref: MeetingRef, signal: AbortSignal): Promise<void> {
    try {
      const { lines, turns } = await place.hall.meeting(ref)
      let spoken = turns
      for await (const event of place.hall.follow(ref, lines.length + 1, signal)) {
        if (event.type === 'line' && event.line.kind === 'turn') spoken += 1
        if (event.type === 'speaking') progress(spoken, `${oneLine(event.seat, 60)} is speaking`)
        if (event.type === 'line' || event.type === 'status') this.#tell()
      }
    } catch {
      // What cannot be followed is looked at by the clock.
    }
  }

  #tell(): void {
    this.#happened = true
    this.#wake?.()
    this.#wake = undefined
  }
}
