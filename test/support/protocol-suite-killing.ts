// Kills for the suite of protocols: processes that die at lines of every kind, and whether the next one makes a call again.

import { expect } from 'vitest'
import type { Line } from '../../src/kernel/line/line.js'
import { crashChain, deathsIn } from './crash-chain.js'
import { type HeldMeeting, promptsOn, receiptsIn, scriptOn } from './protocol-suite-holding.js'
import type { ProtocolSetup } from './protocol-suite-setup.js'
import { type Stage, wordsOf } from './protocol-suite-stage.js'

/** The meeting that has these lines when nobody kills it. */
export async function killedOn(
  stage: Stage,
  setup: ProtocolSetup,
  expected: readonly Line[],
): Promise<HeldMeeting> {
  const { command, fields, operands, script } = setup
  const processes: Process[] = []
  const { id, last } = await crashChain({
    cwd: stage.repo.root,
    env: { PARLEY_HOME: stage.home },
    begin: [...command, ...wordsOf(fields, operands), '--agents', scriptOn(stage, script)],
    goOn: (known) => ['resume', known],
    deaths: deathsIn(expected),
    ended: async (known) => {
      const recorded = known === undefined ? [] : receiptsIn(await stage.library.lines(known))
      processes.push({ made: promptsOn(stage), recorded })
    },
  })
  const lines = await stage.library.lines(id)
  expect(madeAgain(processes)).toEqual([])
  return { stage, id, lines, ran: last }
}

/** All calls that were made, and all that are on record, when a process had ended. */
interface Process {
  readonly made: readonly string[]
  readonly recorded: readonly string[]
}

/**
 * Prompts that a process sent although their replies were on record when it began. Two steps may send the same words, so they are
 * counted: a process may send as many as had no reply yet. One that was in flight at a kill is sent again.
 */
function madeAgain(processes: readonly Process[]): string[] {
  const all = processes.at(-1)?.recorded ?? []
  const count = (list: readonly string[], prompt: string) => list.filter((one) => one === prompt).length
  if (all.length === 0) return ['nothing was recorded']
  return processes.flatMap(({ made }, at) => {
    const before = processes[at - 1] ?? { made: [], recorded: [] }
    const now = made.slice(before.made.length)
    return now.filter((prompt) => count(now, prompt) > count(all, prompt) - count(before.recorded, prompt))
  })
}
