import { expect, test } from 'vitest'
import { globMatcher } from './glob.js'
import { addAll, greatest, longestBackticks } from './lists.js'

const many = 300_000

test('a list of any length is added to another, and measured, without overflowing the stack', () => {
  const list = [0]
  addAll(
    list,
    Array.from({ length: many }, (_, at) => at),
  )
  expect(list).toHaveLength(many + 1)
  expect(greatest(list)).toBe(many - 1)
  expect(greatest([], 3)).toBe(3)
})

test('a reply of nothing but backticks is measured for its fence', () => {
  expect(longestBackticks(`${'` '.repeat(many)}\`\`\``)).toBe(3)
  expect(longestBackticks('none')).toBe(0)
})

test('a pattern with very many alternatives is expanded no further, and matches nothing', () => {
  expect(globMatcher(`{${'a,'.repeat(many)}b}`)('c')).toBe(false)
})
