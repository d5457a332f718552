// In memory: where temporary files of tests lie, if the machine has room. Every line of a journal is flushed, and on a disk a test waits for
// that longer than it runs.

import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
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
  process.on('exit', () => removeFolder(folder))
  if (runsPrograms(folder)) process.env['TMPDIR'] = folder
}

/** Makes a folder for code that the processes of tests compile (code-cache.cjs), and removes it when this process ends. */
export function keepCompiledCode(): void {
  const folder = mkdtempSync(join(tmpdir(), 'parley-code-'))
  // Some tests run the command as a user without rights.
  chmodSync(folder, 0o755)
  process.on('exit', () => removeFolder(folder))
  process.env['PARLEY_TEST_CODE'] = folder
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
    if (!isAlive(Number(name.slice(prefix.length)))) removeFolder(join(memory, name))
}

/** What somebody still writes to is left for the next run: tests that passed must not fail by it. */
function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  } catch {}
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
