// Origin: whose journal it is, and what becomes of one that is nobody's the person knows.

import { describe, expect, test } from 'vitest'
import { adopt } from './adopt.js'
import { entry } from './journal.suite.js'
import type { Line } from './line.js'
import { entryOf } from './line.suite.js'
import { journalOf, ownSeals, sealsWith } from './memory-journals.suite.js'
import { lineSeal, originOf } from './origin.js'
import { seal } from './seal.js'

/** Lines of a journal, each with the seal that `macOf` makes for it. */
function lines(count: number, macOf?: (n: number, hash: string) => string | undefined): Line[] {
  const all: Line[] = []
  for (let n = 1; n <= count; n++) {
    const { line } = seal(entry(n), n, all.at(-1)?.hash ?? '')
    const mac = macOf?.(n, line.hash)
    all.push(mac === undefined ? line : { ...line, mac })
  }
  return all
}

const own = (_: number, hash: string) => ownSeals.make(lineSeal('m-1', hash))

describe('the origin of a journal', () => {
  test('O2: is foreign as soon as one line lacks the seal of the person, wherever it stands', () => {
    for (const bare of [1, 2, 3]) {
      const some = lines(3, (n, hash) => (n === bare ? undefined : own(n, hash)))
      expect(originOf(some, 'm-1', ownSeals)).toEqual({ kind: 'foreign', line: bare, mixed: true })
    }
    expect(originOf(lines(3), 'm-1', ownSeals)).toEqual({ kind: 'foreign', line: 3, mixed: false })
  })

  test('O1: a seal holds for its line, its meeting and its person only', () => {
    const theirs = sealsWith('theirs')
    expect(originOf(lines(2, own), 'm-1', theirs).kind).toBe('foreign')
    expect(originOf(lines(2, own), 'm-2', ownSeals).kind).toBe('foreign')
    const moved = lines(2, (n) => own(n, lines(2)[0]?.hash ?? ''))
    expect(originOf(moved, 'm-1', ownSeals)).toMatchObject({ kind: 'foreign', line: 2 })
  })

  test("lines from before seals are the person's where nobody else can write, and a wrong seal is not", () => {
    const home = { ...ownSeals, ownFolder: true }
    expect(originOf(lines(2), 'm-1', home)).toEqual({ kind: 'kept' })
    expect(originOf(lines(2, own), 'm-1', home)).toEqual({ kind: 'sealed', adopted: null })
    expect(
      originOf(
        lines(2, () => 'f'.repeat(64)),
        'm-1',
        home,
      ).kind,
    ).toBe('foreign')
  })
})

describe('a foreign journal', () => {
  const foreign = () => journalOf(lines(3), sealsWith('theirs'))

  test('O3: gets no line but its adoption, and is sealed from there on', async () => {
    const journal = foreign()
    const lease = await journal.lease()
    await expect(lease.append(4, entry(4))).rejects.toMatchObject({
      code: 'NOT_OPENED_HERE',
      hint: expect.stringContaining('parley adopt m-1'),
    })
    await lease.release()
    const [, , last] = await journal.read()
    await adopt(journal, 'm-1', { agents: {}, lines: 3, hash: last?.hash ?? '' }, new Date())
    expect((await journal.whole()).origin).toEqual({ kind: 'sealed', adopted: 4 })
    const next = await journal.lease()
    await next.append(5, entry(5))
    await next.release()
    expect((await journal.whole()).origin).toEqual({ kind: 'sealed', adopted: 4 })
  })

  test('AD1: that has changed since the person looked is not adopted', async () => {
    const journal = foreign()
    for (const shown of [
      { lines: 2, hash: '' },
      { lines: 3, hash: 'f'.repeat(64) },
    ])
      await expect(adopt(journal, 'm-1', { agents: {}, ...shown }, new Date())).rejects.toThrow(
        'has changed since you looked',
      )
    expect(await journal.read()).toHaveLength(3)
  })

  test('is not adopted twice, nor when it is over', async () => {
    const [first] = lines(1)
    const concluded = seal(entryOf('concluded'), 2, first?.hash ?? '').line
    const over = journalOf([first as Line, concluded], sealsWith('theirs'))
    await expect(
      adopt(over, 'm-1', { agents: {}, lines: 2, hash: concluded.hash }, new Date()),
    ).rejects.toMatchObject({ code: 'ENDED' })
    await expect(
      adopt(journalOf(lines(2)), 'm-1', { agents: {}, lines: 2, hash: '' }, new Date()),
    ).rejects.toThrow('is yours already')
  })
})
