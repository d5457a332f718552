import { describe, expect, test } from 'vitest'
import { hanging, hangingLines } from './hanging.js'

describe('a paragraph of our own at a terminal', () => {
  test('breaks between words, below the words of its first line', () => {
    expect(hanging('the quick brown fox jumps', 'P1: ', 24)).toBe('P1: the quick brown fox\n    jumps')
  })
  test('is one line where there is no terminal', () => {
    expect(hanging('word '.repeat(40), '- ', Number.POSITIVE_INFINITY)).not.toContain('\n')
  })
  test('a path that is too long for its place is not cut, and gets a line of its own', () => {
    const path = `.council/records/${'x'.repeat(30)}.md`
    expect(hanging(path, 'Record: ', 50)).toBe(`Record:\n  ${path}`)
    expect(hanging(`wrote ${path} twice`, '  ', 40)).toBe(`  wrote\n  ${path}\n  twice`)
  })
  test('a command in it is never broken: it goes to the next line whole, and stands alone where it is longer than one', () => {
    expect(hanging('See `parley show a-b` now.', '', 20)).toBe('See\n`parley show a-b`\nnow.')
    expect(hanging('See `parley show a-b-c-d-e`.', '', 20)).toBe('See\n`parley show a-b-c-d-e`.')
  })
  test('a mark of one sign stays with its words', () => {
    expect(hanging('x'.repeat(40), '! ', 30)).toBe(`! ${'x'.repeat(40)}`)
  })
})

describe('several lines of our own at a terminal', () => {
  test('break between words, indented further than the line', () => {
    expect(hangingLines('one\n  P1 the quick brown fox jumps', 22)).toBe(
      'one\n  P1 the quick brown\n    fox jumps',
    )
  })
  test('of two columns go on below the second', () => {
    expect(hangingLines('  --at WHERE   the place to go back to', 36)).toBe(
      '  --at WHERE   the place to go back\n               to',
    )
  })
  test('a line that fits stays as it is', () => {
    expect(hangingLines('  a    b', 20)).toBe('  a    b')
  })
  test('colours take no room', () => {
    const line = `\x1b[2m${'word '.repeat(4).trim()}\x1b[0m`
    expect(hangingLines(line, 20)).toBe(line)
  })
})
