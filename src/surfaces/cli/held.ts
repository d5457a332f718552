// Held: which meetings stopped in the middle. Only looks.

import type { Seen } from './seen.js'

/** Those of these meetings where nothing is asked, nothing is said, and nobody has them. */
export async function stoppedAmong(meetings: readonly Seen[]): Promise<ReadonlySet<string>> {
  const running = meetings.filter(({ status }) => status === 'running')
  const held = await Promise.all(running.map(({ journals, id }) => journals.of(id).held()))
  return new Set(running.filter((_, at) => !held[at]).map(({ id }) => id))
}
