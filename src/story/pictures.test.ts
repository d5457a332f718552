// Pictures as data: time without waiting, cost by day, and who challenged whom.

import { expect, test } from 'vitest'
import type { Item } from './items.js'
import { challengesOf, costsByDay, longest, ribbonOf } from './pictures.js'
import { type Cost, untold } from './story.js'

const at = (minute: number) => new Date(Date.UTC(2026, 0, 5, 23, minute)).toISOString()
const item = (n: number, minute: number, more: object) =>
  ({ key: `n${n}`, n, at: at(minute), ...more }) as unknown as Item

test('the ribbon gives each phase the time that it took, without what it waited for the person', () => {
  const items = [
    item(1, 0, { kind: 'round', round: 1 }),
    item(2, 4, { kind: 'asked' }),
    item(3, 10, { kind: 'answered' }),
    item(4, 10, { kind: 'round', round: 2 }),
  ]
  expect(ribbonOf({ items, summary: { ...untold.summary, updatedAt: at(13) } })).toEqual([
    { key: 'n1', label: 'Round 1', ms: 240_000, waited: 360_000 },
    { key: 'n4', label: 'Round 2', ms: 180_000, waited: 0 },
  ])
})

test('of many stretches those that took longest are named, in the order in which they came', () => {
  const stretches = [3, 9, 1, 9, 4].map((ms, n) => ({ key: `n${n}`, label: `Round ${n}`, ms, waited: 0 }))
  expect(longest(stretches, 3).map(({ key }) => key)).toEqual(['n1', 'n3', 'n4'])
  expect(longest(stretches, 9)).toEqual(stretches)
})

test('costs are summed by the day of their call; what a fork took over is not paid again', () => {
  const call = (minute: number, taken: boolean) =>
    ({ at: at(minute), input: 10, output: 5, money: 7, taken }) as unknown as Cost
  const days = costsByDay({ costs: [call(0, false), call(5, true), call(70, false), call(71, false)] })
  expect(days.map(({ day, tokens, money }) => [day, tokens, money])).toEqual([
    ['2026-01-05', 15, 7],
    ['2026-01-06', 30, 14],
  ])
})

test('a challenge is to the seat that it names or whose proposal it is about, else to the table', () => {
  const faces = [
    { id: 'ada', name: 'Ada', role: '' },
    { id: 'bo', name: 'Bo', role: '' },
  ]
  const said = (n: number, seat: string, name: string, ...parts: object[]) =>
    item(n, n, { kind: 'turn', seat, name, parts })
  const items = [
    said(1, 'ada', 'Ada', { kind: 'dissent', qualifier: 'on Bo', text: 'too early' }),
    said(2, 'ada', 'Ada', { kind: 'challenge', text: 'Where is the proof, bo?' }),
    said(3, 'bo', 'Bo', { kind: 'dissent', qualifier: '', text: 'Boring and unmeasured.' }),
    said(4, 'bo', 'Bo', { kind: 'objection', of: 'P1', text: 'no' }),
  ]
  const proposals = [{ id: 'P1', by: 'ada' }] as unknown as Parameters<typeof challengesOf>[0]['proposals']
  expect(challengesOf({ items, faces, proposals })).toEqual([
    { from: 'Ada', to: 'Bo', at: ['n1', 'n2'] },
    { from: 'Bo', to: null, at: ['n3'] },
    { from: 'Bo', to: 'Ada', at: ['n4'] },
  ])
})
