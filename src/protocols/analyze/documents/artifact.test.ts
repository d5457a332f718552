// Artifacts: literal sections in their order, what a file says of itself, and that nothing of the person's is ever lost.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { none, put, renderingOf, samples, stored, wholeStore } from '../fixtures.suite.js'
import type { Written } from '../rules/artifacts.js'
import { noInferences, withInferences } from '../rules/inferences.js'
import { recordTypes } from '../rules/record-types.js'
import { all, applied, emptyStore, type Store } from '../rules/records.js'
import {
  artifactParts,
  hasContent,
  isMarkdown,
  type MarkdownArtifact,
  openSections,
  renderedArtifact,
  withoutHeader,
} from './artifact.js'
import { metricsOf } from './impact-analysis.js'
import { editedSections, emptyFile, readKeptFile, sameTitle } from './kept.js'
import { bandOf } from './quick-scan.js'
import { matrixHead, matrixIn, matrixText, storiesIn, storiesText } from './stories.js'

const markdown = Object.keys(artifactParts) as MarkdownArtifact[]
const writing = { status: 'Draft', kept: emptyFile, gaps: null } as const
const render = (artifact: Written, store: Store = wholeStore()) =>
  renderedArtifact(artifact, renderingOf(store), writing)
const titles = (text: string) => readKeptFile(text).sections.map(({ title }) => title)

describe('sections', () => {
  test.each<[MarkdownArtifact, string[]]>([
    [
      'requirements-spec.md',
      [
        '1. Business Context',
        '2. Stakeholders and Personas',
        '3. User Journeys',
        '4. Technical Context',
        '5. Quality Attributes and Risks',
        '6. Functional Requirements',
        '7. Out of Scope',
        '8. MoSCoW Prioritization',
      ],
    ],
    ['quick-scan.md', ['1. Scope', '2. Keywords', '3. File Count', '4. Final Scope']],
    [
      'impact-analysis.md',
      ['1. Blast Radius', '2. Entry Points', '3. Implementation Order', '4. Risk Zones', '5. Summary'],
    ],
    [
      'architecture-overview.md',
      [
        '1. Architecture Options',
        '2. Selected Architecture',
        '3. Technology Decisions',
        '4. Integration Architecture',
        '5. Summary',
      ],
    ],
    ['module-design.md', ['Module Overview', 'Modules', 'Dependency Diagram']],
    ['interface-spec.md', ['Interfaces', 'Data Structures', 'Compatibility']],
    [
      'data-flow.md',
      [
        'Sources',
        'Sinks',
        'Flows',
        'Transformations',
        'State Mutations',
        'Persistence and Session Boundaries',
        'Concurrency',
      ],
    ],
    ['error-taxonomy.md', ['Error Codes', 'Propagation', 'Validation Rules', 'Graceful Degradation']],
  ])('%s has exactly these, in this order, whatever is known', (artifact, sections) => {
    const open = titles(render(artifact, emptyStore).text)
    expect(open.filter((title) => title !== 'Pending Sections')).toEqual(sections)
    expect(titles(render(artifact).text).slice(0, sections.length)).toEqual(sections)
  })
  test('every record type shows in a file of the talk, but for those that the summary of the design holds', () => {
    const whole = [...markdown, 'user-stories.json', 'traceability-matrix.csv'] as Written[]
    const text = whole.map((artifact) => render(artifact).text).join('\n')
    const elsewhere = ['sequence', 'open-question', 'design-review']
    for (const type of recordTypes.filter((one) => !elsewhere.includes(one))) {
      const texts = Object.values(samples[type][1]).filter((value) => typeof value === 'string')
      const words = texts.toSorted((one, other) => other.length - one.length)[0]
      expect([type, text.includes(String(words))]).toEqual([type, true])
    }
  })
})

describe('FILE1: a reader can tell from the file alone what is in it', () => {
  test('the header says status, confidence, time and exchange, and coverage', () => {
    const store = stored([put('problem'), put('fr', { source: 'extrapolated', evidence: [] })])
    const head = renderedArtifact(
      'requirements-spec.md',
      renderingOf(store, { degraded: ['capped', 'scan-none'] }),
      { ...writing, status: 'In Progress' },
    ).text.split('\n## ')[0]
    expect(head).toBe(
      [
        '# Requirements Specification: Bound the retries',
        '',
        '**Status**: In Progress',
        '**Confidence**: Mixed',
        '**Last Updated**: 2026-02-01T10:00:00.000Z (exchange 7)',
        '**Coverage**: 38%; in: Business Context, Functional Requirements, MoSCoW Prioritization; pending: Stakeholders and Personas, User Journeys, Technical Context, Quality Attributes and Risks, Out of Scope',
        '**Degraded**: capped, scan-none',
        '',
      ].join('\n'),
    )
  })
  test('what is missing is listed at the end with what it needs, and gone when nothing is', () => {
    const { text, pending } = render('data-flow.md', stored([put('flow')]))
    expect(pending).toEqual(['Persistence and Session Boundaries', 'Concurrency'])
    expect(text).toContain(
      '## Pending Sections\n\n- Persistence and Session Boundaries: what outlives a session\n- Concurrency: what happens at the same time\n',
    )
    expect(render('requirements-spec.md').text).not.toContain('Pending Sections')
  })
  test('assumptions are quoted in the section that rests on them, and a section of guesses says so', () => {
    const store = stored([put('risk', { source: 'extrapolated', evidence: [] })])
    const log = withInferences(noInferences, { exchange: 2, stated: [], put: all(store, 'risk') })
    const text = renderedArtifact('requirements-spec.md', renderingOf(store, { log }), writing).text
    expect(text).toMatch(
      /## 5\. Quality[^\n]*\n\n> Low confidence: [^\n]+\n\nTBD: a quality[^\n]+\n\n\| Risk[\s\S]*> Assumptions \(Low; nobody said so, and no text says it\): Lost deliveries \(INF-001\)/,
    )
  })
  test('open cells say what is needed, and a stated absence says why', () => {
    const store = stored([
      put('affected', { data: { change: undefined } }),
      none('affected', { tier: 2 }),
      put('metric', { data: { threshold: undefined } }),
      none('technology'),
    ])
    const text = render('impact-analysis.md', store).text
    expect(text).toContain('| src/queue.ts | queue | TBD: the kind of change | FR-001 |')
    expect(text).toContain('### Tier 2: Transitive\n\nNone: nothing of it')
    expect(text).toContain('### Tier 3: Side Effects\n\nTBD:')
    expect(render('architecture-overview.md', store).text).toContain(
      '## 3. Technology Decisions\n\nNone: nothing of it',
    )
    expect(render('requirements-spec.md', store).text).toContain('- Calls at night: TBD: a threshold')
  })
  test('after an early exit a file names its gaps', () => {
    const { text } = renderedArtifact('module-design.md', renderingOf(emptyStore), {
      ...writing,
      gaps: ['SP-1: module boundaries'],
    })
    expect(text).toMatch(/## Gaps and Assumptions\n\n- Not written: [\s\S]*\n- SP-1: module boundaries\n$/)
    const known = renderedArtifact('module-design.md', renderingOf(emptyStore), { ...writing, gaps: [] }).text
    expect(known).toMatch(/pending: [\s\S]*\n## Gaps and Assumptions\n\n- Not written: Module Overview\n/)
  })
  test('an assumption stands once in a file, and records that nobody gave are named together and not told again', () => {
    const store = stored([
      put('module', { source: 'inferred' }),
      put('fr', { source: 'inferred' }),
      put('ac', { source: 'inferred' }),
    ])
    const stated = [
      { assumption: 'Ten is enough', trigger: 'The draft says so.', topic: 't', frs: ['FR-001'] },
    ]
    const all = [...store.records.values()]
    const log = withInferences(noInferences, { exchange: 2, stated, put: all })
    const text = (artifact: 'module-design.md' | 'requirements-spec.md') =>
      renderedArtifact(artifact, renderingOf(store, { log }), writing).text
    expect(text('requirements-spec.md').match(/INF-001/g)).toHaveLength(1)
    expect(text('requirements-spec.md')).toContain(
      '> Assumption INF-001 (Medium): Ten is enough. The draft says so.',
    )
    const module = [...store.records.values()].find(({ type }) => type === 'module')!.id
    expect(text('module-design.md').match(/> Assumption/g)).toHaveLength(1)
    expect(text('module-design.md')).toContain(
      `> Assumptions (Medium; deduced from what was said and found): ${module} (INF-002)`,
    )
  })
  test('a file says where its requirements, decisions and affected files come from', () => {
    const evidence = [
      { ref: 'src/queue.ts:3-4', quote: 'while (true)' },
      { ref: 'edit:data-flow.md', quote: 'once\nonly' },
      { ref: 'FR-001' },
    ]
    const store = stored([
      put('fr', { evidence: [{ ref: 'draft', quote: 'ten' }] }),
      put('affected', { evidence }),
      put('decision', { source: 'extrapolated', evidence: [] }),
    ])
    expect(render('requirements-spec.md', store).text).toContain('**Source**: draft.md: “ten”')
    expect(render('impact-analysis.md', store).text).toContain(
      '**Seen in**:\n\n- src/queue.ts:3-4: “while (true)”; data-flow.md as the person edited it: “once only”; FR-001',
    )
    expect(render('architecture-overview.md', store).text).toContain('**Source**: assumed;')
  })
  test('what a file still lacks is told with the records that would fill it', () => {
    const open = (artifact: 'impact-analysis.md' | 'user-stories.json', store: Store) =>
      openSections(artifact, renderingOf(store), emptyFile)
    expect(open('impact-analysis.md', stored([put('risk-zone'), put('verdict')]))).toEqual([
      { title: 'Blast Radius', wanted: ['affected'] },
      { title: 'Entry Points', wanted: ['entry-point'] },
      { title: 'Implementation Order', wanted: ['step'] },
      { title: 'Risk Zones', wanted: ['test-cover'] },
    ])
    expect(open('impact-analysis.md', wholeStore())).toEqual([])
    expect(open('user-stories.json', emptyStore)).toEqual([])
  })
  test('steps are named by what they do, depend on the numbers that the table shows, and say that they were read out of the code', () => {
    const evidence = [{ ref: 'src/queue.ts:3', quote: 'while (true)' }]
    const guess = { source: 'extrapolated' as const, evidence }
    const store = stored([
      put('fr'),
      put('step', { ...guess, id: 'IS-1', data: { order: 1, description: 'Bound the loop', risk: 'low' } }),
      put('step', { ...guess, id: 'IS-2', data: { order: 2, description: 'Park it', depends_on: ['IS-1'] } }),
    ])
    const log = withInferences(noInferences, { exchange: 2, stated: [], put: all(store, 'step') })
    const { text } = renderedArtifact('impact-analysis.md', renderingOf(store, { log }), writing)
    expect(text).toMatch(/\| 2 \|.*\| Park it \|.*\| 1 \|\n/)
    expect(text).toContain(
      '> Assumptions (Low; read out of the code; nobody said so): Bound the loop (INF-001); Park it (INF-002)',
    )
  })
  test('the quick scan names the files that it counted, and why', () => {
    const reading = {
      ...{
        scope: 'small' as const,
        why: 'One loop.',
        complexity: 'low' as const,
        nature: 'modifying' as const,
      },
      ...{ risk: 'low' as const, modules: [], conventions: [], depends: [] },
      files: [{ path: 'src/queue.ts', category: 'modify' as const, why: 'The loop.' }],
    }
    const scan = { complete: true, keywords: [], reading }
    const { text } = renderedArtifact('quick-scan.md', renderingOf(emptyStore, { scan }), writing)
    expect(text).toContain('- src/queue.ts (modify): The loop.')
  })
  test('a requirement has its heading, its confidence and source on lines, and its criteria', () => {
    expect(render('requirements-spec.md').text).toContain(
      '### FR-001: Bounded retries\n\nA delivery is tried ten times at most.\n\n**Confidence**: High\n\n**Source**: message 1 of the person: “stop after ten”\n\n- **AC-001-01**: Given a failing endpoint, when ten tries failed, then no further try is made',
    )
    const same = stored([put('fr', { data: { description: 'Bounded retries' } })])
    expect(render('requirements-spec.md', same).text).toContain(
      '### FR-001: Bounded retries\n\n**Confidence**',
    )
  })
  test('a decision is proposed until it is accepted', () => {
    expect(render('architecture-overview.md').text).toContain('**Status**: Proposed')
    const { text } = renderedArtifact(
      'architecture-overview.md',
      renderingOf(wholeStore(), { accepted: new Set(['ADR-001']) }),
      writing,
    )
    expect(text).toContain('### ADR-001: Where the limit lives\n\n**Status**: Accepted')
  })
  test('a text that differs in its header alone is the same', () => {
    const later = renderedArtifact(
      'data-flow.md',
      renderingOf(wholeStore(), { at: 'later', exchange: 9, degraded: ['capped'] }),
      { ...writing, status: 'Complete' },
    )
    expect(withoutHeader(later.text)).toBe(withoutHeader(render('data-flow.md').text))
    expect(withoutHeader(render('data-flow.md', emptyStore).text)).not.toBe(withoutHeader(later.text))
  })
  test('sizes are small up to five files, medium up to fifteen, then large', () => {
    expect([1, 5, 6, 15, 16].map(bandOf)).toEqual(['small', 'small', 'medium', 'medium', 'large'])
    const scan = { complete: false, keywords: [], reading: null }
    const { text, confidence } = renderedArtifact('quick-scan.md', renderingOf(emptyStore, { scan }), writing)
    expect(text).toContain('stopped at its time limit')
    expect(confidence).toBe('Low')
  })
  test('metrics for sizing are counted on the records', () => {
    expect(metricsOf(wholeStore())).toEqual({
      files_directly_affected: 1,
      modules_affected: 1,
      risk_level: 'low',
      blast_radius: 'low',
      coverage_gaps: 1,
    })
    expect(metricsOf(stored([put('risk-zone')])).risk_level).toBe('medium')
  })
})

describe('KEPT1: a section that we do not know is kept, letter for letter and in order', () => {
  const wild =
    '## Rollout plan\n\n1. First\n\n```md\n## not a section\n```\n\n## My *notes* ##\n\ntext  with   spaces\n'
  test.each(markdown)(
    '%s keeps the person’s sections and words above the first, before what is pending',
    (artifact) => {
      const before = render(artifact, emptyStore).text
      const edited = `${before.replace('\n\n## ', '\n\nA word of mine.\n\n## ')}\n${wild}`
      const after = renderedArtifact(artifact, renderingOf(wholeStore()), {
        ...writing,
        kept: readKeptFile(edited),
      }).text
      expect(after).toContain('A word of mine.')
      expect(after).toContain(
        '## Rollout plan\n\n1. First\n\n```md\n## not a section\n```\n\n## My *notes*\n\ntext  with   spaces',
      )
      const found = titles(after)
      expect(found.indexOf('Rollout plan')).toBe(artifactParts[artifact].parts.length)
      expect(found.filter((title) => title === 'Pending Sections').length).toBeLessThanOrEqual(1)
    },
  )
  test('rendering what was rendered changes nothing, whatever the person added', () => {
    const title = fc
      .string({ minLength: 1, maxLength: 20 })
      .map((text) => `x${text.replace(/[\r\n#]/g, '')}`.trim())
    const body = fc
      .array(fc.oneof(fc.string(), fc.constantFrom('### sub', '```', '- a', '', '**Status**: mine')), {
        maxLength: 6,
      })
      .map((lines) => lines.map((line) => line.replace(/[\r\n]/g, '').replace(/^\s{0,3}##\s/, '')).join('\n'))
    fc.assert(
      fc.property(
        fc.constantFrom(...markdown),
        fc.array(fc.tuple(title, body), { maxLength: 3 }),
        (artifact, sections) => {
          const base = render(artifact, stored([put('flow'), put('fr')])).text
          const kept = readKeptFile(
            `${base}\n${sections.map(([head, text]) => `## ${head}\n\n${text}`).join('\n\n')}\n`,
          )
          const once = renderedArtifact(artifact, renderingOf(wholeStore()), { ...writing, kept }).text
          const again = renderedArtifact(artifact, renderingOf(wholeStore()), {
            ...writing,
            kept: readKeptFile(once),
          }).text
          expect(again).toBe(once)
        },
      ),
    )
  })
})

describe('KEPT2: a section that we know and have nothing for keeps its old text', () => {
  const old =
    '---\nstatus: Accepted\n---\n# Old spec\n\n**Status**: Accepted\n\nIntro.\n\n## Business Context\n\nOld words.\n\n## 7. Out of Scope\n\nNothing else.\n'
  test('with or without a number before its title, until the first record feeds it', () => {
    const kept = readKeptFile(old)
    const first = renderedArtifact('requirements-spec.md', renderingOf(stored([put('exclusion')])), {
      ...writing,
      kept,
    })
    expect(first.text).toContain('## 1. Business Context\n\nOld words.')
    expect(first.text).not.toContain('Nothing else.')
    expect(first.text).not.toContain('Accepted')
    expect(first.text).toContain('\n\nIntro.\n\n## 1.')
    expect(first.pending).not.toContain('1. Business Context')
    const second = renderedArtifact('requirements-spec.md', renderingOf(stored([put('problem')])), {
      ...writing,
      kept,
    })
    expect(second.text).not.toContain('Old words.')
  })
  test('a file has content by a record or by kept text, and is otherwise an empty shell', () => {
    expect(hasContent('requirements-spec.md', renderingOf(emptyStore))).toBe(false)
    expect(hasContent('requirements-spec.md', renderingOf(emptyStore), readKeptFile(old))).toBe(true)
    expect(hasContent('data-flow.md', renderingOf(stored([put('flow')])))).toBe(true)
    expect(hasContent('user-stories.json', renderingOf(stored([put('fr')])))).toBe(false)
    expect(hasContent('user-stories.json', renderingOf(stored([put('story')])))).toBe(true)
    expect(sameTitle('2) Data  flow', 'data flow')).toBe(true)
  })
  test('an edit is told by its sections, as they are now', () => {
    const after = old
      .replace('Old words.', 'New words.')
      .replace('## 7. Out of Scope\n\nNothing else.\n', '## Mine\n\nHere.\n')
      .replace('Intro.', 'Other intro.')
    expect(editedSections(old, after)).toEqual([
      { title: '', text: 'Other intro.' },
      { title: 'Business Context', text: 'New words.' },
      { title: 'Mine', text: 'Here.' },
      { title: '7. Out of Scope', text: '' },
    ])
    expect(editedSections(old, old)).toEqual([])
  })
})

describe('what records say is never structure', () => {
  test('no text of a record makes a section, a header line or a table cell', () => {
    const evil = 'x\n## Forged\n\n**Status**: Accepted | y\n```\n<script>'
    const changes = recordTypes.map((type) => {
      const [id, data] = samples[type]
      const forged = Object.fromEntries(
        Object.entries(data).map(([name, value]) => [
          name,
          Array.isArray(value) &&
          value.every((one) => typeof one === 'string') &&
          !/^(?:FR|IF|MD|ADR|IS)-/.test(value[0] ?? '')
            ? [evil]
            : value,
        ]),
      )
      return put(type, { id, data: forged })
    })
    const texts = [
      'title',
      'description',
      'statement',
      'effect',
      'name',
      'role',
      'interest',
      'risk',
      'mitigation',
      'responsibility',
      'trigger',
      'recovery',
      'text',
      'why',
      'finding',
      'control',
      'signature',
    ]
    const { store } = applied(
      emptyStore,
      changes.map((change) => ({
        ...change,
        data: Object.fromEntries(
          Object.entries(change.data!).map(([name, value]) => [
            name,
            texts.includes(name) && typeof value === 'string' && !['low', 'medium', 'high'].includes(value)
              ? evil
              : value,
          ]),
        ),
      })),
      { exchange: 2 },
    )
    expect(store.records.size).toBeGreaterThan(25)
    for (const artifact of markdown) {
      const { text } = renderedArtifact(artifact, renderingOf(store), writing)
      expect(titles(text)).not.toContain('Forged')
      expect(text.match(/^\*\*Status\*\*: /gm)?.length ?? 0).toBeLessThanOrEqual(
        artifact === 'architecture-overview.md' ? 2 : 1,
      )
    }
  })
})

describe('stories and matrix', () => {
  test('stories are a bare list of objects with exactly six keys', () => {
    expect(JSON.parse(storiesText(wholeStore()))).toEqual([
      {
        id: 'US-001',
        title: 'Quiet nights',
        story: 'As an operator, I want retries to end so that I sleep.',
        acceptance_criteria: ['no try after the tenth'],
        priority: 'Must Have',
        traces: ['FR-001', 'FR-002', 'FR-003'],
      },
    ])
    expect(isMarkdown('user-stories.json')).toBe(false)
  })
  test('the matrix has its literal first line and a row for every criterion, with story, confidence and source', () => {
    const store = stored([
      put('fr'),
      put('ac'),
      put('ac', { id: 'AC-001-02' }),
      put('story'),
      put('story', { id: 'US-002' }),
      put('fr', { id: 'FR-002', source: 'extrapolated', evidence: [], data: { system: true } }),
      put('ac', { id: 'AC-002-01' }),
    ])
    expect(matrixText(store).split('\n')).toEqual([
      'FR_ID,AC_ID,User_Story_ID,Confidence,Source',
      'FR-001,AC-001-01,US-001,High,User',
      'FR-001,AC-001-01,US-002,High,User',
      'FR-001,AC-001-02,US-001,High,User',
      'FR-001,AC-001-02,US-002,High,User',
      'FR-002,AC-002-01,,Low,Codebase',
      '',
    ])
    expect(matrixHead).toBe('FR_ID,AC_ID,User_Story_ID,Confidence,Source')
    expect(matrixIn(matrixText(store))).toHaveLength(5)
  })
  test('files of another shape are not read as ours', () => {
    expect([matrixIn('FR,AC\nFR-001,x'), storiesIn('{}'), storiesIn('oops')]).toEqual([null, null, null])
    expect(matrixIn(`${matrixHead}\n"FR-001","AC-001-01",\n\n`)).toEqual([
      { fr: 'FR-001', ac: 'AC-001-01', story: '' },
    ])
  })
  test('stories that were there come back as the same records, cited from the file', () => {
    const text = storiesText(wholeStore())
    const changes = storiesIn(text)!
    expect(changes[0]).toMatchObject({
      op: 'put',
      type: 'story',
      id: 'US-001',
      source: 'draft',
      evidence: [{ ref: 'kept:user-stories.json', quote: 'Quiet nights' }],
    })
    expect(storiesText(applied(emptyStore, changes, { exchange: 2 }).store)).toBe(text)
  })
})
