// Reading Markdown: the tree of any text is safe and bounded.

import { describe, expect, test } from 'vitest'
import { piecesOf } from './pieces.js'
import { readMarkdown } from './read.js'
import type { Block } from './tree.js'
import { wordsOf } from './words.js'

const text = (words: string) => ({ kind: 'text', text: words }) as const
const paragraph = (words: string) => ({ kind: 'paragraph', inlines: [text(words)] }) as const

describe('a Markdown text', () => {
  test('prose without marks reads the same with and without the parser', () => {
    const prose = 'One line,\nand another.\n\nTwo.'
    const read = [paragraph('One line,\nand another.'), paragraph('Two.')]
    expect(readMarkdown(prose)).toEqual(read)
    expect(readMarkdown(`${prose}\n\n# H`).slice(0, 2)).toEqual(read)
  })

  test('blanks around a line break of prose are left out, as the parser does', () => {
    const paragraph = { kind: 'paragraph', inlines: [{ kind: 'text', text: 'word\na\nb' }] }
    expect(readMarkdown('word \na\t\n  b')).toEqual([paragraph])
    expect(readMarkdown('word \na\t\n  b\n\n***')).toEqual([paragraph, { kind: 'rule' }])
  })

  test('a line that begins with a label in bold begins a paragraph, below prose and below a list, but not in code', () => {
    const bold = (words: string) => ({ kind: 'strong', inlines: [text(words)] }) as const
    const labelled = (name: string, words: string) =>
      ({ kind: 'paragraph', inlines: [bold(name), text(words)] }) as const
    expect(readMarkdown('**A:** one\n**B:** two')).toEqual([labelled('A:', ' one'), labelled('B:', ' two')])
    expect(readMarkdown('- item\n**C**: three')).toEqual([
      expect.objectContaining({ kind: 'list' }),
      labelled('C', ': three'),
    ])
    expect(readMarkdown('```\nx\n**D:** four\n```')).toEqual([
      { kind: 'code', lang: '', text: 'x\n**D:** four' },
    ])
  })

  test('HTML is words, and nothing hidden passes, written or escaped', () => {
    expect(readMarkdown('<b onclick="x">a</b>')).toEqual([paragraph('<b onclick="x">a</b>')])
    expect(readMarkdown('a\x1b[31mb&#x202e;c&#27;d')).toEqual([paragraph('abc\ufffdd')])
    expect(readMarkdown('`a\x1b[2Jb`\n\n```\nc\x07d\n```')).toEqual([
      { kind: 'paragraph', inlines: [{ kind: 'code', text: 'ab' }] },
      { kind: 'code', lang: '', text: 'cd' },
    ])
  })

  test('a link that may not be followed is its words; an image is a link to itself', () => {
    expect(readMarkdown('[a](javascript:x)')).toEqual([paragraph('a')])
    expect(readMarkdown('![alt](https://x.test/i.png)')).toEqual([
      {
        kind: 'paragraph',
        inlines: [
          {
            kind: 'link',
            target: { kind: 'web', href: 'https://x.test/i.png' },
            inlines: [text('[image: alt]')],
          },
        ],
      },
    ])
  })

  test('tables, tasks and struck words are read as on GitHub', () => {
    expect(readMarkdown('|a|b|\n|-|:-:|\n|1|\n\n- [x] ~~c~~')).toEqual([
      {
        kind: 'table',
        columns: ['left', 'center'],
        head: [[text('a')], [text('b')]],
        rows: [[[text('1')], []]],
      },
      {
        kind: 'list',
        start: null,
        tight: true,
        items: [
          {
            task: 'done',
            blocks: [{ kind: 'paragraph', inlines: [{ kind: 'deleted', inlines: [text('c')] }] }],
          },
        ],
      },
    ])
  })

  test('a link finds its definition in another piece of the text', () => {
    const code = '```\ncode\n```'
    const [first] = readMarkdown(`[a][r]\n\n${code}\n\n[r]: https://x.test/`)
    expect(first).toMatchObject({ inlines: [{ kind: 'link', target: { href: 'https://x.test/' } }] })
  })

  test('code keeps its lines and marks, however long it is', () => {
    const code = Array.from({ length: 3_000 }, (_, at) => `  if (a[${at}] > *b) { c("${at}") }`).join('\n')
    expect(readMarkdown(`Look:\n\n~~~ts\n${code}\n~~~\n\nSo.`)).toEqual([
      paragraph('Look:'),
      { kind: 'code', lang: 'ts', text: code },
      paragraph('So.'),
    ])
  })

  test('what is nested too deep keeps its words', () => {
    const deep = `${'> '.repeat(200)}words`
    expect(readMarkdown(deep)).toEqual([{ kind: 'plain', text: deep }])
    const list = Array.from({ length: 40 }, (_, at) => `${'  '.repeat(at)}- item${at}`).join('\n')
    for (const depth of [0, 20, 39]) expect(wordsOf(list)).toContain(`item${depth}`)
    expect(depthOf(readMarkdown(list))).toBeLessThan(20)
    expect(depthOf(readMarkdown(`${'[*'.repeat(300)}a${'*]'.repeat(300)}`))).toBeLessThan(20)
  })

  test('words for one quiet line have no marks', () => {
    expect(wordsOf('Use `lru` *now*\n- one\n## Two\n\n|a|b|\n|-|-|\n|c|d|')).toBe(
      'Use lru now one Two a b c d',
    )
  })
})

describe('the work that a text may cost', () => {
  const hostile = [
    ...'*_`~[]!<>#|\\&@-+=.'.split('').flatMap((mark) => [mark, `${mark}a`, `a${mark}b\n\n`]),
    ...[
      '[a](',
      '![',
      '](',
      '> - ',
      '1. ',
      '- [ ] ',
      '[^a]',
      '[a]: b\n',
      '**a*',
      '*a_ ',
      '<!--',
      '|a|\n|-|\n',
    ],
    ...['a\n=\n', '```\n', '~~~\n\n', 'https://', 'www.a', 'a@b.c ', '&amp;', '\t', ' ', '\n', 'a\n'],
  ]

  test('is bounded: however long a text of one mark is, the parser gets only so much of it', () => {
    for (const bit of hostile) {
      const whole = bit.repeat(Math.ceil(400_000 / bit.length))
      const pieces = piecesOf(whole)
      const parsed = pieces.filter(({ kind }) => kind === 'markdown').map(({ text: piece }) => marksIn(piece))
      expect(Math.max(0, ...parsed), bit).toBeLessThanOrEqual(2_000)
      expect(
        parsed.reduce((sum, count) => sum + count ** 2, 0),
        bit,
      ).toBeLessThanOrEqual(20_000_000)
      // Fences and blank lines are all that a cut drops.
      const kept = pieces.reduce((sum, { text: piece }) => sum + piece.length, 0)
      if (!/[`~\s]/.test(bit)) expect(kept).toBe(whole.length)
    }
  })

  test('a long ordinary text is parsed to its end', () => {
    const part =
      '## Part\n\nSome **strong** words, `code`, and a [link](https://x.test/a).\n\n- one\n- two\n\n'
    const pieces = piecesOf(part.repeat(3_000))
    expect(pieces.every(({ kind }) => kind === 'markdown')).toBe(true)
    expect(pieces.map(({ text: piece }) => piece).join('\n')).toBe(part.repeat(3_000))
  })
})

function marksIn(piece: string): number {
  return piece.length - piece.replace(/[!-/:-@[-`{-~\t\n]+/g, '').length
}

function depthOf(tree: readonly Block[]): number {
  return maxDepth(tree)
}

function maxDepth(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const own = 'kind' in value ? 1 : 0
  return own + Object.values(value).reduce((most: number, inner) => Math.max(most, maxDepth(inner)), 0)
}
