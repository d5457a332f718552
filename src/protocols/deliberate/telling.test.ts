// What surfaces show of a deliberation comes from the fields of its journal.

import { beforeAll, describe, expect, test } from 'vitest'
import type { Line } from '../../kernel/line/line.js'
import { type Drawing, drawnAs } from '../../view/drawings.js'
import { extended, storyOf } from '../../view/fold.js'
import { glyphsOf } from '../../view/glyphs.js'
import type { Notice } from '../../view/items.js'
import { atTable, type Story } from '../../view/story.js'
import { voiceless } from '../council/harness.suite.js'
import { inputFor, session, usual } from './harness.suite.js'
import { faultWords } from './rules/fault-words.js'
import { telling } from './telling.js'

const approving = ['skip', 'approve', 'approve', 'approve', 'keep']

describe('a standard session', () => {
  let story: Story
  const said = () =>
    story.items.filter((item): item is Notice => item.kind === 'notice').map(({ text }) => text)

  beforeAll(async () => {
    const held = await session()
    await held.hold(usual({ 'round1.position@cedar': [voiceless('no voice')] }), approving)
    story = storyOf(await held.lines(), telling)
  })

  test('shows the assembly as a table with scores and reasons, those at the table first', () => {
    const table =
      said()
        .find((text) => text.startsWith('At the table'))
        ?.split('\n') ?? []
    expect(table[0]).toBe('At the table, 3 of 7 (total = keyword + semantic + bonus):')
    expect(table[1]).toMatch(/^ {2}alder +5 = 1 \+ 4 \+ 0 +reason 0$/i)
    expect(table.at(-1)).toBe('Not seated: Dogwood 1')
  })

  test('shows challenges, tensions with their resolutions, non-negotiables and stories, by the members’ names', () => {
    const text = said().join('\n')
    expect(text).toContain('P1 alder ↔ birch: Shade or light?\n     It decides the rows.')
    expect(text).toContain('P1 alder and birch: Shade or light?\n     → Shade — Trees first.')
    expect(text).toContain('N1 alder: The river keeps its fish\n     → met: Risk Assessment')
    expect(text).toContain('US-002 Lay the pipe — birch, 2 criteria, after US-001')
  })

  test('shows every gate as it passes, and who was left out', () => {
    expect(
      said()
        .filter((text) => text.startsWith('✓ gate'))
        .map((text) => text.slice(7)),
    ).toEqual(['interview passed', 'members passed', 'members passed', 'design passed', 'plan passed'])
    expect(said()).toContain('Cedar is left out of round 1: no voice')
  })

  test('has its documents by kind, and a title that names what it lacks', () => {
    const titles = [...story.documents.values()].filter(({ working }) => !working).map(({ title }) => title)
    expect(titles).toEqual(
      expect.arrayContaining(['Design', 'PRD', 'Acceptance contract', 'Plan', 'Test stub']),
    )
    expect(story.outcome?.headline).toBe('Water the grove from the river (degraded: absent:cedar)')
    expect(story.summary.degraded).toEqual(['cedar failed and was left out'])
    expect(story.outcome?.commits?.length).toBeGreaterThan(1)
  })
})

test('a brainstorm is told as it is printed', async () => {
  const held = await session(inputFor({ mode: 'brainstorm' }))
  await held.hold(usual(), [])
  const { outcome } = storyOf(await held.lines(), telling)
  expect(outcome?.paragraphs[0]).toMatch(
    /^## Quick Grove: `Water the grove from the river`\n\n\*\*Alder\*\* says: [\s\S]*\*\*Recommended next step:\*\* Dig\.$/,
  )
})

test('what anybody wrote into a note or an outcome is told or left out, never an error', () => {
  const strange = [
    null,
    7,
    'x',
    [],
    {},
    { members: 3 },
    { pairs: [null, 4] },
    { zones: [{}] },
    { stories: [[]] },
  ]
  const story = storyOf([], telling)
  for (const data of strange) {
    for (const told of Object.values(telling.notes)) expect(() => told(data, story)).not.toThrow()
    expect(() => telling.tell(data)).not.toThrow()
  }
})

describe('drawings', () => {
  let story: Story
  const drawn = <K extends Drawing['kind']>(id: string, kind: K) => drawnAs(story.drawings, id, kind)

  beforeAll(async () => {
    const held = await session()
    await held.hold(usual({ 'round1.position@cedar': [voiceless('no voice')] }), approving)
    story = storyOf(await held.lines(), telling)
  })

  test('hold the assembly with the parts of every score, those at the table first', () => {
    const assembly = drawn('assembly', 'scores')
    expect(assembly?.rows.map(({ seat, taken }) => [seat, taken])).toEqual([
      ['alder', true],
      ['birch', true],
      ['cedar', true],
      ['dogwood', false],
    ])
    expect(assembly?.rows[0]).toMatchObject({ total: 5, parts: [1, 4, 0], why: 'reason 0' })
    expect(atTable(story).map(({ id }) => id)).not.toContain('dogwood')
  })

  test('hold who challenges whom and how each answered, with the way to the turn; who was left out is named', () => {
    const challenges = drawn('challenges', 'graph')
    const [tie] = challenges?.ties ?? []
    expect(tie).toMatchObject({ id: 'P1', a: 'alder', b: 'birch' })
    expect(tie?.ways.map(({ from, to }) => `${from} ${to}`)).toEqual(['alder birch', 'birch alder'])
    for (const { from, at } of tie?.ways ?? [])
      expect(story.items.find(({ key }) => key === at)).toMatchObject({ kind: 'turn', seat: from })
    expect(challenges?.seats.find(({ seat }) => seat === 'cedar')?.left).toBe('left out of round 1')
    expect(glyphsOf(story).map(({ name }) => name)).toEqual(['Alder', 'Birch'])
  })

  test('say of tensions and non-negotiables how they were settled, and lead to the turns and to the synthesis', () => {
    const [tension] = drawn('tensions', 'settled')?.points ?? []
    expect(tension).toMatchObject({ id: 'P1', end: 'Shade', why: 'Trees first.', state: 'settled' })
    expect(tension?.places.map(({ label }) => label)).toEqual([
      'alder’s answer',
      'birch’s answer',
      'settled here',
    ])
    const [point] = drawn('non-negotiables', 'settled')?.points ?? []
    expect(point).toMatchObject({ id: 'N1', seats: ['alder'], end: 'met', why: 'Risk Assessment' })
    for (const { at } of [...(tension?.places ?? []), ...(point?.places ?? [])])
      expect(story.items.some(({ key }) => key === at)).toBe(true)
  })

  test('hold every look of a gate in words, and the stories with their criteria', () => {
    expect(drawn('gates', 'checks')?.looks.map(({ name, result }) => `${name} ${result}`)).toEqual([
      'Interview passed',
      'Enough members passed',
      'Enough members passed',
      'Design passed',
      'Plan passed',
    ])
    expect(drawn('stories', 'pieces')?.pieces.map(({ id, after }) => [id, after])).toEqual([
      ['US-001', []],
      ['US-002', ['US-001']],
    ])
  })

  test('follow the export issue by issue, and lead from each story to its own', () => {
    const note = (data: object) => extended(story, [noted(story.summary.lines + 1, 'export', data)], telling)
    story = note({ state: 'begins', done: 0, total: 2, text: 'Exporting 2 issues to grove/river' })
    story = note({
      state: 'created',
      item: 'US-001',
      issue: 7,
      url: 'https://example.test/7',
      title: '[US-001] Dig',
      done: 1,
      total: 2,
      text: 'Created',
    })
    story = note({
      state: 'created',
      item: 'US-002',
      issue: 8,
      url: 'javascript:alert(1)',
      done: 2,
      total: 2,
      text: 'x',
    })
    expect(drawn('export', 'progress')).toMatchObject({ done: 2, of: 2 })
    expect(drawn('export', 'progress')?.steps).toEqual([
      { id: 'US-001', words: '[US-001] Dig', link: { label: '#7', url: 'https://example.test/7' } },
      { id: 'US-002', words: 'US-002', link: null },
    ])
    expect(drawn('stories', 'pieces')?.pieces[0]?.link?.label).toBe('#7')
  })

  test('sum an export up: each issue with what it waits for and its address, and the map', () => {
    const issue = { item: 'US-001', number: 7, url: 'https://example.test/7', title: '[US-001] Dig' }
    const other = { item: 'US-002', number: 8, url: 'https://example.test/8', title: '[US-002] Lay' }
    const issues = [
      { ...issue, depends_on: [] },
      { ...other, depends_on: ['US-001'] },
    ]
    const data = { state: 'done', text: 'Exported 2 issues', done: 2, total: 2, issues, map: 'issues.md' }
    const [told] = telling.notes?.['export']?.(data, story) ?? []
    expect(told).toMatchObject({
      text: [
        'Exported 2 issues',
        '  #7  [US-001] Dig  —         https://example.test/7',
        '  #8  [US-002] Lay  after #7  https://example.test/8',
        'The map of the issues: issues.md',
      ].join('\n'),
    })
  })

  test('show what was read of each zone and name what was not', () => {
    const zone = {
      zone: 'docs/',
      files: 3,
      read: 2,
      loc: 9,
      status: 'needs-review',
      agent: 'alder',
      unread: ['docs/frost.md'],
    }
    const data = {
      pass: 1,
      wave: 1,
      zones: [zone],
      files: 3,
      read: 2,
      findings: { critical: 1, warning: 0, info: 0 },
      text: 'x',
    }
    const audited = extended(story, [noted(story.summary.lines + 1, 'coverage', data)], telling)
    const [bar] = drawnAs(audited.drawings, 'coverage', 'bars')?.bars ?? []
    expect(bar).toMatchObject({ name: 'docs/', done: 2, of: 3, left: ['docs/frost.md'] })
    expect(bar?.state).toBe('to be read again, alder')
  })

  test('are made of whatever anybody wrote into a note, or left out, never an error', () => {
    const strange = [
      null,
      7,
      'x',
      [],
      {},
      { members: [3] },
      { pairs: [null] },
      { zones: [{}] },
      { stories: [[]] },
      { items: [1], conflicts: [2] },
    ]
    for (const data of strange)
      for (const draw of Object.values(telling.draws ?? {})) expect(() => draw(data, story, 3)).not.toThrow()
  })
})

test('every fault of a gate has words of its own', () => {
  const faults = [
    'no-section:Overview',
    'no-resolution:P2',
    'no-decision',
    'no-status:N3',
    'no-reason:N3',
    'unnamed:alder',
    'unknown:P9',
    'no-intent',
    'no-score:alder',
    'no-overview',
    'no-recommendation:alder',
    'no-topic',
    'no-highlights',
    'no-exchange:Q9',
    'no-steps',
    'no-tasks',
    'no-goal',
    'no-story',
    'no-criterion:US-002',
    'not-seated:US-003',
    'no-summary',
    'no-finding:F-009',
  ]
  for (const fault of faults) expect(faultWords(fault)).not.toBe(fault)
  expect(faultWords('constructor')).toBe('constructor')
  expect(faultWords('no-section:Risk: all')).toContain('“Risk: all”')
})

test('the last marks count, in words', () => {
  const story = storyOf(
    [
      noted(1, 'degraded', { marks: ['contested:1'], text: 'contested:1' }),
      noted(2, 'degraded', { marks: ['contested:2'], text: 'contested:2' }),
    ],
    telling,
  )
  expect(story.summary.degraded).toEqual(['2 non-negotiables were left open'])
})

function noted(n: number, kind: string, data: unknown): Line {
  return {
    n,
    at: '2026-05-01T00:00:00.000Z',
    kind: 'noted',
    key: `note:${kind}`,
    data: { kind, data },
  } as unknown as Line
}
