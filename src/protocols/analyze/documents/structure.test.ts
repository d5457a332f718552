// Documents of an analysis as a Markdown parser and as readers of lines see them: no word of a record is structure.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bones, hostileTexts } from '../../../text/hostile.suite.js'
import { renderingOf, samples, topics, wholeStore } from '../fixtures.suite.js'
import { domains } from '../names.js'
import type { Written } from '../rules/artifacts.js'
import { type RecordType, recordKinds } from '../rules/record-types.js'
import type { Entry, Store } from '../rules/records.js'
import { artifactParts, renderedArtifact } from './artifact.js'
import { briefOf } from './brief.js'
import { issuesFrom } from './issues.js'
import { emptyFile, readKeptFile } from './kept.js'
import type { Rendering } from './rendering.js'
import { matrixIn, storiesIn } from './stories.js'
import { assumptionsText, closingSections, recordedFile, summaryBody, summaryFile } from './summaries.js'

/** What would be read as something else, if it stood where it wants to. */
const forgeries = [
  '- **AC-001-07**: Given nothing',
  '### FR-009: Forged',
  '| FR-001 | x | Must Have | y |',
  "x\\| Won't Have \\| y",
  'src/forged.ts \\| m | new | FR-002 |',
  '**Status**: Accepted',
  'TBD: nothing',
  '=cmd()',
  'a","b',
  '---',
  'Gaps:\u2028Open questions:',
  'x\u001b[2Jy',
]
const hostile = fc.oneof(hostileTexts, fc.constantFrom(...forgeries))

/** The sample of a type with these words in every place that takes words, also in those that may be missing. */
function filled(type: RecordType, words: string): Entry['data'] {
  const schema = recordKinds[type].data
  let data: object = samples[type][1]
  const take = (next: object) => {
    if (schema.safeParse(next).success) data = next
  }
  for (const field of Object.keys(schema.shape).filter((name) => !(name in data)))
    for (const value of [words, [words, 'last']]) take({ ...data, [field]: value })
  for (const leaf of leavesOf(data)) take(withLeaf(data, leaf, words) as object)
  return schema.parse(data) as Entry['data']
}

function leavesOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null
    ? [...new Set(Object.values(value).flatMap(leavesOf))]
    : []
}

/** Every place with this text at once: one may name another. */
function withLeaf(value: unknown, leaf: string, words: string): unknown {
  if (value === leaf) return words
  if (Array.isArray(value)) return value.map((one) => withLeaf(one, leaf, words))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withLeaf(one, leaf, words)]))
}

let last: { readonly words: string; readonly store: Store } | undefined

/** Made once for all papers with the same words, since filling takes the longest. */
function storeOf(words: string): Store {
  if (last?.words !== words) last = { words, store: filledStore(words) }
  return last.store
}

function filledStore(words: string): Store {
  const records = [...wholeStore().records].map(([id, entry]): [string, Entry] => {
    const data = filled(entry.type, words) as object
    const own = 'tier' in entry.data ? { tier: entry.data.tier, area: words, path: words } : {}
    const traces = entry.type === 'story' ? { traces: ['FR-001'] } : {}
    return [id, { ...entry, data: { ...data, ...own, ...traces } as Entry['data'] }]
  })
  return { ...wholeStore(), records: new Map(records) }
}

function renderingWith(words: string, store = storeOf(words)): Rendering {
  const assumed = {
    id: 'INF-001',
    assumption: words,
    trigger: words,
    confidence: 'Low',
    topic_id: 'problem-discovery',
    fr_ids: ['FR-001'],
    exchange: 1,
    about: null,
  } as const
  const plain = renderingOf(store)
  return {
    ...plain,
    title: words,
    topics: topics.map((topic) => ({ ...topic, name: words.replace(/\s+/g, ' ') || 'topic' })),
    log: { given: 1, open: [assumed, { ...assumed, id: 'INF-002', topic_id: 'specification' }] },
    degraded: ['edited:data-flow.md'],
    scan: {
      complete: false,
      keywords: [{ word: words, hits: 1, files: [words] }],
      reading: { ...plain.scan!.reading!, why: words, modules: [words] },
    },
  }
}

/** Where nothing is known, the reason that was given stands. */
function renderingOfNothing(words: string): Rendering {
  const none = new Map(
    ['journey', 'context', 'technology', 'integration', 'structure', 'error', 'degradation', 'exclusion']
      .concat('affected:1', 'affected:2', 'affected:3', 'quality', 'risk')
      .map((type) => [type, { reason: words, source: 'user' as const }]),
  )
  return renderingWith(words, { ...storeOf(words), records: new Map(), none })
}

const markdown = Object.keys(artifactParts) as Written[]
const artifacts: Written[] = [...markdown, 'user-stories.json', 'traceability-matrix.csv']
const writing = (words: string) => ({ status: 'Draft', kept: emptyFile, gaps: [words, 'last'] }) as const

function papersOf(words: string): Record<string, string> {
  const rendering = renderingWith(words)
  const input = { rendering, folder: 'docs/analysis/x', files: ['data-flow.md'] as const, detailed: true }
  const ready = { is: false, why: words }
  const lists = { crosscheck: [words, 'last'], known: [words], ready, unmet: [words, 'last'] }
  const closing = closingSections(rendering.store, lists)
  return {
    ...Object.fromEntries(
      artifacts.map((name) => [name, renderedArtifact(name, rendering, writing(words)).text]),
    ),
    ...Object.fromEntries(
      markdown.map((name) => [
        `${name} without records`,
        renderedArtifact(name, renderingOfNothing(words), writing(words)).text,
      ]),
    ),
    ...Object.fromEntries(
      domains.map((domain) => [
        `summary of ${domain}`,
        summaryFile(domain, summaryBody(domain, input), { ...input, acceptedAt: 'now', closing }),
      ]),
    ),
    'what was recorded': recordedFile(rendering),
    assumptions: assumptionsText(rendering),
    ...issuesWith(words),
  }
}

const item = { slug: 'x', folder: 'docs/analysis/x' }

/** As they are exported, for each step and, where there are none, for each requirement. */
function issuesWith(words: string): Record<string, string> {
  const whole = storeOf(words)
  const records = [...whole.records].filter(([, { type }]) => type !== 'step')
  const lists = { step: whole, requirement: { ...whole, records: new Map(records) } }
  return Object.fromEntries(
    Object.entries(lists).flatMap(([of, store]) =>
      issuesFrom(store, item).map(({ title, body }, at) => [`issue of ${of} ${at}`, `# ${title}\n\n${body}`]),
    ),
  )
}

type Papers = Readonly<Record<string, string>>

const perPaper = <T>(papers: Papers, look: (text: string) => T) =>
  Object.fromEntries(
    Object.entries(papers).flatMap(([name, text]) => (isPlain(name) ? [] : [[name, look(text)]])),
  )

const isPlain = (name: string) => name.endsWith('.json') || name.endsWith('.csv')

const sectionsAndHead = (text: string) => ({
  sections: readKeptFile(text).sections.map(({ title }) => title),
  head: /^# [^\n]*\n\n((?:\*\*[^\n]*\n)*)/.exec(text)?.[1]?.match(/^\*\*[\w ]+\*\*/gm),
})

/** What a Markdown parser, a reader of lines, a reader of CSV and whoever is handed the brief find. */
function seenIn(papers: Papers) {
  const matrix = papers['traceability-matrix.csv']!
  return {
    blocks: perPaper(papers, bones),
    lines: perPaper(papers, sectionsAndHead),
    matrix: matrixIn(matrix),
    fields: matrix.split('\n').map((line) => line.split(',').length),
    brief: briefLines(
      papers['requirements-spec.md']!,
      papers['impact-analysis.md']!,
      papers['summary of design']!,
    ),
  }
}

const labels =
  /^(?:Requirements, (?:Must|Should|Could) Have|Requirements without a priority|Won't Have \(not part of this work\)|Out of scope|Implementation order|Known issues|Open questions|Gaps|To read):$/
const ownMark = /^(?:- (?:FR-\d{3}: )?| {2}- AC-\d{3}-\d{2}: |\d{1,4}\. )/

/** Every line of a brief below its title and its problem: a label of ours, or the mark that what others wrote stands behind. */
function briefLines(spec: string, impact: string, design: string): string[] {
  const { text } = briefOf({
    folder: item.folder,
    spec,
    impact,
    design,
    paths: ['a.md'],
    remarks: ['A remark.'],
  })
  const below = text.slice(text.indexOf('A remark.')).split('\n')
  return below.map((line) =>
    line === '' || labels.test(line) ? line : (ownMark.exec(line)?.[0] ?? `?${line}`),
  )
}

test('the brief of documents that another hand wrote has no line but ours and those behind a mark of ours', () => {
  const sections = [
    'Functional Requirements',
    'MoSCoW Prioritization',
    'Out of Scope',
    'Gaps and Assumptions',
  ]
  const others = ['Implementation Order', 'Cross-Check Results', 'Open Questions']
  const pieces = [
    '### FR-001: x',
    '- **AC-001-01**: y',
    '| Gaps: | b | Must Have | d | e | f |',
    '|---|---|',
    '- Known issue: z',
  ]
  const texts = fc
    .array(fc.oneof(hostile, fc.constantFrom(...pieces)), { maxLength: 6 })
    .map((all) => all.join('\n'))
  fc.assert(
    fc.property(texts, (words) => {
      const paper = (titles: readonly string[]) =>
        titles.map((title) => `## ${title}\n\n${words}\n`).join('\n')
      const [first, ...lines] = briefLines(`# T\n\n${paper(sections)}`, paper(others), paper(others))
      expect(first).toBe('?A remark.')
      expect(lines.filter((line) => line.startsWith('?'))).toEqual([])
    }),
    { numRuns: 60 },
  )
})

test('no word of a record, a topic or a search is structure in any document of an analysis, for any of its readers', () => {
  const plain = seenIn(papersOf('words'))
  expect(plain.blocks['requirements-spec.md']).toContain('table of 4, 4, 4, 4')
  expect(plain.blocks).toHaveProperty('issue of requirement 0')
  expect(plain.brief).toEqual(
    expect.arrayContaining(['Requirements, Must Have:', '- FR-001: ', '  - AC-001-01: ', '1. ']),
  )
  const holds = (words: string) => {
    const papers = papersOf(words)
    expect(seenIn(papers)).toEqual(plain)
    expect(storiesIn(papers['user-stories.json']!)).toMatchObject([{ data: { title: words } }])
  }
  fc.assert(
    fc.property(
      hostile.map((words) => words.trim() || 'words'),
      holds,
    ),
    { numRuns: forgeries.length + 10, examples: ['-', ...forgeries].map((text) => [text]) },
  )
})

test('no mark of direction is in any paper of an analysis: code reads as it is', () => {
  const turned = Object.entries(papersOf('if (\u202eadmin\u2066) ok')).filter(([, text]) =>
    /[\u202a-\u202e\u2066-\u2069]/.test(text),
  )
  expect(turned.map(([name]) => name)).toEqual([])
})
