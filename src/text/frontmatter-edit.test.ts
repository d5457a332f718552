// Frontmatter in many styles, edited one field at a time.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Fields } from '../rules/values.js'
import { readFrontmatter } from './frontmatter.js'
import { appendItem, removeField, setField, withBody } from './frontmatter-edit.js'

const file = (yaml: string, body = '\nBody.\n') => `---\n${yaml}---\n${body}`
const fields = (text: string): Fields => readFrontmatter(text).fields

describe('setting a field', () => {
  test('changes the value and nothing around it, comments included', () => {
    const text = file('# mine\ntitle:   Odd   # keep\nstatus: open # because\ntags: [ a,b ]\n')
    expect(setField(text, 'status', { plain: 'closed' })).toBe(text.replace('open #', 'closed #'))
    expect(setField(text, 'title', 'A: "b"')).toBe(text.replace(':   Odd  ', ': "A: \\"b\\""  '))
  })
  test('replaces block text, lists, quoted text over lines and nothing at all', () => {
    for (const old of [
      'x: |\n  a\n  b\n',
      'x:\n- a\n- b\n',
      'x: "a\n  b"\n',
      'x:\n',
      'x: null\n',
      "x: 'it''s'\n",
      'x: >-\n  a\n\n',
    ])
      expect(setField(file(`a: 1\n${old}b: 2\n`), 'x', 'new')).toMatch(
        /^---\na: 1\nx: "new"\n\n?b: 2\n---\n\nBody\.\n$/,
      )
  })
  test('adds one that is missing at the end, in the indent of the others', () => {
    expect(setField(file('a: 1\n'), 'x', 'new')).toBe(file('a: 1\nx: "new"\n'))
    expect(setField(file('  a: 1\n'), 'x', 'new')).toBe(file('  a: 1\n  x: "new"\n'))
    expect(setField(file('a: |+\n  t\n\n'), 'x', 'new')).toBe(file('a: |+\n  t\n\nx: "new"\n'))
    expect(setField(file(''), 'x', ['a', 'b'])).toBe(file('x:\n  - "a"\n  - "b"\n'))
  })
  test('gives frontmatter to a text that has none, and keeps every word of it', () => {
    expect(setField('Hello.\n', 'x', 'new')).toBe('---\nx: "new"\n---\n\nHello.\n')
  })
  test('keeps line ends and the mark at the head of a file', () => {
    expect(setField('\ufeff---\r\na: 1\r\nx: old\r\n---\r\nBody\r\n', 'x', 'new')).toBe(
      '\ufeff---\r\na: 1\r\nx: "new"\r\n---\r\nBody\r\n',
    )
  })
  test('FE1: holds in odd YAML: flow maps, anchors in use, a key given twice, keys in quotes', () => {
    for (const yaml of [
      '{ a: 1, x: old }\n',
      'x: &n old\nb: *n\n',
      'x: one\nx: two\n',
      '"x": old\nb: 2\n',
      '? x\n: old\n',
    ]) {
      const before = fields(file(yaml))
      expect(fields(setField(file(yaml), 'x', 'new'))).toEqual({ ...before, x: 'new' })
    }
  })
  test('reads and mends a field that is no YAML, and leaves its sound neighbours alone', () => {
    const text = file('title: Cache: pick one\nstatus:   open\nagenda: we *must* decide\n')
    expect(readFrontmatter(text)).toMatchObject({
      fields: { title: 'Cache: pick one', status: 'open', agenda: 'we *must* decide' },
      trouble: { kind: 'broken' },
    })
    expect(setField(text, 'status', { plain: 'closed' })).toBe(
      file('title: "Cache: pick one"\nstatus: closed\nagenda: we *must* decide\n'),
    )
  })
  test('mends lists and logs that are no YAML', () => {
    const text = file(
      'a: b: c\nlog:\n  - event: x\n    reason: old: new\n  - event: y\n    reason: z\nrefs:\n  - a: b: c\n',
    )
    expect(fields(text)['log']).toEqual([
      { event: 'x', reason: 'old: new' },
      { event: 'y', reason: 'z' },
    ])
  })
})

describe('adding to a list', () => {
  test('goes below the last item in the style that is there', () => {
    expect(appendItem(file('x:\n- a\nb: 1\n'), 'x', 'c')).toBe(file('x:\n- a\n- "c"\nb: 1\n'))
    expect(appendItem(file('x:\n    - a # why\nb: 1\n'), 'x', 'c')).toBe(
      file('x:\n    - a # why\n    - "c"\nb: 1\n'),
    )
    expect(appendItem(file('x: [a, b]\n'), 'x', 'c')).toBe(file('x: [a, b, "c"]\n'))
  })
  test('makes a list of what is none', () => {
    for (const old of ['x: []\n', 'x:\n', 'x: ""\n', ''])
      expect(appendItem(file(`a: 1\n${old}`), 'x', 'c')).toBe(file('a: 1\nx:\n  - "c"\n'))
    expect(fields(appendItem(file('x: lone\n'), 'x', 'c'))['x']).toEqual(['lone', 'c'])
  })
  test('adds entries with several fields, whatever their text', () => {
    const text = file('log:\n  - event: opened\n    reason: |\n      a\n      b\nz: 1\n')
    const [timestamp, event, reason] = ['2026-05-04T08:12:40.118Z', 'progress_summary', 'a: b\n# c'] as const
    const item = { timestamp: { plain: timestamp }, event: { plain: event }, reason }
    expect(appendItem(text, 'log', item)).toBe(
      text.replace(
        'z: 1',
        '  - timestamp: 2026-05-04T08:12:40.118Z\n    event: progress_summary\n    reason: "a: b\\n# c"\nz: 1',
      ),
    )
    expect(fields(appendItem(file('log: [{event: a}]\n'), 'log', item))['log']).toEqual([
      { event: 'a' },
      { timestamp, event, reason },
    ])
  })
})

describe('removing a field', () => {
  test('takes its lines and no others', () => {
    expect(removeField(file('a: 1\nx:\n  - p\n  - q\nb: 2\n'), 'x')).toBe(file('a: 1\nb: 2\n'))
    expect(removeField(file('a: 1\nx: |\n  p\nb: 2\n'), 'x')).toBe(file('a: 1\nb: 2\n'))
    expect(removeField(file('a: 1\n'), 'x')).toBe(file('a: 1\n'))
    expect(removeField(file('x: 1\n'), 'x')).toBe(file(''))
  })
})

test('another body leaves the frontmatter as it is', () => {
  expect(withBody(file('a:   1\n', 'old\n'), 'new\n')).toBe(file('a:   1\n', 'new\n'))
  expect(withBody('---\na: 1\n---', 'new\n')).toBe('---\na: 1\n---\nnew\n')
})

describe('laws FE1 and FE2', () => {
  const word = fc.constantFrom(
    'a',
    'b: c',
    "it's",
    '"',
    '# no',
    '- x',
    '',
    'é\n\nz',
    ' pad ',
    '{',
    '*a',
    '2026-05-04',
    'null',
    '\u2028',
  )
  const style = (value: string): fc.Arbitrary<string> =>
    fc.constantFrom(
      ` ${JSON.stringify(value)}`,
      ` ${JSON.stringify(value)}   # aside`,
      `\n    ${JSON.stringify(value)}`,
    )
  const line = (key: string) =>
    fc.oneof(
      word.chain(style).map((text) => `${key}:${text}\n`),
      fc.array(word, { maxLength: 3 }).map((items) => `${key}: ${JSON.stringify(items)}\n`),
      fc
        .array(word, { minLength: 1, maxLength: 3 })
        .map((items) => `${key}:\n${items.map((item) => `- ${JSON.stringify(item)}\n`).join('')}`),
      fc.constantFrom(
        `${key}: |\n  block\n    deeper\n`,
        `${key}: >+\n  folded\n\n`,
        `# ${key}\n`,
        `\n${key}: plain words\n`,
      ),
    )
  const yaml = fc.tuple(line('one'), line('x'), line('two')).map((lines) => lines.join(''))

  test('FE1, FE2: whatever the style and the value, one field changes and the rest of the text stays', () => {
    fc.assert(
      fc.property(yaml, word, fc.boolean(), (source, value, isList) => {
        const before = file(source)
        const known = fields(before)
        const after = isList ? appendItem(before, 'x', value) : setField(before, 'x', value)
        const old = known['x']
        const items = Array.isArray(old) ? old : old === undefined || old === null || old === '' ? [] : [old]
        expect(fields(after)).toEqual({ ...known, x: isList ? [...items, value] : value })
        const [head, tail] = [
          source.slice(0, source.search(/^(x:|# x)/m)),
          source.slice(source.search(/^(two:|# two)/m)),
        ]
        expect(after.startsWith(`---\n${head}`)).toBe(true)
        expect(after).toContain(tail)
      }),
      { numRuns: 200 },
    )
  })
})
