// Evidence: what may be cited, when a quote holds, and how far it carries a claim.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sources } from '../names.js'
import type { Evidence } from '../schemas.js'
import {
  type Citable,
  cappedSource,
  citedPaths,
  comparable,
  confidenceOf,
  evidenceFault,
  lowest,
  refOf,
  weakest,
} from './evidence.js'

const citable: Citable = {
  messages: ['It wakes our “support” team\nat   night.', 'Stop after **ten**.'],
  draft: 'Retries run for _hours_.',
  discovery: null,
  kept: new Map([['impact-analysis.md', 'Old words.']]),
  edits: new Map([['requirements-spec.md', 'Mine now.']]),
  files: new Map([['src/queue.ts', 'line one\nretry(limit)\nline three']]),
  hasRecord: (id) => id === 'FR-001',
}
const fault = (ref: string, quote?: string) =>
  evidenceFault(quote === undefined ? { ref } : { ref, quote }, citable)

describe('what may be cited', () => {
  test.each([
    ['u12', { kind: 'message', number: 12 }],
    ['draft', { kind: 'draft' }],
    ['kept:data-flow.md', { kind: 'kept', file: 'data-flow.md' }],
    ['edit:data-flow.md', { kind: 'edit', file: 'data-flow.md' }],
    ['AC-001-02', { kind: 'record', id: 'AC-001-02' }],
    ['MD-retry-queue', { kind: 'record', id: 'MD-retry-queue' }],
    ['./src/a.ts:3-9', { kind: 'path', path: 'src/a.ts', from: 3, to: 9 }],
    ['src/a.ts:3', { kind: 'path', path: 'src/a.ts', from: 3, to: 3 }],
    ['README', { kind: 'path', path: 'README', from: null, to: null }],
  ])('%s', (ref, read) => expect(refOf(ref)).toEqual(read))
  test.each([
    '/etc/passwd',
    '../x',
    'a/../../b',
    'C:\\x',
    '~/.ssh/id',
    'https://x.y',
    'kept:../x',
    'a\\b',
    '',
  ])('%j names nothing inside the workspace', (ref) => expect(refOf(ref)).toBeNull())
  test('the files to read are named once each, without what is no file', () => {
    const refs = ['b.ts:2', 'u1', 'a.ts', 'b.ts', 'FR-001', '/abs']
    expect(citedPaths(refs.map((ref) => ({ ref })))).toEqual(['a.ts', 'b.ts'])
  })
})

describe('EV1: a quote counts only if it stands in what it cites', () => {
  test.each([
    ['u1', 'wakes our "support" team at night'],
    ['u2', 'stop after ten'],
    ['draft', 'run for hours'],
    ['kept:impact-analysis.md', 'old words'],
    ['edit:requirements-spec.md', 'mine'],
    ['src/queue.ts', 'retry(limit) line three'],
    ['src/queue.ts:2', 'RETRY(LIMIT)'],
    ['src/queue.ts:2-3', 'line three'],
  ])('%s holds %j, whatever its case, quotes, emphasis and white space', (ref, quote) => {
    expect(fault(ref, quote)).toBeNull()
  })
  test('a record needs no quote, but must be there', () => {
    expect(fault('FR-001')).toBeNull()
    expect(fault('FR-002')).toMatch(/no record FR-002/)
  })
  test.each([
    ['u1', 'wakes the support team', /does not stand in u1/],
    ['u2', undefined, /without a quote/],
    ['u3', 'anything', /u3 is not there/],
    ['discovery', 'x', /discovery is not there/],
    ['src/queue.ts:1', 'retry', /does not stand in src\/queue.ts:1/],
    ['src/other.ts', 'x', /is not there/],
    ['../secret', 'x', /nothing that can be cited/],
    ['u1', '**', /is empty/],
    ['kept:data-flow.md', 'x', /is not there/],
  ])('%s with %j is refused', (ref, quote, why) => {
    expect(fault(ref, quote)).toMatch(why)
  })
  test('any piece of a text holds, and a text with a foreign word in it does not', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.nat(), fc.nat(), (text, from, length) => {
        const quote = text.slice(from % text.length).slice(0, 1 + (length % 50))
        const here = { ...citable, messages: [text] }
        if (comparable(quote) !== '') expect(evidenceFault({ ref: 'u1', quote }, here)).toBeNull()
        expect(evidenceFault({ ref: 'u1', quote: `${quote}§never§` }, here)).not.toBeNull()
      }),
    )
  })
})

describe('EV2: a source is at most what its evidence supports', () => {
  const refs = (...list: string[]): Evidence[] => list.map((ref) => ({ ref, quote: 'x' }))
  test.each([
    ['user', refs('u1'), 'user'],
    ['user', refs('edit:a.md'), 'user'],
    ['user', refs('draft'), 'draft'],
    ['user', refs('discovery'), 'inferred'],
    ['user', refs('src/a.ts'), 'extrapolated'],
    ['user', [], 'extrapolated'],
    ['draft', refs('kept:a.md'), 'draft'],
    ['draft', refs('u1'), 'inferred'],
    ['inferred', refs('u1', 'src/a.ts'), 'inferred'],
    ['inferred', refs('src/a.ts'), 'extrapolated'],
    ['inferred', refs('FR-001'), 'extrapolated'],
    ['extrapolated', refs('u1'), 'extrapolated'],
    [undefined, refs('u1'), 'extrapolated'],
  ] as const)('%s with %j is %s', (stated, evidence, source) => {
    expect(cappedSource(stated, evidence)).toBe(source)
  })
  test('evidence never raises a source above the one stated, and more of it never lowers it', () => {
    const ref = fc.constantFrom('u1', 'draft', 'discovery', 'src/a.ts', 'FR-001', 'kept:x.md', 'edit:x.md')
    fc.assert(
      fc.property(fc.constantFrom(...sources), fc.array(ref), ref, (stated, list, more) => {
        const rank = (evidence: Evidence[]) => sources.indexOf(cappedSource(stated, evidence))
        expect(rank(refs(...list))).toBeGreaterThanOrEqual(sources.indexOf(stated))
        expect(rank(refs(...list, more))).toBeLessThanOrEqual(rank(refs(...list)))
      }),
    )
  })
  test('the person’s word is high, deduction and drafts are medium, the rest is low; the lowest counts', () => {
    expect(sources.map(confidenceOf)).toEqual(['high', 'medium', 'medium', 'low'])
    expect([lowest(['high', 'low', 'medium']), lowest([])]).toEqual(['low', null])
    expect([weakest(['user', 'inferred']), weakest([])]).toEqual(['inferred', 'extrapolated'])
  })
})
