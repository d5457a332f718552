// Synthesis: what the chair makes of a session, and the first gate over it: no marked dissent is lost.

import { lostDissents, markedDissents } from './documents/gates.js'
import type { RecordDissent } from './documents/record.js'
import type { Memory } from './memory.js'
import { chairSynthesize, dissentsMissing } from './prompts.js'
import { rehearseSynthesis } from './rehearsals.js'
import { withinCeiling } from './seats.js'
import { chairOf, heed, meantSeat, type Sitting, toolless } from './sitting.js'
import { type Synthesis, synthesisShape } from './synthesis-shape.js'

export interface Synthesized {
  readonly synthesis: Synthesis
  /** Marked dissents that the chair left out twice: the record keeps them in the seat's own words. */
  readonly lost: readonly RecordDissent[]
}

const longestOutput = 8_000

/** The chair's synthesis. One that drops marked dissents is sent back once; what is still missing is restored from the pad (GATE1). */
export async function synthesize(
  sitting: Sitting,
  memory: Memory,
  stop: string | null,
): Promise<Synthesized> {
  const chair = chairOf(sitting)
  const prompt = chairSynthesize({ sitting, seat: chair, memory, rehearse: rehearseSynthesis(sitting) }, stop)
  const tools = toolless(sitting)
  const options = { id: 'chair.synthesize', schema: synthesisShape, maxOutput: longestOutput, tools }
  const first = await withinCeiling(sitting, () => sitting.meeting.trySpeak(chair, prompt, options))
  // If `speak` fails too, the run ends without a recorded result, so a resumed session asks the chair again.
  const said = heed(
    sitting,
    first.kind === 'said' ? first : await sitting.meeting.speak(chair, prompt, options),
  )
  const marked = markedDissents(sitting.pad.entries)
  const draft = withSeatsByName(sitting, said.value)
  const missing = lostDissents(marked, draft.dissents)
  if (missing.length === 0) return { synthesis: draft, lost: [] }
  const again = await withinCeiling(sitting, () =>
    sitting.meeting.trySpeak(chair, dissentsMissing(prompt, missing), options),
  )
  const synthesis = again.kind === 'said' ? withSeatsByName(sitting, heed(sitting, again).value) : draft
  return { synthesis, lost: lostDissents(marked, synthesis.dissents) }
}

/** A chair may write a seat's title where its name belongs. */
function withSeatsByName(sitting: Sitting, synthesis: Synthesis): Synthesis {
  const byName = (text: string) => meantSeat(sitting, text) ?? text
  return {
    ...synthesis,
    dissents: synthesis.dissents.map((own) => ({ ...own, seat: byName(own.seat) })),
    follow_ups: synthesis.follow_ups.map((item) => ({
      ...item,
      owner: meantSeat(sitting, item.owner) ?? 'user',
    })),
  }
}
