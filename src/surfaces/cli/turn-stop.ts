// The turns under way, each with a signal of its own, so that Ctrl-C can end a turn and leave the meeting running.

import type { Line } from '../../kernel/line/line.js'

export class TurnStop {
  /** By seat: it takes one turn at a time. */
  readonly #turns = new Map<string, AbortController>()
  #stopped = false

  signal(seat: string): AbortSignal {
    const turn = new AbortController()
    this.#turns.set(seat, turn)
    return turn.signal
  }

  noticed({ kind, data }: Line): void {
    if ((kind === 'turn' || kind === 'failed') && 'seat' in data) this.#turns.delete(data.seat)
    if (kind === 'asked') this.#stopped = false
  }

  /** Ends the turns under way. False where there is none, and the second time before the person was asked again: they want to leave. */
  stop(): boolean {
    if (this.#stopped || this.#turns.size === 0) return false
    this.#stopped = true
    for (const turn of this.#turns.values()) turn.abort()
    return true
  }
}
