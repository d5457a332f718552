import { describe, expect, test } from 'vitest'
import { wrapLines } from './wrap.js'

describe('lines of our own at a terminal', () => {
  test('break between words, indented further than the line', () => {
    expect(wrapLines('one\n  P1 the quick brown fox jumps', 20)).toBe(
      'one\n  P1 the quick brown\n    fox jumps',
    )
  })
  test('a word that is too long stays whole, and a line that fits stays as it is', () => {
    expect(wrapLines(`  wrote ${'x'.repeat(30)} twice`, 20)).toBe(`  wrote\n    ${'x'.repeat(30)}\n    twice`)
    expect(wrapLines('  a    b', 20)).toBe('  a    b')
  })
  test('colours take no room', () => {
    const line = `\x1b[2m${'word '.repeat(4).trim()}\x1b[0m`
    expect(wrapLines(line, 20)).toBe(line)
  })
})
