// Readings of journals: once whole, then only what is new; anew where somebody changed what was read.

import { describe, expect, test } from 'vitest'
import type { Journal } from '../kernel/line/journal.js'
import { entry } from '../kernel/line/journal.suite.js'
import { type Kept, memoryJournals } from '../kernel/line/memory-journals.suite.js'
import { loadTellings } from '../protocols/tellings.js'
import { Readings } from './readings.js'

const tellings = await loadTellings()

async function recorded(count: number) {
  const journals = memoryJournals()
  const lease = await journals.of('a').lease()
  for (let n = 1; n <= count; n++) await lease.append(n, entry(n))
  const begun: number[] = []
  const journal: Journal = {
    ...journals.of('a'),
    tail: (after) => {
      begun.push(after ?? 0)
      return journals.of('a').tail(after)
    },
  }
  return { journal, lease, begun, kept: journals.kept.get('a') as Kept }
}

describe('a reading', () => {
  test('has every line as the journal stands, and reads the old ones once', async () => {
    const { journal, lease, begun } = await recorded(3)
    const readings = new Readings(tellings)
    expect((await readings.of('a', journal)).lines).toHaveLength(3)
    await lease.append(4, entry(4))
    const { lines, story, mark } = await readings.of('a', journal)
    expect([lines.length, story.summary.lines, mark]).toEqual([4, 4, await journal.mark()])
    expect(begun).toEqual([0])
  })

  test('is not changed by lines that come later', async () => {
    const { journal, lease } = await recorded(1)
    const readings = new Readings(tellings)
    const { lines } = await readings.of('a', journal)
    await lease.append(2, entry(2))
    await readings.of('a', journal)
    expect(lines).toHaveLength(1)
  })

  test('begins anew where the journal was cut, or goes on from another line', async () => {
    const { journal, kept } = await recorded(3)
    const other = await recorded(5)
    const readings = new Readings(tellings)
    await readings.of('a', journal)
    kept.texts.pop()
    expect((await readings.of('a', journal)).lines).toHaveLength(2)
    const [last = ''] = other.kept.texts.splice(4)
    kept.texts.push(last)
    expect((await readings.of('a', journal)).lines.map(({ n }) => n)).toEqual([1, 2, 5])
  })

  test.each([
    { journals: 8, lines: 5 },
    { journals: 1, lines: 100 },
  ])(
    'is forgotten when others need the room, and is then read again: at most $journals journals and $lines lines',
    async (most) => {
      const [one, two] = [await recorded(3), await recorded(3)]
      const readings = new Readings(tellings, most)
      await readings.of('one', one.journal)
      await readings.of('two', two.journal)
      await readings.of('two', two.journal)
      await readings.of('one', one.journal)
      expect([one.begun, two.begun]).toEqual([[0, 0], [0]])
    },
  )
})
