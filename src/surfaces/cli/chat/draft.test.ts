import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Draft, draftOf, edited, emptyDraft, inserted, type Key, movedByLine } from './draft.js'

const typed = (...keys: readonly Key[]): Draft =>
  keys.reduce((draft, key) => edited(draft, key) ?? draft, emptyDraft)
const letters = (text: string): Key[] => [...text].map((sequence) => ({ sequence }))

describe('a draft', () => {
  test('holds what is typed, at the cursor', () => {
    const keys = [...letters('ac'), { name: 'left' }, { sequence: 'b' }]
    expect(typed(...keys)).toEqual({ text: 'abc', at: 2 })
  })

  test('loses a whole character to one backspace, however many code points it has', () => {
    expect(edited(draftOf('ok 👩🏽‍💻'), { name: 'backspace' })).toEqual(draftOf('ok '))
  })

  test('is erased by words and lines as in a shell', () => {
    const draft = draftOf('one two\nthree four')
    expect(edited(draft, { name: 'w', ctrl: true })?.text).toBe('one two\nthree ')
    expect(edited(draft, { name: 'u', ctrl: true })?.text).toBe('one two\n')
    const start = edited(draft, { name: 'a', ctrl: true })!
    expect(edited(start, { name: 'k', ctrl: true })?.text).toBe('one two\n')
    expect(edited(start, { name: 'delete' })?.text).toBe('one two\nhree four')
  })

  test('moves by words with Alt and by lines with the arrows', () => {
    const draft = draftOf('one two\nthree')
    expect(edited(draft, { name: 'b', meta: true })?.at).toBe(8)
    expect(movedByLine(draft, -1)).toEqual({ text: draft.text, at: 5 })
    expect(movedByLine(draftOf('one'), -1)).toBeUndefined()
    expect(movedByLine(draftOf('one'), 1)).toBeUndefined()
  })

  test('keeps the line breaks of a paste and nothing that a terminal would act on', () => {
    expect(inserted(emptyDraft, 'a\r\nb\x1b[2J\tc').text).toBe('a\nb[2J  c')
  })

  test('is changed by no key that only commands something', () => {
    expect(edited(draftOf('x'), { name: 'f5', sequence: '\x1b[15~' })).toBeUndefined()
    expect(edited(draftOf('x'), { name: 'l', ctrl: true, sequence: '\x0c' })).toBeUndefined()
  })

  test('never has its cursor outside of its text, whatever is pressed', () => {
    const key = fc.oneof(
      fc.constantFrom('left', 'right', 'home', 'end', 'backspace', 'delete').map((name) => ({ name })),
      fc.constantFrom(...'abefkuw').map((name) => ({ name, ctrl: true })),
      fc.constantFrom('b', 'f', 'backspace').map((name) => ({ name, meta: true })),
      fc.constantFrom('x', ' ', 'é', '👍🏽').map((sequence) => ({ sequence })),
    )
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.array(key), (start, keys) => {
        let draft = inserted(emptyDraft, start)
        for (const one of keys) {
          draft = edited(draft, one) ?? draft
          expect(draft.at).toBeGreaterThanOrEqual(0)
          expect(draft.at).toBeLessThanOrEqual(draft.text.length)
        }
      }),
    )
  })
})
