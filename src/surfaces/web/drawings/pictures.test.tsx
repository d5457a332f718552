// Pictures of a meeting, as they are drawn.

import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Item } from '../../../story/items.js'
import { type Cost, type Story, untold } from '../../../story/story.js'
import { Pictures } from './pictures.js'

const of = { project: 'outbox', id: 'm-1' }
const drawn = (story: Partial<Story>) =>
  renderToStaticMarkup(<Pictures of={of} story={{ ...untold, ...story }} />)

test('a single seat that was paid on several days has its cost by day, and no bar of its own beside it', () => {
  const call = (day: number) =>
    ({
      ...{ seat: 'tove', at: new Date(Date.UTC(2026, 0, day, 12)).toISOString(), input: 10, output: 5 },
      ...{ cached: 0, money: null, taken: false, backend: 'script', model: null },
    }) as unknown as Cost
  const faces = [{ id: 'tove', name: 'Tove', role: '' }]
  expect(drawn({ faces, costs: [call(5)] })).not.toContain('What it cost')
  const days = drawn({ faces, costs: [call(5), call(6)] })
  expect(days).toContain('aria-label="By day"')
  expect(days).not.toContain('aria-label="By seat"')
})

test('a meeting of four hundred rounds has one ribbon, and names those of them that took longest', () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 5, 0, minute)).toISOString()
  const items = Array.from(
    { length: 400 },
    (_, n) =>
      ({ key: `n${n}`, n, at: at(n * 2 + (n > 7 ? 30 : 0)), kind: 'round', round: n + 1 }) as unknown as Item,
  )
  const shown = drawn({ items, summary: { ...untold.summary, updatedAt: at(900) } })
  expect(shown.match(/<li/g)?.length).toBe(9)
  expect(shown).toContain('Round 8')
  expect(shown).toContain('392 shorter ones')
})
