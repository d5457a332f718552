// Steps: runs one program after another, says which and how long, and stops at the first that fails.

import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

/** Ends the process when the step fails. Gives back what it printed, when asked to keep it. */
export function step(name, program, args, { keep = false } = {}) {
  const from = Date.now()
  console.log(`\n▸ ${name}`)
  const stdio = keep ? ['ignore', 'pipe', 'inherit'] : ['ignore', 'inherit', 'inherit']
  const { status, error, stdout } = spawnSync(program, args, {
    cwd: root,
    stdio,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    shell: process.platform === 'win32',
  })
  const took = `${((Date.now() - from) / 1000).toFixed(1)} s`
  if (error || status !== 0) {
    if (keep && stdout) console.error(stdout)
    fail(`${name} failed after ${took}${error ? `: ${error.message}` : ''}`)
  }
  console.log(`  ${name}: ${took}`)
  return stdout ?? ''
}

/** A program that came with the packages. */
export function tool(name) {
  return path.join(root, 'node_modules', '.bin', name)
}

export function fail(message) {
  console.error(`\n✗ ${message}`)
  process.exit(1)
}
