// The acceptance suites of the `Journal` and `Journals` ports: an implementation is done when it passes them.

import { expect, test } from 'vitest'
import { summarise } from '../../journals.js'
import { Held, WrongUsage } from '../errors.js'
import { seal, sha256 } from './hash.js'
import type { Journal, Journals, Lease } from './journal.js'
import type { Entry, Line } from './line.js'
import { entryOf, samples } from './line.suite.js'

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

  test('J2: what is read is what was appended', async () => {
    const { journal } = await filled(2)
    const [first, second] = await journal.read()
    expect(first).toMatchObject(seal(entry(1), 1, '').line)
    expect(second).toMatchObject(seal(entry(2), 2, first?.hash ?? '').line)
  })

  test('J3: a line is there for every reader when its append returns', async () => {
    const { again, lease } = await filled(1)
    const line = await lease.append(2, entry(2))
    expect((await again().read()).at(-1)).toEqual(line)
  })

  test('a text that is kept beside it is there for every reader under its hash, once, and only from who has the lease', async () => {
    const { again, lease } = await filled(1)
    const hash = await lease.keep('Ünï\r\ncode, whole.')
    expect(await lease.keep('Ünï\r\ncode, whole.')).toBe(hash)
    expect(hash).toBe(sha256('Ünï\r\ncode, whole.'))
    expect(await again().kept(hash)).toBe('Ünï\r\ncode, whole.')
    expect(await again().kept('0'.repeat(64))).toBeNull()
    expect(await again().kept('../../m-1/journal')).toBeNull()
    await lease.release()
    await expect(lease.keep('late')).rejects.toThrow()
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

  test('a released lease appends nothing', async () => {
    const { journal, lease } = await filled(1)
    await lease.release()
    await expect(lease.append(2, entry(2))).rejects.toMatchObject({ code: 'OVERTAKEN' })
    expect(await journal.read()).toHaveLength(1)
  })

  test('a lease may be released twice', async () => {
    const { again, lease } = await filled(1)
    await lease.release()
    const next = await again().lease()
    await lease.release()
    await expect(again().lease()).rejects.toBeInstanceOf(Held)
    await next.release()
  })

  test('a watcher sees every line from a number on, later ones too, each once and in order', async () => {
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

  test('a tail gives the lines since its last read, up to a line, each once', async () => {
    const { again, lease } = await filled(3)
    const tail = again().tail()
    expect((await tail.take(2)).map(({ n }) => n)).toEqual([1, 2])
    expect((await tail.take(2)).map(({ n }) => n)).toEqual([])
    await lease.append(4, entry(4))
    expect((await tail.take()).map(({ n }) => n)).toEqual([3, 4])
    expect(await tail.take()).toEqual([])
    await lease.release()
  })

  test.each([0, 1, 39, 40, 42])(
    'a tail after line %i of forty gives the lines after it, and later ones',
    async (after) => {
      const { again, lease } = await filled(40)
      const tail = again().tail(after)
      const numbers = async () => (await tail.take()).map(({ n }) => n)
      const wanted = (upTo: number) =>
        Array.from({ length: upTo }, (_, at) => at + 1).filter((n) => n > after)
      expect(await numbers()).toEqual(wanted(40))
      for (let n = 41; n <= 44; n++) await lease.append(n, entry(n))
      expect(await numbers()).toEqual(wanted(44).slice(wanted(40).length))
      await lease.release()
    },
  )

  test('its mark changes whenever a line is appended, and is empty before the first', async () => {
    const { journal, again } = make()
    expect(await journal.mark()).toBe('')
    const lease = await journal.lease()
    const marks = new Set<string>()
    for (let n = 1; n <= 3; n++) {
      await lease.append(n, entry(n))
      marks.add(await again().mark())
    }
    await lease.release()
    marks.add(await again().mark())
    expect(marks.size).toBe(3)
  })

  test('it is held while somebody has the lease', async () => {
    const { journal, again } = make()
    expect(await journal.held()).toBe(false)
    const lease = await journal.lease()
    expect(await again().held()).toBe(true)
    await lease.release()
    expect(await again().held()).toBe(false)
  })

  test('the first line can be read alone, and says whether others follow', async () => {
    const { journal, again } = make()
    expect(await journal.first()).toBeUndefined()
    const lease = await journal.lease()
    await lease.append(1, entry(1))
    expect(await again().first()).toMatchObject({ line: { n: 1, kind: 'opened' }, alone: true })
    await lease.append(2, entry(2))
    expect(await again().first()).toMatchObject({ line: { n: 1 }, alone: false })
    await lease.release()
  })

  test('an undamaged journal is read without a report of damage', async () => {
    const { journal, lease } = await filled(3)
    await lease.release()
    expect(await journal.readable()).toMatchObject({ lines: await journal.read(), damage: null })
  })

  test('a lease knows whether it still holds', async () => {
    const { lease } = await filled(1)
    lease.check()
    await lease.release()
    expect(() => lease.check()).toThrow(expect.objectContaining({ code: 'OVERTAKEN' }))
  })
}

/** The acceptance suite of the `Journals` port. `make` gives an empty place, and the same one as another process would open it. */
export function journalsSuite(make: () => { journals: Journals; again: () => Journals }): void {
  const opened = async (journals: Journals, id: string, at?: string) => {
    await journals.claim(id)
    const lease = await journals.of(id).lease()
    const first = entryOf('opened', { ...samples.opened, id, title: `About ${id}` })
    await lease.append(1, at === undefined ? first : { ...first, at })
    await lease.release()
  }

  test('an id is claimed by one caller only, and can be released', async () => {
    const { journals, again } = make()
    expect([await journals.claim('a'), await again().claim('a'), await journals.claim('b')]).toEqual([
      true,
      false,
      true,
    ])
    expect((await again().ids()).toSorted()).toEqual(['a', 'b'])
    await journals.discard('a')
    expect(await again().ids()).toEqual(['b'])
    expect(await again().claim('a')).toBe(true)
  })

  test('a claimed id is no meeting before its first line', async () => {
    const { journals, again } = make()
    await journals.claim('a')
    expect([await again().has('a'), await again().summary('a'), await again().summaries()]).toEqual([
      false,
      undefined,
      [],
    ])
    await opened(journals, 'b')
    expect([await again().has('b'), (await again().summary('b'))?.title]).toEqual([true, 'About b'])
  })

  test.each(['', '.', '..', '../', '../meetings/a', 'a/../a', '/', 'a/', '.hidden', 'a\0', 'a\\b', 'a\nb'])(
    'JRN1: %j is refused as the name of a journal',
    async (id) => {
      const { journals } = make()
      await opened(journals, 'a')
      expect(() => journals.of(id)).toThrow(WrongUsage)
      await expect(Promise.resolve().then(() => journals.claim(id))).rejects.toBeInstanceOf(WrongUsage)
      expect(await journals.has(id)).toBe(false)
    },
  )

  test('the list has the newest first', async () => {
    const { journals, again } = make()
    await opened(journals, 'old', '2026-01-01T00:00:00.000Z')
    await opened(journals, 'new', '2026-01-03T00:00:00.000Z')
    await opened(journals, 'mid', '2026-01-02T00:00:00.000Z')
    expect((await again().summaries()).map(({ id }) => id)).toEqual(['new', 'mid', 'old'])
  })

  test('a summary describes the journal as it is now, whatever was saved before', async () => {
    const { journals, again } = make()
    await opened(journals, 'a')
    await journals.keepSummary(await summarise(await journals.of('a').read()))
    expect(await again().linesKept('a')).toBe(1)
    const lease = await journals.of('a').lease()
    await lease.append(2, entry(2))
    await lease.release()
    expect((await again().summary('a'))?.lines).toBe(2)
    expect(await again().linesKept('a')).toBe(1)
  })
}

/** Appends the line after the one that was just seen, unless it is there already. */
async function appendNext(lease: Lease, { n }: Line): Promise<void> {
  if (n >= 3) await lease.append(n + 1, entry(n + 1))
}

export function entry(n: number): Entry {
  const text = 'Grüße, 👋\n"quoted"'
  if (n === 1) return entryOf('opened', { ...samples.opened, title: text })
  return entryOf('noted', { kind: 'k', data: { nth: n, text } }, `note:k.${n}`)
}
