// In memory: where temporary files of tests lie, if the machine has room. Every line of a journal is flushed, and on a disk a test waits for
// that longer than it runs.

import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const memory = '/dev/shm'
const roomBytes = 4 * 2 ** 30
const prefix = 'parley-tests-'

/** Makes a folder in memory the one for temporary files, unless the person named another, and removes it when this process ends. */
export function keepInMemory(): void {
  if (process.env['TMPDIR'] !== undefined || !hasRoom()) return
  removeLeftovers()
  const folder = join(memory, `${prefix}${process.pid}`)
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  if (runsPrograms(folder)) process.env['TMPDIR'] = folder
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= roomBytes
  } catch {
    return false
  }
}

/** Some machines allow no programs there, and tests have hooks and scripts. */
function runsPrograms(folder: string): boolean {
  const program = join(folder, 'program')
  try {
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
    execFileSync(program)
    return true
  } catch {
    return false
  }
}

/** Of runs that were killed. */
function removeLeftovers(): void {
  for (const name of readdirSync(memory).filter((one) => one.startsWith(prefix)))
    if (!isAlive(Number(name.slice(prefix.length))))
      rmSync(join(memory, name), { recursive: true, force: true })
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
