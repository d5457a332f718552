// Following requirements through the documents that an analysis has written.

import { describe, expect, test } from 'vitest'
import { put } from '../fixtures.suite.js'
import { session } from '../harness.suite.js'
import { everything, reply, turn, usual } from '../lead.suite.js'
import { traceOf } from './trace.js'

async function documentsWith(records: ReturnType<typeof everything>) {
  const held = await session()
  const claims = ['PD-1', 'PD-5', 'RD-3', 'SP-6'].map((criterion) => ({
    criterion,
    source: 'user' as const,
    evidence: [{ ref: 'u1', quote: 'stop after ten' }],
  }))
  await held.hold(usual({ 'analyze.turn': [turn({ records, claims, signals: { plateau: true } })] }), [reply])
  const text = (name: string) => held.text(name) || null
  return {
    spec: held.text('requirements-spec.md'),
    stories: text('user-stories.json'),
    matrix: text('traceability-matrix.csv'),
    impact: text('impact-analysis.md'),
  }
}

describe('a requirement', () => {
  test('is followed to its criteria, its story and its files, and what it lacks is named', async () => {
    const records = [
      ...everything(),
      put('affected', { id: 'AF-2', data: { tier: 1, path: 'src/a|b.ts', traces: ['FR-001', 'FR-002'] } }),
    ]
    const [first, second, third] = traceOf(await documentsWith(records))
    expect(first).toMatchObject({
      id: 'FR-001',
      title: 'Title of FR-001',
      criteria: ['AC-001-01'],
      stories: ['US-001'],
    })
    expect(first?.files).toContain('src/a|b.ts')
    expect(second?.gaps).toEqual([])
    expect(third).toMatchObject({ id: 'FR-003', files: [], gaps: ['files'] })
  })
  test('without stories or an impact analysis has gaps, and nothing breaks', async () => {
    const documents = await documentsWith(everything())
    const rows = traceOf({ ...documents, stories: 'no json', matrix: null, impact: null })
    expect(rows.map(({ gaps }) => gaps)).toEqual(rows.map(() => ['a story', 'files']))
    expect(traceOf({ spec: '', stories: null, matrix: null, impact: null })).toEqual([])
  })
})
