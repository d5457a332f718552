import { expect, test } from 'vitest'
import type { Line } from '../../../kernel/line/line.js'
import { notHigher, spentCeiling } from './ceiling.js'

const halted = (data: object): Line[] => [
  { n: 9, at: '', kind: 'halted', key: 'halt:1', data: { line: 'HALT', ...data } } as unknown as Line,
]
const limits = { ceiling: 900, costCeiling: 500_000 }

test('a spent ceiling is the one that the halt names: on cost in dollars, else on tokens', () => {
  expect(spentCeiling(halted({ rule: 'ceiling', over: 'cost' }), limits)).toEqual({
    of: 'cost',
    now: 0.5,
    label: 'Cost ceiling in dollars, now $0.50',
  })
  expect(spentCeiling(halted({ rule: 'ceiling' }), limits)).toMatchObject({ of: 'tokens', now: 900 })
})

test('a halt that does not say which is about the only ceiling there is; any other halt is about none', () => {
  expect(spentCeiling(halted({ rule: 'ceiling' }), { ...limits, ceiling: null })).toMatchObject({
    of: 'cost',
  })
  expect(spentCeiling(halted({ rule: 'gate' }), limits)).toBeNull()
  expect(spentCeiling([], limits)).toBeNull()
})

test('a new ceiling is more than the one that is spent: whole tokens, or dollars and their parts', () => {
  const tokens = { of: 'tokens', now: 900, label: '' } as const
  expect(['', '900', '900.5', 'more'].map((given) => Object.keys(notHigher(tokens, given)))).toEqual([
    ['higher'],
    ['higher'],
    ['higher'],
    ['higher'],
  ])
  expect(notHigher(tokens, '901')).toEqual({})
  const cost = { of: 'cost', now: 0.5, label: '' } as const
  expect(notHigher(cost, '0.75')).toEqual({})
  expect(notHigher(cost, '0.5')['higher']).toMatchObject({ message: 'It must be more than 0.5.' })
})
