// Input of both council sessions: the task, when it was opened, and the council as it stood then, so that later edits change no replay.

import { z } from 'zod'

const seat = z.object({
  /** File stem and roster entry. */
  name: z.string(),
  title: z.string(),
  voice: z.string(),
  persona: z.string(),
})

export const councilInput = z.object({
  task: z.string().min(1),
  started: z.object({
    /** `YYYY-MM-DD HH:MM`, local. */
    minute: z.string(),
    /** Whole seconds since 1970. */
    epoch: z.number().int(),
  }),
  council: z.object({
    name: z.string(),
    chair: z.string(),
    seats: z.array(seat).min(1),
    maxTurns: z.number().int().positive(),
    scratchMaxBytes: z.number().int().positive(),
    /** Null: no such limit. */
    maxWallSeconds: z.number().positive().nullable(),
    manifestMaxBytes: z.number().positive().nullable(),
  }),
  /** In the first round no seat sees another's words. */
  blind: z.boolean().optional(),
  /** What the person said at the opening about the pauses: so many rounds without being asked, and whether to conclude then. */
  ahead: z.object({ rounds: z.number().int().positive(), conclude: z.boolean() }).optional(),
  /** A text that the person gave with the task, to be read by every seat. */
  material: z.string().optional(),
  /** The person gave its seats the web. */
  web: z.boolean().optional(),
  /** It leaves no files: pad and record stay in the journal alone, and nothing is remembered or committed. */
  unwritten: z.boolean().optional(),
  /** The pad of an unconcluded session whose journal is gone: the session goes on from there. */
  pad: z.string().optional(),
})

export type CouncilInput = z.infer<typeof councilInput>
export type CouncilSeat = CouncilInput['council']['seats'][number]
