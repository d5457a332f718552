// Items: which folder is meant, what it is called, and which places are refused.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { itemOf, rootFault } from './item.js'
import { headLine, isSlug, meetingIdOf, slugFrom, titleOf } from './slug.js'

const nothing = { slug: null, sourceId: null, draft: null, terminal: false, known: [] }
const known = [
  { slug: 'retry-queue', sourceId: 'GH-7' },
  { slug: 'export', sourceId: 'GH-8' },
  { slug: 'export-2', sourceId: 'GH-8' },
]

describe('names of an item', () => {
  test.each([
    ['# Bound the Retries!\n\ntext', 'bound-the-retries'],
    ['\n\n  First line, no heading\nsecond', 'first-line-no-heading'],
    ['intro\n\n## The heading ##\n', 'the-heading'],
    ['```\n# not a heading\n```\n# Real\n', 'real'],
    ['!!!', 'item'],
    ['', 'item'],
    [`# ${'word '.repeat(20)}`, 'word-word-word-word-word-word-word-word-word-word'],
    [`# ${'x'.repeat(80)}`, 'x'.repeat(50)],
  ])('the draft %j is called %s', (draft, slug) => {
    expect(slugFrom(draft)).toBe(slug)
  })
  test('a slug made of any draft fits the pattern, has at most 50 characters and ends in no dash', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (draft) => {
        const slug = slugFrom(draft)
        expect(isSlug(slug) && slug.length <= 50 && !slug.endsWith('-') && slug === slug.toLowerCase()).toBe(
          true,
        )
      }),
    )
  })
  test('a meeting has the local day, its protocol and the slug in small letters, cut at a dash to 60', () => {
    const late = { ms: Date.UTC(2026, 0, 31, 23, 30), offset: 60 }
    expect(meetingIdOf('Retry-Queue', late)).toBe('2026-02-01-analyze-retry-queue')
    const id = meetingIdOf(`${'abcd-'.repeat(20)}z`, late)
    expect(id).toBe(`2026-02-01-analyze-${'abcd-'.repeat(12).slice(0, -1)}`)
  })
  test('a title is the slug with the first heading or line of the draft behind it', () => {
    expect(titleOf('a', 'x\n# Bound  it')).toBe('a: Bound it')
    expect(titleOf('a', ' \n')).toBe('a')
    expect(headLine('\ufeff# A')).toBe('A')
  })
})

describe('which item is meant', () => {
  test('a slug that is there is gone on with; one that is not is new, and close ones are named', () => {
    expect(itemOf({ ...nothing, slug: 'export', known })).toEqual({
      kind: 'item',
      slug: 'export',
      isNew: false,
      notices: [],
    })
    const close = itemOf({ ...nothing, slug: 'retry-queu', known })
    expect(close).toMatchObject({ isNew: true, notices: [expect.stringContaining('retry-queue')] })
    expect(itemOf({ ...nothing, slug: 'zzz', known })).toMatchObject({ isNew: true, notices: [] })
  })
  test('a draft names a new item; where that name is taken nothing is guessed', () => {
    expect(itemOf({ ...nothing, draft: '# New', known })).toMatchObject({ slug: 'new', isNew: true })
    const taken = itemOf({ ...nothing, draft: '# Export', known })
    expect(taken).toMatchObject({ kind: 'wrong', hint: expect.stringContaining('parley analyze export') })
  })
  test('an empty draft counts as none, with a notice', () => {
    const item = itemOf({ ...nothing, slug: 'export', draft: ' \n', known })
    expect(item).toMatchObject({ notices: [expect.stringMatching(/draft is empty/)] })
    expect(itemOf({ ...nothing, draft: ' ' })).toMatchObject({ kind: 'wrong' })
  })
  test('a source id alone finds the one item that has it', () => {
    expect(itemOf({ ...nothing, sourceId: 'GH-7', known })).toMatchObject({
      slug: 'retry-queue',
      isNew: false,
    })
    expect(itemOf({ ...nothing, sourceId: 'GH-8', known })).toMatchObject({
      kind: 'wrong',
      why: expect.stringMatching(/export, export-2/),
    })
    expect(itemOf({ ...nothing, sourceId: 'GH-9', known })).toMatchObject({
      kind: 'wrong',
      why: expect.stringMatching(/No item/),
    })
  })
  test('with nothing given a terminal is asked; without one it is wrong usage', () => {
    expect(itemOf({ ...nothing, terminal: true })).toEqual({ kind: 'ask' })
    expect(itemOf(nothing)).toMatchObject({ kind: 'wrong' })
  })
})

describe('places', () => {
  test.each(['/abs', '..', 'docs/../..', '.', 'C:/x', '.git/hooks', '.parley/meetings', 'a\\b'])(
    'root %s is refused',
    (root) => {
      expect(rootFault(root)).toMatchObject({ kind: 'wrong' })
    },
  )
  test('a root inside the workspace is fine', () => {
    expect([rootFault('./docs/r/'), rootFault('docs/r')]).toEqual([null, null])
  })
})
