// Links: which may be followed, and which may not.

import { describe, expect, test } from 'vitest'
import { targetOf } from './links.js'

describe('where a text may lead', () => {
  test('to the web, to a mailbox and to files of the project', () => {
    expect(targetOf('https://example.org/a?b#c')).toEqual({ kind: 'web', href: 'https://example.org/a?b#c' })
    expect(targetOf('mailto:a@example.org')).toEqual({ kind: 'mail', href: 'mailto:a@example.org' })
    expect(targetOf('docs/a%20b.md#part')).toEqual({ kind: 'file', path: 'docs/a b.md' })
    expect(targetOf('./a.md')).toEqual({ kind: 'file', path: 'a.md' })
  })

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    '\u200ejavascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'http:',
    'mailto:',
    '//evil.example',
    '\\\\evil.example',
    '#main',
    '',
    '../../etc/passwd',
    'a/%2e%2e/b',
    'a%1b[2Jb',
    'a%E2%80%AEb',
  ])('not to %j', (url) => {
    expect(targetOf(url)).toBeNull()
  })
})
