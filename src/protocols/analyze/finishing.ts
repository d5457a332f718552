// Finishing: what is missing is said, everything is written in one batch, meta.json last, then the report.

import {
  type Analysis,
  coverageNow,
  keptOf,
  renderingNow,
  standingNow,
  tellDegraded,
  tierOf,
} from './analysis.js'
import { finalMeta } from './checkpoints.js'
import { crosscheck, domainFiles, move } from './confirming.js'
import { hasContent, renderedArtifact, withoutHeader } from './documents/artifact.js'
import { issuesFrom } from './documents/issues.js'
import { type AnalyzeOutcome, type FileWorth, nextCommands, reportText, signal } from './documents/report.js'
import { closingSections, recordedFile, summaryConfidence, summaryFile } from './documents/summaries.js'
import { hear } from './hearing.js'
import { seeEdits } from './looking.js'
import type { Domain } from './names.js'
import { promptOf } from './prompts/frame.js'
import { finalizePrompt } from './prompts/work.js'
import { dueArtifacts, hasEnough, statusOf, summaryOf, type Written } from './rules/artifacts.js'
import { endStatus } from './rules/confirmation.js'
import { requiredTopics } from './rules/topics.js'
import { unfinished } from './rules/unfinished.js'
import { Finalization } from './schemas.js'
import { type Rendered, structureFaults, writeBatch } from './writing.js'

export async function finish(analysis: Analysis): Promise<AnalyzeOutcome> {
  const { meeting, folder, input } = analysis
  const status = endStatus(analysis.confirmation, tierOf(analysis))
  const isSigned = status === 'accepted' || status === 'recorded'
  const stateLeft = analysis.leftAt
  if (status === 'early-exit') analysis.degraded.add('early-exit')
  const late = await seeEdits(analysis, 'digests')
  // Also those that were seen while a summary was answered: no turn came after them.
  const edited = [...new Set([...analysis.unseenEdits.map(({ file }) => file), ...late])]
  for (const file of edited) {
    analysis.degraded.add(`edited:${file}`)
    analysis.knownIssues.push(`${file} was edited at the end and stays as the person left it`)
  }
  await crosscheck(analysis, 'final')
  analysis.knownIssues = [...new Set([...analysis.knownIssues, ...analysis.checkedIssues])]
  if (status === 'accepted')
    analysis.knownIssues.push(...unfinished(analysis.store, new Set(analysis.files.keys())).map(issueWords))
  analysis.knownIssues.push(...faultsLeft(analysis))
  const ready = status === 'accepted' ? await judgeReadiness(analysis) : null
  if (analysis.knownIssues.length > 0) analysis.degraded.add(`known-issues:${analysis.knownIssues.length}`)
  markScan(analysis)
  await tellDegraded(analysis)
  const at = await meeting.now()
  if (!analysis.confirmation.accepted.includes('architecture')) analysis.decidedByDefault = true
  const gaps = isSigned ? openCriteria(analysis) : gapsOf(analysis)
  const batch = await withJournal(
    analysis,
    finalBatch(analysis, at, { gaps: isSigned ? null : gaps, edited, ready }),
  )
  await writeBatch(analysis, batch, isSigned)
  // What could not be written at the very end.
  await tellDegraded(analysis)
  await finalMeta(analysis, at, {
    isSigned,
    acceptance: isSigned
      ? {
          accepted_at: at,
          domains: analysis.confirmation.accepted,
          amendment_cycles: analysis.confirmation.amendment_cycles,
        }
      : null,
    early_exit: status === 'early-exit' ? { at, state: stateLeft } : null,
  })
  await move(analysis, { kind: 'written' })
  const outcome: AnalyzeOutcome = {
    status,
    slug: input.slug,
    folder,
    tier: tierOf(analysis),
    domains: isSigned ? analysis.confirmation.accepted : [],
    amendment_cycles: analysis.confirmation.amendment_cycles,
    artifacts: worthOf(analysis, batch, at),
    gaps,
    known_issues: analysis.knownIssues,
    degraded: [...new Set([...analysis.degraded, ...meeting.degraded()])],
    next: nextCommands(folder, meeting.id),
    issues: issuesFrom(analysis.store, { slug: input.slug, folder }),
    signal,
  }
  const { artifacts: files, known_issues, degraded, next } = outcome
  await meeting.note('report', { text: reportText(outcome), files, known_issues, gaps, degraded, next })
  return outcome
}

/** The last line of the record: of the summary of the requirements, or without one of the requirements themselves. */
async function withJournal({ meeting }: Analysis, batch: readonly Rendered[]): Promise<readonly Rendered[]> {
  const journal = await meeting.journalHash()
  const record = ['requirements-summary.md', 'requirements-spec.md'].find((name) =>
    batch.some(({ file }) => file === name),
  )
  return batch.map((one) =>
    one.file === record ? { ...one, text: `${one.text}\nJournal: ${journal}\n` } : one,
  )
}

/** Every file that is there: those of the last batch, and those that stayed as they were. */
function worthOf(analysis: Analysis, batch: readonly Rendered[], at: string): FileWorth[] {
  const { folder, files } = analysis
  const rendering = renderingNow(analysis, at)
  const others = [...files].filter(([file]) => batch.every((one) => one.file !== file))
  return [
    ...batch.map(({ file, status, confidence }) => ({ path: `${folder}/${file}`, status, confidence })),
    ...others.map(([file, { readiness }]) => {
      const writing = { status: 'Draft' as const, kept: keptOf(analysis, file), gaps: null }
      const { confidence } = renderedArtifact(file, rendering, writing)
      return {
        path: `${folder}/${file}`,
        status: statusOf(readiness, hasEnough(file, standingNow(analysis))),
        confidence,
      }
    }),
  ]
}

/** What would hold back a document if it were written for the first time. */
function faultsLeft(analysis: Analysis): string[] {
  return [...analysis.files.keys()].flatMap((artifact) =>
    structureFaults(analysis, artifact).map((why) => issueWords({ artifact, why })),
  )
}

/** A talk that ends before its search did, or before anybody has read what it found. */
function markScan({ scan, scanState, degraded }: Analysis): void {
  if (scan === null || scanState !== 'partial') return
  degraded.add(scan.complete ? 'scan-none' : 'scan-partial')
}

function issueWords({ artifact, why }: { readonly artifact: string; readonly why: string }): string {
  return `${artifact}: ${why}`
}

async function judgeReadiness(
  analysis: Analysis,
): Promise<{ readonly is: boolean; readonly why: string } | null> {
  const files = [...analysis.written]
    .filter(([file]) => file.endsWith('.md'))
    .map(([artifact, text]) => ({ artifact, text }))
  const reply = await hear(
    analysis,
    'analyze.finalize',
    promptOf(finalizePrompt(analysis.table, files)),
    Finalization,
  )
  if (reply === null) return null
  analysis.knownIssues.push(...reply.faults.map(issueWords))
  return { is: reply.ready, why: reply.why }
}

interface Ending {
  readonly gaps: readonly string[] | null
  readonly edited: readonly string[]
  readonly ready: { readonly is: boolean; readonly why: string } | null
}

/** Everything in memory first. Below its threshold a file is written only where the talk ended without sign-off, and never as an empty shell. */
function finalBatch(analysis: Analysis, at: string, { gaps, edited, ready }: Ending): Rendered[] {
  const rendering = renderingNow(analysis, at)
  const due = dueArtifacts(tierOf(analysis), analysis.store)
  const named = gaps === null ? due : [...new Set<Written>([...due, 'requirements-spec.md'])]
  const wanted = named.filter((file) => {
    if (edited.includes(file)) return false
    if (gaps === null) return wasWritten(analysis, file) || hasEnough(file, standingNow(analysis))
    return file === 'requirements-spec.md' || hasContent(file, rendering, keptOf(analysis, file))
  })
  const files = wanted.map((file): Rendered => {
    const isEnough = hasEnough(file, standingNow(analysis))
    const status =
      gaps === null
        ? statusOf('finalized', true)
        : statusOf(analysis.written.has(file) ? 'updated' : 'written', isEnough)
    return {
      ...renderedArtifact(file, rendering, {
        status,
        kept: keptOf(analysis, file),
        gaps: gaps === null ? null : file === 'requirements-spec.md' ? gaps : openCriteria(analysis, file),
      }),
      file,
      status,
    }
  })
  const changed = files.filter(
    ({ file, text }) =>
      gaps !== null ||
      withoutHeader(analysis.written.get(file) ?? '') !== withoutHeader(text) ||
      !analysis.written.get(file)?.includes('**Status**: Complete'),
  )
  return [...changed, ...summaryFiles(analysis, at, ready)]
}

/** Also one that the person has deleted since: it comes back with the last batch. */
function wasWritten({ written, files }: Analysis, file: string): boolean {
  return written.has(file) || files.has(file as Written)
}

function summaryFiles(analysis: Analysis, at: string, ready: Ending['ready']): Rendered[] {
  const { confirmation, store, summaries } = analysis
  const rendering = renderingNow(analysis, at)
  if (confirmation.exited) return []
  if (tierOf(analysis) === 'trivial')
    return [
      {
        file: 'requirements-summary.md',
        status: 'Recorded',
        text: recordedFile(rendering),
        confidence: summaryConfidence(rendering),
        coverage: '',
        pending: [],
      },
    ]
  return confirmation.accepted.map((domain: Domain) => {
    const closing =
      domain === 'design'
        ? closingSections(store, {
            crosscheck: analysis.corrected.map((what) => `Corrected: ${what}`),
            known: analysis.knownIssues,
            ready,
            unmet: openCriteria(analysis),
          })
        : ''
    const files = domainFiles(domain).filter((file) => wasWritten(analysis, file))
    const text = summaryFile(domain, summaries.get(domain) ?? '', {
      rendering,
      folder: analysis.folder,
      files,
      acceptedAt: at,
      closing,
    })
    return {
      file: summaryOf[domain],
      status: 'Accepted',
      text,
      confidence: summaryConfidence(rendering, domain),
      coverage: '',
      pending: [],
    }
  })
}

/** Criteria of required topics that nothing meets, in words: their ids are the tracker's own. With a file: of topics that feed it. */
function openCriteria(analysis: Analysis, file?: Written): string[] {
  const coverage = coverageNow(analysis)
  const topics = requiredTopics(tierOf(analysis), analysis.input.topics).filter(
    ({ sections }) => file === undefined || sections.some(({ artifact }) => artifact === file),
  )
  return topics.flatMap(({ id, name, criteria }) => {
    const met = new Set(coverage.find(({ topic_id }) => topic_id === id)?.criteria_met.map((one) => one.id))
    return criteria.filter((criterion) => !met.has(criterion.id)).map(({ text }) => `${name}: ${text}`)
  })
}

function gapsOf(analysis: Analysis): string[] {
  const rendering = renderingNow(analysis, '')
  const absent = dueArtifacts(tierOf(analysis), analysis.store).filter(
    (file) => file !== 'requirements-spec.md' && !hasContent(file, rendering, keptOf(analysis, file)),
  )
  return [
    ...openCriteria(analysis),
    ...absent.map((file) => `Not written, since nothing is known for it: ${file}`),
  ]
}
