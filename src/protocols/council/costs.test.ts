// What a session cost, in its record: the same sums as in lists and exports, and nothing where nobody was paid.

import { describe, expect, test } from 'vitest'
import type { Deps } from '../../kernel/run/deps.js'
import type { Price } from '../../rules/money.js'
import { storyOf } from '../../view/fold.js'
import { costSentence } from './documents/costs.js'
import { recordFaults } from './documents/record-reading.js'
import {
  councilFiles,
  fakeWorkspace,
  id,
  inputFor,
  type Lines,
  scripted,
  session,
  synthesis,
} from './harness.suite.js'
import { meeting } from './meeting.js'
import { telling } from './telling.js'

const recordPath = `.council/records/${id}.md`
const price: Price = { input: 40_000e6, cached: 0, written: 40_000e6, output: 60_000e6 }

const lines: Lines = { 'seat.turn': ['**Position:** halve it'], 'chair.synthesize': [synthesis] }

/** The ceo’s price is known, the cfo’s is not, and the cto reads from a script. */
function paying(spoken: Lines): Partial<Deps> {
  const backend = scripted([], spoken)
  const script = { ...backend, name: 'script' }
  const priceOf = ({ id: seat }: { id: string }) => (seat === 'ceo' ? price : null)
  return {
    backendFor: async (seat) => (seat.id === 'cto' ? script : backend),
    money: { priceOf, dearest: price, ceiling: null, mustKnow: () => {} },
  }
}

describe('the record of a session', () => {
  test('says what it cost for each seat and in all, a run that failed among it, and keeps its format', async () => {
    const sat = await session(fakeWorkspace(councilFiles()), meeting, id, inputFor())
    const failing = { ...lines, 'chair.synthesize': [{ title: 'not a synthesis' }] }
    expect((await sat.hold(failing, ['conclude'], paying(failing))).kind).toBe('failed')
    expect((await sat.hold(lines, [], paying(lines))).kind).toBe('concluded')
    const { summary } = storyOf(await sat.lines(), telling)
    expect(summary).toMatchObject({ money: 600_000, unpriced: 1 })
    expect(sat.text(recordPath)).toContain(
      'The calls cost $0.60 and 1 call of unknown price (14 tokens): ceo $0.60 (12), cfo price unknown (2), cto nothing.\n\nJournal: sha256:',
    )
    expect(recordFaults(sat.text(recordPath), id)).toEqual([])
    expect((await sat.verify()).findings).toEqual([])
  })
  test('says nothing of money where nobody was paid', async () => {
    const free = await session(fakeWorkspace(councilFiles()), meeting, id, inputFor())
    const backendFor = async () => ({ ...scripted([], lines), name: 'script' })
    await free.hold(lines, ['conclude'], { backendFor })
    expect(free.text(recordPath)).toContain('## Reasoning trail')
    expect(free.text(recordPath)).not.toMatch(/cost|price/)
  })
})

describe('the sentence about costs', () => {
  const spent = { input: 20_000, output: 1_004, estimated: false, unpriced: 0, money: null }

  test('says once that no price is known, and that tokens are estimated', () => {
    const unknown = { ...spent, unpriced: 2 }
    expect(
      costSentence([
        { ...unknown, seat: 'ceo' },
        { ...unknown, seat: 'cfo', estimated: true },
      ]),
    ).toBe('The price of the calls is unknown (about 42,008 tokens): ceo 21,004, cfo about 21,004.')
  })
  test('shows a voice that is free as free, not as unknown', () => {
    expect(costSentence([{ ...spent, seat: 'ceo', money: 0 }])).toBe(
      'The calls cost $0 (21,004 tokens): ceo $0 (21,004).',
    )
  })
})
