// Locks between real processes: exclusion, takeover from dead processes, and no takeover of locks that are not ours.

import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { lock, ownerOf, tryLock } from './lock.js'
import { type Owner, thisProcess } from './owner.js'
import { temporaryFolder } from './temporary.suite.js'

describe('a lock', () => {
  test('is held by one at a time, and free again after its release', async () => {
    const file = join(temporaryFolder(), 'lock')
    const first = await tryLock(file, { about: 'this test' })
    expect(first.kind).toBe('mine')
    expect(await tryLock(file)).toMatchObject({ kind: 'held', by: { pid: process.pid, about: 'this test' } })
    await release(first)
    await release(await tryLock(file))
    expect(await ownerOf(file)).toBe('nobody')
  })

  test('leaves nothing behind in its folder', async () => {
    const folder = temporaryFolder()
    await release(await tryLock(join(folder, 'lock')))
    expect(readdirSync(folder)).toEqual([])
  })

  test('LOCK1: of many that find a dead owner, one at a time has the lock, and all get their turn', async () => {
    const file = join(temporaryFolder(), 'lock')
    writeFileSync(file, JSON.stringify(deadOwner()))
    let inside = 0
    let most = 0
    await Promise.all(
      Array.from({ length: 12 }, async () => {
        const held = await lock(file, { patienceMs: 60_000 })
        most = Math.max(most, ++inside)
        await new Promise((resolve) => setImmediate(resolve))
        inside--
        await held.release()
      }),
    )
    expect(most).toBe(1)
  })

  test('hands what a dead owner left to the one who takes over', async () => {
    const file = join(temporaryFolder(), 'lock')
    writeFileSync(file, JSON.stringify({ ...deadOwner(), about: 'notes.md' }))
    const left: string[] = []
    const attempt = await tryLock(file, { inherit: async (dead) => void left.push(dead.about) })
    expect(attempt.kind).toBe('mine')
    expect(left).toEqual(['notes.md'])
  })

  test('is taken over when its pid was given to another process since', async () => {
    const file = join(temporaryFolder(), 'lock')
    writeFileSync(file, JSON.stringify({ ...thisProcess(''), started: '1' }))
    expect((await tryLock(file)).kind).toBe('mine')
  })

  test('LOCK2: what a power cut left of a lock in a folder of our own is taken over, by one at a time', async () => {
    const folder = temporaryFolder()
    const file = join(folder, 'lock')
    for (const left of ['', 'garbage', '{"pid":0}', '\0'.repeat(100)]) {
      writeFileSync(file, left)
      let inside = 0
      await Promise.all(
        Array.from({ length: 6 }, async () => {
          const held = await lock(file, { patienceMs: 60_000, ours: true })
          expect(++inside).toBe(1)
          await new Promise((resolve) => setImmediate(resolve))
          inside--
          await held.release()
        }),
      )
    }
    symlinkSync('/dev/zero', file)
    await release(await tryLock(file, { ours: true }))
    expect(readdirSync(folder)).toEqual([])
    mkdirSync(file)
    await expect(lock(file, { patienceMs: 0, ours: true })).rejects.toMatchObject({
      code: 'LOCKED',
      hint: expect.stringContaining('remove'),
    })
  })

  test('LOCK2: a file that names no owner is never taken over where other programs make locks', async () => {
    const file = join(temporaryFolder(), 'lock')
    writeFileSync(file, '')
    expect(await tryLock(file)).toEqual({ kind: 'held', by: 'unknown' })
    await expect(lock(file, { patienceMs: 0 })).rejects.toMatchObject({ code: 'LOCKED' })
  })

  test('LOCK3: an owner on another machine is alive while its lock is fresh, and dead when it is old', async () => {
    const file = join(temporaryFolder(), 'lock')
    writeFileSync(file, JSON.stringify({ ...deadOwner(), host: 'elsewhere.invalid' }))
    expect((await tryLock(file)).kind).toBe('held')
    utimesSync(file, 1, 1)
    expect((await tryLock(file)).kind).toBe('mine')
  })
})

/** A process that has run and ended. */
function deadOwner(): Owner {
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  return { ...thisProcess(''), pid, started: '1' }
}

async function release(attempt: Awaited<ReturnType<typeof tryLock>>): Promise<void> {
  if (attempt.kind === 'mine') await attempt.release()
}
