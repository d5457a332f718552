// meta.json: what other tools read of an analysis. Ours are some of its fields; all others stay as they are, with their order.

import { fieldsOf, isRecord } from '../../../rules/values.js'
import type { Domain, Tier } from '../names.js'
import { domains } from '../names.js'
import type { RecommendedScope } from '../rules/tiers.js'
import type { Metrics } from './impact-analysis.js'

export type AnalysisStatus = 'raw' | 'partial' | 'analyzed'

export const phaseOf: Readonly<Record<string, string>> = {
  'quick-scan.md': '00-quick-scan',
  'requirements-spec.md': '01-requirements',
  'impact-analysis.md': '02-impact-analysis',
  'architecture-overview.md': '03-architecture',
  'module-design.md': '04-design',
  'interface-spec.md': '04-design',
  'data-flow.md': '04-design',
  'error-taxonomy.md': '04-design',
  'design-summary.md': '04-design',
}

const allPhases = ['00-quick-scan', '01-requirements', '02-impact-analysis', '03-architecture', '04-design']

const requiredPhases: Readonly<Record<Tier, readonly string[]>> = {
  trivial: ['00-quick-scan'],
  light: allPhases.filter((phase) => phase !== '03-architecture'),
  standard: allPhases,
  epic: allPhases,
}

/** Derived from what is on disk. */
export function phasesOf(files: readonly string[]): string[] {
  const found = new Set(files.flatMap((file) => (Object.hasOwn(phaseOf, file) ? [phaseOf[file]!] : [])))
  return allPhases.filter((phase) => found.has(phase))
}

/** Only the end of a meeting makes it analysed; while it runs it is partial at most. */
export function analysisStatus(phases: readonly string[], tier: Tier, isSigned: boolean): AnalysisStatus {
  if (phases.length === 0) return 'raw'
  return isSigned && requiredPhases[tier].every((phase) => phases.includes(phase)) ? 'analyzed' : 'partial'
}

/** The steps of covered topics, without duplicates. */
export function stepsOf(
  covered: readonly string[],
  topics: readonly { readonly id: string; readonly steps: readonly string[] }[],
): string[] {
  return [...new Set(covered.flatMap((id) => topics.find((topic) => topic.id === id)?.steps ?? []))]
}

export interface ArtifactMeta {
  readonly status: string
  readonly confidence: string
  readonly last_updated: string
  readonly coverage: string
  readonly gaps: readonly string[]
}

/** What we know of the item, for a checkpoint. Null: not there. */
export interface Own {
  readonly source: string
  readonly source_id: string
  readonly slug: string
  readonly created_at: string
  readonly analysis_status: AnalysisStatus
  readonly phases_completed: readonly string[]
  readonly topics_covered: readonly string[]
  readonly steps_completed: readonly string[]
  readonly codebase_hash: string
  readonly recommended_scope: RecommendedScope | null
  readonly metrics: Metrics
  readonly artifacts: Readonly<Record<string, ArtifactMeta>>
  readonly session: {
    readonly meeting: string
    readonly state: string
    readonly turn: number
    readonly accepted_domains: readonly Domain[]
    readonly amendment_cycles: number
    readonly coverage: Readonly<Record<string, number>>
  }
  readonly degraded: readonly string[]
  readonly early_exit: { readonly at: string; readonly state: string } | null
  /** Only when confirmation ran to its end. */
  readonly acceptance: {
    readonly accepted_at: string
    readonly domains: readonly Domain[]
    readonly amendment_cycles: number
  } | null
}

/** Of others, and only set where they are missing. */
const defaults = { depth_overrides: {}, sizing_decision: null, recommended_tier: null }

/** Absent where they have no value; one that was there before is removed, since it would no longer be true. */
const optional = ['recommended_scope', 'early_exit', 'acceptance'] as const

/** The file with our fields replaced where they stand, all others with their values and order untouched, missing ones at the end. */
export function metaText(before: string | null, own: Own): string {
  const old = before === null ? {} : (jsonIn(before) ?? {})
  const created = typeof old['created_at'] === 'string' ? old['created_at'] : own.created_at
  const values: Record<string, unknown> = { ...own, created_at: created }
  for (const field of optional) if (values[field] === null) delete values[field]
  if (own.degraded.length === 0) delete values['degraded']
  const isGone = (field: string) => Object.hasOwn(own, field) && !Object.hasOwn(values, field)
  const kept = Object.entries(old).flatMap(([field, value]) =>
    isGone(field) ? [] : [[field, Object.hasOwn(values, field) ? values[field] : value] as const],
  )
  const missing = [...metaOrder, ...Object.keys(values)].filter((field) => !Object.hasOwn(old, field))
  const added = [...new Set(missing)].flatMap((field) => {
    if (Object.hasOwn(values, field)) return [[field, values[field]] as const]
    return Object.hasOwn(defaults, field) ? [[field, defaults[field as keyof typeof defaults]] as const] : []
  })
  return `${JSON.stringify(Object.fromEntries([...kept, ...added]), null, 2)}\n`
}

/** Our fields that are no longer as we wrote them: somebody else has changed them. A file that is gone was removed on purpose. */
export function changedFields(
  text: string | null,
  before: Readonly<Record<string, unknown>>,
  next: Readonly<Record<string, unknown>>,
): string[] {
  const now = text === null ? null : jsonIn(text)
  if (now === null) return []
  const own = Object.entries(before).filter(([field, value]) => value !== null && field !== 'created_at')
  const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
  // After a crash the file may hold what is about to be written: that is our own change.
  const isOurs = (field: string, value: unknown) => same(now[field], value) || same(now[field], next[field])
  return own.flatMap(([field, value]) =>
    isOurs(field, value) || (field === 'degraded' && now[field] === undefined) ? [] : [field],
  )
}

const metaOrder = [
  ...['source', 'source_id', 'slug', 'created_at', 'analysis_status', 'phases_completed', 'topics_covered'],
  ...[
    'steps_completed',
    'codebase_hash',
    'depth_overrides',
    'sizing_decision',
    'recommended_tier',
    'recommended_scope',
  ],
  ...['metrics', 'artifacts', 'session', 'acceptance'],
]

/** What is read of a file that others may have written. */
export interface MetaReading {
  readonly source: string | null
  readonly sourceId: string | null
  readonly status: AnalysisStatus
  readonly phases: readonly string[]
  readonly topics: readonly string[]
  readonly hash: string | null
  readonly intensity: unknown
  readonly acceptance: { readonly domains: readonly Domain[] } | null
  readonly tier: unknown
}

/** Null: it is no JSON object; a copy is saved and defaults are taken. */
export function readMeta(text: string): MetaReading | null {
  const json = jsonIn(text)
  if (json === null) return null
  const line = (name: string) =>
    typeof json[name] === 'string' && json[name] !== '' ? (json[name] as string) : null
  const status = json['analysis_status']
  const acceptance = json['acceptance']
  return {
    source: line('source'),
    sourceId: line('source_id'),
    status:
      status === 'complete' || status === 'analyzed' ? 'analyzed' : status === 'partial' ? 'partial' : 'raw',
    phases: textsIn(json['phases_completed']),
    topics: textsIn(json['topics_covered']),
    hash: line('codebase_hash'),
    intensity: fieldsOf(json['sizing_decision'])['effective_intensity'],
    acceptance: isRecord(acceptance) ? { domains: domainsIn(acceptance['domains']) } : null,
    tier: fieldsOf(json['recommended_scope'])['scope'],
  }
}

/** A list, or an object whose keys are the domains. */
function domainsIn(value: unknown): Domain[] {
  const names = Array.isArray(value) ? value : isRecord(value) ? Object.keys(value) : []
  return domains.filter((domain) => names.includes(domain))
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

function jsonIn(text: string): Record<string, unknown> | null {
  try {
    const json: unknown = JSON.parse(text.replace(/^\ufeff/, ''))
    return isRecord(json) ? json : null
  } catch {
    return null
  }
}
