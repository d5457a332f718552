// The boundary: which paths are inside, and which texts are not valid paths.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inside, plain } from './boundary.js'

describe('a boundary', () => {
  test.each([
    ['docs/a.md', 'docs/a.md', true],
    ['docs/a.md', 'docs/b.md', false],
    ['docs/a.md', 'docs/*.md', true],
    ['docs/deep/a.md', 'docs/*.md', false],
    ['docs/deep/a.md', 'docs/**', true],
    ['docs', 'docs/**', false],
    ['docs/a.md', '**/a.md', true],
    ['docs/x/y/a.md', 'docs/**/a.md', true],
    ['docs/a.md', 'docs/**/a.md', false],
    ['a-1-b.md', 'a-*-b.md', true],
    ['a-b.md', 'a-*-b.md', false],
    ['aXbYc', 'a*b*c', true],
    ['acb', 'a*b*c', false],
    ['ab', 'ab*b', false],
    ['docs/a+b(1).md', 'docs/a+b(1).md', true],
    ['docs/axb.md', 'docs/a.b.md', false],
  ])('of a path %s in %s says %s', (path, pattern, verdict) => {
    expect(inside(path, [pattern])).toBe(verdict)
  })

  test.each([
    '',
    '/etc/passwd',
    '../a',
    'docs/../a',
    './a',
    'docs//a',
    'docs/',
    'docs\\a',
    'a\0b',
    'a\nb',
    '..',
  ])('never contains %j, whatever its patterns', (path) => {
    expect(plain(path)).toBe(false)
    expect(inside(path, ['**', '*', path])).toBe(false)
  })

  test('without a pattern contains nothing', () => {
    expect(inside('a', [])).toBe(false)
  })

  test('contains a path that equals one of its patterns, and no path with `..`', () => {
    fc.assert(
      fc.property(fc.string(), (path) => {
        expect(inside(path, ['**'])).toBe(plain(path))
        if (plain(path)) expect(path.split('/')).not.toContain('..')
      }),
    )
  })
})
