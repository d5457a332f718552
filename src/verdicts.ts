// The verdict on a meeting of a workspace, for the command and for programs. Calls no model and writes nothing.

import type { Parley } from './parley.js'
import { loadTellings } from './protocols/tellings.js'
import { type FailCondition, judge, type Verdict } from './rules/verdict.js'
import { tell } from './view/teller.js'
import { verdictFacts } from './view/verdict.js'

export async function verdictOn(
  parley: Parley,
  id: string,
  failOn: readonly FailCondition[] = [],
): Promise<Verdict> {
  const lines = await parley.lines(id)
  const facts = verdictFacts(tell(lines, await loadTellings()), lines)
  const { findings } = await parley.verify(id)
  return judge(facts, failOn, findings.length === 0)
}
