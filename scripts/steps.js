// Steps: runs programs, one after another or two at a time, says which and how long, and stops at the first that fails.

import { spawn, spawnSync } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

/** Ends the process when the step fails. */
export function step(name, program, args) {
  const from = Date.now()
  console.log(`\n▸ ${name}`)
  const stdio = ['ignore', 'inherit', 'inherit']
  const { status, error } = spawnSync(program, args, {
    cwd: root,
    stdio,
    shell: process.platform === 'win32',
  })
  const took = `${((Date.now() - from) / 1000).toFixed(1)} s`
  if (error || status !== 0) fail(`${name} failed after ${took}${error ? `: ${error.message}` : ''}`)
  console.log(`  ${name}: ${took}`)
}

/**
 * Steps that do not depend on each other, two at a time: each is told as a whole when it is done, the first that fails ends the process.
 * Gives back what each of them printed.
 */
export async function steps(all) {
  const waiting = [...all.entries()]
  const printed = []
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      printed[next[0]] = await stepBeside(next[1])
  }
  await Promise.all([worker(), worker()])
  return printed
}

/** `quiet` when what it prints is for us to read. */
async function stepBeside({ name, program, args, quiet = false }) {
  const from = Date.now()
  const { status, out, error } = await runBeside(program, args)
  const took = `${((Date.now() - from) / 1000).toFixed(1)} s`
  const failed = error !== undefined || status !== 0
  console.log(`\n▸ ${name}`)
  if (out !== '' && (!quiet || failed)) process.stdout.write(out)
  if (failed) fail(`${name} failed after ${took}${error ? `: ${error.message}` : ''}`)
  console.log(`  ${name}: ${took}`)
  return out
}

function runBeside(program, args) {
  const child = spawn(program, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  let out = ''
  let told = ''
  child.stdout.setEncoding('utf8').on('data', (piece) => {
    out += piece
  })
  child.stderr.setEncoding('utf8').on('data', (piece) => {
    told += piece
  })
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ status: null, out: told, error }))
    child.on('close', (status) => resolve({ status, out: status === 0 ? out : `${out}${told}` }))
  })
}

/** A program that came with the packages. */
export function tool(name) {
  return path.join(root, 'node_modules', '.bin', name)
}

export function fail(message) {
  console.error(`\n✗ ${message}`)
  process.exit(1)
}
