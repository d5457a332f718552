// The shapes of structured replies. Bounds are here, and a reply out of bounds is repaired by the kernel; what a turn says is judged by rules.

import { z } from 'zod'
import { roles, sources } from './names.js'

/** One line, 1 to 300 characters. */
const Line = z
  .string()
  .max(300)
  .regex(/^[^\r\n]*\S[^\r\n]*$/, 'must be one line that is not blank')
const role = z.enum(roles)
const source = z.enum(sources)
const level = z.enum(['low', 'medium', 'high'])
const text = z.string().min(1).max(1000)

const Evidence = z.object({ ref: z.string().min(1).max(300), quote: z.string().min(1).max(300).optional() })

const Voice = z.object({
  role,
  points: z.array(Line).min(1).max(8),
  refs: z.array(z.string().max(300)).max(8).optional(),
})

const Ask = z
  .object({
    role,
    kind: z.enum(['open', 'confirm']),
    text: Line,
    targets: z.array(z.string()).min(1).max(4),
    inference: Line.optional(),
  })
  .refine(({ kind, inference }) => kind === 'open' || inference !== undefined, {
    message: 'a question of kind confirm needs the inference that it confirms',
    path: ['inference'],
  })

const Claim = z.object({
  criterion: z.string(),
  source,
  evidence: z.array(Evidence).min(1).max(4),
  retract: z.literal(true).optional(),
})

export const Change = z.object({
  op: z.enum(['put', 'drop', 'none']),
  type: z.string(),
  id: z.string().optional(),
  by: role,
  source: source.optional(),
  evidence: z.array(Evidence).max(4).optional(),
  data: z.record(z.string(), z.unknown()).optional(),
  reason: Line.optional(),
})

const Inference = z.object({
  assumption: Line,
  trigger: Line,
  topic: z.string(),
  frs: z.array(z.string()).max(10).optional(),
})

const Finding = z.object({
  role,
  topic: z.string(),
  text: Line,
  confidence: z.enum(['high', 'medium', 'low']),
})

const Signals = z.object({
  plateau: z.boolean().optional(),
  resolved: z.boolean().optional(),
  closed: z
    .array(z.object({ topic: z.string(), evidence: Evidence }))
    .max(6)
    .optional(),
})

const learned = {
  claims: z.array(Claim).max(20).optional(),
  records: z.array(Change).max(40).optional(),
  inferences: z.array(Inference).max(10).optional(),
}

const spoken = { contributions: z.array(Voice).min(1).max(3), question: Ask }

export const Opening = z.object(spoken)

export const Turn = z.object({
  ...spoken,
  ...learned,
  held: z.array(Finding).max(10).optional(),
  signals: Signals.optional(),
})

export const Extract = z.object({
  ...learned,
  held: z.array(Finding).max(10).optional(),
  signals: Signals.optional(),
})

export const Keywords = z.object({ keywords: z.array(z.string().min(2).max(40)).min(3).max(5) })

export const categories = ['new', 'modify', 'test', 'config', 'docs', 'migration'] as const

export const ScanReading = z.object({
  scope: z.enum(['small', 'medium', 'large']),
  why: text,
  complexity: level,
  nature: z.enum(['additive', 'modifying', 'mixed']),
  risk: level,
  files: z
    .array(
      z.object({
        path: z.string().min(1),
        category: z.enum(categories),
        module: z.string().optional(),
        why: z.string().optional(),
      }),
    )
    .max(80),
  modules: z.array(z.string()).max(20),
  conventions: z.array(z.string()).max(10),
  depends: z.array(z.object({ from: z.string(), to: z.string() })).max(40),
})

export const Adopted = z.object({
  records: z.array(Change).max(120),
  claims: z.array(Claim).max(40).optional(),
  inferences: z.array(Inference).max(20).optional(),
})

/** A message of a teammate; which fields a type has is judged one by one, so that one bad message costs only itself. */
const Message = z.object({ type: z.string(), persona: z.string() }).catchall(z.unknown())

export const Team = z.object({ messages: z.array(Message).max(8), ...learned })

const faults = z.array(z.object({ artifact: z.string(), check: z.string(), why: text })).max(40)

export const Validation = z.object({ faults })

export const Crosscheck = z.object({
  issues: z
    .array(
      z.object({
        check: z.enum(['X1', 'X2', 'X3', 'X4', 'X5']),
        where: z.string(),
        what: text,
        fix: Change.optional(),
      }),
    )
    .max(40),
})

export const Finalization = z.object({ faults, ready: z.boolean(), why: text })

export type Evidence = z.infer<typeof Evidence>
export type Voice = z.infer<typeof Voice>
export type Claim = z.infer<typeof Claim>
export type Change = z.infer<typeof Change>
export type Inference = z.infer<typeof Inference>
export type Finding = z.infer<typeof Finding>
export type Turn = z.infer<typeof Turn>
export type Extract = z.infer<typeof Extract>
export type ScanReading = z.infer<typeof ScanReading>
export type Team = z.infer<typeof Team>
export type Crosscheck = z.infer<typeof Crosscheck>

/** What is shown of a turn. A question that was read out of prose has no targets and no inference. */
export interface Spoken {
  readonly contributions: readonly Voice[]
  readonly question: {
    readonly role: Voice['role']
    readonly kind: 'open' | 'confirm'
    readonly text: string
    readonly targets: readonly string[]
    readonly inference?: string | undefined
  }
}
