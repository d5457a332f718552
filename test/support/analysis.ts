// An analysis for whole processes: a repository with the code that it is about, and what is said in a light one that goes wrong nowhere.

import { reply, usual } from '../../src/protocols/analyze/lead.suite.js'
import type { PreparedAnswer, Script } from './protocol-suite-setup.js'
import type { Repo } from './repo.js'

export const slug = 'retry-queue'

export function layQueue(repo: Repo): void {
  repo.write('src/queue.ts', 'export function retry(queue) {\n  while (!queue.done) queue.send()\n}\n')
  repo.write(
    `docs/requirements/${slug}/draft.md`,
    '# Bound the retries\n\nRetries of the queue run for hours.\n',
  )
}

/** What the lead says, as entries of a script. */
export function linesFor(
  all: Readonly<Record<string, readonly unknown[]>>,
): { call: string; value: unknown }[] {
  return Object.entries(all)
    .filter(([call]) => !['analyze.retry', 'analyze.adopt', 'analyze.amend'].includes(call))
    .flatMap(([call, values]) => values.map((value) => ({ call, value })))
}

export const answers: readonly PreparedAnswer[] = [
  { to: 'reply', choose: 'say', text: reply[1] },
  { to: 'signoff.requirements', choose: 'accept' },
  { to: 'signoff.design', choose: 'accept' },
]

/** What the lead says where the person answers otherwise: a draft is sent back, and a summary is amended. */
export const leadOnward = ['analyze.retry', 'analyze.amend'].flatMap((call) =>
  (usual()[call] ?? []).map((value) => ({ call, value })),
)

export const analysisScript: Script = { seats: { lead: linesFor(usual()) }, answers }
