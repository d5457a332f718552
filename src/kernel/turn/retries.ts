// Retries: which failures of a backend are tried again, how often, and after what wait.
//
// What a call can cost in all is decided here and nowhere else. The first attempt asks a server that limits, fails or breaks off up to
// four times. A procedure may make the same call once more after any failure but a ceiling; that second attempt asks such a server
// once. So a server that stays broken is asked five times, and a refusal, an empty reply, an error or a time-out costs two requests. A
// conversation that is too long is begun anew once: three requests, or two where nothing was said before. Beside that an attempt may ask
// once for a repair and once to go on after a length limit. docs/protocols.md says what each protocol makes of a call that has failed.

import type { BackendFailed } from '../errors.js'
import type { NotSaid } from '../protocol.js'

/** How often a call is made in all, while its server limits, fails or breaks off. */
export const mostTries = 4

/** How often an attempt may ask a server; `before` is the failed attempt that it follows. */
export function triesOf(before: NotSaid | undefined): number {
  return before?.cause === 'broken' || before?.cause === 'rate-limited' ? 1 : mostTries
}
/** Together longer than a minute, so that a server outage of one minute fails no turn. */
const waits = [1_000, 6_000, 60_000]
/** Nobody waits longer than this at a screen; the person can resume the meeting later. */
const longestWait = 300_000

export type Verdict =
  | { readonly again: true; readonly waitMs: number; readonly attempt: number }
  | { readonly again: false; readonly reason: string }

/** The retries of one turn. */
export class Retries {
  readonly #limitMs: number
  readonly #elapsed: () => number
  readonly #most: number
  /** How many were made. */
  made = 0

  /** `limitMs` is how long the turn may take in all, `elapsed` how long it has taken, `most` how often it may be tried. */
  constructor(limitMs: number, elapsed: () => number, most = mostTries) {
    this.#limitMs = limitMs
    this.#elapsed = elapsed
    this.#most = most
  }

  after(error: BackendFailed): Verdict {
    const left = this.#limitMs - this.#elapsed()
    const told = error.retryAfterMs
    if (told !== undefined && told > Math.min(longestWait, left)) {
      return { again: false, reason: `${error.message}; it says to come back in ${inWords(told)}` }
    }
    if (this.made >= this.#most - 1 || left <= 0)
      return { again: false, reason: this.#givenUp(error.message) }
    // At most half of the time left, so that the call itself has time too.
    const waitMs = told ?? Math.min(waits[this.made] ?? longestWait, left / 2)
    this.made++
    return { again: true, waitMs: Math.round(waitMs), attempt: this.made + 1 }
  }

  #givenUp(message: string): string {
    return this.made === 0 ? message : `${message} (tried ${this.made + 1} times)`
  }
}

export const isRetried = ({ kind }: BackendFailed): boolean => kind === 'rate-limited' || kind === 'broken'

const units: readonly (readonly [word: string, ms: number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
]

/** A duration in words, rounded up. */
function inWords(ms: number): string {
  const [word, size] = units.find(([, one]) => ms >= one) ?? ['second', 1_000]
  const count = Math.ceil(ms / size)
  if (word === 'day' && count > 365) return 'more than a year'
  return `${count} ${word}${count === 1 ? '' : 's'}`
}
