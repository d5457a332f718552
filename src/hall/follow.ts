// Following a meeting: its journal from any line on, and what is said meanwhile.
//
//   FLW1  Every line from `from` on comes exactly once and in order, whoever holds the meeting, and across restarts of its runs.
//   FLW2  What is said live comes before the line that records it; nothing that a line already told is told again.
//
// It ends with its signal, never with the meeting.

import type { Journal, Journals, Tail } from '../kernel/line/journal.js'
import { empty, type Summary } from '../kernel/line/summary.js'
import { plainTelling } from '../view/plain.js'
import { grown } from '../view/summary.js'
import type { FollowEvent, MeetingRef } from './api.js'
import { isHeldOpen } from './entries.js'
import { Queue } from './queue.js'
import type { Live, Runs } from './runs.js'

/** How often a journal that another process writes is looked at. */
const lookMs = 150
/** A reader that is this far behind no longer gets live events; it still gets every line. */
const mostWaiting = 5_000

export async function* follow(
  runs: Runs,
  ref: MeetingRef,
  journals: Pick<Journals, 'of' | 'summary'>,
  from: number,
  signal: AbortSignal,
): AsyncGenerator<FollowEvent> {
  const queue = new Queue<Live>()
  const unlisten = runs.listen(ref, (live) => {
    if (queue.size < mostWaiting || live.kind !== 'event' || live.event.type === 'line') queue.push(live)
  })
  try {
    const record = new FollowedRecord((await journals.summary(ref.id)) ?? empty, journals.of(ref.id), from)
    const late = runs.of(ref)?.underWay ?? []
    yield* record.upTo()
    yield* await record.standing(runs.of(ref) !== undefined)
    yield* late
    while (!signal.aborted) {
      const live = await queue.next(signal, runs.of(ref) ? undefined : lookMs)
      if (signal.aborted) return
      yield* record.told(live)
      yield* await record.standing(runs.of(ref) !== undefined)
    }
  } finally {
    unlisten()
  }
}

/** The lines that are told, and how the meeting stands after them. */
class FollowedRecord {
  readonly #journal: Journal
  readonly #tail: Tail
  #summary: Summary
  #stood = ''

  /** `summary` is of the journal as it stood a moment ago: with it, lines before `from` need not be read. */
  constructor(summary: Summary, journal: Journal, from: number) {
    this.#summary = summary
    this.#journal = journal
    this.#tail = journal.tail(from - 1)
  }

  /** An event that happened before the last line we told is in that line (FLW2). */
  async *told(live: Live | undefined): AsyncGenerator<FollowEvent> {
    if (live?.kind !== 'event') {
      yield* this.upTo()
      return
    }
    if (live.event.type === 'line') yield* this.upTo(live.event.line.n)
    else if (live.after >= this.#summary.lines) yield live.event
  }

  /** What is new, up to line `n`. */
  async *upTo(n?: number): AsyncGenerator<FollowEvent> {
    for (const line of await this.#tail.take(n)) {
      // Only where it stands is asked for here, and no protocol has a say in that.
      if (line.n > this.#summary.lines) this.#summary = grown(this.#summary, line, plainTelling)
      yield { type: 'line', line }
    }
  }

  /** How the meeting stands, when that has changed. */
  async standing(here: boolean): Promise<FollowEvent[]> {
    const { status, lines } = this.#summary
    if (lines === 0) return []
    const elsewhere = !here && (await isHeldOpen(this.#summary, this.#journal))
    const live = here || (status === 'running' && elsewhere)
    const stands = `${status} ${live} ${elsewhere}`
    if (stands === this.#stood) return []
    this.#stood = stands
    return [{ type: 'status', status, live, elsewhere }]
  }
}
