// Citations: one test for each law, and that no text breaks it.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { citationsIn } from './citations.js'
import { citeRules, classifyLine, PROSE } from './cite-or-flag.js'

/** Any code units at all, halves of pairs included. */
const anyText = fc.array(fc.nat(0xffff), { maxLength: 80 }).map((units) => String.fromCharCode(...units))

const floor = citeRules({})
const refs = (text: string) => citationsIn(text, floor).map((citation) => citation.ref)

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
    expect(citationsIn('x\r\ndocs/a.md:3-40\n.gaia/memory/x:7\nhttp://x', floor)).toEqual([
      {
        kind: 'file',
        ref: 'docs/a.md:3-40',
        path: 'docs/a.md',
        range: { from: 3, to: 40 },
        quotes: [],
        line: 2,
        end: 14,
      },
      {
        kind: 'memory',
        ref: '.gaia/memory/x:7',
        path: '.gaia/memory/x',
        range: { from: 7, to: 7 },
        quotes: [],
        line: 3,
        end: 16,
      },
      { kind: 'url', ref: 'http://x', quotes: [], line: 4, end: 8 },
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
        if (citationsIn(line, floor).length > 0) expect(classifyLine(line)).toBe('cited')
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
    ['docs/a.md "one" and "two three four"', [[]]],
    ['docs/a.md "one two three" "four five six"', [['one two three']]],
    ['docs/a.md "a … b ... c"', [['a … b ... c']]],
    ['docs/a.md "— — — —"', [[]]],
    ['see "as docs/a.md has it" there', [[]]],
    ['docs/a.md\n"one two three"', [[]]],
  ])('%j', (text, quotes) => {
    expect(citationsIn(text, floor).map((citation) => citation.quotes)).toEqual(quotes)
  })
})

describe('prose', () => {
  const read = (text: string) => citationsIn(text, PROSE).map(({ ref, quotes }) => [ref, ...quotes])

  test.each([
    ['it is in lockfile.ts:10', [['lockfile.ts:10']]],
    [
      '`src/lock.ts:10-12`, ./src/a.ts:3 and src/b.ts#L5-L9',
      [['src/lock.ts:10-12'], ['./src/a.ts:3'], ['src/b.ts#L5-L9']],
    ],
    ['line 500 of `src/app.ts` was changed', [['src/app.ts:500']]],
    ['changed lines 10 to 12 in the file src/app.ts', [['src/app.ts:10-12']]],
    ['changed `src/app.ts` (line 500) and src/b.ts, lines 7-9', [['src/app.ts:500'], ['src/b.ts:7-9']]],
    ['Makefile:3, .gitignore:1, LICENSE:2', [['Makefile:3'], ['.gitignore:1'], ['LICENSE:2']]],
    ['README.md says "one two three"', [['README.md', 'one two three']]],
    ['“one two three” (`README.md`)', [['README.md', 'one two three']]],
    ['src/a.ts:3 holds the lock "one two three"', [['src/a.ts:3', 'one two three']]],
    ['see https://x.org/a.ts:3', [['https://x.org/a.ts:3']]],
    ['src/a.ts:1,500 and b.ts:3-7,9–12, then 4', [['src/a.ts:1,500'], ['b.ts:3-7,9–12']]],
    ['src/a.ts:12, 40-45 and src/b.ts#L5,L9', [['src/a.ts:12, 40-45'], ['src/b.ts#L5,L9']]],
    ['lines 3, 5-6 and 500 of `src/app.ts`', [['src/app.ts:3,5-6,500']]],
    ['src/app.ts, lines 3 and 500', [['src/app.ts:3,500']]],
    ['in src/app.ts:12, 40 users saw it', [['src/app.ts:12']]],
    ['line 3 of src/app.ts, 40 users saw it', [['src/app.ts:3']]],
  ])('%j names what it rests on', (text, expected) => {
    expect(read(text)).toEqual(expected)
  })
  test.each([
    ['a file that is only spoken of', 'we should split src/app.ts and add src/new.ts'],
    ['a server', 'it listens on example.com:443, localhost:8080 and 127.0.0.1:80'],
    ['a time, a version, a ratio', 'at 12:30 with v1.2:3, node:20, and 3:1'],
    ['what a program printed', '```\nsrc/a.ts:10: error\n```'],
    ['words that were said elsewhere', 'src/a.ts is long. The person wrote "one two three"'],
    ['words to be written', 'src/a.ts should greet its caller with "one two three"'],
  ])('%s is no citation', (_, text) => {
    expect(read(text)).toEqual([])
  })
  test('of several ranges each is read, also where the path alone is a citation and the lines stand elsewhere', () => {
    const rules = citeRules({ roots: ['src'] })
    const ranges = (text: string) =>
      citationsIn(text, rules).map((one) => ('range' in one ? [one.range, ...(one.more ?? [])] : []))
    const [first, last] = [
      { from: 1, to: 1 },
      { from: 500, to: 502 },
    ]
    expect(ranges('src/a.ts:1,500-502')).toEqual([[first, last]])
    expect(ranges('line 1 of `src/a.ts`, and src/b.ts')).toEqual([[first], [undefined]])
    expect(ranges('lines 1 and 500 to 502 of src/a.ts')).toEqual([[first, last]])
  })
  test('a quotation far from the lines, or in another sentence, is not taken from them', () => {
    expect(read('src/a.ts:3 locks. They call it "one two three"')).toEqual([['src/a.ts:3']])
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
        const citations = citationsIn(text, floor)
        expect(citationsIn(text, floor)).toEqual(citations)
        for (const citation of citations) expect(text).toContain(citation.ref)
        expect(citationsIn(text, PROSE)).toEqual(citationsIn(text, PROSE))
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
    ['dots and a letter', `${'.'.repeat(100_000)}x`],
    ['quoted words', ' docs/a.md "a b c"'],
    ['lines', ' lines 1 of docs/a.md, line'],
    ['many ranges', ' docs/a.md:1,1'],
    ['one list', ',1'],
    ['one list in words', ' lines 1, 1 and'],
    ['slashes', '/'],
  ])('of a megabyte of %s is read in one go', (_, text) => {
    const long = `https://x.org/${text.repeat(Math.ceil(1_000_000 / text.length))}`
    expect(() => citationsIn(long, floor)).not.toThrow()
    expect(() => citationsIn(` ${long}`, PROSE)).not.toThrow()
  })
})
