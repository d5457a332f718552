// Info as text: the table as a person reads it.

import { expect, test } from 'vitest'
import { budgetLine, renderInfo } from './info-table.js'

const budget = { maxTurns: 12, scratchMaxBytes: 200_000, maxWallSeconds: 1800, manifestMaxBytes: 8000 }

test('a council is shown with its seats in order, its open follow-ups and its loose ends', () => {
  const text = renderInfo({
    name: 'two',
    chair: 'staff-engineer',
    budget,
    seats: [
      { name: 'staff-engineer', title: 'Staff Engineer', voice: 'plain', chair: true },
      { name: 'qa', title: '', voice: '', chair: false },
    ],
    followUps: [{ item: 'Measure it', owner: 'qa', id: '20260131-170509-x', at: 0 }],
    dissents: [
      { session: '20260131-170509-x', id: 'D1', seat: 'qa', text: 'No.', ending: 'D1, round 1. Carried.' },
      { session: '20260131-170509-x', id: '', seat: 'qa', text: 'Never.', ending: '' },
    ],
    underWay: [{ id: '20260131-170509-z', what: 'paused', suggestion: 'parley resume it' }],
    looseEnds: [{ id: '20260131-170509-y', what: 'unconcluded session', suggestion: 'resume it' }],
  })
  expect(text).toBe(
    `Council: two — chair: staff-engineer
Budget: max_turns 12 · scratch 200k · wall 1800s · memory 8k

  Seat            Title           Voice  Chair
  ──────────────  ──────────────  ─────  ─────
  staff-engineer  Staff Engineer  plain  ★
  qa

Open follow-ups:
  1. Measure it — qa — 20260131-170509-x

Dissents:
  qa: No. — 20260131-170509-x
    D1, round 1. Carried.
  qa: Never. — 20260131-170509-x

Under way:
  20260131-170509-z — paused — parley resume it

Loose ends:
  20260131-170509-y — unconcluded session — resume it`,
  )
})

test('where the terminal is too narrow for the table, a seat’s voice stands below its title', () => {
  const seats = [{ name: 'qa', title: 'QA Engineer', voice: 'meticulous, curious, dry', chair: true }]
  const none = { followUps: [], dissents: [], underWay: [], looseEnds: [] }
  const text = renderInfo({ name: 'x', chair: 'qa', budget, seats, ...none }, 40)
  expect(text).toContain('\n  qa    QA Engineer ★ chair\n        meticulous, curious, dry\n')
})

test('a limit that is not set is not shown', () => {
  expect(budgetLine({ ...budget, scratchMaxBytes: 1500, maxWallSeconds: null, manifestMaxBytes: null })).toBe(
    'Budget: max_turns 12 · scratch 1.5k',
  )
})

test('no follow-ups and no loose ends are a line each', () => {
  const none = { seats: [], followUps: [], dissents: [], underWay: [], looseEnds: [] }
  const text = renderInfo({ name: 'x', chair: 'a', budget, ...none })
  expect(text).toContain('Open follow-ups: none.\n\nLoose ends: none.')
})

test('of many dissents the last are shown, and how many more there are', () => {
  const dissents = Array.from({ length: 23 }, (_, at) => ({
    ...{ session: 's', id: `D${at + 1}`, seat: 'qa', text: `No ${at + 1}.`, ending: '' },
  }))
  const none = { seats: [], followUps: [], underWay: [], looseEnds: [] }
  const text = renderInfo({ name: 'x', chair: 'a', budget, ...none, dissents })
  expect(text).toContain('Dissents (the last 20; --json has 3 more):\n  qa: No 4. — s\n')
})
