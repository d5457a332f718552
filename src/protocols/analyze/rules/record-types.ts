// Record types: every kind of entry that an analysis keeps, with its owner, the pattern of its ids and its fields.

import { type ZodType, z } from 'zod'
import type { Role } from '../names.js'

const text = z.string().trim().min(1).max(1000)
const list = z.array(text).max(20)
const flag = z.boolean()
const level = z.enum(['low', 'medium', 'high'])
const priority = z.enum(['Must Have', 'Should Have', 'Could Have', "Won't Have"])
const idOf = (pattern: RegExp) => z.string().regex(pattern, `must look like ${pattern.source}`)

const numbered = (prefix: string) => new RegExp(`^${prefix}-[1-9]\\d*$`)
export const frPattern = /^FR-\d{3}$/
const modulePattern = /^MD-[a-z0-9]+(?:-[a-z0-9]+)*$/
const decisionPattern = /^ADR-\d{3}$/

const fr = idOf(frPattern)
const frs = z.array(fr).max(20)
const module = idOf(modulePattern)
const param = z.object({
  name: text,
  type: z.string().trim().max(1000),
  required: flag,
  default: text.optional(),
  constraint: text.optional(),
})

// biome-ignore-start lint/suspicious/noThenProperty: the last part of a criterion is called so, and nobody awaits one.
const ac = z.object({ given: text, when: text, then: text })
// biome-ignore-end lint/suspicious/noThenProperty: as above.

const affected = z
  .object({
    tier: z.union([z.literal(1), z.literal(2), z.literal(3)]),
    path: text.optional(),
    area: text.optional(),
    module: text.optional(),
    change: z.enum(['new', 'modify', 'delete', 'restructure']).optional(),
    impact: text.optional(),
    risk: level.optional(),
    traces: frs.optional(),
  })
  .refine(({ tier, path, area }) => (tier === 3 ? area : path) !== undefined, {
    message: 'tiers 1 and 2 need a path, tier 3 an area',
  })

const decision = z
  .object({
    title: text,
    context: text,
    options: z
      .array(
        z.object({ name: text, summary: text, pros: list, cons: list, fit: z.string().trim().max(1000) }),
      )
      .min(1)
      .max(5),
    only_because: text.optional(),
    selected: text.optional(),
    rationale: text.optional(),
    consequences: list.optional(),
  })
  .refine(
    ({ options, selected }) => selected === undefined || options.some(({ name }) => name === selected),
    {
      message: '`selected` is the name of no option',
    },
  )

const step = z.object({
  order: z.number().int().min(1),
  frs,
  description: text,
  risk: level,
  parallel: flag,
  depends_on: z
    .array(idOf(numbered('IS')))
    .max(20)
    .optional(),
})

const face = z.object({
  name: text,
  module,
  signature: text,
  params: z.array(param).max(20),
  returns: z.string().trim().max(1000),
  errors: list,
  side_effects: list.optional(),
  validation: list.optional(),
  valid_example: text.optional(),
  invalid_example: text.optional(),
  compatibility: text.optional(),
  integration: idOf(numbered('IP')).optional(),
})

const failure = z.object({
  code: text,
  description: text,
  trigger: text,
  severity: z.enum(['info', 'warning', 'error', 'fatal']),
  recovery: text,
  propagation: z.enum(['throw', 'collect', 'log-and-continue']),
  interfaces: z.array(idOf(numbered('IF'))).max(20),
  message: text.optional(),
  security: flag.optional(),
})

export interface RecordKind {
  readonly owner: Role
  readonly topic: string
  readonly id: RegExp
  readonly data: ZodType<Record<string, unknown>>
}

const maya = 'business-analyst'
const alex = 'solutions-architect'
const jordan = 'system-designer'

const kind =
  (owner: Role, topic: string) =>
  <D extends ZodType>(id: RegExp, data: D) => ({ owner, topic, id, data })
const discovery = kind(maya, 'problem-discovery')
const definition = kind(maya, 'requirements-definition')
const technical = kind(alex, 'technical-analysis')
const architecture = kind(alex, 'architecture')
const specification = kind(jordan, 'specification')

export const recordKinds = {
  problem: discovery(
    /^PB$/,
    z.object({
      statement: text,
      effect: text,
      current: text.optional(),
      drivers: list.optional(),
      cost_of_not: text.optional(),
    }),
  ),
  stakeholder: discovery(numbered('SH'), z.object({ name: text, role: text, interest: text })),
  metric: discovery(numbered('SM'), z.object({ measure: text, threshold: text.optional() })),
  'user-type': discovery(
    numbered('UT'),
    z.object({
      name: text,
      role: text,
      main: flag,
      goals: list,
      pains: list,
      proficiency: text.optional(),
      tasks: list.optional(),
    }),
  ),
  journey: discovery(
    numbered('UJ'),
    z.object({
      user: idOf(numbered('UT')),
      entry: text,
      steps: list,
      alternatives: list.optional(),
      errors: list.optional(),
      exit: text,
    }),
  ),
  context: definition(
    numbered('TC'),
    z.object({ kind: z.enum(['constraint', 'convention', 'integration']), text }),
  ),
  quality: definition(
    numbered('QA'),
    z.object({ attribute: text, priority: z.enum(['critical', 'high', 'medium', 'low']), threshold: text }),
  ),
  risk: definition(
    numbered('RK'),
    z.object({ risk: text, likelihood: level, impact: level, mitigation: text, security: flag.optional() }),
  ),
  fr: definition(
    frPattern,
    z.object({
      title: text,
      description: text,
      priority: priority.optional(),
      rationale: text.optional(),
      depends_on: frs.optional(),
      system: flag.optional(),
    }),
  ),
  ac: definition(/^AC-\d{3}-\d{2}$/, ac),
  exclusion: definition(numbered('OS'), z.object({ item: text, reason: text, dependency: text.optional() })),
  story: definition(
    /^US-\d{3}$/,
    z.object({
      title: text,
      story: text,
      acceptance_criteria: list.min(1),
      priority,
      traces: frs.min(1),
    }),
  ),
  affected: technical(numbered('AF'), affected),
  'entry-point': technical(numbered('EP'), z.object({ path: text, why: text })),
  step: technical(numbered('IS'), step),
  'risk-zone': technical(
    numbered('RZ'),
    z.object({ risk: text, area: text, likelihood: level, impact: level, mitigation: text }),
  ),
  'test-cover': technical(numbered('TV'), z.object({ area: text, tests: text, gap: text.optional() })),
  verdict: technical(
    /^IV$/,
    z.object({
      overall: level,
      go: z.enum(['go', 'no-go', 'conditional']),
      why: text,
      decisions: list.optional(),
      recommendations: list,
    }),
  ),
  decision: architecture(decisionPattern, decision),
  technology: architecture(
    numbered('TD'),
    z.object({ name: text, version: text.optional(), rationale: text, alternatives: list }),
  ),
  integration: architecture(
    numbered('IP'),
    z.object({ source: text, target: text, interface: text, format: text, errors: text }),
  ),
  'system-flow': architecture(/^SF$/, z.object({ steps: list, synchronization: text.optional() })),
  'trade-off': architecture(numbered('TO'), z.object({ gained: text, given_up: text, why: text })),
  approach: architecture(/^AP$/, z.object({ text, reason: text })),
  security: kind(alex, 'security')(
    numbered('SC'),
    z.object({
      area: z.enum(['access', 'data', 'input', 'dependencies', 'threats']),
      finding: text,
      control: text,
      severity: text,
    }),
  ),
  module: specification(
    modulePattern,
    z.object({
      responsibility: text,
      size: z.enum(['small', 'medium', 'large']),
      depends_on: z.array(module).max(20).optional(),
      owns: list.optional(),
      tests: text,
      adr: idOf(decisionPattern).optional(),
      frs: frs.optional(),
    }),
  ),
  interface: specification(numbered('IF'), face),
  structure: specification(numbered('DS'), z.object({ name: text, module, fields: z.array(param).max(20) })),
  flow: specification(
    numbered('DF'),
    z.object({
      source: text,
      sink: text,
      transformations: list,
      mutates: list.optional(),
      readers: list.optional(),
      persists: text.optional(),
      concurrency: text.optional(),
    }),
  ),
  sequence: specification(numbered('SQ'), z.object({ title: text, steps: list })),
  error: specification(numbered('ER'), failure),
  degradation: specification(numbered('DG'), z.object({ when: text, still_works: text })),
  'open-question': specification(numbered('OQ'), z.object({ question: text, blocks: text.optional() })),
  'design-review': specification(
    /^DR$/,
    z.object({
      agrees_with: z.array(idOf(decisionPattern)).max(20),
      buildable: flag,
      notes: text.optional(),
    }),
  ),
} as const satisfies Readonly<Record<string, RecordKind>>

export type RecordType = keyof typeof recordKinds
export type DataOf<T extends RecordType> = z.infer<(typeof recordKinds)[T]['data']>

export const recordTypes = Object.keys(recordKinds) as readonly RecordType[]

export function isRecordType(name: string): name is RecordType {
  return Object.hasOwn(recordKinds, name)
}

/** Whether a word is written like the id of a record. */
export function isRecordId(word: string): boolean {
  return recordTypes.some((type) => recordKinds[type].id.test(word))
}
