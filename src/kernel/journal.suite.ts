// The acceptance suite of the `Journal` port: a place to keep lines is done when it passes.

import { expect, test } from 'vitest'
import { Held } from './errors.js'
import type { Journal, Lease } from './journal.js'
import type { Entry, Line } from './line.js'
import { entryOf, samples } from './line.suite.js'
import { seal } from './seal.js'

/** `make` gives an empty journal, and the same one again as another process would open it. */
export function journalSuite(make: () => { journal: Journal; again: () => Journal }): void {
  const filled = async (count: number) => {
    const { journal, again } = make()
    const lease = await journal.lease()
    for (let n = 1; n <= count; n++) await lease.append(n, entry(n))
    return { journal, again, lease }
  }

  test('an empty journal has no lines', async () => {
    const { journal } = make()
    expect(await journal.read()).toEqual([])
    const lease = await journal.lease()
    expect(lease.lines).toEqual([])
    expect(lease.torn).toBeUndefined()
    await lease.release()
  })

  test('J1: lines are numbered from 1 without a gap, and each carries the hash of the line before', async () => {
    const { journal } = await filled(5)
    const lines = await journal.read()
    expect(lines.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5])
    expect(lines.map(({ prev }) => prev)).toEqual(['', ...lines.slice(0, -1).map(({ hash }) => hash)])
  })

  test('J2: what is read is what was sealed', async () => {
    const { journal } = await filled(2)
    const [first, second] = await journal.read()
    expect(first).toEqual(seal(entry(1), 1, '').line)
    expect(second).toEqual(seal(entry(2), 2, first?.hash ?? '').line)
  })

  test('J3: a line is there for every reader when its append returns', async () => {
    const { again, lease } = await filled(1)
    const line = await lease.append(2, entry(2))
    expect((await again().read()).at(-1)).toEqual(line)
  })

  test('lines can be read from and up to a number', async () => {
    const { journal } = await filled(4)
    expect((await journal.read(3)).map(({ n }) => n)).toEqual([3, 4])
    expect((await journal.read(1, 2)).map(({ n }) => n)).toEqual([1, 2])
    expect((await journal.read(2, 3)).map(({ n }) => n)).toEqual([2, 3])
    expect(await journal.read(5)).toEqual([])
  })

  test('a line with another number than the next is refused, and the next still fits', async () => {
    const { journal, lease } = await filled(1)
    await expect(lease.append(1, entry(1))).rejects.toThrow('line 2 is next')
    await expect(lease.append(3, entry(3))).rejects.toThrow('line 2 is next')
    await lease.append(2, entry(2))
    expect(await journal.read()).toHaveLength(2)
  })

  test('a journal has one writer at a time; the second is told who has it', async () => {
    const { again, lease } = await filled(1)
    const refusal = await again()
      .lease()
      .catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(Held)
    expect((refusal as Held).message).toContain(`pid ${process.pid} since `)
    await lease.release()
    const next = await again().lease()
    expect(next.lines).toHaveLength(1)
    expect(next.token).toBeGreaterThan(lease.token)
  })

  test('a lease that was given back appends nothing', async () => {
    const { journal, lease } = await filled(1)
    await lease.release()
    await expect(lease.append(2, entry(2))).rejects.toMatchObject({ code: 'OVERTAKEN' })
    expect(await journal.read()).toHaveLength(1)
  })

  test('a lease may be given back twice', async () => {
    const { again, lease } = await filled(1)
    await lease.release()
    const next = await again().lease()
    await lease.release()
    await expect(again().lease()).rejects.toBeInstanceOf(Held)
    await next.release()
  })

  test('who watches sees every line from a number on, those to come as well, each once and in order', async () => {
    const { again, lease } = await filled(3)
    const stop = new AbortController()
    const seen: number[] = []
    for await (const line of again().watch(2, stop.signal)) {
      seen.push(line.n)
      if (line.n < 6) await appendNext(lease, line)
      else stop.abort()
    }
    expect(seen).toEqual([2, 3, 4, 5, 6])
  })
}

/** The line after the one that was just seen, unless it is there already. */
async function appendNext(lease: Lease, { n }: Line): Promise<void> {
  if (n >= 3) await lease.append(n + 1, entry(n + 1))
}

export function entry(n: number): Entry {
  const text = 'Grüße, 👋\n"quoted"'
  if (n === 1) return entryOf('opened', { ...samples.opened, title: text })
  return entryOf('noted', { kind: 'k', data: { nth: n, text } }, `note:k.${n}`)
}
