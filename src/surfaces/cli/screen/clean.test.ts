import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bareLine, clean, oneLine } from './clean.js'

/** Any character of the lower planes, often one that begins or ends an escape sequence. */
const letter = fc.oneof(
  fc.constantFrom('\x1b', '[', ']', '\x07', '\\', 'm', ';', '\r', '\n', '\u202e'),
  fc.integer({ min: 0, max: 0x2100 }).map((code) => String.fromCharCode(code)),
)

describe('clean', () => {
  test('whole escape sequences are removed', () => {
    expect(clean('a\x1b[31mred\x1b[0m b\x1b]8;;http://x\x07link\x1b]8;;\x07 \x1b[2Jc')).toBe('ared blink c')
  })
  test('line ends and tabs stay; carriage returns and text direction marks are removed', () => {
    expect(clean('a\tb\r\nc\rd\u202eevil\u2069')).toBe('a\tb\ncdevil')
  })
  test('characters that nobody sees are removed, and those that join letters stay', () => {
    expect(clean('a\u061cb\u200bc\u2060d\u{e0061}\u{e007f}e')).toBe('abcde')
    expect(clean('\u{1f469}\u200d\u{1f4bb}')).toBe('\u{1f469}\u200d\u{1f4bb}')
  })
  test('a sequence that arrives in two pieces is removed too', () => {
    expect(clean('x\x1b') + clean('[31mred')).not.toContain('\x1b')
  })
  test('no control character ever passes, and clean text stays as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: letter }), (text) => {
        const once = clean(text)
        expect(once).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/)
        expect(clean(once)).toBe(once)
      }),
      { numRuns: 300 },
    )
  })
  test('one line is one line, cut with a mark', () => {
    expect(oneLine('a\nb\t c', 10)).toBe('a b c')
    expect(oneLine('abcdefgh', 5)).toBe('abcd…')
  })
  test('a bare line has no marks of code and bold, and keeps every star and underscore that marks nothing', () => {
    expect(bareLine('One process with `scrypt`, **at last**.', 100)).toBe('One process with scrypt, at last.')
    expect(bareLine('``a ` b`` of src/*.ts and **/__init__.py, 2 ** 3', 100)).toBe(
      'a ` b of src/*.ts and **/__init__.py, 2 ** 3',
    )
  })
})
