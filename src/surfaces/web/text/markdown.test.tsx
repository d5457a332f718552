// Markdown: set as elements, and safe whatever the text.

import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Markdown } from './markdown.js'

const drawn = (text: string, more: object = {}) => renderToStaticMarkup(<Markdown text={text} {...more} />)
/** Every block finds its own direction; that is tested once. */
const html = (text: string, more: object = {}) => drawn(text, more).replaceAll(' dir="auto"', '')

const verified = { range: null, sha256: null, state: 'verified', reason: '' }

describe('Markdown', () => {
  test('is set as elements', () => {
    expect(html('**a** *b* `c`\n\n- x\n- y\n\n> q')).toBe(
      '<p><strong>a</strong> <em>b</em> <code>c</code></p><ul><li>x</li><li>y</li></ul><blockquote><p>q</p></blockquote>',
    )
  })

  test('prose without marks needs no parser and reads the same', () => {
    expect(html('One.\n\nTwo.')).toBe('<p>One.</p><p>Two.</p>')
  })

  test('HTML is words, never elements', () => {
    const shown = html('<img src=x onerror=alert(1)> <script>alert(1)</script>\n\n<div onclick="x">a</div>')
    expect(shown).not.toMatch(/<(img|script|div)/)
    expect(shown).toContain('&lt;script&gt;')
  })

  test('links lead out only over http, and never hand this page over', () => {
    expect(html('[a](https://example.org)')).toBe(
      '<p><a href="https://example.org" rel="noopener noreferrer" target="_blank">a</a></p>',
    )
    expect(html('[a](javascript:alert(1)) [b](<data:text/html,x>)')).not.toContain('href')
    expect(html('[a][r]\n\n[r]: javascript:alert(1)')).not.toContain('href')
    expect(html('<javascript:alert(1)>')).not.toContain('href')
  })

  test('relative links lead to documents of the project, images are never loaded', () => {
    expect(html('[a](docs/a.md)', { project: 'p' })).toContain('href="#/d/p?path=docs%2Fa.md"')
    expect(html('[a](docs/a.md)')).not.toContain('href')
    expect(html('![alt](https://example.org/x.png)')).not.toContain('<img')
  })

  test('headings follow those of the page', () => {
    expect(html('# a\n\n###### b', { top: 3 })).toBe('<h3>a</h3><h6>b</h6>')
  })

  test('a heading that the page shows already is left out', () => {
    expect(html('# A *title*\n\nText.', { title: 'A title' })).toBe('<p>Text.</p>')
    expect(html('# Another', { title: 'A title', top: 2 })).toBe('<h2>Another</h2>')
  })

  test('tables are tables, with their columns aligned', () => {
    expect(html('| a | b |\n|---|--:|\n| 1 | x \\| y |')).toContain(
      '<tr><td class="align-left">1</td><td class="align-right">x | y</td></tr>',
    )
  })

  test('what was cited is marked with what was found there', () => {
    const cited = [
      {
        ref: 'docs/a.md:1-2',
        path: 'docs/a.md',
        range: null,
        sha256: null,
        state: 'broken',
        reason: 'no such lines',
      },
    ]
    const shown = html('See docs/a.md:1-2 and `docs/a.md:1-2`.', { cited, project: 'p' })
    expect(shown.match(/class="cite broken"/g)).toHaveLength(2)
    expect(shown).toContain('broken: no such lines')
  })

  test('what touches a citation stays on its line, and is there once', () => {
    const cited = ['a.md:1', 'b.md:2'].map((ref) => ({ ...verified, ref, path: ref.slice(0, 4) }))
    const shown = html('See (a.md:1, `b.md:2`). More', { cited, project: 'p' })
    expect(shown.match(/<span class="together">\(/g)).toHaveLength(1)
    expect(shown).toMatch(/<\/span>\)\.<\/span> More/)
    expect(shown).toMatch(/<\/span>,<\/span> <span class="together">/)
  })

  test('a cited address is marked with the words that were quoted from it, and is no link then', () => {
    const ref = 'https://example.org/a "the words"'
    const shown = html(`See ${ref}, and https://example.org/b.`, {
      cited: [{ ref, path: null, range: null, sha256: null, state: 'unverified', reason: '' }],
    })
    expect(shown.match(/class="cite unverified"/g)).toHaveLength(1)
    expect(shown).toContain('>https://example.org/a &quot;the words&quot;<')
    expect(shown.match(/<a href="[^"]*"/g)).toEqual(['<a href="https://example.org/b"'])
  })

  test('tasks are open or done', () => {
    expect(html('- [ ] a\n- [x] b')).toBe('<ul><li class="task">☐ a</li><li class="task">☑ b</li></ul>')
  })
})

test('every block of foreign words finds its own direction', () => {
  const all = drawn('# א\n\nשלום\n\n- ب\n\n> c\n\n| d |\n|---|\n| e |')
  for (const tag of ['h', 'p', 'ul', 'li', 'blockquote', 'th', 'td'])
    expect(all).toMatch(new RegExp(`<${tag}[^>]*dir="auto"`))
})
