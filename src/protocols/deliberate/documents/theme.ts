// Theme: the file that turns the engine into a council of its own. Read whole, with every fault named at once.

import { parseDocument } from 'yaml'
import { z } from 'zod'
import { closeNames } from '../../../rules/close-names.js'
import { isRecord } from '../../../rules/values.js'
import { oneLine } from './text.js'
import { themeFaults } from './theme-faults.js'
import {
  actionPaths,
  hookPoints,
  type Member,
  type PhaseLabel,
  phaseLabels,
  type Theme,
} from './theme-shape.js'

export type ThemeReading =
  | { readonly kind: 'theme'; readonly theme: Theme; readonly warnings: readonly string[] }
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
  if (!shape.success) return faulty(shape.error.issues.map(issueText))
  const theme = withDefaults(shape.data)
  const faults = themeFaults(theme, id, personas)
  return faults.length > 0 ? faulty(faults) : { kind: 'theme', theme, warnings: strangeKeys(value) }
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

const line = z
  .string()
  .transform(oneLine)
  .refine((text) => text !== '', 'must not be empty')
const lines = z.array(line)
const count = z.number().int().min(0)

const Roster = z.object({
  id: z.string(),
  name: line,
  color: line,
  lens: line,
  file: line.optional(),
  agent_type: line.optional(),
  keywords: lines.default([]),
})

const Bonus = z.object({
  id: line.optional(),
  agent: line,
  delta: z.number().int().positive().default(2),
  when: line,
  keywords: lines.default([]),
})

const Overlap = z.object({
  id: line,
  pair: z.array(line).length(2),
  delta: z.number().int().negative().default(-2),
  cases: z.array(z.object({ when: line, penalize: line })).min(1),
  default: z.enum(['none', 'less_relevant']).default('none'),
})

const Challenge = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('organic') }),
  z.object({
    kind: z.literal('directed'),
    groups: z.record(z.string(), lines),
    directions: z.array(z.array(line).length(2)),
  }),
])

const Hook = z.object({
  name: line,
  at: z.enum(hookPoints),
  does: line,
  logs_relationships: z.boolean().default(false),
})

const Selection = z.object({
  min: count.default(3),
  cap: count.default(7),
  auto_include: count.default(7),
  include: count.default(4),
})

const Shape = z.object({
  theme_id: line,
  theme_name: line,
  command: line.optional(),
  intake_prompt: line,
  agent_file_prefix: z.string().optional(),
  conductor_persona: line,
  session_dir_root: line.optional(),
  index_path: line.optional(),
  global_registry_path: line.optional(),
  skills_root: line.optional(),
  team_prefix: z.string().optional(),
  assembly_label: line.optional(),
  phase_labels: z.partialRecord(z.enum(phaseLabels), line).default({}),
  challenge_rules: Challenge.default({ kind: 'organic' }),
  extra_mechanics: z.array(Hook).default([]),
  selection: Selection.prefault({}),
  brainstorm: lines,
  context_skill: z.object({ agent: line, skill: line }).optional(),
  composition: z.record(z.string(), lines).default({}),
  task_mapping: z.record(z.string(), line).default({}),
  reviewer: line.optional(),
  web: lines.default([]),
  action_paths: z.array(z.enum(actionPaths)).default([...actionPaths]),
  handoffs: z.record(z.string(), line).default({}),
  roster: z.array(Roster).min(1),
  modifiers: z
    .object({ bonuses: z.array(Bonus).default([]), overlaps: z.array(Overlap).default([]) })
    .prefault({}),
})

type Given = z.infer<typeof Shape>

function withDefaults(given: Given): Theme {
  const id = given.theme_id
  const prefix = given.agent_file_prefix ?? `${id}-`
  const assembly = given.assembly_label ?? `${given.theme_name} Assembly — Agent Selection`
  return {
    id,
    name: given.theme_name,
    command: given.command ?? 'parley deliberate',
    intakePrompt: given.intake_prompt,
    filePrefix: prefix,
    conductor: given.conductor_persona,
    sessionRoot: asFolder(given.session_dir_root ?? `.claude/${id}/sessions/`),
    indexPath: given.index_path ?? `.claude/${id}/index.json`,
    registryPath: given.global_registry_path ?? `~/.claude/${id}/global-registry.json`,
    skillsRoot: asFolder(given.skills_root ?? `.claude/skills/${id}/`),
    teamPrefix: given.team_prefix ?? `${id}-`,
    assemblyLabel: assembly,
    labels: { ...usualLabels(given, assembly), ...given.phase_labels },
    challenge: challengeOf(given.challenge_rules),
    mechanics: given.extra_mechanics,
    selection: {
      min: given.selection.min,
      cap: given.selection.cap,
      autoInclude: given.selection.auto_include,
      include: given.selection.include,
    },
    brainstorm: given.brainstorm,
    contextSkill: given.context_skill ?? null,
    composition: given.composition,
    taskMapping: given.task_mapping,
    reviewer: given.reviewer ?? null,
    web: given.web,
    actionPaths: given.action_paths,
    handoffs: given.handoffs,
    roster: given.roster.map((member) => memberOf(member, prefix)),
    bonuses: given.modifiers.bonuses.map((bonus) => ({ ...bonus, id: bonus.id ?? `b-${bonus.agent}` })),
    overlaps: given.modifiers.overlaps.map((rule) => ({ ...rule, pair: pairOf(rule.pair) })),
  }
}

function memberOf(given: z.infer<typeof Roster>, prefix: string): Member {
  const { agent_type: type, file, ...member } = given
  return { ...member, file: file ?? `${prefix}${given.id}`, agentType: type ?? given.name }
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

function asFolder(path: string): string {
  return path.endsWith('/') ? path : `${path}/`
}

function issueText({ path, message }: z.core.$ZodIssue): string {
  const where = path.map((part) => (typeof part === 'number' ? `[${part + 1}]` : `.${String(part)}`)).join('')
  return `\`${where.replace(/^\./, '')}\`: ${message}`
}

/** A misspelt key would otherwise be a rule that silently does not exist. */
function strangeKeys(value: Readonly<Record<string, unknown>>): string[] {
  const known = Object.keys(Shape.shape)
  return Object.keys(value)
    .filter((key) => !known.includes(key))
    .map((key) => {
      const [near] = closeNames(key, known, 1)
      const hint = near === undefined ? '' : ` (did you mean \`${near}\`?)`
      return `the key \`${oneLine(key)}\` means nothing in a theme and is ignored${hint}`
    })
}
