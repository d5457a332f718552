// A growing Markdown text: returned in complete blocks that parse the same as in the finished text.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GrowingMarkdown } from './growing.js'
import { readMarkdown } from './read.js'

function grown(pieces: readonly string[]): readonly string[] {
  const growing = new GrowingMarkdown()
  return [...pieces.flatMap((piece) => growing.push(piece)), ...growing.end()]
}

/** Typical replies of models, and texts that are hard to split. */
const bits = fc.constantFrom(
  ...['a', 'word ', '**b**', '`c`', '*', '\n', '\n', '\n\n', '\n\n', '- ', '1. ', '> ', '# ', '    ', '  '],
  ...['```', '\n```\n', '~~~', '|', '|-|\n', '---', '===', '- [ ] ', '\t', 'https://x.test ', '+ ', '9'],
)

describe('a growing text', () => {
  test('a paragraph comes as soon as the next begins, a fence as soon as it is closed, a list when it surely is over', () => {
    const growing = new GrowingMarkdown()
    expect(growing.push('One\nmore.\n\n')).toEqual([])
    expect(growing.push('T')).toEqual(['One\nmore.\n'])
    expect(growing.push('wo.\n```js\nx\n\ny\n')).toEqual(['Two.'])
    expect(growing.push('```\n- a\n\n')).toEqual(['```js\nx\n\ny\n```'])
    expect(growing.push('- b\n\n')).toEqual([])
    expect(growing.push('  still b\n\n')).toEqual([])
    expect(growing.rest).toBe('- a\n\n- b\n\n  still b\n\n')
    expect(growing.push('End')).toEqual(['- a\n\n- b\n\n  still b\n'])
    expect(growing.end()).toEqual(['End'])
  })

  test('its blocks read the same as the whole text, wherever it comes in pieces', () => {
    fc.assert(
      fc.property(fc.array(bits, { maxLength: 40 }), fc.infiniteStream(fc.nat(6)), (parts, cuts) => {
        const whole = parts.join('')
        const blocks = grown(cutInto(whole, cuts))
        expect(blocks.flatMap((block) => readMarkdown(block))).toEqual(readMarkdown(whole))
      }),
      { numRuns: 600 },
    )
  })
})

function cutInto(text: string, cuts: Iterable<number>): readonly string[] {
  const pieces: string[] = []
  let at = 0
  for (const size of cuts) {
    if (at >= text.length) break
    pieces.push(text.slice(at, at + size))
    at += size
  }
  return pieces
}
