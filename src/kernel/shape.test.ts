// What a structured reply may look like when it comes in words.

import { describe, expect, test } from 'vitest'
import { jsonIn } from './shape.js'

describe('the JSON in a reply', () => {
  test.each([
    ['{"a":1}', { a: 1 }],
    ['```json\n{"a":1}\n```\n', { a: 1 }],
    ['null', null],
    ['{"a":', undefined],
    ['Sure: {"a":1}', undefined],
    ['', undefined],
  ])('%j holds %j', (text, value) => expect(jsonIn(text)).toEqual(value))
})
