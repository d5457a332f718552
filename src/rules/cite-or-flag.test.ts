// Cite or flag: how lines are classified, in linear time.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { citeRules, classifyLine, ENDINGS, gateDraft, ROOTS, verifyTranscript } from './cite-or-flag.js'

/** Any code units at all, halves of pairs included. */
const anyText = fc.array(fc.nat(0xffff), { maxLength: 80 }).map((units) => String.fromCharCode(...units))

const WORDS = (
  'is are was were has have had will would must cannot can always never requires returns resolves depends produces ' +
  'emits enables disables decided landed shipped retired exists lives sits points references covers implements ' +
  'enforces asserts'
).split(' ')

const table: Record<string, readonly string[]> = {
  'non-claim': [
    '',
    '   \t ',
    '# It is',
    '> It is',
    '```It is',
    '---',
    'Is it so?',
    'See https://x.org/ is it?',
    'docs/a.md?',
    '[round 1 / turn 2 / it is',
    '[Prelude] it is',
    'Hello there',
    'this_is_it',
    "It's fine",
    'foo(1)',
    '()',
    '1()',
    'foo ()',
    'island historical',
    'iſ',
    'http:// alone',
    'HTTP://x.org',
    '.gaia/memory/',
    '[Inference]',
    'docs/a.mdx',
    'src/a.ts',
    'docs/.md',
  ],
  cited: [
    'It is so https://x.org',
    'It is (http://x)',
    'xhttps://y',
    '.gaia/memory/theo',
    'It is so, .gaia/memory/x',
    '(.gaia/memory/x)',
    'here/.gaia/memory/x',
    'It is in docs/a.md',
    'It is in `docs/a.md`',
    'It is in (docs/a.md)',
    'docs/a.md: it is',
    'docs/a.md.',
    'docs/a.md-old is',
    'docs/a/b.c/d_e-f.yaml',
    'It is so [inference] docs/a.md',
    '- It is so, see plugins/x.sh',
    '| it is | tests/a.bats |',
  ],
  inference: ['It is so [inference]', '[inference] foo()', 'Hello [inference]', 'docs/a.mdx [inference]'],
  'unflagged-inference': [
    'It is so',
    'IT IS SO',
    "We can't",
    'foo() here',
    'x.foo()',
    '_()',
    'a1()',
    '1a()',
    'é is',
    'is',
    '- it is',
    '1. it is',
    '| it is |',
    'It is so [Inference]',
    'It is in src/a.ts',
    'It is in xdocs/a.md',
    'It is in "docs/a.md"',
    'It is in DOCS/a.md',
    'It is in docs/a.MD',
    'It is in /docs/a.md',
    'It is in `.gaia/memory/x`',
    'It is ----',
    '-- is',
    '[rounded] is',
  ],
}

describe('the class of a line', () => {
  for (const [kind, lines] of Object.entries(table)) {
    test.each(lines)(`%j is ${kind}`, (line) => {
      expect(classifyLine(line)).toBe(kind)
      expect(classifyLine(`  ${line}\t`)).toBe(kind)
      expect(classifyLine(`${line}\r`)).toBe(kind)
    })
  }
  test.each(WORDS)('the word %s makes a claim, in any case', (word) => {
    for (const form of [word, word.toUpperCase(), word[0]!.toUpperCase() + word.slice(1)]) {
      expect(classifyLine(`x ${form}, y`)).toBe('unflagged-inference')
      expect(classifyLine(`x${form} y`)).toBe('non-claim')
      expect(classifyLine(`x ${form}_ y`)).toBe('non-claim')
    }
  })
  test.each(ROOTS)('the root %s is cited with every ending', (root) => {
    for (const ending of ENDINGS) expect(classifyLine(`It is in ${root}/a${ending}`)).toBe('cited')
  })
})

describe('CITE1 what a project adds', () => {
  const rules = citeRules({
    roots: ['src', './lib/', '.gaia/artifacts', '', 'a+b'],
    endings: ['.tsx', 'rs', ''],
    files: ['package.json', 'LICENSE', 'README.md', ' '],
  })
  test.each([
    'It is in src/a.ts',
    'It is in src/a.tsx',
    'It is in lib/a.rs',
    'It is in docs/a.rs',
    'It is in .gaia/artifacts/x.md',
    'It is in `.gaia/memory/x`',
    'It is in a+b/x.md',
    'It is in package.json',
    'It is in `package.json`.',
    'It is in (README.md)',
    'It is in package.json:12',
    'It is in `LICENSE`',
    'It is in LICENSE:3',
  ])('%j is cited', (line) => {
    expect(classifyLine(line, rules)).toBe('cited')
  })
  test.each([
    'It is in src/a.tsxx',
    'It is in src',
    'It is in xsrc/a.ts',
    'It is in xpackage.json',
    'It is in package.jsonx',
    'It is in packagexjson',
    'LICENSE is a word',
    'It is in aab/x.md',
  ])('%j is not', (line) => {
    expect(classifyLine(line, rules)).toBe('unflagged-inference')
  })
  test('CITE1: the floor is never taken away', () => {
    const word = fc.constantFrom(
      'It',
      'is',
      'docs/a.md',
      '.gaia/memory/x',
      '(tests/b.sh)',
      'https://x',
      '?',
      '[inference]',
      '',
    )
    const more = fc.record({
      roots: fc.array(fc.string()),
      endings: fc.array(fc.string()),
      files: fc.array(fc.string()),
    })
    fc.assert(
      fc.property(fc.array(word), more, (words, added) => {
        const line = words.join(' ')
        const floor = classifyLine(line)
        if (floor === 'cited') expect(classifyLine(line, citeRules(added))).toBe('cited')
        if (floor === 'non-claim')
          expect(['non-claim', 'cited']).toContain(classifyLine(line, citeRules(added)))
      }),
    )
  })
})

describe('any line at all', () => {
  test('has one of the four classes, the same each time', () => {
    const kinds = Object.keys(table)
    fc.assert(
      fc.property(anyText, (line) => {
        const kind = classifyLine(line)
        expect(kinds).toContain(kind)
        expect(classifyLine(line)).toBe(kind)
      }),
    )
  })
  test.each([
    ['a', 'a'],
    ['digits and calls', '1()'],
    ['blanks', ' '],
    ['roots', 'docs/'],
    ['roots apart', ' docs/a'],
    ['one long path', '/a.b-c'],
    ['memory', '.gaia/memory '],
    ['addresses', 'http:// '],
    ['brackets', '[inference '],
    ['dots', '.md'],
    ['letters beyond ASCII', 'é'],
  ])('of a megabyte of %s is judged in one go', (_, text) => {
    const line = text.repeat(Math.ceil(1_000_000 / text.length))
    const rules = citeRules({ roots: ['src', 'a'], endings: ['.x'], files: ['a.b', 'LICENSE'] })
    expect(() => classifyLine(line)).not.toThrow()
    expect(() => classifyLine(`docs/${line}`, rules)).not.toThrow()
    expect(() => classifyLine(`${line}()`)).not.toThrow()
  })
})

describe('a draft and a transcript', () => {
  test('a draft is as clean as its worst line', () => {
    const line = fc.constantFrom(...Object.values(table).flat())
    fc.assert(
      fc.property(fc.array(line), fc.constantFrom('\n', '\r\n'), (lines, end) => {
        const bad = lines.flatMap((text, index) =>
          classifyLine(text) === 'unflagged-inference' ? [{ number: index + 1, text }] : [],
        )
        expect(gateDraft(lines.join(end))).toEqual(
          bad.length === 0 ? { kind: 'clean' } : { kind: 'unflagged', lines: bad },
        )
      }),
    )
  })
  test.each([
    ['---\nit is\n---\nfine\n', []],
    ['---\r\nit is\r\n---\r\nit is\r\n', [4]],
    ['---\nit is\n', []],
    ['it is\n---\nit is\n---\n', [1, 3]],
    ['---\n---\nit is', [3]],
    ['', []],
  ])('in %j the lines %j are at fault', (text, numbers) => {
    const verdict = verifyTranscript(text)
    expect(verdict.kind === 'clean' ? [] : verdict.lines.map((line) => line.number)).toEqual(numbers)
  })
})
