// Stop clock: limits how long one call may take, and lets others end it. It also works for a voice that ignores its signal.

import { BackendFailed } from '../errors.js'

/** How long a voice that was told to stop may take to return what it has. */
const graceMs = 5_000

export interface StopClock {
  readonly signal: AbortSignal
  readonly seconds: number
  readonly timedOut: boolean
  /** The result of the work; fails when the work continues although it was told to stop. */
  run<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>
}

/** `gone` is the time that has passed already. */
export function stopClock(ms: number, others: readonly AbortSignal[], gone = 0): StopClock {
  const limit = new AbortController()
  let timedOut = false
  return {
    signal: limit.signal,
    seconds: Math.round(ms / 1000),
    get timedOut() {
      return timedOut
    },
    async run(work) {
      const timer = setTimeout(
        () => {
          timedOut = true
          limit.abort()
        },
        Math.max(0, ms - gone),
      )
      const stop = () => limit.abort()
      for (const other of others) other.aborted ? stop() : other.addEventListener('abort', stop)
      try {
        return await heeded(work(limit.signal), limit.signal)
      } finally {
        clearTimeout(timer)
        for (const other of others) other.removeEventListener('abort', stop)
      }
    },
  }
}

function heeded<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    let grace: ReturnType<typeof setTimeout> | undefined
    const giveUp = () => reject(new BackendFailed('interrupted', 'it went on although it was told to stop'))
    const told = () => {
      grace = setTimeout(giveUp, graceMs)
    }
    const done = () => {
      clearTimeout(grace)
      signal.removeEventListener('abort', told)
    }
    if (signal.aborted) told()
    else signal.addEventListener('abort', told)
    work.then(resolve, reject).finally(done)
  })
}
