// Artifacts as files: header, our sections in their fixed order, kept text, and what is still missing.
//
//   FILE1  A reader can tell from the file alone what is in it, what is missing, and how sure it is.

import { listedMarks } from '../../../rules/degradations.js'
import { bullets, oneLine } from '../../../text/embedded.js'
import { type Artifact, ownerOf, type Written } from '../rules/artifacts.js'
import { confidenceOf } from '../rules/evidence.js'
import { documentConfidence, type LoggedInference } from '../rules/inferences.js'
import { shownName } from '../rules/labels.js'
import type { RecordType } from '../rules/record-types.js'
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
  const sections = withAssumptions(
    parts.map((part) => sectionOf(part, rendering, writing.kept)),
    rendering,
  )
  const pending = sections.filter(({ isPending }) => isPending)
  const known = sections.filter(({ isPending }) => !isPending)
  const entries = sections.flatMap((section) => section.entries)
  const confidence = isUnvoiced(artifact, rendering)
    ? 'Low'
    : artifact === 'quick-scan.md'
      ? scanConfidence(rendering.scan)
      : overallConfidence(entries)
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
    writing.gaps === null ? '' : gapsPart(pending, writing.gaps),
  )
  return { text: `${text}\n`, confidence, coverage, pending: pending.map((one) => one.title) }
}

/** The lead has spoken for its owner. */
function isUnvoiced(artifact: Written, { unvoiced }: Rendering): boolean {
  const owner = ownerOf(artifact)
  return owner !== 'lead' && unvoiced !== undefined && unvoiced.has(owner)
}

export const pendingTitle = 'Pending Sections'
const gapsTitle = 'Gaps and Assumptions'

/** Sections that nobody filled are gaps too. Where nothing is missing there is no such part: it never says that there are none. */
function gapsPart(pending: readonly Section[], gaps: readonly string[]): string {
  const named = [...pending.map(({ title }) => `Not written: ${title}`), ...gaps]
  return named.length === 0 ? '' : `## ${gapsTitle}\n\n${bullets(named)}`
}

interface Section {
  readonly title: string
  readonly body: string
  readonly need: string
  readonly entries: readonly Entry[]
  readonly isPending: boolean
  /** Records that it could still use. */
  readonly wanted: readonly RecordType[]
}

function sectionOf({ title, need, types, build }: Part, rendering: Rendering, kept: KeptFile): Section {
  const { body, entries, wanted = [] } = build(rendering)
  if (body !== '')
    return { title, need, entries, wanted, isPending: false, body: blocks(lowNote(entries), body) }
  const old = kept.sections.find((section) => sameTitle(section.title, title))
  if (old !== undefined && old.body !== '' && !isOpen(old.body))
    return { title, need, entries, wanted, isPending: false, body: old.body }
  return { title, need, entries, wanted: types, isPending: true, body: `TBD: ${need}` }
}

/** What a file still lacks, section by section, and the records that would fill it. */
export function openSections(
  artifact: Written,
  rendering: Rendering,
  kept: KeptFile,
): { readonly title: string; readonly wanted: readonly RecordType[] }[] {
  if (!isMarkdown(artifact)) return []
  return artifactParts[artifact].parts
    .map((part) => sectionOf(part, rendering, kept))
    .filter(({ wanted }) => wanted.length > 0)
    .map(({ title, wanted }) => ({ title: title.replace(/^\d+\. /, ''), wanted }))
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

/** Each assumption once in a file, below the first section that it concerns. */
function withAssumptions(sections: readonly Section[], { log }: Rendering): Section[] {
  const told = new Set<string>()
  return sections.map((section) => {
    const entries = new Map(section.entries.map((entry) => [entry.id, entry]))
    const found = log.open.filter(
      ({ id, about, fr_ids }) =>
        !told.has(id) && (about === null ? fr_ids.some((fr) => entries.has(fr)) : entries.has(about)),
    )
    for (const { id } of found) told.add(id)
    const stated = found.filter(({ about }) => about === null).map(assumptionQuote)
    return { ...section, body: blocks(section.body, ...stated, ...recordNotes(found, entries)) }
  })
}

/** Records that nobody gave word for word: named together, since their text stands above. */
function recordNotes(found: readonly LoggedInference[], entries: ReadonlyMap<string, Entry>): string[] {
  const groups = new Map<string, string[]>()
  for (const { id, about, confidence, trigger } of found) {
    const entry = about === null ? undefined : entries.get(about)
    if (entry === undefined) continue
    const key = `(${confidence}; ${trigger.replace(/\.$/, '').toLowerCase()})`
    groups.set(key, [...(groups.get(key) ?? []), `${shownName(entry)} (${id})`])
  }
  return [...groups].map(([why, names]) => `> Assumptions ${why}: ${oneLine(names.join('; '))}`)
}

export function assumptionQuote({ id, confidence, assumption, trigger }: LoggedInference): string {
  return `> Assumption ${id} (${confidence}): ${oneLine(`${sentence(assumption)} ${sentence(trigger)}`)}`
}

function sentence(text: string): string {
  return /[.!?…]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`
}

/** Ours that are made anew each time are not kept. */
export function unknownSections(parts: readonly Part[], kept: KeptFile): FileSection[] {
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
    `**Coverage**: ${oneLine(header.coverage)}`,
    header.acceptedAt === undefined ? '' : `**Accepted At**: ${header.acceptedAt}`,
    header.sources === undefined
      ? ''
      : `**Source Artifacts**: ${oneLine(header.sources.join(', ')) || 'none'}`,
    degraded.length === 0 ? '' : `**Degraded**: ${oneLine(listedMarks(degraded))}`,
  ]
  return lines.filter(Boolean).join('\n')
}

/** A text that differs in its header alone is not written again. */
export function withoutHeader(text: string): string {
  const lines = text.split('\n')
  const sections = lines.findIndex((line) => line.startsWith('## '))
  const isHeader = (line: string, at: number) => (sections < 0 || at < sections) && headerField.test(line)
  return lines.filter((line, at) => !isHeader(line, at)).join('\n')
}

const headerField =
  /^\*\*(?:Last Updated|Status|Confidence|Coverage|Degraded|Accepted At|Source Artifacts)\*\*: /

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
  rendering: Rendering,
): RenderedArtifact {
  const { store } = rendering
  const isStories = artifact === 'user-stories.json'
  const entries = [...store.records.values()].filter(({ type }) => type === (isStories ? 'story' : 'fr'))
  return {
    text: isStories ? storiesText(store) : matrixText(store),
    confidence: isUnvoiced(artifact, rendering) ? 'Low' : overallConfidence(entries),
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
