// Again: tests that fail beside others are run once more, alone, and named; all other failures stay failures.

import { describe, expect, test } from 'vitest'
// @ts-expect-error A script, without types.
import { passedAlone, worthAgain } from './again.js'

const failed = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ file: `test/${n}.test.ts`, tests: ['waits for the page'] }))
const report = { failed: failed(1), unhandled: 0, interrupted: false, tests: 10_000 }

describe('tests that failed', () => {
  test('are run again where they are of at most three files', () => {
    expect(worthAgain({ ...report, failed: failed(3) })).toEqual([0, 1, 2].map((n) => `test/${n}.test.ts`))
    expect(worthAgain({ ...report, failed: failed(4) })).toEqual([])
  })

  test('are not run again where an error belongs to no test, or somebody stopped the run', () => {
    expect(worthAgain({ ...report, unhandled: 1 })).toEqual([])
    expect(worthAgain({ ...report, interrupted: true })).toEqual([])
  })

  test('are each named when they passed alone, and a file that could not even begin by its own name', () => {
    expect(passedAlone(report)).toBe(
      '10000 tests, none fails by itself. 1 test passed only when run again alone: test/0.test.ts > waits for the page',
    )
    expect(passedAlone({ ...report, failed: [{ file: 'test/a.test.ts', tests: [] }] })).toContain(
      'alone: test/a.test.ts',
    )
  })
})
