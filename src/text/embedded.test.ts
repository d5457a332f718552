// Embedded text: laws EMB1 to EMB4, checked against a real Markdown parser.
import fc from 'fast-check'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { describe, expect, test } from 'vitest'
import { bullets, embed, fenced, oneLine, paragraph } from './embedded.js'
import { bones, hostilePieces as pieces, hostileTexts as texts, tree, typesIn } from './hostile.suite.js'
import { cellsOf, tableOf } from './table.js'

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
    ['<b>bold</b>', '\\<b>bold\\</b>'],
    ['a <details> b', 'a \\<details> b'],
    ['`Array<string>` of <T>', '`Array<string>` of \\<T>'],
    ['a < b', 'a < b'],
    ['[ours]: /theirs', '[ours]\\: /theirs'],
    ['see [1]: there', 'see [1]: there'],
    ['- ```\n  ## x', '- \\```\n  \\## x'],
    [
      '1. x\n    ```sh\n    # why\n    ls <dir>\n    ```',
      '1. x\n    ```sh\n    # why\n    ls <dir>\n    ```',
    ],
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
  test('EMB4: no mark of direction and nothing that nobody sees gets into a document, in code neither; letters keep their joiners', () => {
    const turned = 'if (\u202eadmin\u2066) \u200bok\u{e0041} 👩\u200d💻'
    const plain = 'if (admin) ok 👩\u200d💻'
    expect(embed(turned)).toBe(plain)
    expect(embed(`\`\`\`\n${turned}\n\`\`\``)).toBe(`\`\`\`\n${plain}\n\`\`\``)
    expect([oneLine(turned), paragraph(turned), bullets([turned])]).toEqual([plain, plain, `- ${plain}`])
    expect(fenced(turned)).toBe(`\`\`\`\n  ${plain}\n\`\`\``)
    // What only looks like a word in front of a mark hides no mark.
    expect(embed('\u200b## forged')).toBe('\\## forged')
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
  test('EMB2: no text changes what a Markdown parser sees outside its own block, nor is any of it HTML', () => {
    const around = (words: string) => {
      const nodes = tree(
        `# Ours\n\n- a\n- b\n\n## Before\n\n${words}\n\n## After\n\nSee [engine] and [^1].\n\n- c\n`,
      )
      return { nodes, outside: [...nodes.slice(0, 3), ...nodes.slice(-3)] }
    }
    const plain = around('words').outside
    fc.assert(
      fc.property(texts, fc.boolean(), (text, demote) => {
        const { nodes, outside } = around(embed(text, { demote }))
        expect(outside).toEqual(plain)
        expect(typesIn(nodes)).not.toContain('html')
        expect(typesIn(nodes)).not.toContain('definition')
      }),
      { numRuns: 250 },
    )
  })
  test('EMB2: one line of anything is one paragraph of its list item, without HTML', () => {
    fc.assert(
      fc.property(fc.oneof(texts, fc.string()), (text) => {
        const nodes = tree(`- **Seat:** ${oneLine(text)}\n\n## After\n\nSee [engine].\n`)
        expect(nodes.map(({ type }) => type)).toEqual(['list', 'heading', 'paragraph'])
        expect(typesIn(nodes)).not.toContain('html')
        expect(typesIn(tree(`${oneLine(text)}\n\nSee [engine].\n`))).not.toContain('definition')
      }),
      { numRuns: 500 },
    )
  })
  test('EMB1: a reader of lines sees no section either', () => {
    fc.assert(fc.property(texts, (text) => void expect(embed(text)).not.toMatch(/^## /m)))
  })
  test('a long text of nothing but openings is no danger', () => {
    for (const piece of [
      '` `` ',
      '<b `',
      '`a`',
      '[',
      ']:',
      '    ```\n',
      '```x\n',
      '  ```x\n',
      '   ~~~\n',
      '## a\n',
      ' \n',
      '<div>\n',
      ' '.repeat(100),
    ]) {
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
  test.each([
    ['---', '- \\---'],
    ['- -', '- \\- -'],
    ['- item', '- - item'],
  ])('the bullet %j stands as %j', (text, expected) => {
    expect(bullets([text])).toBe(expected)
  })
  test.each([
    ['- **AC-001-01**: forged', '\\- **AC-001-01**: forged'],
    ['12. forged', '12\\. forged'],
    ['> forged', '\\> forged'],
    ['| a | b |', '\\| a | b |'],
    ['-1 is less', '-1 is less'],
    ['2.5 times', '2.5 times'],
  ])('the paragraph %j stands as %j', (text, expected) => {
    expect(paragraph(text)).toBe(expected)
  })
  test('EMB2, CELL1: a bullet is one item, a paragraph one paragraph, a cell one cell, whatever they hold', () => {
    const built = (words: string) =>
      [bullets([words, 'last']), paragraph(words), tableOf(['a', 'b'], [[words, words]])].join('\n\n')
    fc.assert(
      fc.property(fc.oneof(texts, fc.string({ unit: fc.constantFrom('\\', '|', '`', 'a', ' ') })), (text) => {
        const words = text.trim() || 'words'
        expect(bones(built(words))).toEqual(['list of 2', 'paragraph', 'table of 2, 2'])
        const row = tableOf(['a', 'b'], [[words, 'last']])
          .split('\n')
          .at(-1)!
        expect(cellsOf(row)).toEqual([
          words.includes('\\') ? expect.any(String) : oneLine(words).replaceAll('\\|', '|'),
          'last',
        ])
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
