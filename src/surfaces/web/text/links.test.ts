// Links: what may be followed, and everything that may not.

import { describe, expect, test } from 'vitest'
import { targetOf, withAddresses } from './links.js'

describe('where a text may lead', () => {
  test('to the web and to files of the project', () => {
    expect(targetOf('https://example.org/a?b#c')).toEqual({ kind: 'web', href: 'https://example.org/a?b#c' })
    expect(targetOf('docs/a%20b.md#part')).toEqual({ kind: 'file', path: 'docs/a b.md' })
    expect(targetOf('./a.md')).toEqual({ kind: 'file', path: 'a.md' })
  })

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'mailto:a@example.org',
    '//evil.example',
    '\\\\evil.example',
    '#main',
    '',
    '../../etc/passwd',
  ])('not to %j', (url) => {
    expect(targetOf(url)).toEqual({ kind: 'none' })
  })

  test('bare addresses are cut out of a sentence without its full stop', () => {
    expect(withAddresses('See (https://example.org/a). Then.')).toEqual([
      { text: 'See (', href: null },
      { text: 'https://example.org/a', href: 'https://example.org/a' },
      { text: '). Then.', href: null },
    ])
  })
})
