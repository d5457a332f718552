// Stances, read as models write them.

import { describe, expect, test } from 'vitest'
import { claimsIn, numbered, stanceAt, stancesIn, withoutInference } from './stances.js'

describe('a line that takes a side', () => {
  test.each([
    ['[proposal] Use one file', { kind: 'proposal', ids: [], own: null, text: 'Use one file' }],
    ['- **[Proposal]** Use one file', { kind: 'proposal', ids: [], text: 'Use one file' }],
    ['[PROPOSAL against P1]: Use two', { kind: 'proposal', ids: ['P1'], own: null, text: 'Use two' }],
    ['[proposal P2, instead of P1 and P3] Use two', { kind: 'proposal', ids: ['P1', 'P3'], own: 'P2' }],
    ['[support P1]', { kind: 'support', ids: ['P1'], text: '' }],
    ['1. [supports P1, p2] both hold', { kind: 'support', ids: ['P1', 'P2'], text: 'both hold' }],
    ['[support] P1: it is cheap', { kind: 'support', ids: ['P1'], text: 'it is cheap' }],
    ['[objection to P2] it breaks', { kind: 'objection', ids: ['P2'], text: 'it breaks' }],
    ['[Objection] against P2 — it breaks', { kind: 'objection', ids: ['P2'], text: 'it breaks' }],
    ['[withdrawn P03] I was wrong', { kind: 'withdrawal', ids: ['P3'], text: 'I was wrong' }],
    ['[decision] Use one file', { kind: 'proposal', marked: false, text: 'Use one file' }],
    ['[decision P1] Use one file', { kind: 'support', ids: ['P1'] }],
    ['[decision] P1, use one file', { kind: 'support', ids: ['P1'] }],
  ])('%s', (line, stance) => {
    expect(stanceAt(line)).toMatchObject(stance)
  })

  test.each([
    '[proposal]',
    '[support] it is cheap',
    '[supporting P1]',
    'I support P1',
    'The [proposal] stands',
    '[challenge] P1 breaks',
  ])('%s takes none', (line) => {
    expect(stanceAt(line)).toBeUndefined()
  })

  test('stands neither in fenced code nor in a pin nor behind the tail', () => {
    const text = '[support P1]\n```\n[support P2]\n```\n[pin] plan\n```\n[support P3]\n```\n[objection P4] no'
    expect(stancesIn(text).map(({ ids, line }) => [ids[0], line])).toEqual([
      ['P1', 0],
      ['P4', 8],
    ])
  })

  test('a proposal is shown under the id that it was given, whatever it was written with', () => {
    expect(numbered('- **[proposal P9]** Use [one] file', 'P2', ['P1'])).toBe(
      '- **[proposal P2 against P1]** Use [one] file',
    )
    expect(stanceAt('[proposal P2 against P1] Use one')).toMatchObject({ own: 'P2', ids: ['P1'] })
  })

  test('proposals and sides by id are no claims; a decision without one is, and lines keep their numbers', () => {
    const text = [
      '[proposal] The queue is removed',
      'The queue is slow.',
      '- [support P1] It is enough',
      '[objection P2] It was never measured',
      '[withdraw P2] It has a better rival',
      '[decision P1] It is settled',
      '[decision] The queue is removed',
    ]
    expect(claimsIn(text.join('\n')).split('\n')).toEqual(['', text[1], '', '', '', '', text[6]])
  })

  test.each([
    ['The cache is kept whole [inference]', 'The cache is kept whole'],
    ['Keep it [Inference], then measure', 'Keep it, then measure'],
    ['[inference]', ''],
  ])('%s stands on the table as "%s"', (said, words) => {
    expect(withoutInference(said)).toBe(words)
  })
})
