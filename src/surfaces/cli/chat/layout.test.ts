import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { columnsOf } from '../screen/markdown/columns.js'
import { draftOf } from './draft.js'
import { laidOut, rowsAbove, window } from './layout.js'

const prompt = 'You › '

describe('the layout of a draft', () => {
  test('sets further lines below the words of the first', () => {
    expect(laidOut(draftOf('one\ntwo'), prompt, 80)).toEqual({
      rows: ['You › one', '      two'],
      cursor: { row: 1, column: 9 },
    })
  })

  test('breaks a long line between words', () => {
    expect(laidOut(draftOf('these words are too long'), prompt, 24).rows).toEqual([
      'You › these words are ',
      '      too long',
    ])
  })

  test('shows the rows around the cursor where the terminal is lower than the draft', () => {
    const layout = laidOut({ text: 'a\nb\nc\nd', at: 2 }, prompt, 80)
    expect(window(layout, 2)).toEqual({ rows: ['You › a', '      b'], cursor: { row: 1, column: 6 } })
  })

  test('counts the rows that a narrower terminal makes of it', () => {
    const layout = laidOut(draftOf(`${'word '.repeat(14)}\nend`), prompt, 90)
    expect(rowsAbove(layout, 90)).toBe(1)
    expect(rowsAbove(layout, 40)).toBe(2)
  })

  test('holds every character once, and no row is wider than the terminal', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 20, max: 100 }), (words, columns) => {
        const text = words.replace(/\p{Cc}/gu, '')
        const { rows } = laidOut(draftOf(text), prompt, columns)
        expect(rows.map((row) => row.slice(prompt.length)).join('')).toBe(text)
        for (const row of rows) expect(columnsOf(row)).toBeLessThanOrEqual(columns)
      }),
    )
  })
})
