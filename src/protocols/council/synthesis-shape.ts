// The shape of a synthesis: lenient where rendering can mend it, strict where only the chair could.

import { z } from 'zod'

const words = z.string().refine((text) => text.trim() !== '', 'must not be empty')
const dissent = z.object({ seat: z.string(), text: words })

const section = z.union([
  z.object({ title: z.string(), text: z.string() }),
  z.object({ heading: z.string(), text: z.string() }),
  z.object({ heading: z.string(), body: z.string() }),
])

const topic = z.object({
  name: words,
  title: z.string().default(''),
  decision: words,
  why: z.string().default(''),
  sections: z.union([z.array(section), z.record(z.string(), z.string())]).nullish(),
  standing_dissent: dissent.nullish(),
})

export const synthesisShape = z.object({
  title: words,
  preamble: z.string().default(''),
  recommendation: words,
  reasoning: words,
  dissents: z.array(dissent).default([]),
  follow_ups: z.array(z.object({ action: words, owner: z.string().default('user') })).default([]),
  topics: z.array(topic).default([]),
})

export type Synthesis = z.infer<typeof synthesisShape>
