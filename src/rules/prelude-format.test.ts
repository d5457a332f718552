// Prelude: what is rendered can be read back.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatPrelude, parsePrelude } from './prelude-format.js'

/** Any code units at all, halves of pairs included. */
const anyText = fc.array(fc.nat(0xffff), { maxLength: 80 }).map((units) => String.fromCharCode(...units))

const item = fc
  .string({ minLength: 1 })
  .map((text) => text.trim())
  .filter((text) => text !== '' && !/[\r\n]/.test(text))
const word = fc.stringMatching(/^[A-Za-z][A-Za-z ]{0,10}[a-z]$/)

describe('prelude', () => {
  test('rendering and reading are each other’s inverse', () => {
    const prelude = fc.record({
      name: word,
      role: word,
      tokens: fc.nat(),
      sources: fc.array(item, { maxLength: 5 }),
      bullets: fc.array(item, { maxLength: 5 }),
    })
    fc.assert(
      fc.property(prelude, (given) => {
        expect(parsePrelude(formatPrelude(given))).toEqual(given)
        expect(parsePrelude(formatPrelude(given).replaceAll('\n', '\r\n'))).toEqual(given)
      }),
    )
  })
  test.each([
    '',
    'Hello',
    '[Prelude] Theo — 1 tokens\nSources consulted:\nWhat I know:\n',
    '[Prelude] Theo (A) — many tokens\nSources consulted:\nWhat I know:\n',
    '[Prelude] Theo (A) — 1 tokens\nWhat I know:\n',
    '[Prelude] Theo (A) — 1 tokens\nSources consulted:\n',
  ])('%j does not have the form', (text) => {
    expect(parsePrelude(text)).toBeUndefined()
  })
  test('no text makes reading throw', () => {
    fc.assert(fc.property(anyText, (text) => void parsePrelude(`[Prelude] ${text}`)))
  })
})
