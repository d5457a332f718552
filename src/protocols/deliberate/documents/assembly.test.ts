// Assembly: the arithmetic of scores, who is selected, what the person may change, and the table there and back.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Scored, scored, scoredByEngine } from '../rules/scoring.js'
import { adjust, byTotal, firstThree, selectedIds } from '../rules/selection.js'
import type { Scores } from '../schemas.js'
import { readAssembly, renderAssembly, scoreTables } from './assembly.js'
import { members, themeFrom } from './themes.suite.js'

const theme = themeFrom(`
modifiers:
  bonuses:
    - { id: wet, agent: alder, when: "water is near" }
    - { id: wetter, agent: alder, when: "a pond" }
    - { id: bright, agent: birch, when: "open sky", keywords: [noon] }
  overlaps:
    - id: trees
      pair: [alder, birch]
      cases: [{ when: "a swamp", penalize: birch }, { when: "a hill", penalize: less_relevant }, { when: "both", penalize: none }]
    - { id: wood, pair: [birch, cedar], cases: [{ when: "a shed", penalize: birch }], default: less_relevant }
`)

const silent: Scores = { members: [], bonuses: [], overlaps: [{ overlap: 'wood', case: 0 }] }
const said = (semantic: readonly number[], more: Partial<Scores> = {}): Scores => ({
  ...silent,
  members: semantic.map((score, at) => ({
    member: members[at]!,
    semantic: score,
    rationale: `because ${at}`,
  })),
  ...more,
})
const modifiers = (reply: Scores) => scored(theme, '', reply).map((score) => score.modifiers)

describe('scores', () => {
  test('keyword, semantic and modifiers add up', () => {
    expect(scored(theme, 'rain on the river', said([3, 1, 0, 0], { bonuses: ['wet'] }))[0]).toEqual({
      id: 'alder',
      keyword: 2,
      semantic: 3,
      modifiers: 2,
      total: 7,
      rationale: 'because 0',
    })
  })
  test('are clamped where a reply is out of range, 0 where it says nothing, and ignore what nobody knows', () => {
    const reply = said([99, -7], {
      bonuses: ['nothing'],
      overlaps: [
        { overlap: 'wood', case: 0 },
        { overlap: 'x', case: 1 },
      ],
    })
    reply.members.push({ member: 'elm', semantic: 4, rationale: '' })
    expect(scored(theme, '', reply).map(({ semantic, total }) => [semantic, total])).toEqual([
      [4, 4],
      [0, 0],
      [0, 0],
      [0, 0],
    ])
  })
  test('a member has at most one bonus and at most one penalty', () => {
    expect(modifiers(said([0, 4], { bonuses: ['wet', 'wetter'] }))).toEqual([2, 0, 0, 0])
    const both = [
      { overlap: 'trees', case: 1 },
      { overlap: 'wood', case: 1 },
    ]
    expect(modifiers(said([4, 4], { overlaps: both }))).toEqual([0, -2, 0, 0])
  })
  test.each<[string, readonly number[], Scores['overlaps'], string[], readonly number[]]>([
    [
      'the case names who loses',
      [0, 4],
      [
        { overlap: 'trees', case: 1 },
        { overlap: 'wood', case: 0 },
      ],
      [],
      [0, -2, 0, 0],
    ],
    [
      'the lower sum loses',
      [1, 4],
      [
        { overlap: 'trees', case: 2 },
        { overlap: 'wood', case: 0 },
      ],
      [],
      [-2, 0, 0, 0],
    ],
    [
      'a bonus counts in the sum',
      [3, 4],
      [
        { overlap: 'trees', case: 2 },
        { overlap: 'wood', case: 0 },
      ],
      ['wet'],
      [2, -2, 0, 0],
    ],
    [
      'then the lower semantic',
      [2, 4],
      [
        { overlap: 'trees', case: 2 },
        { overlap: 'wood', case: 0 },
      ],
      ['wet'],
      [0, 0, 0, 0],
    ],
    [
      'then the later in the roster',
      [4, 4],
      [
        { overlap: 'trees', case: 2 },
        { overlap: 'wood', case: 0 },
      ],
      [],
      [0, -2, 0, 0],
    ],
    [
      'a case may spare both',
      [0, 4],
      [
        { overlap: 'trees', case: 3 },
        { overlap: 'wood', case: 0 },
      ],
      [],
      [0, 0, 0, 0],
    ],
    ['a rule not named takes its default', [0, 1, 3], [], [], [0, -2, 0, 0]],
    ['so does a case that does not exist', [0, 1, 3], [{ overlap: 'wood', case: 7 }], [], [0, -2, 0, 0]],
  ])('%s', (_, semantic, overlaps, bonuses, expected) => {
    expect(modifiers(said(semantic, { overlaps, bonuses }))).toEqual(expected)
  })
  test('a total is always a whole number from 0 to 10', () => {
    const score = fc.integer({ min: -9, max: 20 })
    fc.assert(
      fc.property(
        fc.array(score, { maxLength: 4 }),
        fc.integer({ min: -2, max: 9 }),
        fc.subarray(['wet', 'wetter', 'bright']),
        (semantic, which, bonuses) => {
          const overlaps = [
            { overlap: 'trees', case: which },
            { overlap: 'wood', case: which },
          ]
          for (const { total, keyword, semantic: own, modifiers: added } of scored(
            theme,
            'rain sun beam',
            said(semantic, { overlaps, bonuses }),
          )) {
            expect(total).toBe(Math.min(10, Math.max(0, keyword + own + added)))
            expect([0, 2, -2]).toContain(added)
          }
        },
      ),
    )
  })
})

describe('scores without the model', () => {
  test('come from the table of the summary, rounded, with no overlaps', () => {
    const relevance = new Map([
      ['alder', 5],
      ['birch', 4],
      ['cedar', 3],
      ['dogwood', 1],
    ])
    const scores = scoredByEngine(theme, '', relevance)
    expect(scores.map(({ semantic }) => semantic)).toEqual([4, 3, 2, 1])
    expect(scores.map((score) => score.modifiers)).toEqual([0, 0, 0, 0])
  })
  test('or from the keywords; a bonus needs one of its own keywords, or two hits of its member', () => {
    const scores = scoredByEngine(theme, 'rain and wet soil at noon', null)
    expect(scores.map(({ semantic, keyword }) => [semantic, keyword])).toEqual([
      [2, 2],
      [0, 0],
      [0, 0],
      [0, 0],
    ])
    expect(scores.map((score) => score.modifiers)).toEqual([2, 2, 0, 0])
  })
})

const withTotals = (totals: readonly number[]): Scored[] =>
  totals.map((total, at) => ({ id: `m${at}`, keyword: 0, semantic: 0, modifiers: 0, total, rationale: '' }))

describe('selection', () => {
  test.each([
    [[9, 8, 7, 5, 4, 3, 1], 7, 5],
    [[9, 3, 2, 1, 0], 7, 3],
    [[10, 9, 9, 8, 8, 7, 7, 7, 5], 7, 7],
    [[6, 6, 5, 4, 4, 4, 4, 4], 5, 5],
    [[1, 1], 7, 2],
  ])('of %j with a cap of %s sit %s', (totals, cap, count) => {
    expect(selectedIds(withTotals(totals), cap)).toEqual(totals.slice(0, count).map((_, at) => `m${at}`))
  })
  test('nobody sits while somebody with a higher total does not', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 10 }), { minLength: 3, maxLength: 12 }), (totals) => {
        const scores = withTotals(totals)
        const selected = selectedIds(scores)
        const [inside, outside] = [true, false].map((seated) =>
          scores.filter(({ id }) => selected.includes(id) === seated).map(({ total }) => total),
        )
        expect(Math.min(...inside!)).toBeGreaterThanOrEqual(Math.max(-1, ...outside!))
        expect(selected.length).toBe(Math.min(7, Math.max(3, totals.filter((total) => total >= 4).length)))
      }),
    )
  })
  test('equal totals go by semantic, keyword and the order of the roster', () => {
    const one = { id: 'a', keyword: 1, semantic: 2, modifiers: 0, total: 5, rationale: '' }
    const all = [one, { ...one, id: 'b', semantic: 3 }, { ...one, id: 'c', keyword: 2 }, { ...one, id: 'd' }]
    expect(byTotal(all).map(({ id }) => id)).toEqual(['b', 'c', 'a', 'd'])
    expect(firstThree(all)).toEqual(['b', 'c', 'a'])
  })
  test('the person may add up to the cap and remove down to two', () => {
    expect(adjust(['a', 'b'], { kind: 'add', id: 'c' })).toEqual({ kind: 'selected', ids: ['a', 'b', 'c'] })
    expect(adjust(['a', 'b'], { kind: 'add', id: 'b' })).toEqual({ kind: 'selected', ids: ['a', 'b'] })
    const full = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    expect(adjust(full, { kind: 'add', id: 'h' })).toMatchObject({ kind: 'refused' })
    expect(adjust(['a', 'b', 'c'], { kind: 'remove', id: 'b' })).toEqual({
      kind: 'selected',
      ids: ['a', 'c'],
    })
    expect(adjust(['a', 'b'], { kind: 'remove', id: 'b' })).toMatchObject({ kind: 'refused' })
  })
})

describe('assembly.md', () => {
  const scores = scored(theme, 'rain', said([3, 4, 1, 0], { bonuses: ['wet'] }))
  const assembly = { scores, selected: ['alder', 'birch', 'dogwood'], fallback: false, adjustments: [] }
  test('lists every member by total and says how many slots are used', () => {
    expect(renderAssembly(theme, assembly)).toBe(`# Grove Assembly — Agent Selection

Total = keyword (0-4) + semantic (0-4) + modifiers, 0 to 10.

| Agent | Keyword | Semantic | Modifiers | Total | Selected | Rationale |
|-------|---------|----------|-----------|-------|----------|-----------|
| Alder | 1 | 3 | +2 | 6 | yes | because 0 |
| Birch | 0 | 4 | 0 | 4 | yes | because 1 |
| Cedar | 0 | 1 | 0 | 1 | no | because 2 |
| Dogwood | 0 | 0 | 0 | 0 | yes | because 3 |

Cap: 3 of 7 slots used.
`)
  })
  test('is read back as it was, with what the person changed', () => {
    const changed = {
      ...assembly,
      fallback: true,
      adjustments: [
        { kind: 'add', id: 'dogwood' },
        { kind: 'remove', id: 'cedar' },
      ] as const,
    }
    const text = renderAssembly(theme, changed)
    expect(text).toContain('Fallback scoring: the semantic call failed twice.')
    expect(text).toContain('## Adjustments\n- added Dogwood\n- removed Cedar\n')
    expect(readAssembly(text, theme)).toEqual(changed)
    const minus = { ...assembly, scores: scores.map((score) => ({ ...score, modifiers: -2 })) }
    expect(readAssembly(renderAssembly(theme, minus), theme)).toEqual(minus)
    expect(readAssembly('# nothing', theme)).toBeNull()
  })
  test('the question shows who would sit and who would not', () => {
    const { selected, others } = scoreTables(theme, assembly)
    expect(selected).toContain('| Alder | 6 | because 0 |')
    expect(others).toBe(
      '| Agent | Score | Rationale |\n|-------|-------|-----------|\n| Cedar | 1 | because 2 |',
    )
  })
})
