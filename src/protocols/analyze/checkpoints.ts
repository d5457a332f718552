// Checkpoints: meta.json, which other tools read. Written before the person is asked, after all else of an exchange, and at the end.

import {
  type Analysis,
  coverageNow,
  earlierOf,
  keptOf,
  renderingNow,
  standingNow,
  tierOf,
} from './analysis.js'
import { copyFirst } from './copies.js'
import { renderedArtifact } from './documents/artifact.js'
import { metricsOf } from './documents/impact-analysis.js'
import {
  type ArtifactMeta,
  analysisStatus,
  changedFields,
  metaText,
  type Own,
  phasesOf,
  stepsOf,
} from './documents/meta.js'
import { hasEnough, missingFacts, pendingArtifact, statusOf } from './rules/artifacts.js'

export interface End {
  readonly isSigned: boolean
  readonly acceptance: Own['acceptance']
  readonly early_exit: Own['early_exit']
}

/** Before the person is asked, where something changed that other tools look for: after all else of the exchange, and once in it. */
export async function checkpoint(analysis: Analysis): Promise<void> {
  const { meeting, meta, exchange } = analysis
  if (exchange < 2 || meta?.exchange === exchange) return
  if (meta?.mark !== markOf(ownMeta(analysis, '', null), analysis))
    await checkpointAt(analysis, await meeting.now())
}

/** Never twice for the same. */
export async function checkpointAt(analysis: Analysis, at: string): Promise<void> {
  const own = ownMeta(analysis, at, null)
  const mark = markOf(own, analysis)
  if (analysis.meta?.mark !== mark) await writeMeta(analysis, own, mark)
}

function markOf(own: Own, analysis: Analysis): string {
  const { state, accepted_domains } = own.session
  const { analysis_status, phases_completed, topics_covered, recommended_scope } = own
  const files = [...analysis.files].map(([file, { readiness }]) => [file, readiness])
  const facts = {
    state,
    accepted_domains,
    analysis_status,
    phases_completed,
    topics_covered,
    recommended_scope,
  }
  return JSON.stringify({ ...facts, files, scan: analysis.scanState })
}

/** At the end alone, which is what makes the analysis a finished one. */
export async function finalMeta(analysis: Analysis, at: string, end: End): Promise<void> {
  await writeMeta(analysis, ownMeta(analysis, at, end), 'end')
}

async function writeMeta(analysis: Analysis, own: Own, mark: string): Promise<void> {
  const { meeting, folder } = analysis
  const path = `${folder}/meta.json`
  const stuck = await meeting.act('writable', (world) => world.files.unwritable(path))
  if (stuck !== null) return noteStuck(analysis, path, stuck)
  await copyFirst(analysis, ['meta.json'])
  const before = analysis.meta?.own ?? null
  // What others say of an item that has no file yet came with the words that opened it.
  const told = before === null ? analysis.input.meta : null
  const changed = await meeting.revise(path, (text) => ({
    text: metaText(text ?? told, own),
    result: before === null ? [] : changedFields(text, before, { ...own }),
    parts: partsOf(own),
  }))
  // Only what is never written is a failure.
  analysis.degraded.delete('write-failed:meta.json')
  analysis.meta = { own: { ...own }, mark, exchange: analysis.exchange }
  if (changed.length > 0)
    await meeting.note('notice', {
      degree: 'WARNING',
      text: `meta.json was changed outside (${changed.join(', ')}); the record holds.`,
    })
}

/** Lines of ours that stay as they are whatever others do to theirs. */
function partsOf({ slug, analysis_status }: Own): string[] {
  return Object.entries({ slug, analysis_status }).map(
    ([field, value]) => `"${field}": ${JSON.stringify(value)}`,
  )
}

async function noteStuck(analysis: Analysis, path: string, why: string): Promise<void> {
  if (analysis.degraded.has('write-failed:meta.json')) return
  analysis.degraded.add('write-failed:meta.json')
  await analysis.meeting.note('notice', {
    degree: 'WARNING',
    text: `${path} could not be written (${why}), so other tools do not see the progress. The journal has it.`,
  })
}

function ownMeta(analysis: Analysis, at: string, end: End | null): Own {
  const { meeting, input, store, confirmation, exchange, written, scope } = analysis
  const coverage = coverageNow(analysis)
  const earlier = earlierOf(analysis)
  const now = coverage.filter((topic) => topic.covered).map(({ topic_id }) => topic_id)
  const covered = [...new Set([...(earlier?.topics ?? []), ...now])]
  const phases = phasesOf([...written.keys(), ...(input.again ? [] : analysis.existing.keys())])
  return {
    source: input.source,
    source_id: input.sourceId,
    slug: input.slug,
    created_at: at,
    analysis_status: analysisStatus(phases, tierOf(analysis), end?.isSigned ?? false),
    phases_completed: phases,
    topics_covered: covered,
    steps_completed: stepsOf(covered, input.topics),
    codebase_hash: analysis.head,
    recommended_scope: scope,
    metrics: metricsOf(store),
    artifacts: artifactsMeta(analysis, at),
    session: {
      meeting: meeting.id,
      // The file is what makes it complete.
      state: end === null ? confirmation.state : 'COMPLETE',
      turn: exchange,
      accepted_domains: confirmation.accepted,
      amendment_cycles: confirmation.amendment_cycles,
      coverage: Object.fromEntries(coverage.map(({ topic_id, coverage_pct }) => [topic_id, coverage_pct])),
    },
    degraded: end === null ? [] : [...analysis.degraded],
    early_exit: end?.early_exit ?? null,
    acceptance: end?.acceptance ?? null,
  }
}

/** JSON and CSV cannot carry a header; theirs is here. */
function artifactsMeta(analysis: Analysis, at: string): Record<string, ArtifactMeta> {
  const plain = (['user-stories.json', 'traceability-matrix.csv'] as const).filter((file) =>
    analysis.written.has(file),
  )
  return Object.fromEntries(
    plain.map((file) => {
      const { confidence, coverage } = renderedArtifact(file, renderingNow(analysis, at), {
        status: 'Draft',
        kept: keptOf(analysis, file),
        gaps: null,
      })
      const { readiness } = analysis.files.get(file) ?? pendingArtifact
      const status = statusOf(readiness, hasEnough(file, standingNow(analysis)))
      return [
        file,
        { status, confidence, last_updated: at, coverage, gaps: missingFacts(file, standingNow(analysis)) },
      ]
    }),
  )
}
