// Tokens are estimated from bytes, and never below one for a text that is there.

import { expect, test } from 'vitest'
import { tokensIn } from './tokens.js'

test('a token is three and a half bytes, rounded up', () => {
  expect(['', 'a', 'abcdefg', 'abcdefgh', 'é', '漢字漢字', '<|endoftext|>'].map(tokensIn)).toEqual([
    0, 1, 2, 3, 1, 4, 4,
  ])
})
