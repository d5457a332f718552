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
    followUps: [{ item: 'Measure it', owner: 'qa', id: '20260131-170509-x' }],
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
  Measure it — qa — 20260131-170509-x

Loose ends:
  20260131-170509-y — unconcluded session — resume it`,
  )
})

test('a limit that is not set is not shown', () => {
  expect(budgetLine({ ...budget, scratchMaxBytes: 1500, maxWallSeconds: null, manifestMaxBytes: null })).toBe(
    'Budget: max_turns 12 · scratch 1.5k',
  )
})

test('no follow-ups and no loose ends are a line each', () => {
  const text = renderInfo({ name: 'x', chair: 'a', budget, seats: [], followUps: [], looseEnds: [] })
  expect(text).toContain('Open follow-ups: none.\n\nLoose ends: none.')
})
