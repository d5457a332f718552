import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameOf } from '../src/names.js'
import { kept } from '../src/policy.js'

const today = new Date('2026-06-11T02:00:00Z')
const dumpOf = (daysAgo) => nameOf(new Date(today.getTime() - daysAgo * 86_400_000))
const everyNight = (count) => Array.from({ length: count }, (_, daysAgo) => dumpOf(daysAgo))

test('the last seven nights are kept', () => {
  const keep = kept(everyNight(30), today)
  for (const daysAgo of [0, 1, 2, 3, 4, 5, 6]) assert.ok(keep.has(dumpOf(daysAgo)))
})

test('a dump that is older than seven nights goes, unless it is the newest of its week or month', () => {
  const keep = kept(everyNight(30), today)
  assert.ok(!keep.has('catalogue-2026-06-04.dump'))
  assert.ok(keep.has('catalogue-2026-06-03.dump'))
  assert.ok(keep.has('catalogue-2026-05-31.dump'))
})

test('after a year of nights twenty-three are left', () => {
  assert.equal(kept(everyNight(365), today).size, 23)
})
