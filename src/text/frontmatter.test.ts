// Frontmatter: where it ends, its fields, and its errors.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readFrontmatter, textIn } from './frontmatter.js'
import { splitFrontmatter } from './split-frontmatter.js'

describe('splitting', () => {
  test('the frontmatter is what stands between the first two lines of dashes', () => {
    expect(splitFrontmatter('---\na: 1\n---\nb: 2\n---\n')).toEqual({
      open: '---\n',
      yaml: 'a: 1\n',
      close: '---\n',
      body: 'b: 2\n---\n',
    })
    expect(splitFrontmatter('---\n---')).toEqual({ open: '---\n', yaml: '', close: '---', body: '' })
    expect(splitFrontmatter('---\na: --- b\n----\n...\nBody')).toMatchObject({ body: 'Body' })
  })
  test('a text without both lines has none', () => {
    for (const text of ['', 'a: 1\n---\n', '---\na: 1', '---', ' ---\n---\n', '----\n---\n'])
      expect(splitFrontmatter(text)).toBeNull()
  })
  test('the parts make up the text to the byte, line ends and byte order mark included', () => {
    const piece = fc.constantFrom('---', '...', 'a: 1', '\n', '\r\n', '\r', '\ufeff', ' ', '', '\u2028', 'x')
    const texts = fc.array(piece, { maxLength: 12 }).map((pieces) => `---\r\n${pieces.join('')}\n---`)
    fc.assert(
      fc.property(texts, (text) => {
        const { open, yaml, close, body } = splitFrontmatter(text)!
        expect(open + yaml + close + body).toBe(text)
      }),
    )
  })
})

describe('reading', () => {
  test('a byte order mark and Windows line ends do not matter', () => {
    expect(readFrontmatter('\ufeff---\r\na: 1\r\n---\r\nBody\r\n')).toEqual({
      fields: { a: 1 },
      body: 'Body\r\n',
      trouble: null,
    })
  })
  test('says what is wrong, and still gives what can be read', () => {
    expect(readFrontmatter('Body')).toEqual({ fields: {}, body: 'Body', trouble: { kind: 'absent' } })
    expect(readFrontmatter('---\na: b: c\n---\n')).toMatchObject({
      fields: { a: 'b: c' },
      trouble: { kind: 'broken', why: expect.stringContaining('Nested mappings') },
    })
    expect(readFrontmatter('---\na: 1\na: 2\n---\n')).toMatchObject({
      fields: { a: 2 },
      trouble: { kind: 'repeated', why: expect.stringContaining('unique') },
    })
    expect(readFrontmatter('---\n- a\n---\n').trouble).toMatchObject({ kind: 'broken' })
  })
  test('never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => void readFrontmatter(`---\n${text}\n---\n`)),
    )
  })
  test('a field is text, whatever YAML takes it for', () => {
    const { fields } = readFrontmatter('---\na: 7\nb: true\nc: [x, 1]\nd: { e: 1 }\n---\n')
    expect(['a', 'b', 'c', 'd', 'e'].map((name) => textIn(fields, name))).toEqual([
      '7',
      'true',
      'x, 1',
      '',
      '',
    ])
  })
})
