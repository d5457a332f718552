// For tests: whether a process still runs.

import { readFileSync } from 'node:fs'

/** A zombie has ended too: only its parent has not looked yet. */
export function isRunning(pid: number): boolean {
  if (process.platform !== 'linux') return takesSignals(pid)
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

function takesSignals(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
