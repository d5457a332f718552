// Loose YAML: reads what a real parser reads, and also what people write.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { entriesIn, listOf, readSections, textOf } from './loose-yaml.js'
import { blockList, flowList, quoted } from './yaml-text.js'

const text = (source: string, key = 'k') => textOf(readSections(source).get(key))
const list = (source: string, key = 'k') => listOf(readSections(source).get(key))
const line = fc.string().map((value) => value.trim().replace(/[\r\n]/g, ' '))

describe('loose YAML', () => {
  test.each([
    ['k: plain words', 'plain words'],
    ['k: "quoted \\"words\\" \\\\ \\u00e9"', 'quoted "words" \\ é'],
    ["k: 'it''s'", "it's"],
    ['k: Decide: yes or no', 'Decide: yes or no'],
    ['k: *bold* [challenge] `code`', '*bold* [challenge] `code`'],
    ['k: see #12', 'see #12'],
    ['k: value # a remark', 'value'],
    ['k: "value" # a remark', 'value'],
    ['k: "say "hi" now"', 'say "hi" now'],
    ['k:', ''],
    ['k: ~', ''],
    ['k: |\n  one\n    two\n\n  ## three\nother: x', 'one\n  two\n\n## three'],
    ['k: |-\n    one\n    two\n', 'one\ntwo'],
    ['k: >\n  one\n  two\n\n  three\n', 'one two\nthree'],
    ['k: one\n  two\n', 'one two'],
    ['# remark\n---\nk: one\r\nother: two', 'one'],
    ['k: first\nk: last', 'last'],
    ['other: 1', ''],
  ])('the value of %j is %j', (source, expected) => {
    expect(text(source)).toBe(expected)
  })
  test.each([
    ['k: []', []],
    ['k:', []],
    ['k: ""', []],
    ['k: [a, "b, c", don\'t]', ['a', 'b, c', "don't"]],
    ['k:\n  - a\n  - "b"\n  - c: d', ['a', 'b', 'c: d']],
    ['k:\n- a\n- [challenge] b\nother: x', ['a', '[challenge] b']],
    ['k:\n    - a long\n      item\n    - b', ['a long item', 'b']],
    ['k: lone', ['lone']],
  ])('the list in %j is %j', (source, expected) => {
    expect(list(source)).toEqual(expected)
  })
  test('a list of mappings may be written either way', () => {
    const lines = [
      '  - name: Theo',
      '    role: "System: Architect"',
      '  - { name: Ada, role: x }',
      '  -',
      '    name: Bo',
    ]
    const names = entriesIn(lines).map((entry) => [textOf(entry.get('name')), textOf(entry.get('role'))])
    expect(names).toEqual([
      ['Theo', 'System: Architect'],
      ['Ada', 'x'],
      ['Bo', ''],
    ])
  })
  test('what parley writes it reads back', () => {
    fc.assert(
      fc.property(
        line,
        fc.array(
          line.filter((value) => value !== ''),
          { maxLength: 4 },
        ),
        (value, items) => {
          expect(text(`k: ${quoted(value)}`)).toBe(value)
          expect(list(blockList('k', items, quoted).join('\n'))).toEqual(items)
          expect(list(`k: ${flowList(items)}`)).toEqual(items)
        },
      ),
      { numRuns: 500 },
    )
  })
  test('nothing throws, whatever the text', () => {
    const pieces = fc.constantFrom(
      'k:',
      ' ',
      '-',
      '- a: b',
      '"',
      "'",
      '|',
      '>',
      '[',
      ']',
      '{',
      '}',
      '\n',
      '  ',
      '#',
      '---',
      '\\u12',
      ':',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(pieces).map((all) => all.join('')),
        ),
        (source) => {
          for (const section of readSections(source).values()) {
            textOf(section)
            listOf(section)
            entriesIn(section.lines)
          }
        },
      ),
    )
  })
})
