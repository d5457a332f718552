// The shapes of structured replies. Bounds that a gate or a clamp looks after are not here, so that a reply out of bounds arrives.

import { z } from 'zod'

const text = z.string().refine((words) => words.trim() !== '', 'must not be empty')
const texts = z.array(text)
/** A roster id or a display name, in any case. */
const member = z.string()
const int = z.number().int()

export const Gist = z.object({ agree: text, tension: text, next_step: text })

export const Questions = z.object({
  scores: z.array(z.object({ member, score: int })),
  questions: z.array(z.object({ member, question: text })),
  more: z.boolean(),
  why: text.optional(),
})

export const Summary = z.object({
  intent: z.string(),
  decisions: texts,
  open_questions: texts,
  scores: z.array(z.object({ member, score: int, rationale: z.string() })),
})

export const Topic = z.object({ topic: text, summary: text })

export const Scores = z.object({
  members: z.array(z.object({ member, semantic: int, rationale: z.string() })),
  bonuses: z.array(z.string()),
  /** `case` counts from 1 in the rule's cases; 0 is none of them. */
  overlaps: z.array(z.object({ overlap: z.string(), case: int })),
})

export const Pairs = z.object({
  pairs: z.array(z.object({ a: member, b: member, tension: text, why: text })),
})

export const Design = z.object({
  overview: z.string(),
  architecture: z.string().optional(),
  user_experience: z.string().optional(),
  risk_assessment: z.string().optional(),
  quality_strategy: z.string().optional(),
  sections: z.array(z.object({ title: text, body: text })).optional(),
  resolutions: z
    .array(z.object({ pair: z.string(), resolution: z.string(), reasoning: z.string() }))
    .optional(),
  decisions: z
    .array(z.object({ decision: text, options: texts, chosen: z.string(), reasoning: z.string() }))
    .optional(),
  non_negotiables: z
    .array(z.object({ id: z.string(), status: z.enum(['met', 'overridden']), where: z.string() }))
    .optional(),
  conflicts: z.array(z.object({ a: z.string(), b: z.string(), why: text })).optional(),
})

export const Sketch = z.object({
  overview: z.string(),
  recommendations: z.array(z.object({ member, text })),
  open_questions: texts,
})

export const Tasks = z.object({ tasks: z.array(z.object({ title: text, description: z.string() })) })

export const Asked = z.object({ questions: z.array(z.object({ to: member, question: text })) })
export const Answered = z.object({ answer: text, follow_up: text.optional() })
export const Closed = z.object({ answer: text })
export const Insight = z.object({ insight: text, tension: text, recommendation: text, question: text })

export const Notes = z.object({
  topic: z.string(),
  summary: text,
  highlights: z.array(z.string()),
  next_steps: texts,
})

// biome-ignore-start lint/suspicious/noThenProperty: the last part of a criterion is called so, and nobody awaits one.
const Criterion = z.object({ text, given: text.optional(), when: text.optional(), then: text.optional() })
// biome-ignore-end lint/suspicious/noThenProperty: as above.

export const Prd = z.object({
  overview: text,
  goals: texts,
  non_goals: texts,
  stories: z.array(
    z.object({
      title: text,
      as_a: text,
      want: text,
      so_that: text,
      member,
      depends_on: z.array(z.string()).optional(),
      criteria: z.array(Criterion),
    }),
  ),
  technical_notes: z.string(),
  dependencies: texts,
})

export const Proof = z.object({
  met: z.boolean(),
  argv: texts,
  file: z.string().optional(),
  line: int.optional(),
  why: text,
})

export const Criteria = z.object({ criteria: texts.min(1).max(12), scope: z.array(z.string()) })

export const Zone = z.object({
  files_read: z.array(z.string()),
  findings: z.array(
    z.object({
      severity: z.enum(['critical', 'warning', 'info']),
      file: z.string(),
      line: int.optional(),
      category: text,
      title: text,
      detail: text,
    }),
  ),
})

export const Gaps = z.object({ reopen: z.array(z.object({ zone: text, why: text })) })

export const Report = z.object({
  summary: z.string(),
  recommendations: z.array(z.object({ text, findings: z.array(z.string()) })),
})

export const SkillNotes = z.object({
  notes: z.array(
    z.object({
      skill: z.string(),
      observation: text,
      proposal: z.object({ process: text, why: text }).optional(),
    }),
  ),
})

export type Questions = z.infer<typeof Questions>
export type Summary = z.infer<typeof Summary>
export type Topic = z.infer<typeof Topic>
export type Scores = z.infer<typeof Scores>
export type Pairs = z.infer<typeof Pairs>
export type Design = z.infer<typeof Design>
export type Sketch = z.infer<typeof Sketch>
export type Tasks = z.infer<typeof Tasks>
export type Asked = z.infer<typeof Asked>
export type Insight = z.infer<typeof Insight>
export type Notes = z.infer<typeof Notes>
export type Prd = z.infer<typeof Prd>
export type Zone = z.infer<typeof Zone>
export type Report = z.infer<typeof Report>
