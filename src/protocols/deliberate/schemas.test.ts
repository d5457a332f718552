// Calls and schemas: every call is there, what a gate judges is let through, and what no gate could use is refused.

import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { callOf, calls } from './calls.js'
import * as shapes from './schemas.js'

const table = `brainstorm.take none 400, brainstorm.synthesis none 600, interview.questions read 1500, interview.summary none 3000,
interview.topic none 600, assembly.semantic none 3000, survey read 4000, round1.position read 3000, pairing none 1500,
round2.challenge read 1500, round3.converge read 2000, synthesis none 8000, design.revise none 8000, sketch none 2000,
tasklist none 2000, meeting.opening read 600, meeting.questions none 500, meeting.answer read 600, meeting.followup none 400,
meeting.synthesis none 800, meeting.notes none 1500, prd none 8000, prd.revise none 8000, task.execute work 16000,
verify.criterion work 2000, audit.criteria read 1500, audit.zone read 4000, audit.gaps read 1500,
audit.report none 3000, skill.note none 1500`

describe('calls', () => {
  test('are these and no others, each with its grant and its limit', () => {
    const listed = Object.entries(calls).map(([id, { grant, maxOutput }]) => `${id} ${grant} ${maxOutput}`)
    expect(listed).toEqual(table.split(/,\s+/))
  })
  test('only a call whose content is judged may be sent back', () => {
    expect(callOf('synthesis.again')).toBe(calls.synthesis)
    expect(callOf('round1.position')).toBe(calls['round1.position'])
    for (const id of ['brainstorm.take.again', 'skill.note.again', 'toString', 'prd.again.again', '']) {
      expect(callOf(id)).toBeUndefined()
    }
  })
  test('only work in a worktree may write', () => {
    const entries = Object.entries(calls)
    expect(entries.filter(([, { grant }]) => grant === 'work').map(([id]) => id)).toEqual([
      'task.execute',
      'verify.criterion',
    ])
  })
  test('every structured reply can be put as a JSON schema, which backends are given', () => {
    for (const { reply } of Object.values(calls)) {
      if (reply !== null) expect(z.toJSONSchema(reply)).toMatchObject({ type: 'object' })
    }
  })
})

describe('schemas', () => {
  test('scores out of range, empty overviews and unknown ids arrive, for a clamp or a gate to look after', () => {
    expect(
      shapes.Scores.safeParse({
        members: [{ member: 'x', semantic: 99, rationale: '' }],
        bonuses: ['?'],
        overlaps: [],
      }).success,
    ).toBe(true)
    expect(
      shapes.Design.safeParse({ overview: '', non_negotiables: [{ id: 'N99', status: 'met', where: '' }] })
        .success,
    ).toBe(true)
    expect(
      shapes.Summary.safeParse({ intent: '', decisions: [], open_questions: [], scores: [] }).success,
    ).toBe(true)
    expect(
      shapes.Notes.safeParse({ topic: '', summary: 'x', highlights: ['Q9'], next_steps: [] }).success,
    ).toBe(true)
  })
  test.each<[string, z.ZodType, unknown]>([
    ['a blank text', shapes.Closed, { answer: ' \n ' }],
    ['half a point', shapes.Questions, { scores: [{ member: 'a', score: 2.5 }], questions: [], more: false }],
    [
      'a status of its own',
      shapes.Design,
      { overview: 'x', non_negotiables: [{ id: 'N1', status: 'contested', where: '' }] },
    ],
    [
      'a severity of its own',
      shapes.Zone,
      { files_read: [], findings: [{ severity: 'high', file: 'a', category: 'c', title: 't', detail: 'd' }] },
    ],
    ['no criterion to audit by', shapes.Criteria, { criteria: [], scope: [] }],
    ['too many criteria', shapes.Criteria, { criteria: Array(13).fill('x'), scope: [] }],
  ])('%s is refused', (_, schema, value) => {
    expect(schema.safeParse(value).success).toBe(false)
  })
})
