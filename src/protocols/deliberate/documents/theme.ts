// Theme: the file that turns the engine into a council of its own. Read whole, with every fault named at once.

import { parseDocument } from 'yaml'
import { z } from 'zod'
import { closeNames } from '../../../rules/close-names.js'
import { isRecord } from '../../../rules/values.js'
import { oneLine } from './text.js'
import { themeFaults } from './theme-faults.js'
import { hookPoints, type Member, type PhaseLabel, phaseLabels, type Theme } from './theme-shape.js'

export type ThemeReading =
  | { readonly kind: 'theme'; readonly theme: Theme }
  | { readonly kind: 'faulty'; readonly faults: readonly string[] }

/** `id` is the name that the theme was asked for by; `personas` the names of the persona files that exist, without `.md`. */
export function readTheme(text: string, id: string, personas: readonly string[]): ThemeReading {
  const asked = JSON.stringify([id, personas, text])
  // Opening a session reads the same file at each of its steps, and parsing it is the most that opening costs.
  if (last?.asked !== asked) last = { asked, reading: reading(text, id, personas) }
  return last.reading
}

let last: { readonly asked: string; readonly reading: ThemeReading } | undefined

function reading(text: string, id: string, personas: readonly string[]): ThemeReading {
  const document = parseDocument(text, { logLevel: 'silent' })
  const [broken] = document.errors
  if (broken) return faulty([`it is not YAML: ${broken.message.split('\n')[0]}`])
  const value = readValue(document)
  if (!isRecord(value)) return faulty(['it is not a map of keys: theme_id, theme_name, roster and others'])
  const shape = Shape.safeParse(value)
  if (!shape.success) return faulty(shape.error.issues.flatMap(issueTexts))
  const theme = withDefaults(shape.data)
  const faults = themeFaults(theme, id, personas)
  return faults.length > 0 ? faulty(faults) : { kind: 'theme', theme }
}

function faulty(faults: readonly string[]): ThemeReading {
  return { kind: 'faulty', faults }
}

/** An alias without its anchor is found only now; a bomb of aliases is refused by the parser. */
function readValue(document: ReturnType<typeof parseDocument>): unknown {
  try {
    return document.toJS()
  } catch {
    return null
  }
}

/** Fewer cannot be seated. */
const leastMembers = 3

const line = z
  .string()
  .transform(oneLine)
  .refine((text) => text !== '', 'must not be empty')
const lines = z.array(line)

const Roster = z.strictObject({
  id: z.string(),
  name: line,
  color: line,
  lens: line,
  file: line.optional(),
  keywords: lines.default([]),
  tasks: line.optional(),
})

const Bonus = z.strictObject({
  id: line.optional(),
  agent: line,
  delta: z.number().int().positive().default(2),
  when: line,
  keywords: lines.default([]),
})

const Overlap = z.strictObject({
  id: line,
  pair: z.array(line).length(2),
  delta: z.number().int().negative().default(-2),
  cases: z.array(z.strictObject({ when: line, penalize: line })).min(1),
  default: z.enum(['none', 'less_relevant']).default('none'),
})

const Challenge = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('organic') }),
  z.strictObject({
    kind: z.literal('directed'),
    groups: z.record(z.string(), lines),
    directions: z.array(z.array(line).length(2)),
  }),
])

const Hook = z.strictObject({
  name: line,
  at: z.enum(hookPoints),
  does: line,
  logs_relationships: z.boolean().default(false),
})

/** No key names a path or a command: the file may have come with a clone. */
const Shape = z.strictObject({
  theme_id: line,
  theme_name: line,
  intake_prompt: line,
  conductor_persona: line,
  assembly_label: line.optional(),
  phase_labels: z.partialRecord(z.enum(phaseLabels), line).default({}),
  challenge_rules: Challenge.default({ kind: 'organic' }),
  extra_mechanics: z.array(Hook).default([]),
  roster: z.array(Roster).min(leastMembers),
  modifiers: z
    .strictObject({ bonuses: z.array(Bonus).default([]), overlaps: z.array(Overlap).default([]) })
    .prefault({}),
})

type Given = z.infer<typeof Shape>

function withDefaults(given: Given): Theme {
  const id = given.theme_id
  const assembly = given.assembly_label ?? `${given.theme_name} Assembly — Agent Selection`
  return {
    id,
    name: given.theme_name,
    command: id === 'council' ? 'parley deliberate' : `parley deliberate --theme ${id}`,
    intakePrompt: given.intake_prompt,
    conductor: given.conductor_persona,
    sessionRoot: `.claude/${id}/sessions/`,
    skillsRoot: `.claude/skills/${id}/`,
    assemblyLabel: assembly,
    labels: { ...usualLabels(given, assembly), ...given.phase_labels },
    challenge: challengeOf(given.challenge_rules),
    mechanics: given.extra_mechanics,
    roster: given.roster.map((member) => memberOf(member, id)),
    bonuses: given.modifiers.bonuses.map((bonus) => ({ ...bonus, id: bonus.id ?? `b-${bonus.agent}` })),
    overlaps: given.modifiers.overlaps.map((rule) => ({ ...rule, pair: pairOf(rule.pair) })),
  }
}

function memberOf({ file, tasks, ...member }: z.infer<typeof Roster>, theme: string): Member {
  return { ...member, file: file ?? `${theme}-${member.id}`, tasks: tasks ?? member.name }
}

function usualLabels(given: Given, assembly: string): Record<PhaseLabel, string> {
  return {
    phase_0: given.intake_prompt,
    phase_1: `${given.theme_name} Interview`,
    phase_2: assembly,
    phase_3_round1: 'Round 1: Position',
    phase_3_round2: 'Round 2: Challenge',
    phase_3_round3: 'Round 3: Converge',
    phase_4: `${given.theme_name} Plan Ready`,
    phase_5: `${given.theme_name} Execution`,
  }
}

function challengeOf(given: z.infer<typeof Challenge>): Theme['challenge'] {
  return given.kind === 'organic' ? given : { ...given, directions: given.directions.map(pairOf) }
}

function pairOf(two: readonly string[]): readonly [string, string] {
  return [two[0]!, two[1]!]
}

function issueTexts(issue: z.core.$ZodIssue): string[] {
  const where = issue.path.map((part) => (typeof part === 'number' ? `[${part + 1}]` : `.${String(part)}`))
  const place = where.join('').replace(/^\./, '')
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => strangeKey(key, place))
  return [`\`${place}\`: ${issue.message}`]
}

/** A misspelt key would otherwise be a rule that silently does not exist. */
function strangeKey(key: string, place: string): string {
  const [near] = place === '' ? closeNames(key, Object.keys(Shape.shape), 1) : []
  const hint = near === undefined ? '' : ` (did you mean \`${near}\`?)`
  return `\`${oneLine(key)}\` is no key of ${place === '' ? 'a theme' : `\`${place}\``}${hint}`
}
