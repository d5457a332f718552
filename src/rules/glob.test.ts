// Globs: one matcher for what a search means and for what a boundary permits.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { globMatcher, permits } from './glob.js'

const name = fc.string({ unit: fc.constantFrom('a', 'b', '+', '?', '{'), minLength: 1, maxLength: 4 })
const part = fc.string({ unit: fc.constantFrom('a', 'b', '+', '?', '*'), minLength: 1, maxLength: 4 })
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'))
const pattern = fc.array(fc.oneof(part, fc.constant('**')), { minLength: 1, maxLength: 4 })

describe('the glob of a search', () => {
  test.each([
    ['*.ts', 'a.ts', true],
    ['*.ts', 'src/deep/a.ts', true],
    ['src/*.ts', 'src/a.ts', true],
    ['src/*.ts', 'src/deep/a.ts', false],
    ['src/**/*.ts', 'src/a.ts', true],
    ['src/**/*.ts', 'src/deep/er/a.ts', true],
    ['src/**', 'src', true],
    ['src/', 'src/deep/a.ts', true],
    ['./src/a.ts', 'src/a.ts', true],
    ['/src/a.ts', 'src/a.ts', true],
    ['?.ts', 'a.ts', true],
    ['?.ts', 'ab.ts', false],
    ['*.{ts,md}', 'docs/a.md', true],
    ['*.{ts,md}', 'docs/a.mdx', false],
    ['{src,docs}/{a,b}.md', 'docs/b.md', true],
    ['{src,docs}/{a,b}.md', 'docs/c.md', false],
    ['a{b', 'a{b', true],
    ['*', '.hidden', true],
    ['A.ts', 'a.ts', false],
  ])('%s and %s: %s', (glob, of, verdict) => {
    expect(globMatcher(glob)(of)).toBe(verdict)
  })

  test('means what the regular expression of the same pattern means', () => {
    fc.assert(
      fc.property(pattern, path, (parts, of) => {
        const meant = parts.length === 1 ? ['**', ...parts] : parts
        expect(globMatcher(parts.join('/'))(of)).toBe(expressionFor(meant, '[^/]', '*').test(`${of}/`))
      }),
      { numRuns: 2000 },
    )
  })

  test('with a million alternatives is given up without trying them all', () => {
    expect(globMatcher('{a,b}'.repeat(20))('a'.repeat(20))).toBe(false)
  })
})

describe('the pattern of a permission', () => {
  test.each([
    ['docs/**', 'docs', false],
    ['docs/**', 'docs/a', true],
    ['docs/**', 'docs/deep/a', true],
    ['docs/**/a.md', 'docs/a.md', false],
    ['docs/**/a.md', 'docs/x/y/a.md', true],
    ['**/a.md', 'a.md', false],
    ['*.md', 'docs/a.md', false],
    ['why?.md', 'why?.md', true],
    ['why?.md', 'whyx.md', false],
    ['{a,b}.md', 'a.md', false],
    ['{a,b}.md', '{a,b}.md', true],
    ['docs/', 'docs/a', false],
  ])('%s and %s: %s', (of, given, verdict) => {
    expect(permits(of, given)).toBe(verdict)
  })

  test('means what the regular expression of the same pattern means', () => {
    fc.assert(
      fc.property(pattern, path, (parts, given) => {
        expect(permits(parts.join('/'), given)).toBe(expressionFor(parts, '\\?', '+').test(`${given}/`))
      }),
      { numRuns: 2000 },
    )
  })
})

test('a pattern made to be slow is not', () => {
  const depths = Array.from({ length: 40 }, () => '**').join('/')
  expect(permits(`${depths}/no`, 'a/'.repeat(400))).toBe(false)
  expect(globMatcher(`x/${'*a'.repeat(200)}c`)(`x/${'a'.repeat(400)}b`)).toBe(false)
})

/** The same meaning by other means: every name of the path is followed by a slash. */
function expressionFor(parts: readonly string[], question: string, depth: '*' | '+'): RegExp {
  const source = parts.map((each) => {
    if (each === '**') return `(?:[^/]*/)${depth}`
    const escaped = each.replace(/[+{}]/g, '\\$&').replace(/\*+/g, '<star>').replace(/\?/g, question)
    return `${escaped.replaceAll('<star>', '[^/]*')}/`
  })
  return new RegExp(`^${source.join('')}$`)
}
