// Artifacts as files: header, our sections in their fixed order, kept text, and what is still missing.
//
//   FILE1  A reader can tell from the file alone what is in it, what is missing, and how sure it is.

import { bullets, oneLine } from '../../../documents/embedded.js'
import type { Artifact, Written } from '../rules/artifacts.js'
import { confidenceOf } from '../rules/evidence.js'
import { documentConfidence, type LoggedInference } from '../rules/inferences.js'
import type { Entry } from '../rules/records.js'
import { architectureParts } from './architecture-overview.js'
import { dataFlowParts, errorParts, interfaceParts, moduleParts } from './design-files.js'
import { impactParts } from './impact-analysis.js'
import { emptyFile, type FileSection, type KeptFile, sameTitle } from './kept.js'
import { quickScanParts, scanConfidence } from './quick-scan.js'
import { blocks, type Part, type Rendering } from './rendering.js'
import { requirementsParts } from './requirements-spec.js'
import { matrixText, storiesText } from './stories.js'

export type MarkdownArtifact = Exclude<Written, 'user-stories.json' | 'traceability-matrix.csv'>

export const artifactParts: Readonly<
  Record<MarkdownArtifact, { readonly title: string; readonly parts: readonly Part[] }>
> = {
  'requirements-spec.md': { title: 'Requirements Specification', parts: requirementsParts },
  'quick-scan.md': { title: 'Quick Scan', parts: quickScanParts },
  'impact-analysis.md': { title: 'Impact Analysis', parts: impactParts },
  'architecture-overview.md': { title: 'Architecture Overview', parts: architectureParts },
  'module-design.md': { title: 'Module Design', parts: moduleParts },
  'interface-spec.md': { title: 'Interface Specification', parts: interfaceParts },
  'data-flow.md': { title: 'Data Flow', parts: dataFlowParts },
  'error-taxonomy.md': { title: 'Error Taxonomy', parts: errorParts },
}

export function isMarkdown(artifact: Artifact): artifact is MarkdownArtifact {
  return Object.hasOwn(artifactParts, artifact)
}

export interface Writing {
  readonly status: 'Draft' | 'In Progress' | 'Complete'
  readonly kept: KeptFile
  /** After an early exit: what is not known, to be named in the file. */
  readonly gaps: readonly string[] | null
}

export type DocumentConfidence = 'High' | 'Medium' | 'Low' | 'Mixed'

export interface RenderedArtifact {
  readonly text: string
  readonly confidence: DocumentConfidence
  /** For the header, and in meta.json for files that cannot carry one. */
  readonly coverage: string
  /** Titles of sections that nothing feeds yet. */
  readonly pending: readonly string[]
}

export function renderedArtifact(
  artifact: Written,
  rendering: Rendering,
  writing: Writing,
): RenderedArtifact {
  if (!isMarkdown(artifact)) return plainArtifact(artifact, rendering)
  const { title, parts } = artifactParts[artifact]
  const sections = parts.map((part) => sectionOf(part, rendering, writing.kept))
  const pending = sections.filter(({ isPending }) => isPending)
  const known = sections.filter(({ isPending }) => !isPending)
  const entries = sections.flatMap((section) => section.entries)
  const confidence =
    artifact === 'quick-scan.md' ? scanConfidence(rendering.scan) : overallConfidence(entries)
  const share = Math.round((100 * known.length) / sections.length)
  const coverage = `${share}%; in: ${names(known)}; pending: ${names(pending)}`
  const unknown = unknownSections(parts, writing.kept)
  const text = blocks(
    `# ${title}: ${oneLine(rendering.title)}`,
    headerOf({ status: writing.status, confidence, coverage }, rendering),
    writing.kept.preamble,
    ...sections.map(({ title: heading, body }) => `## ${heading}\n\n${body}`),
    ...unknown.map(({ title: heading, body }) => blocks(`## ${heading}`, body)),
    pending.length === 0
      ? ''
      : `## ${pendingTitle}\n\n${bullets(pending.map((one) => `${one.title}: ${one.need}`))}`,
    writing.gaps === null ? '' : `## ${gapsTitle}\n\n${gapsBody(writing.gaps)}`,
  )
  return { text: `${text}\n`, confidence, coverage, pending: pending.map((one) => one.title) }
}

const pendingTitle = 'Pending Sections'
const gapsTitle = 'Gaps and Assumptions'

function gapsBody(gaps: readonly string[]): string {
  return gaps.length === 0 ? 'None that is known.' : bullets(gaps)
}

interface Section {
  readonly title: string
  readonly body: string
  readonly need: string
  readonly entries: readonly Entry[]
  readonly isPending: boolean
}

function sectionOf({ title, need, build }: Part, rendering: Rendering, kept: KeptFile): Section {
  const { body, entries } = build(rendering)
  if (body !== '') {
    const notes = [lowNote(entries), ...assumptionNotes(entries, rendering)]
    return { title, need, entries, isPending: false, body: blocks(notes[0], body, ...notes.slice(1)) }
  }
  const old = kept.sections.find((section) => sameTitle(section.title, title))
  if (old !== undefined && old.body !== '' && !isOpen(old.body))
    return { title, need, entries, isPending: false, body: old.body }
  return { title, need, entries, isPending: true, body: `TBD: ${need}` }
}

/** What we wrote ourselves for want of anything better. */
function isOpen(body: string): boolean {
  return /^TBD: [^\n]*$/.test(body)
}

function lowNote(entries: readonly Entry[]): string {
  const low = entries.filter(({ source }) => confidenceOf(source) === 'low')
  if (entries.length === 0 || low.length < entries.length) return ''
  return '> Low confidence: nobody said any of this; it was read out of the code or assumed.'
}

function assumptionNotes(entries: readonly Entry[], { log }: Rendering): string[] {
  const ids = new Set(entries.map(({ id }) => id))
  const found = log.open.filter(({ about, fr_ids }) =>
    about === null ? fr_ids.some((id) => ids.has(id)) : ids.has(about),
  )
  return found.map(assumptionQuote)
}

export function assumptionQuote({ id, confidence, assumption, trigger }: LoggedInference): string {
  return `> Assumption ${id} (${confidence}): ${oneLine(assumption)} ${oneLine(trigger)}`
}

/** Ours that are made anew each time are not kept. */
function unknownSections(parts: readonly Part[], kept: KeptFile): FileSection[] {
  const own = [...parts.map(({ title }) => title), pendingTitle, gapsTitle]
  return kept.sections.filter(({ title }) => !own.some((one) => sameTitle(one, title)))
}

export interface Header {
  readonly status: string
  readonly confidence: DocumentConfidence
  readonly coverage: string
  readonly acceptedAt?: string
  readonly sources?: readonly string[]
}

export function headerOf(
  header: Header,
  { at, exchange, degraded }: Pick<Rendering, 'at' | 'exchange' | 'degraded'>,
): string {
  const lines = [
    `**Status**: ${header.status}`,
    `**Confidence**: ${header.confidence}`,
    `**Last Updated**: ${at} (exchange ${exchange})`,
    `**Coverage**: ${header.coverage}`,
    header.acceptedAt === undefined ? '' : `**Accepted At**: ${header.acceptedAt}`,
    header.sources === undefined ? '' : `**Source Artifacts**: ${header.sources.join(', ') || 'none'}`,
    degraded.length === 0 ? '' : `**Degraded**: ${degraded.join(', ')}`,
  ]
  return lines.filter(Boolean).join('\n')
}

/** A text that differs in its header alone is not written again. */
export function withoutHeader(text: string): string {
  return text
    .split('\n')
    .filter(
      (line) =>
        !/^\*\*(?:Last Updated|Status|Confidence|Coverage|Degraded|Accepted At|Source Artifacts)\*\*: /.test(
          line,
        ),
    )
    .join('\n')
}

export function overallConfidence(entries: readonly Entry[]): DocumentConfidence {
  const found = [...new Set(entries.map(({ source }) => documentConfidence(confidenceOf(source))))]
  return found.length === 0 ? 'Low' : found.length === 1 ? found[0]! : 'Mixed'
}

function names(sections: readonly { readonly title: string }[]): string {
  return sections.length === 0
    ? 'nothing'
    : sections.map(({ title }) => title.replace(/^\d+\. /, '')).join(', ')
}

function plainArtifact(
  artifact: 'user-stories.json' | 'traceability-matrix.csv',
  { store }: Rendering,
): RenderedArtifact {
  const isStories = artifact === 'user-stories.json'
  const entries = [...store.records.values()].filter(({ type }) => type === (isStories ? 'story' : 'fr'))
  return {
    text: isStories ? storiesText(store) : matrixText(store),
    confidence: overallConfidence(entries),
    coverage: `${entries.length} ${isStories ? 'stories' : 'requirements'}`,
    pending: [],
  }
}

/** Whether there is anything to write: a record that feeds it, or text that was kept. */
export function hasContent(artifact: Written, rendering: Rendering, kept: KeptFile = emptyFile): boolean {
  if (!isMarkdown(artifact))
    return [...rendering.store.records.values()].some(
      ({ type }) => type === (artifact === 'user-stories.json' ? 'story' : 'ac'),
    )
  return (
    kept.preamble !== '' ||
    unknownSections(artifactParts[artifact].parts, kept).length > 0 ||
    artifactParts[artifact].parts.some((part) => !sectionOf(part, rendering, kept).isPending)
  )
}
