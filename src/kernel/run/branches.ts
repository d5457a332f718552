// Branches: what runs at the same time in a meeting, and which of several failures ends the run.

import { Stopped } from './signals.js'

/** How many branches of one `together` act at the same time. */
const most = 8

/** Runs the branches of one `together`, a few at a time. All settle before the first failure is passed on, so that none acts after the run ended. */
export async function bounded<T>(jobs: readonly (() => Promise<T>)[]): Promise<T[]> {
  const results: PromiseSettledResult<T>[] = []
  const waiting = jobs.entries()
  const worker = async () => {
    for (const [at, job] of waiting) {
      results[at] = await job().then(
        (value) => ({ status: 'fulfilled', value }) as const,
        (reason: unknown) => ({ status: 'rejected', reason }) as const,
      )
    }
  }
  await Promise.all(Array.from({ length: Math.min(most, jobs.length) }, worker))
  const failures = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason as unknown] : [],
  )
  if (failures.length > 0) throw gravest(failures)
  return results.map((result) => (result as PromiseFulfilledResult<T>).value)
}

/** Which failure ends the run when several branches failed: first an abort, then an error, then a stop, then waiting. */
function gravest(failures: readonly unknown[]): unknown {
  const worst = Math.max(...failures.map(gravity))
  return failures.find((failure) => gravity(failure) === worst)
}

function gravity(failure: unknown): number {
  if (!(failure instanceof Stopped)) return 2
  return { aborted: 3, waiting: 0 }[failure.stop.kind as string] ?? 1
}
