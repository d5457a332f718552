// Embedded text: laws EMB1 to EMB3, checked against a real Markdown parser.
import fc from 'fast-check'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { describe, expect, test } from 'vitest'
import { bullets, embed, fenced, oneLine } from './embedded.js'

const pieces = fc.constantFrom(
  '# a',
  '## a',
  '### a',
  '##',
  ' ## b',
  '    ## c',
  'text',
  '',
  '---',
  '===',
  '-',
  '```',
  '~~~',
  '````',
  '```js',
  '  ```',
  '- item',
  '  - deep',
  '> quote',
  '> ## q',
  '1. one',
  '<!-- open',
  '-->',
  '<script>',
  '<pre>',
  '<div>',
  '\t## t',
  '## a ##',
  '|a|',
)
const texts = fc.array(pieces, { maxLength: 9 }).map((lines) => lines.join('\n'))

/** The levels of a document's headings, outermost blocks only, as a Markdown reader sees them. */
function headings(text: string): number[] {
  return fromMarkdown(text).children.flatMap((node) => (node.type === 'heading' ? [node.depth] : []))
}

describe('embedded text', () => {
  test.each([
    ['## Decisions', '\\## Decisions'],
    ['# Title', '\\# Title'],
    ['   ## Indented', '   \\## Indented'],
    ['### Deeper', '### Deeper'],
    ['#hash', '#hash'],
    ['Title\n---', 'Title\n\\---'],
    ['Title\n===', 'Title\n\\==='],
    ['above\n\n---\n\nbelow', 'above\n\n---\n\nbelow'],
    ['```\n# a comment\n## forged\n```\n## b', '```\n# a comment\n ## forged\n```\n\\## b'],
    ['```\nopen', '```\nopen\n```'],
    ['~~~~\n~~~\nopen', '~~~~\n~~~\nopen\n~~~~'],
    ['- x\n  ```\n## forged', '- x\n  \\```\n\\## forged'],
    ['- x\n  ```\n  # code\n  ```\n- y', '- x\n  ```\n  # code\n  ```\n- y'],
    ['a\u2028## forged', 'a\n\\## forged'],
    ['<!-- hidden', '\\<!-- hidden'],
    ['<script>x', '\\<script>x'],
    ['<b>bold</b>', '\\<b>bold</b>'],
    ['<https://a.b>', '<https://a.b>'],
    ['\n\n  \ntext\r\nmore\n\n', 'text\nmore'],
  ])('%j becomes %j', (text, expected) => {
    expect(embed(text)).toBe(expected)
  })
  test('the caller may vouch for lines, and may close more levels', () => {
    const vouched = (line: string) => line === '## Phase: SAVE'
    expect(embed('## Phase: SAVE\n## Other', { vouched })).toBe('## Phase: SAVE\n\\## Other')
    expect(embed('```\nopen\n## Phase: SAVE', { vouched })).toBe('```\nopen\n```\n## Phase: SAVE')
    expect(embed('### a\n###### b', { level: 6 })).toBe('\\### a\n\\###### b')
  })
  test('EMB1, EMB2: what follows is seen, and no heading of the first two levels is added', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const seen = headings(`## Before\n\n${embed(text)}\n\n## After\n`)
        expect(seen.filter((level) => level <= 2)).toEqual([2, 2])
      }),
      { numRuns: 500 },
    )
  })
  test('EMB1: a reader of lines sees no section either', () => {
    fc.assert(fc.property(texts, (text) => void expect(embed(text)).not.toMatch(/^## /m)))
  })
  test('a long text of nothing but openings is no danger', () => {
    for (const piece of ['```x\n', '  ```x\n', '   ~~~\n', '## a\n', ' \n', '<div>\n', ' '.repeat(100)]) {
      expect(embed(piece.repeat(300_000 / piece.length))).not.toMatch(/^## /m)
    }
  })
  test('EMB3: embedding twice is embedding once', () => {
    fc.assert(
      fc.property(fc.oneof(texts, fc.string({ unit: 'binary' })), (text) => {
        expect(embed(embed(text))).toBe(embed(text))
      }),
      { numRuns: 500 },
    )
  })
  test.each([
    ['a line', 'a line'],
    [' two\n  lines\r\n', 'two lines'],
    ['## forged', '\\## forged'],
    ['- > 1. # forged', '- > 1. \\# forged'],
    ['#12 is open', '#12 is open'],
    ['', ''],
  ])('the item %j stands as %j', (text, expected) => {
    expect(oneLine(text)).toBe(expected)
  })
  test('a list of anything has one item each, on one line each', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string()), { minLength: 1, maxLength: 5 }), (items) => {
        expect(bullets(items).split('\n')).toHaveLength(items.length)
      }),
    )
  })
  test('a fence is longer than any inside it', () => {
    expect(fenced('a\n````\n## b\n', 'md')).toBe('`````md\n  a\n  ````\n  ## b\n`````')
    fc.assert(
      fc.property(texts, (text) => {
        const blocks = fromMarkdown(`${fenced(text)}\n\n## After\n`).children
        expect(blocks.map((block) => block.type)).toEqual(['code', 'heading'])
      }),
    )
  })
})
