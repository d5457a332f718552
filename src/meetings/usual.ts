// Usual: what meetings of one kind with the same voices took here, in the mean. Said where there are three of them, and somebody is paid.

import { isDeepStrictEqual } from 'node:util'
import { isPaid } from '../agents/prices.js'
import { type Agents, agentsIn, voicesIn } from '../agents/recorded.js'
import type { Journals } from '../kernel/line/journal.js'
import { grouped } from '../rules/figures.js'

/** Fewer say nothing about the next one; of more than these the latest say enough. */
const fewest = 3
const most = 12

export async function usualWords(journals: Journals, protocol: string, agents: Agents): Promise<string[]> {
  if (!voicesIn(agents).some(isPaid)) return []
  const took: number[] = []
  for (const { id, protocol: held, status, input, output } of await journals.summaries()) {
    if (took.length === most) break
    if (held !== protocol || status !== 'concluded' || !(await isVoicedBy(agents, journals, id))) continue
    took.push(input + output)
  }
  if (took.length < fewest) return []
  const mean = took.reduce((sum, tokens) => sum + tokens, 0) / took.length
  return [`Such meetings took ${grouped(mean)} tokens here, in the mean of the last ${took.length}.`]
}

async function isVoicedBy(
  { default: usual, seats }: Agents,
  journals: Journals,
  id: string,
): Promise<boolean> {
  const first = await journals.of(id).first()
  const before = first && agentsIn([first.line])
  return before?.default === usual && isDeepStrictEqual(before.seats, seats)
}
