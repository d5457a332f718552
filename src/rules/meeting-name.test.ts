// Which meetings a word names.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { meetingsMeant, shortNames } from './meeting-name.js'

const meetings = [
  '20261117-190227-split-the-api',
  '2026-11-17-choose-a-queue',
  'add-a-dark-mode-20261116-0910',
  '20261115-080000-split-the-bill',
].map((id) => ({ id }))

function named(word: string): string[] {
  return meetingsMeant(word, meetings).map(({ id }) => id)
}

test('a whole id names one meeting, also where it is the beginning of another', () => {
  const two = [{ id: 'a-b-c' }, { id: 'a-b' }]
  expect(meetingsMeant('a-b', two)).toEqual([{ id: 'a-b' }])
})

test('`last` names the newest, and a meeting that is called so is named by its id', () => {
  expect(named('last')).toEqual(['20261117-190227-split-the-api'])
  expect(meetingsMeant('last', [{ id: 'newest' }, { id: 'last' }])).toEqual([{ id: 'last' }])
  expect(meetingsMeant('last', [])).toEqual([])
})

test.each([
  ['the beginning of an id', '20261115', ['20261115-080000-split-the-bill']],
  ['a day with dashes, of ids with and without', '2026-11-17', meetings.slice(0, 2).map(({ id }) => id)],
  ['a day without dashes, of ids with and without', '20261117', meetings.slice(0, 2).map(({ id }) => id)],
  ['a day with dashes, of an id that ends with it', '2026-11-16', ['add-a-dark-mode-20261116-0910']],
  ['a day without dashes, of an id that ends with it', '20261116', ['add-a-dark-mode-20261116-0910']],
  ['a part of the slug', 'queue', ['2026-11-17-choose-a-queue']],
  ['a part in other letters', 'Dark-Mode', ['add-a-dark-mode-20261116-0910']],
  ['words of the slug', 'dark mode', ['add-a-dark-mode-20261116-0910']],
  ['a part that two have', 'split', [meetings[0]?.id, meetings[3]?.id]],
  ['a beginning before parts', 'add', ['add-a-dark-mode-20261116-0910']],
  ['nothing that is there', 'cache', []],
  ['no word', '', []],
])('%s: %s', (_, word, ids) => {
  expect(named(word)).toEqual(ids)
})

test('every id is named by itself, whatever others there are', () => {
  const id = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,12}$/)
  fc.assert(
    fc.property(fc.uniqueArray(id, { minLength: 1 }), (ids) => {
      const all = ids.map((one) => ({ id: one }))
      for (const one of all) expect(meetingsMeant(one.id, all)).toEqual([one])
    }),
  )
})

test('short names of a meeting are beginnings of its id that name it alone, none of them a day', () => {
  const all = [...meetings, { id: '20261117-190227-split-the-cost' }]
  expect(shortNames('20261117-190227-split-the-api', meetings)).toEqual([
    '20261117-190227-split-the',
    '20261117-190227-split',
    '20261117-190227',
  ])
  expect(shortNames('20261117-190227-split-the-api', all)).toEqual([])
  expect(shortNames('2026-11-17-choose-a-queue', meetings)).toEqual([
    '2026-11-17-choose-a',
    '2026-11-17-choose',
  ])
  expect(shortNames('add-a-dark-mode-20261116-0910', meetings).at(-1)).toBe('add')
})

test('every short name means its meeting', () => {
  const word = fc.constantFrom('a', 'b', '2026', '11', '17', '20261117', 'last')
  const ids = fc.uniqueArray(
    fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join('-')),
    { maxLength: 6 },
  )
  fc.assert(
    fc.property(ids, (some) => {
      const all = some.map((id) => ({ id }))
      for (const { id } of all)
        for (const name of shortNames(id, all)) expect(meetingsMeant(name, all)).toEqual([{ id }])
    }),
  )
})
