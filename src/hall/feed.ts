// The feed: tells listeners when a meeting or request changes. Changes by other processes are found by polling.

import { keyOf } from '../protocols/talk/views.js'
import type { FeedEvent, MeetingRef } from './api.js'
import { Queue } from './queue.js'

/** How often we poll while somebody listens. */
const lookMs = 1_500
const soonMs = 50

/** The state of one meeting or request, as one poll found it. */
export interface Standing extends MeetingRef {
  readonly status: string
  /** Another text whenever anything about it has changed. */
  readonly mark: string
  readonly kind: 'request' | 'meeting'
  readonly over: boolean
}

export class Feed {
  readonly #queues = new Set<Queue<FeedEvent>>()
  readonly #look: () => Promise<readonly Standing[]>
  #known: Map<string, Standing> | undefined
  #looking: Promise<void> | undefined
  #timer: ReturnType<typeof setInterval> | undefined
  #soon: ReturnType<typeof setTimeout> | undefined

  constructor(look: () => Promise<readonly Standing[]>) {
    this.#look = look
  }

  /** Whatever happens after this has resolved is told, until the signal comes: the first poll is made before. */
  async listen(signal: AbortSignal): Promise<AsyncIterable<FeedEvent>> {
    const queue = new Queue<FeedEvent>()
    this.#queues.add(queue)
    const leave = () => {
      this.#queues.delete(queue)
      if (this.#queues.size === 0) this.#end()
    }
    signal.addEventListener('abort', leave, { once: true })
    if (signal.aborted) leave()
    else await this.#begin()
    return told(queue, signal)
  }

  tell(event: FeedEvent): void {
    for (const queue of this.#queues) queue.push(event)
  }

  /** Something happened in this process: poll soon instead of at the next interval. Many calls at once cause one poll. */
  nudge(): void {
    if (this.#queues.size === 0 || this.#soon) return
    this.#soon = setTimeout(() => {
      this.#soon = undefined
      void (this.#looking ?? Promise.resolve()).then(() => this.#round())
    }, soonMs)
    this.#soon.unref()
  }

  stop(): void {
    this.#end()
  }

  async #begin(): Promise<void> {
    this.#timer ??= setInterval(() => void this.#round(), lookMs).unref()
    if (this.#known === undefined) await this.#round()
  }

  #end(): void {
    clearInterval(this.#timer)
    clearTimeout(this.#soon)
    this.#soon = undefined
    this.#timer = undefined
    this.#known = undefined
  }

  #round(): Promise<void> {
    this.#looking ??= this.#compare().finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  /** The first poll only remembers; later ones tell what differs. A poll that fails is repeated at the next interval. */
  async #compare(): Promise<void> {
    const found = await this.#look().catch(() => undefined)
    if (!found || !this.#timer) return
    const before = this.#known
    this.#known = new Map(found.map((standing) => [keyOf(standing), standing]))
    if (!before) return
    for (const standing of found) {
      const type = change(before.get(keyOf(standing)), standing)
      if (type) this.tell({ type, project: standing.project, id: standing.id, status: standing.status })
    }
  }
}

async function* told(queue: Queue<FeedEvent>, signal: AbortSignal): AsyncGenerator<FeedEvent> {
  while (!signal.aborted) {
    const event = await queue.next(signal)
    if (event) yield event
  }
}

function change(before: Standing | undefined, now: Standing): FeedEvent['type'] | undefined {
  if (before?.mark === now.mark) return undefined
  if (!before) return now.kind === 'request' ? 'meeting_requested' : 'meeting_started'
  if (before.kind === 'request' && now.kind === 'meeting' && !now.over) return 'meeting_started'
  return now.over && !before.over && before.kind === 'meeting' ? 'meeting_ended' : 'meeting_updated'
}
