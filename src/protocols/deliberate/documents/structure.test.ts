// Documents of a deliberation as a Markdown parser sees them: no words of a member change what stands behind them.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bones, hostileTexts, outline, tree } from '../../../text/hostile.suite.js'
import { nameOf } from '../rules/members.js'
import { plannedFrom } from '../rules/plan.js'
import type { Design, Prd } from '../schemas.js'
import { renderArchive } from './archive.js'
import { renderAssembly } from './assembly.js'
import {
  type ReportParts,
  renderCoverage,
  renderFindings,
  renderReport,
  renderReview,
  renderZoneReport,
} from './audit.js'
import { criteriaIn, renderContract, withResults } from './contract.js'
import { withStories } from './contract-issue.js'
import { renderDesign, renderSketch } from './design.js'
import { renderRound, renderSummary, renderTopic } from './interview.js'
import { renderMap, withRow } from './issue-map.js'
import { contractFile, itemFiles } from './issue-set.js'
import { renderExchange, renderInsight, renderNotes, renderOpening } from './meeting-mode.js'
import { renderPairs } from './pairs.js'
import { renderPlan, renderPrd, renderTaskList, scopeText, storiesIn, tasksIn } from './prd.js'
import { renderRoundFile } from './rounds.js'
import { renderSurvey } from './survey.js'
import { readTheme } from './theme.js'
import { members, smallPersonas, smallTheme, themeFrom } from './themes.suite.js'

const exchange = (words: string) => ({ question: words }) as never
const insight = (words: string) =>
  ({ insight: words, tension: words, recommendation: words, question: words }) as never

const papers: Readonly<Record<string, (words: string) => string>> = {
  'an opening': (words) => renderOpening('Alder', words, words),
  'an exchange': (words) =>
    renderExchange(exchange(words), { answer: words, followUp: { question: words, answer: words } }),
  'what somebody takes along': (words) => renderInsight(insight(words)),
  'a position': (words) => renderRoundFile({ kind: 'position', agent: 'Alder', topic: words }, words).text,
  'a response': (words) => renderRoundFile({ kind: 'response', agent: 'Alder', topic: 'Birch' }, words).text,
  'a survey': (words) => renderSurvey(words),
  'a topic': (words) => renderTopic({ topic: words, summary: words } as never),
}

test.each(Object.keys(papers))('%s: whatever was said, what follows it is seen as it was written', (name) => {
  const after = '\n## Dissent\n\nBirch stays against [engine].\n'
  const seen = (words: string) => tree(`${papers[name]!(words)}${after}`).slice(-2)
  const plain = seen('words')
  expect(plain).toMatchObject([{ type: 'heading', depth: 2 }, { type: 'paragraph' }])
  fc.assert(
    fc.property(hostileTexts, (words) => {
      expect(seen(words)).toEqual(plain)
    }),
    { numRuns: 60 },
  )
})

const theme = themeFrom()
const { roster } = theme

function prdOf(words: string, block: string): Prd {
  const criterion = { text: words, given: words, when: words }
  return {
    overview: block,
    goals: [words, 'last'],
    non_goals: [words, 'last'],
    stories: [
      {
        title: words,
        as_a: words,
        want: words,
        so_that: words,
        member: 'alder',
        criteria: [criterion, { text: 'last' }],
      },
      { title: 'last', as_a: 'a', want: 'b', so_that: 'c', member: words, criteria: [{ text: 'last' }] },
    ],
    technical_notes: block,
    dependencies: [words, 'last'],
  }
}

const gate = (words: string) =>
  ({ name: words, command: words.replaceAll('\n', ' '), proves: words }) as never

/** Papers of a plan, and the issues that are made of them as they lie there. */
function planOf(words: string, block: string): Record<string, string> {
  const prd = prdOf(words, block)
  const { stories } = plannedFrom(prd, roster, false)
  const idea = words
  const parts = { idea, session: 'grove-1', stories, roster, gates: [gate(words), gate('last')] }
  const contract = renderContract({
    ...parts,
    testPaths: new Map([['US-001', 'a.test.ts']]),
    stubs: new Map([['AC-001', 'a.ts']]),
  })
  const verified = withResults(
    contract,
    new Map([['AC-001', { status: 'verified', evidence: words, by: words }]]),
  )
  const texts = new Map([
    ['prd.md', renderPrd(prd, parts)],
    ['plan.md', renderPlan(parts)],
    ['acceptance-contract.md', verified],
  ])
  const papers = { idea, session: 'grove-1', slug: 'x', themeId: 'grove', folder: 'docs/x/', texts }
  const list = renderTaskList(idea, {
    tasks: [
      { title: words, description: words },
      { title: 'last', description: '' },
    ],
  })
  const tracked = contractFile(papers, true)!.body
  return {
    ...Object.fromEntries(texts),
    'tasks.md': list,
    'what the scope question shows': scopeText(prd, stories, 'contract.md'),
    'issues.md': withRow(
      renderMap(idea, 'grove-1', words),
      { number: 1, item: 'US-001', title: `[US-001] ${words}` },
      [],
    ),
    'contract issue': tracked,
    'contract issue with stories': withStories(tracked, [
      { number: 1, title: words },
      { number: 2, title: 'last' },
    ]),
    ...Object.fromEntries(itemFiles(papers).map(({ item, body }) => [`issue ${item}`, body])),
    archive: renderArchive({
      date: 'today',
      agents: ['Alder'],
      skills: [],
      phase: 'plan',
      files: new Map([...texts, ['design.md', designOf(words, block)], ['round1/alder.md', block]]),
    }).body,
  }
}

function designOf(words: string, block: string): string {
  const design: Design = {
    overview: block,
    architecture: block,
    sections: [{ title: words, body: block }],
    resolutions: [{ pair: 'P1', resolution: words, reasoning: words }],
    decisions: [{ decision: words, options: [words], chosen: words, reasoning: words }],
  }
  const pairs = [{ id: 'P1', a: 'alder', b: 'birch', tension: words, why: words }]
  const rows = [{ id: 'N1', member: 'alder', words, status: 'met', where: words }] as const
  return renderDesign(words, design, { pairs, rows: rows as never, roster })
}

function auditOf(words: string, block: string): Record<string, string> {
  const finding = {
    id: 'F-001',
    severity: 'critical',
    zone: words,
    file: words,
    line: 1,
    category: words,
    title: words,
    detail: words,
    pass: 1,
  } as const
  const findings = [finding, { ...finding, id: 'F-002' }]
  const zones = [
    { zone: words, files: 1, loc: 1, status: 'clean', pass: 1, agent: words, read: 1, calls: 1 },
  ] as const
  const state = {
    active: false,
    pass: 1,
    wave: 1,
    total: 1,
    fresh: 1,
    files: 1,
    filesRead: 1,
    convergence: 'converged',
    history: [],
  } as const
  const parts: ReportParts = {
    focus: words,
    state,
    ending: 'converged',
    zones,
    findings,
    unread: [words, 'last'],
    closed: [words],
  }
  return {
    report: renderReport(
      {
        summary: block,
        recommendations: [
          { text: words, findings: [words] },
          { text: 'last', findings: [] },
        ],
      },
      parts,
    ),
    review: renderReview({ ...parts, marks: [] }),
    findings: renderFindings(findings),
    coverage: renderCoverage({ criteria: [words, 'last'], zones, gaps: [{ pass: 1, lines: [words] }] }),
    'zone report': renderZoneReport({
      zone: words,
      pass: 1,
      reading: { read: [words], claimed: [words], unread: [words] } as never,
      findings,
      leftOut: 1,
    }),
  }
}

function tableOf(words: string, block: string, { roster, ...theme } = themeFrom()): Record<string, string> {
  const scores = members.map((id) => ({
    id,
    keyword: 1,
    semantic: 1,
    modifiers: 0,
    total: 2,
    rationale: words,
  }))
  const summary = {
    intent: block,
    decisions: [words, 'last'],
    open_questions: [words],
    scores: [{ member: 'alder', score: 3, rationale: words }],
  }
  const question = { member: 'alder', question: words, score: 1 }
  const panel = ['alder', 'birch']
  const exchange = { id: 'Q1', asker: 'alder', target: 'birch', k: 1, question: words }
  return {
    design: designOf(words, block),
    sketch: renderSketch(
      words,
      {
        overview: block,
        recommendations: [{ member: 'alder', text: words }],
        open_questions: [words, 'last'],
      },
      panel,
      roster,
    ),
    pairs: renderPairs([{ id: 'P1', a: 'alder', b: 'birch', tension: words, why: words }], roster),
    assembly: renderAssembly(
      { ...theme, roster },
      { scores, selected: panel, fallback: false, adjustments: [] },
    ),
    'interview summary': renderSummary(words, summary, roster),
    'interview, numbered': renderRound(1, [question, question], { kind: 'numbered', parts: [block, 'last'] }),
    'meeting notes': renderNotes(
      { topic: words, summary: block, highlights: ['Q1'], next_steps: [words, 'last'] } as never,
      {
        themeName: theme.name,
        date: 'today',
        roster,
        panel,
        openings: new Map([['alder', renderOpening('Alder', words, block)]]),
        insights: new Map([['alder', renderInsight(insight(block))]]),
        exchanges: [{ exchange, file: renderExchange(exchange, { answer: block }) }],
      },
    ),
  }
}

/** `line` stands where one line has room, `block` where a text of any length has. */
const papersOf = (line: string, block: string) => ({
  ...planOf(line, block),
  ...auditOf(line, block),
  ...tableOf(line, block),
})

const inEach = <T>(texts: Readonly<Record<string, string>>, look: (text: string) => T) =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, look(text)]))

test('a plan, its issues, a design, an audit and an interview have the same blocks, items and cells whatever a line of them says', () => {
  const plain = inEach(papersOf('words', 'words'), bones)
  expect(plain).toMatchObject({ 'prd.md': expect.arrayContaining(['list of 2']), pairs: ['table of 5, 5'] })
  fc.assert(
    fc.property(hostileTexts, (words) => {
      expect(inEach(papersOf(words.trim() || 'words', 'words'), bones)).toEqual(plain)
    }),
    { numRuns: 5, examples: [['a\\|b'], ['---'], ['<!-- open'], ['- [x] done'], ['`']] },
  )
})

/** The small theme with these words for every name and headline of its own. */
function themeCalled(words: string) {
  const said = JSON.stringify(words)
  const text = smallTheme
    .replace(
      'theme_name: Grove',
      `theme_name: ${said}\nassembly_label: ${said}\nphase_labels: { phase_2: ${said} }`,
    )
    .replace('name: Alder', `name: ${said}`)
  return readTheme(text, 'grove', smallPersonas)
}

test('a theme that calls itself or a member by a piece of structure is refused, and any other has the same blocks and cells', () => {
  const seen = (theme: ReturnType<typeof themeFrom>) =>
    inEach(
      {
        ...tableOf('words', 'words', theme),
        position: renderRoundFile(
          { kind: 'position', agent: nameOf('alder', theme.roster), topic: 'x' },
          'words',
        ).text,
        opening: renderOpening(nameOf('alder', theme.roster), 'words', 'words'),
      },
      bones,
    )
  const plain = seen(themeFrom())
  const refused: string[] = []
  const tried = fc.oneof(
    hostileTexts,
    fc.constantFrom('Elm', 'R&D', '(Elm)', '1) Elm', 'Elm #', 'a_b_c', 'Elm - Oak'),
  )
  fc.assert(
    fc.property(tried, (words) => {
      const reading = themeCalled(words)
      if (reading.kind === 'faulty') refused.push(words)
      else expect(seen(reading.theme)).toEqual(plain)
    }),
    { numRuns: 30, examples: [['Elm'], ['<!-- open'], ['**Elm**'], ['a | b']] },
  )
  expect(refused).toEqual(expect.arrayContaining(['<!-- open', '**Elm**', 'a | b']))
  expect(refused).not.toContain('Elm')
})

test('the same papers have the same headings, and nothing is HTML or defines a link, whatever a longer text of them says', () => {
  const plain = inEach(papersOf('words', 'words'), outline)
  fc.assert(
    fc.property(hostileTexts, (words) => {
      expect(inEach(papersOf('words', words.trim() || 'words'), outline)).toEqual(plain)
    }),
    { numRuns: 8, examples: [['~~~\n# a'], ['```\n<b>\n\n## a']] },
  )
})

test('what was said is read back out of the papers as it was said, without the marks that make it words', () => {
  const said = 'returns Promise<void>, not `x or a|b'
  const papers = planOf(said, 'words')
  expect(storiesIn(papers['prd.md']!)[0]).toMatchObject({ title: said, boxes: [said, 'last'] })
  expect(criteriaIn(papers['acceptance-contract.md']!)[0]).toMatchObject({ words: said, evidence: said })
  expect(tasksIn(papers['tasks.md']!)[0]).toMatchObject({ title: said, description: said })
})
