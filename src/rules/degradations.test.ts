// Degradations: the marks of a turn, and how records list them.

import { expect, test } from 'vitest'
import { clientMark, commonMarkWords, listedMarks, marksOf } from './degradations.js'

test('a turn of a host names the seat and the program that spoke, as it reported', () => {
  const marks = marksOf({ seat: 'kai', backend: 'host', client: 'claude-code 2.1', overrun: true })
  expect(marks).toEqual(['host-voiced:kai', 'voiced-by:claude-code 2.1', 'ceiling-overrun'])
  expect(marks.map(commonMarkWords)).toEqual([
    'kai was voiced by a host, as it reported',
    'voiced by claude-code 2.1, as it reported',
    'more was spent than the ceiling allows',
  ])
  expect(listedMarks(['voiced-by:claude-code 2.1', 'host-voiced:kai'])).toBe(
    'host-voiced:kai, voiced by claude-code 2.1, as it reported',
  )
})

test('the name of a program can forge no mark and no structure', () => {
  expect(clientMark('x, absent:kai\n## Record **y** `z` [a](b)')).toBe('x absentkai Record y z a(b)')
  expect(clientMark('\u202e,:')).toBe('a host without a name')
  expect(clientMark('a'.repeat(200))).toHaveLength(60)
})
