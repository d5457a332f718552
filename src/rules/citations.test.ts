// Citations: one test for each law, and that no text breaks it.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { citationsIn, quotesIn } from './citations.js'
import { citeRules, classifyLine } from './cite-or-flag.js'

/** Any code units at all, halves of pairs included. */
const anyText = fc.array(fc.nat(0xffff), { maxLength: 80 }).map((units) => String.fromCharCode(...units))

const refs = (text: string) => citationsIn(text).map((citation) => citation.ref)

describe('what a text refers to', () => {
  test.each([
    ['See docs/a.md.', ['docs/a.md']],
    ['See `docs/a.md` and (tests/b.sh).', ['docs/a.md', 'tests/b.sh']],
    ['See docs/a.md:12 and docs/b.md:3-40, then', ['docs/a.md:12', 'docs/b.md:3-40']],
    ['docs/a.md:12–20', ['docs/a.md:12–20']],
    ['.gaia/memory/theo-sidecar/decisions/x.md...', ['.gaia/memory/theo-sidecar/decisions/x.md']],
    ['https://x.org/a.', ['https://x.org/a']],
    ['(https://x.org/a)', ['https://x.org/a']],
    ['https://x.org/a_(b)', ['https://x.org/a_(b)']],
    ['<https://x.org>, **https://y.org**', ['https://x.org', 'https://y.org']],
    ['[page](https://x.org/docs/a.md?x=1#y)', ['https://x.org/docs/a.md?x=1#y']],
    ['https://x.org/(docs/a.md)', ['https://x.org/(docs/a.md)']],
    ['[file](docs/a.md)', ['docs/a.md']],
    ['docs/a.md docs/a.md', ['docs/a.md', 'docs/a.md']],
    ['src/a.ts', []],
    ['nothing', []],
    ['Is it in docs/a.md?', ['docs/a.md']],
  ])('%j refers to %j', (text, expected) => {
    expect(refs(text)).toEqual(expected)
  })
  test('path, range, kind and line are told apart', () => {
    expect(citationsIn('x\r\ndocs/a.md:3-40\n.gaia/memory/x:7\nhttp://x')).toEqual([
      {
        kind: 'file',
        ref: 'docs/a.md:3-40',
        path: 'docs/a.md',
        range: { from: 3, to: 40 },
        quotes: [],
        line: 2,
      },
      {
        kind: 'memory',
        ref: '.gaia/memory/x:7',
        path: '.gaia/memory/x',
        range: { from: 7, to: 7 },
        quotes: [],
        line: 3,
      },
      { kind: 'url', ref: 'http://x', quotes: [], line: 4 },
    ])
  })
  test('a project’s own roots and files count as its rules say', () => {
    const rules = citeRules({ roots: ['src'], files: ['package.json', 'LICENSE'] })
    const text = 'src/a.ts:5, package.json:2, `LICENSE`, `.gaia/memory/x`, docs/b.md'
    expect(citationsIn(text, rules).map((citation) => citation.ref)).toEqual([
      'src/a.ts:5',
      'package.json:2',
      'LICENSE',
      '.gaia/memory/x',
      'docs/b.md',
    ])
  })
  test('a line with a reference is a cited line, unless it is exempt', () => {
    const word = fc.constantFrom(
      'It is',
      'docs/a.md',
      '(.gaia/memory/x)',
      'https://x.org',
      '`tests/a.sh`',
      'x/docs/a.md',
      '"',
    )
    fc.assert(
      fc.property(fc.array(word), fc.constantFrom(' ', '', '('), (words, join) => {
        const line = `x ${words.join(join)}`
        if (citationsIn(line).length > 0) expect(classifyLine(line)).toBe('cited')
      }),
    )
  })
})

describe('the quotes beside a reference', () => {
  test.each([
    ['docs/a.md says "one two three"', [['one two three']]],
    ['“one two three” (docs/a.md)', [['one two three']]],
    ['docs/a.md "one two three" and docs/b.md "four five six"', [['one two three'], ['four five six']]],
    ['"one two three" docs/a.md, "four five six" docs/b.md', [['one two three'], ['four five six']]],
    ['docs/a.md "one two"', [[]]],
    ['docs/a.md "one" and "two three four"', [['two three four']]],
    ['docs/a.md "one two three" "four five six"', [['one two three', 'four five six']]],
    ['docs/a.md "a … b ... c"', [['a … b ... c']]],
    ['docs/a.md "— — — —"', [[]]],
    ['see "as docs/a.md has it" there', [[]]],
    ['docs/a.md\n"one two three"', [[]]],
  ])('%j', (text, quotes) => {
    expect(citationsIn(text).map((citation) => citation.quotes)).toEqual(quotes)
  })
  test('three words make a quote', () => {
    expect(quotesIn('"a b" "a b c" “d e f g” "unclosed x y z')).toEqual(['a b c', 'd e f g'])
  })
})

describe('any text at all', () => {
  test('is read without throwing, the same each time, and every quote belongs to one reference', () => {
    const piece = fc.oneof(
      anyText,
      fc.constantFrom(' docs/a.md', ':1-2', ' "', ' “a b c” ', 'https://', '(', ')', '\n', '.gaia/memory/x'),
    )
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('')
        const citations = citationsIn(text)
        expect(citationsIn(text)).toEqual(citations)
        for (const citation of citations) expect(text).toContain(citation.ref)
      }),
    )
  })
  test.each([
    ['quotes', '"'],
    ['curly quotes', '“'],
    ['addresses', 'https://x.org/) '],
    ['one address', ')'],
    ['paths', ' docs/a.md'],
    ['ranges', ' docs/a.md:1-'],
    ['dots', '.'],
    ['quoted words', ' docs/a.md "a b c"'],
  ])('of a megabyte of %s is read in one go', (_, text) => {
    expect(() =>
      citationsIn(`https://x.org/${text.repeat(Math.ceil(1_000_000 / text.length))}`),
    ).not.toThrow()
  })
})
