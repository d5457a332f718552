// Artifacts: who owns each file, when it has enough to be written, and how far it is.

import type { Domain, Role, Tier } from '../names.js'
import { inTier } from './counting.js'
import type { TopicCoverage } from './coverage.js'
import { artifactOwners } from './owners.js'
import { acsOf, all, type Store } from './records.js'

export type Artifact = keyof typeof artifactOwners
export const artifacts = Object.keys(artifactOwners) as readonly Artifact[]

export function isArtifact(name: string): name is Artifact {
  return Object.hasOwn(artifactOwners, name)
}

/** The only files of the folder that are ever written. */
export const boundaryFiles: readonly string[] = [...artifacts, 'draft.md', 'meta.json']

export const summaryOf: Readonly<Record<Domain, Artifact>> = {
  requirements: 'requirements-summary.md',
  architecture: 'architecture-summary.md',
  design: 'design-summary.md',
}

/** Files that become of a talk; summaries are written at the end. */
export type Written = Exclude<
  Artifact,
  'requirements-summary.md' | 'architecture-summary.md' | 'design-summary.md'
>

interface Threshold {
  readonly topics: readonly {
    readonly topic: string
    readonly need: 'partial' | 'full' | readonly string[]
  }[]
  /** What is missing, in words; empty where there is enough. */
  readonly missing: (store: Store, scan: ScanState, tier: Tier) => string[]
}

/** `given-up`: three tries failed, and the talk goes on without. */
export type ScanState = 'none' | 'partial' | 'read' | 'given-up'

const partial = (topic: string) => ({ topic, need: 'partial' as const })
const specified = [partial('specification')]

const thresholds: Readonly<Record<Written, Threshold>> = {
  'quick-scan.md': { topics: [], missing: (_, scan) => scanned(scan) },
  'requirements-spec.md': {
    topics: [{ topic: 'problem-discovery', need: ['PD-1', 'PD-4'] }, partial('requirements-definition')],
    missing: (store) => [
      ...atLeast(store, 'problem', 1),
      ...atLeast(store, 'user-type', 1),
      ...(all(store, 'fr').filter(({ id }) => acsOf(store, id).length > 0).length >= 3
        ? []
        : ['three `fr` with an `ac` each']),
    ],
  },
  'user-stories.json': {
    topics: [partial('requirements-definition')],
    missing: (store) => [...atLeast(store, 'fr', 1), ...atLeast(store, 'story', 1)],
  },
  'traceability-matrix.csv': {
    topics: [{ topic: 'requirements-definition', need: 'full' }],
    missing: (store) => [...atLeast(store, 'fr', 1), ...untraced(store)],
  },
  'impact-analysis.md': {
    topics: [partial('technical-analysis')],
    missing: (store, scan) => [
      ...scanned(scan),
      ...(inTier(store, 1).length > 0 ? [] : ['one `affected` of tier 1']),
      ...([2, 3] as const)
        .filter((tier) => inTier(store, tier).length === 0 && !store.none.has(`affected:${tier}`))
        .map((tier) => `an \`affected\` of tier ${tier}, or that there is none`),
    ],
  },
  'architecture-overview.md': {
    topics: [partial('technical-analysis'), partial('architecture')],
    missing: (store) =>
      all(store, 'decision').some(
        ({ data }) =>
          data.selected !== undefined && (data.options.length >= 2 || data.only_because !== undefined),
      )
        ? []
        : ['a `decision` with two options and one selected'],
  },
  'module-design.md': {
    topics: specified,
    missing: (store, _, tier) => [...atLeast(store, 'module', 1), ...unfirm(store, tier)],
  },
  'interface-spec.md': {
    topics: specified,
    missing: (store) => [...atLeast(store, 'module', 1), ...atLeast(store, 'interface', 1)],
  },
  'data-flow.md': { topics: specified, missing: (store) => atLeast(store, 'flow', 1) },
  'error-taxonomy.md': {
    topics: specified,
    missing: (store) => [...atLeast(store, 'interface', 1), ...atLeast(store, 'error', 1)],
  },
}

export const writtenArtifacts = Object.keys(thresholds) as readonly Written[]

export function ownerOf(artifact: Artifact): Role | 'lead' {
  return artifactOwners[artifact]
}

/** The files that a tier is to have. On light two of them are made only if there is something for them. */
export function dueArtifacts(tier: Tier, store: Store): Written[] {
  if (tier === 'trivial') return ['quick-scan.md']
  return writtenArtifacts.filter((artifact) => {
    if (tier !== 'light') return true
    if (artifact === 'architecture-overview.md') return false
    if (artifact === 'data-flow.md') return all(store, 'flow').length > 0
    return artifact !== 'error-taxonomy.md' || all(store, 'error').length > 0
  })
}

export interface Standing {
  readonly store: Store
  readonly scan: ScanState
  readonly tier: Tier
  readonly coverage: readonly TopicCoverage[]
}

/** Facts that are missing for the first write of a file. */
export function missingFacts(artifact: Written, { store, scan, tier }: Standing): string[] {
  return thresholds[artifact].missing(store, scan, tier)
}

/** Topics that do not know enough for it yet. */
export function missingTopics(artifact: Written, { coverage }: Standing): string[] {
  return thresholds[artifact].topics.flatMap(({ topic, need }) => {
    const found = coverage.find(({ topic_id }) => topic_id === topic)
    if (found === undefined) return []
    const met = found.criteria_met.map(({ id }) => id)
    const isKnown =
      need === 'partial'
        ? found.coverage_pct > 0
        : need === 'full'
          ? found.coverage_pct === 100
          : need.every((id) => met.includes(id))
    return isKnown ? [] : [topic]
  })
}

export function blockingTopics(artifact: Written): string[] {
  return thresholds[artifact].topics.map(({ topic }) => topic)
}

export function hasEnough(artifact: Written, standing: Standing): boolean {
  return missingFacts(artifact, standing).length === 0 && missingTopics(artifact, standing).length === 0
}

function atLeast(
  store: Store,
  type: 'problem' | 'user-type' | 'fr' | 'story' | 'module' | 'interface' | 'flow' | 'error',
  count: number,
): string[] {
  if (all(store, type).length >= count) return []
  return [count === 1 ? `${/^(?:[aeio]|fr$)/.test(type) ? 'an' : 'a'} \`${type}\`` : `${count} \`${type}\``]
}

function scanned(scan: ScanState): string[] {
  return scan === 'read' || scan === 'given-up' ? [] : ['the reading of the code']
}

/** Every FR has criteria, and a story unless it is the system's own. */
function untraced(store: Store): string[] {
  const traced = new Set(all(store, 'story').flatMap(({ data }) => data.traces))
  return all(store, 'fr').flatMap(({ id, data }) => [
    ...(acsOf(store, id).length > 0 ? [] : [`an \`ac\` for ${id}`]),
    ...(data.system === true || traced.has(id) ? [] : [`a \`story\` for ${id}`]),
  ])
}

/** The architecture is firm when every decision is taken; a light item has an approach instead. */
function unfirm(store: Store, tier: Tier): string[] {
  if (tier === 'light' || tier === 'trivial')
    return all(store, 'approach').length > 0 ? [] : ['an `approach`']
  const open = all(store, 'decision').filter(({ data }) => data.selected === undefined)
  return open.map(({ id }) => `\`selected\` for ${id}`)
}

// ---- how far a file is

export const readinesses = ['pending', 'ready', 'written', 'updated', 'finalized'] as const
export type Readiness = (typeof readinesses)[number]

export interface ArtifactState {
  readonly readiness: Readiness
  readonly writes: number
  readonly lastExchange: number
}

export const pendingArtifact: ArtifactState = { readiness: 'pending', writes: 0, lastExchange: 0 }

/** After a write: the first makes it `written`, any further `updated`; nothing follows on `finalized`. */
export function afterWrite(
  { readiness, writes }: ArtifactState,
  exchange: number,
  isFinal: boolean,
): ArtifactState {
  const next = isFinal || readiness === 'finalized' ? 'finalized' : writes === 0 ? 'written' : 'updated'
  return { readiness: next, writes: writes + 1, lastExchange: exchange }
}

/** What stands in its header. A file that fell below its minimum again is a draft again. */
export function statusOf(readiness: Readiness, isEnough: boolean): 'Draft' | 'In Progress' | 'Complete' {
  if (!isEnough || readiness === 'pending' || readiness === 'ready' || readiness === 'written') return 'Draft'
  return readiness === 'finalized' ? 'Complete' : 'In Progress'
}
