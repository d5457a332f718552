// The token table: counts as the tokenizer does from which it is made, and a file that is no table is none.

import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { countTokens as countedBy } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, test } from 'vitest'
import { makeTable, openTable, tokensOf } from './token-table.js'
import { countTokens } from './tokens.js'

const plain = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() }
const scripts = [
  'Grüße aus Köln',
  '漢字とかな',
  'Привет, мир',
  '👩‍👩‍👧 🇩🇪',
  'नमस्ते',
  '\u{10ffff}',
  '\ud800',
  'a\r\n\r\n b',
]

test.each(['AGENTS.md', 'package.json', 'src/agents/tokens.ts', 'docs/architecture.md'])(
  '%s is as many tokens as the tokenizer counts',
  async (file) => {
    const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
    expect(await countTokens(text)).toBe(countedBy(text, plain))
  },
)

test('any text is as many tokens as the tokenizer counts', async () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.constantFrom(...scripts, ' ', '\n\n', '    ', "don't", 'HTTPServer2024', '====', '<|endoftext|>'),
  )
  const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''))
  await fc.assert(
    fc.asyncProperty(text, async (given) => {
      expect(await countTokens(given)).toBe(countedBy(given, plain))
    }),
    { numRuns: 300 },
  )
})

test('pairs are joined from the lowest rank on, whichever tokens hash alike', () => {
  const table = openTable(makeTable(['a', 'b', 'c', 'bc', 'ab', 'abcc', [0xff], [0xff, 0x61]]))!
  const count = (...bytes: number[]) => tokensOf(table, Uint8Array.from(bytes))
  const [a, b, c] = [0x61, 0x62, 0x63]
  expect(count(a, b)).toBe(1)
  expect(count(a, b, c)).toBe(2)
  expect(count(a, b, c, c)).toBe(1)
  expect(count(0xff, a, b)).toBe(2)
  expect(count(a, b, a, b, a)).toBe(3)
})

test('a file that is cut, longer, of another kind or empty is no table', () => {
  const file = makeTable(['a', 'b'])
  expect(openTable(file)).not.toBeNull()
  for (const other of [
    file.subarray(0, -1),
    Buffer.concat([file, file]),
    file.subarray(4),
    Buffer.alloc(0),
    Buffer.alloc(64),
  ])
    expect(openTable(other)).toBeNull()
})
