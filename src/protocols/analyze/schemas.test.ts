// Schemas: the literal shapes of replies, and that bounds are faults of shape.

import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import * as shapes from './schemas.js'

const turn = {
  contributions: [{ role: 'business-analyst', points: ['Retries run for hours.'] }],
  question: {
    role: 'business-analyst',
    kind: 'open',
    text: 'What would tell you that it works?',
    targets: ['PD-3'],
  },
}
const fits = (shape: z.ZodType, value: unknown) => shape.safeParse(value).success

describe('shapes of replies', () => {
  test('the turn of the documentation is read, and unknown keys are dropped', () => {
    const value = parse(`
contributions: [{ role: business-analyst, points: ["Retries run for hours, so support is called at night."] }]
question: { role: business-analyst, kind: open, text: "What would tell you that it works?", targets: [PD-3], mood: good }
claims: [{ criterion: PD-1, source: user, evidence: [{ ref: u1, quote: "wakes our support team" }] }]
records:
  - { op: put, type: fr, id: FR-001, by: business-analyst, source: user, evidence: [{ ref: u1, quote: "stop after ten" }],
      data: { title: Bounded retries, description: A delivery is tried ten times at most., priority: Must Have } }
extra: 1`)
    const read = shapes.Turn.parse(value)
    expect(Object.keys(read).toSorted()).toEqual(['claims', 'contributions', 'question', 'records'])
    expect(read.question).not.toHaveProperty('mood')
    expect(shapes.Opening.parse(turn)).toEqual(turn)
  })
  test.each([
    ['no voice', { ...turn, contributions: [] }],
    ['four voices', { ...turn, contributions: Array(4).fill(turn.contributions[0]) }],
    ['nine points', { ...turn, contributions: [{ role: 'business-analyst', points: Array(9).fill('x') }] }],
    ['a point of two lines', { ...turn, contributions: [{ role: 'business-analyst', points: ['a\nb'] }] }],
    [
      'a point of 301 characters',
      { ...turn, contributions: [{ role: 'business-analyst', points: ['x'.repeat(301)] }] },
    ],
    ['a stranger', { ...turn, contributions: [{ role: 'chef', points: ['x'] }] }],
    ['a question without targets', { ...turn, question: { ...turn.question, targets: [] } }],
    ['five targets', { ...turn, question: { ...turn.question, targets: Array(5).fill('PD-1') } }],
    ['a confirm without its inference', { ...turn, question: { ...turn.question, kind: 'confirm' } }],
    ['a claim without evidence', { ...turn, claims: [{ criterion: 'PD-1', source: 'user', evidence: [] }] }],
    ['41 changes', { ...turn, records: Array(41).fill({ op: 'drop', type: 'fr', by: 'business-analyst' }) }],
  ])('%s does not fit', (_, value) => expect(fits(shapes.Turn, value)).toBe(false))
  test('keywords are three to five, readings name at most eighty files, crosschecks name one of five checks', () => {
    expect(
      [2, 3, 5, 6].map((count) => fits(shapes.Keywords, { keywords: Array(count).fill('word') })),
    ).toEqual([false, true, true, false])
    const reading = {
      scope: 'small',
      why: 'w',
      complexity: 'low',
      nature: 'additive',
      risk: 'low',
      modules: [],
      conventions: [],
      depends: [],
    }
    const files = (count: number) => Array(count).fill({ path: 'a', category: 'new' })
    expect([80, 81].map((count) => fits(shapes.ScanReading, { ...reading, files: files(count) }))).toEqual([
      true,
      false,
    ])
    expect(
      ['X1', 'X6'].map((check) => fits(shapes.Crosscheck, { issues: [{ check, where: 'a', what: 'b' }] })),
    ).toEqual([true, false])
  })
  test('every shape can be told to a model as JSON schema', () => {
    const all = [
      shapes.Opening,
      shapes.Turn,
      shapes.Extract,
      shapes.Keywords,
      shapes.ScanReading,
      shapes.Adopted,
      shapes.Team,
      shapes.Validation,
      shapes.Crosscheck,
      shapes.Finalization,
    ]
    for (const shape of all) expect(z.toJSONSchema(shape)).toMatchObject({ type: 'object' })
  })
})
