// The shape of a synthesis: lenient where rendering can mend it, strict where only the chair could.
//
// The chair answers dissents by their ids and never types them again.

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

export const answers = ['accepted', 'rebutted', 'carried'] as const

/** What the chair makes of one dissent. What is not one of the three leaves the dissent standing, which is `carried`. */
const answer = z.object({
  id: z.string().default(''),
  answer: z.enum(answers).catch('carried').default('carried'),
  reason: z.string().default(''),
})

/** The chair is asked for answers alone when a synthesis leaves some out. */
export const answersShape = z.object({ dissents: z.array(answer) })

/** Lines of a synthesis that cited what is not there, written anew. */
export const mendShape = z.object({
  lines: z.array(z.object({ id: z.string().default(''), text: z.string() })),
})

export type DissentAnswer = z.infer<typeof answer>

/** Small models often write an action as a plain sentence. The schema that they are sent shows the object alone. */
const followUp = z.preprocess(
  (given) => (typeof given === 'string' ? { action: given } : given),
  z.object({ action: words, owner: z.string().default('user') }),
)

export const synthesisShape = z.object({
  title: words,
  preamble: z.string().default(''),
  recommendation: words,
  reasoning: words,
  follow_ups: z.array(followUp).default([]),
  topics: z.array(topic).default([]),
  dissents: z.array(answer).default([]),
})

export type Synthesis = z.infer<typeof synthesisShape>
/** All but its answers to dissents. */
export type SynthesisText = Omit<Synthesis, 'dissents'>
