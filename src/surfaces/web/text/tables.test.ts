// Tables: what is one, and what only looks like one.

import { describe, expect, test } from 'vitest'
import { partsOf } from './tables.js'

describe('tables', () => {
  test('rows with a rule under the first are a table, with escaped pipes in their cells', () => {
    expect(partsOf('Before\n| a | b |\n|---|:-:|\n| 1 | x \\| y |\nAfter')).toEqual([
      { kind: 'text', text: 'Before' },
      { kind: 'table', head: ['a', 'b'], rows: [['1', 'x | y']] },
      { kind: 'text', text: 'After' },
    ])
  })

  test('a pipe in prose or in code makes no table', () => {
    expect(partsOf('a | b\nc')).toHaveLength(1)
    expect(partsOf('```\n| a | b |\n|---|---|\n```')).toHaveLength(1)
  })
})
