// Lines: LF ends a line, in text from any system.
import { describe, expect, test } from 'vitest'
import { linesOf, onOneLine } from './lines.js'

describe('lines', () => {
  test.each([
    ['', []],
    ['\n', ['']],
    ['a', ['a']],
    ['a\n', ['a']],
    ['a\r\nb\r\n', ['a', 'b']],
    ['a\n\nb', ['a', '', 'b']],
    ['a\rb', ['a\rb']],
  ])('%j is %j', (text, lines) => {
    expect(linesOf(text)).toEqual(lines)
  })
  test('a run of breaks becomes one space', () => {
    expect(onOneLine('a\r\n\nb\rc')).toBe('a b c')
  })
})
