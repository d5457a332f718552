// Conversation: what one seat was asked and said in this meeting, so that its voice can go on after any restart.

import type { Exchange, PastCall, Room, Seat, Voice } from './agents.js'

export interface Conversation {
  readonly history: Exchange[]
  session: string | undefined
  voice: Voice | undefined
}

/** All conversations of one run. Rebuilt by replay: prompts are made again by the procedure, replies are on the tape. */
export class Conversations {
  readonly past: PastCall[] = []
  readonly #bySeat = new Map<string, Conversation>()

  of(seat: Seat): Conversation {
    const known = this.#bySeat.get(seat.id)
    if (known) return known
    const fresh: Conversation = { history: [], session: undefined, voice: undefined }
    this.#bySeat.set(seat.id, fresh)
    return fresh
  }

  room(seat: Seat, cwd: string): Room {
    const { history, session } = this.of(seat)
    const room = { cwd, history: [...history], past: [...this.past] }
    return session === undefined ? room : { ...room, session }
  }

  /** A turn was taken, now or on the tape. `fresh` says that an expired conversation was begun anew for it. */
  heard(
    seat: Seat,
    exchange: Exchange,
    more: { session?: string | undefined; fresh?: boolean | undefined },
  ): void {
    const conversation = this.of(seat)
    if (more.fresh) conversation.history.length = 0
    conversation.history.push(exchange)
    if (more.session !== undefined) conversation.session = more.session
  }

  called(call: PastCall): void {
    this.past.push(call)
  }

  async forget(seat: Seat): Promise<void> {
    const conversation = this.of(seat)
    const voice = conversation.voice
    conversation.voice = undefined
    await voice?.close()
  }

  async close(): Promise<void> {
    const voices = [...this.#bySeat.values()].flatMap(({ voice }) => (voice ? [voice] : []))
    await Promise.allSettled(voices.map((voice) => voice.close()))
  }
}
