// Abort: how every backend stops when a call is cancelled: at once, and with the same error.

import { setTimeout as wait } from 'node:timers/promises'
import type { Spending } from '../kernel/agents.js'
import { BackendFailed } from '../kernel/errors.js'

/** Throws when the call was cancelled before it began. */
export function throwIfAborted(signal: AbortSignal, partial?: string): void {
  if (signal.aborted) throw interrupted(partial)
}

/** The promise, or the interruption, whichever comes first. A later result of the promise is ignored. */
export async function orAbort<T>(
  promise: Promise<T>,
  signal: AbortSignal,
  partial?: () => string,
): Promise<T> {
  promise.catch(() => {})
  throwIfAborted(signal, partial?.())
  let stop = () => {}
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(interrupted(partial?.()))
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** Waits for this time, or until interrupted. */
export async function pause(ms: number, signal: AbortSignal, partial?: string): Promise<void> {
  throwIfAborted(signal, partial)
  if (ms <= 0) return
  try {
    await wait(ms, undefined, { signal })
  } catch {
    throw interrupted(partial)
  }
}

/** `so` is the text so far, and what it cost where that is known. */
export function interrupted(so?: string | { partial?: string; usage?: Spending }): BackendFailed {
  const more = typeof so === 'string' ? { partial: so } : (so ?? {})
  return new BackendFailed('interrupted', 'The reply was interrupted.', more.partial === '' ? {} : more)
}
