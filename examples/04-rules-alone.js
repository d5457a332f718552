// The rules of order without a meeting: any tool can ask whether a line is sourced, or whether a path may be written.

import assert from 'node:assert/strict'
import { scratch } from './scratch.js'

const { parley } = scratch()
const classify = (line) => parley('rule', 'cite-or-flag-check', '--classify-line', line).out.trim()

assert.equal(classify('The cache is full.'), 'unflagged-inference')
assert.equal(classify('The cache is full, see docs/cache.md.'), 'cited')
assert.equal(classify('The cache may be full [inference]'), 'inference')
assert.equal(classify('Is the cache full?'), 'non-claim')
assert.equal(parley('rule', 'write-boundary', 'src/main.ts').code, 2)
console.log('The rules hold.')
