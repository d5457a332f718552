// Positions: the grid of who stands where, as every surface draws it.

import { describe, expect, test } from 'vitest'
import {
  councilFiles,
  fakeWorkspace,
  id,
  inputFor,
  session,
  synthesis,
  voiceless,
} from '../protocols/council/harness.suite.js'
import { meeting } from '../protocols/council/meeting.js'
import { telling } from '../protocols/council/telling.js'
import { storyOf } from './fold.js'
import { cellWords, type PositionGrid, positionGrid } from './positions.js'
import { untold } from './story.js'

/** Three rounds: the CEO changes, the CFO dissents, says nothing of it, and withdraws; the CTO fails from the second on. */
function threeRounds(): Promise<PositionGrid> {
  const lines = {
    'seat.turn@ceo': [
      '**Position:** halve it',
      '**Position:** keep it\n\nThe idle nights of the CFO changed it. More.',
      '**Position:** Keep it.',
    ],
    'seat.turn@cfo': [
      '**Position:** no\n\n**Dissent (against halving):** it costs ten thousand.',
      '**Position:** no\n\nNothing new.',
      '**Position:** yes\n\n**Withdrawn D1:** the nights are idle',
    ],
    'seat.turn@cto': ['**Position:** ship it', voiceless('away'), voiceless('away')],
    'chair.synthesize': [{ ...synthesis, dissents: [] }],
  }
  return gridAfter(lines, ['another-round', 'another-round', 'conclude'])
}

type Held = Parameters<Awaited<ReturnType<typeof session>>['hold']>

async function gridAfter(lines: Held[0], answers: Held[1]): Promise<PositionGrid> {
  const sitting = await session(fakeWorkspace(councilFiles()), meeting, id, inputFor())
  await sitting.hold(lines, answers)
  const grid = positionGrid(storyOf(await sitting.lines(), telling))
  if (!grid) throw new Error('there is no grid')
  return grid
}

describe('the position grid', () => {
  test('has a row for every seat and a cell for every round: stands, changed, dissents, withdrew, absent', async () => {
    const grid = await threeRounds()
    expect(grid.rounds).toEqual([1, 2, 3])
    expect(grid.seats.map(({ seat, cells }) => [seat, cells.map(({ glyph }) => glyph).join('')])).toEqual([
      ['ceo', '●→●'],
      ['cfo', '◆◆◇'],
      ['cto', '●··'],
    ])
  })

  test('a dissent that is not repeated stands until its seat takes it back', async () => {
    const cfo = (await threeRounds()).seats[1]
    expect(cfo?.cells.map(({ stands, open }) => [stands, open])).toEqual([
      ['dissents', ['D1']],
      ['dissents', ['D1']],
      ['withdrew', []],
    ])
  })

  test('every cell says what changed it, and leads to its turn', async () => {
    const grid = await threeRounds()
    const told = grid.seats.flatMap((row) => row.cells.map((cell) => cellWords(row, cell)))
    expect(told).toContain('ceo, round 2: changed its position')
    expect(told).toContain('cfo, round 1: dissents (against halving)')
    expect(told).toContain('cfo, round 3: withdrew its dissent (the nights are idle)')
    expect(told).toContain('cto, round 3: gave no answer')
    for (const { cells } of grid.seats)
      for (const { stands, turn } of cells) expect(turn === null).toBe(stands === 'absent')
  })

  test('a changed position has the reason that its seat names as such, and no other', async () => {
    const say = (text: string) => ['**Position:** halve it', text]
    const lines = {
      'seat.turn@ceo': say(
        '**Position:** sell it\n\nMondays, by example.\n\nWhat changed: a buyer came. More.',
      ),
      'seat.turn@cfo': say('**Position:** sell it\n\n**What changed my mind** — the buyer.\n\nMore.'),
      'seat.turn@cto': say('**Position:** sell it\n\nWhat changed nobody knows. Sell.'),
      'chair.synthesize': [{ ...synthesis, dissents: [] }],
    }
    const { seats } = await gridAfter(lines, ['another-round', 'conclude'])
    expect(seats.map(({ cells }) => cells[1]?.because)).toEqual(['a buyer came.', 'the buyer.', ''])
  })

  test('there is none before a round has ended', () => {
    expect(positionGrid(untold)).toBeNull()
  })
})
