// Markdown as terminal, export and page draw it: any text is drawn, safely and to its end.

import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { markdownHtml } from '../../cli/export/markdown-html.js'
import { fakeIo } from '../../cli/fake-io.suite.js'
import { columnsOf } from '../../cli/screen/markdown/columns.js'
import { setMarkdown } from '../../cli/screen/markdown/set.js'
import { Markdown } from './markdown.js'

const terminal = (columns: number) =>
  fakeIo({ columns, terminal: { input: true, output: true, error: true } })
const cited = [
  { ref: 'docs/a.md:1-2', path: 'docs/a.md', range: null, sha256: null, state: 'verified', reason: '' },
  { ref: 'https://x.test/', path: null, range: null, sha256: null, state: 'unverified', reason: '' },
] as const
const page = (text: string) =>
  renderToStaticMarkup(<Markdown text={text} project="p" cited={cited} title="a" />)

/** Marks of every kind, words that would like to be more than words, wide and joined characters, and what steers a terminal. */
const bits = fc.constantFrom(
  ...'*_`~[]()!<>#|\\&@-+=.:"\'\n\t a1{}^'.split(''),
  ...[
    '**',
    '```',
    '~~~',
    '\n\n',
    '\n- ',
    '\n1. ',
    '\n> ',
    '\n# ',
    '|-|-|',
    '\n|a|b|\n|-|:-:|\n|',
    '- [x] ',
    '[^1]',
  ],
  ...[
    '[a](',
    '![i](',
    '](',
    '[r]: ',
    'javascript:',
    'data:text/html,',
    'mailto:',
    'https://x.test/',
    '../',
    'docs/a.md:1-2',
  ],
  ...[
    '<script>',
    '<svg onload=',
    '<!--',
    '</p>',
    '&#106;',
    '&#x1b;',
    '&#x202e;',
    '&lt;',
    '&amp;',
    '" onclick="',
  ],
  ...[
    '\x1b[2J',
    '\x1b]8;;x\x07',
    '\r',
    '\u202e',
    '\u0000',
    '\u009b',
    '你好',
    '👨‍👩‍👧',
    '🇩🇪',
    'e\u0301',
    '한',
    '\u200b',
    '\ud800',
  ],
  ...['word', 'a longer run of words that must be wrapped somewhere ', 'x'.repeat(90)],
)
const texts = fc.array(bits, { maxLength: 40 }).map((parts) => parts.join(''))

const ownStyles = /\x1b\[(?:[123459]|22|23|24|29|36|39)(?:;(?:[123459]|22|23|24|29|36|39))*m/g
const controls = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/
const ownTags =
  /^<\/?(?:p|h[2-6]|pre|code|blockquote|ul|ol|li|table|thead|tbody|tr|th|td|hr|br|a|strong|em|del)(?: (?:class|start|href|rel)="[^"<>]*")*>$/
const pageTags =
  /^<\/?(?:p|h[2-6]|code|blockquote|ul|ol|li|table|thead|tbody|tr|th|td|hr|br|a|strong|em|del|section|span|button)(?: [a-zA-Z-]+="[^"<>]*")*\/?>$/

/** Thousands of texts, and long ones: slow on a busy machine. */
const long = { timeout: 240_000 }

describe('any Markdown text', () => {
  test(
    'is drawn by terminal, export and page; no control character, tag or address of its own gets through',
    long,
    () => {
      fc.assert(
        fc.property(texts, (text) => {
          for (const columns of [80, 40]) atTerminal(text, columns)
          inHtml(markdownHtml(text, { top: 4 }), ownTags, /^(?:https?:\/\/|mailto:)/)
          inHtml(page(text), pageTags, /^(?:https?:\/\/|mailto:|#\/)/)
        }),
        { numRuns: 1_000 },
      )
    },
  )

  test('is drawn to its end, a megabyte of one mark too', long, () => {
    // What opens something that must be closed is what a reader looks for longest. One that began anew at every mark would not come to its end.
    const openings = '*[`><'.split('').map((mark) => [mark, 1_000_000] as const)
    const others = [...'_]-#|~&\\! \na', '*a ', '> - ', '你', '👍🏽', 'a\n\n', '|a|\n']
    for (const [bit, length] of [...openings, ...others.map((bit) => [bit, 200_000] as const)])
      for (const draw of drawers) expect(typeof draw(bit.repeat(length / bit.length)), bit).toBe('string')
  })
})

const drawers = [
  (text: string) => setMarkdown(text, terminal(80), { bar: '│ ' }),
  (text: string) => markdownHtml(text, { top: 4 }),
  page,
]

function atTerminal(text: string, columns: number): void {
  const shown = setMarkdown(text, terminal(columns), { bar: '│ ' })
  expect(shown.replace(ownStyles, '')).not.toMatch(controls)
  for (const line of shown.split('\n')) {
    expect(line.startsWith('│ ')).toBe(true)
    expect(columnsOf(line.replace(ownStyles, ''))).toBeLessThanOrEqual(columns)
  }
}

function inHtml(html: string, tags: RegExp, addresses: RegExp): void {
  expect(html).not.toMatch(controls)
  for (const [tag] of html.matchAll(/<[^>]*>?/g)) expect(tag).toMatch(tags)
  for (const [, href] of html.matchAll(/href="([^"]*)"/g)) expect(href).toMatch(addresses)
}
