// Tables, sections and plain text: what foreign words cannot do to a document, and reading back what was written.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shortened } from '../../../text/excerpts.js'
import { sectionOf, sectionsIn, titleOf, withSection } from './sections.js'
import { cell, readTable, row, table } from './tables.js'
import { listed, oneLine, plainText, sentences, withoutComments } from './text.js'

const hostile = fc.string({ unit: fc.constantFrom('|', '\\', '\n', 'a', ' ', '-', '`', '\r', '\u2028') })

describe('tables', () => {
  test('the line below the header is as wide as its columns', () => {
    expect(table('| # | Agent |', [['1', 'a|b']])).toBe('| # | Agent |\n|---|-------|\n| 1 | a\\|b |')
  })
  test('whatever cells hold, they are read back as one line each', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(hostile, hostile), { maxLength: 4 }), (rows) => {
        const text = `before\n\n${table('| A | B |', rows)}\n\nafter | x`
        const read = readTable(text, ['A', 'B']).map((found) => [found['A'], found['B']])
        const expected = rows.map((cells) => cells.map(oneLine))
        // A row of nothing but dashes and blanks is the line below a header to every reader.
        expect(read).toEqual(expected.filter((cells) => !/^[\s:|-]+$/.test(row(cells))))
      }),
    )
  })
  test('a table is found by its first column; a column that is missing is empty', () => {
    expect(readTable('| A |\n|---|\n| 1 |', ['A', 'C'])).toEqual([{ A: '1', C: '' }])
    expect(readTable('| B |\n|---|\n| 1 |', ['A'])).toEqual([])
    expect(cell('a\\|b')).toBe('a\\\\\\|b')
  })
})

describe('sections', () => {
  const text = '# Top\nintro\n## One\n\na\n\n```\n## not a heading\n```\n### deep\nb\n## Two\n# Next\nc'
  test('a heading in a fence is none, deeper ones belong to the section, higher ones end it', () => {
    expect(sectionsIn(text)).toEqual([
      { title: 'One', body: 'a\n\n```\n## not a heading\n```\n### deep\nb' },
      { title: 'Two', body: '' },
    ])
    expect(sectionOf(text, 'one')).toContain('### deep')
    expect([sectionOf(text, 'Three'), titleOf(text), titleOf('x')]).toEqual([null, 'Top', ''])
  })
  test('replacing a section leaves every other line', () => {
    expect(withSection('a\n## One\nx\ny\n\n## Two\nz\n', 'One', 'n')).toBe('a\n## One\nn\n\n## Two\nz\n')
    expect(withSection('a\n## One\nx', 'One', 'n')).toBe('a\n## One\nn\n')
    expect(withSection('a\n', 'One', 'n')).toBe('a\n\n## One\nn\n')
  })
  test('what was put into a section is read back from it', () => {
    const bodies = fc.constantFrom('x', '- a\n- b', '| a |', '')
    fc.assert(
      fc.property(bodies, bodies, (one, two) => {
        const twice = withSection(withSection('# T\n\n## A\nq\n\n## B\nr\n', 'A', one), 'B', two)
        expect([sectionOf(twice, 'A'), sectionOf(twice, 'B')]).toEqual([one, two])
      }),
    )
  })
})

describe('text', () => {
  test('escape sequences, control and invisible characters are dropped, line ends are LF', () => {
    expect(plainText('a\r\nb\u001b[31mred\u001b[0m\u0007\u200b\u202ec\u2028d\u001b]0;title\u0007e')).toBe(
      'a\nbredc\nde',
    )
  })
  test('cutting keeps whole characters within the length', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 20 }), (text, most) => {
        expect([...shortened(text, most)].length).toBeLessThanOrEqual(most)
      }),
    )
    expect(shortened('abcdef', 4)).toBe('abc…')
  })
  test('a sentence ends at its mark, a comment cannot begin, an empty list says so', () => {
    expect(sentences('It is 3.5 long. Then more.')).toBe('It is 3.5 long.')
    expect(sentences('One. Two! Three', 2)).toBe('One. Two!')
    expect(withoutComments('a <!-- b -->')).toBe('a &lt;!-- b -->')
    expect([listed([], 'None.'), listed(['a\nb'], '')]).toEqual(['None.', '- a b'])
  })
})
