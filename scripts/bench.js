// Bench: what parley costs, as ratios against the least that the machine allows, measured in one run. Misses a bar: exit 1.
// `node scripts/bench.js turns` runs only what begins with `turns`. Builds first, so that what is measured is what is shipped.

import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const here = path.join(path.dirname(fileURLToPath(import.meta.url)), 'bench')
const root = path.dirname(path.dirname(here))

// Reading a bundle of certificates can take longer than starting node; it is no part of what is measured.
if (process.env.NODE_EXTRA_CA_CERTS !== undefined) process.exit(again())

const wanted = process.argv[2] ?? ''
const built = spawnSync(process.execPath, [path.join(root, 'scripts', 'build.js')], { encoding: 'utf8' })
if (!fs.existsSync(path.join(root, 'dist', 'index.js'))) {
  console.error(built.stdout + built.stderr)
  process.exit(1)
}

let missed = 0
for (const file of fs.readdirSync(here).filter((name) => !name.startsWith('_') && name.startsWith(wanted))) {
  const { measure } = await import(path.join(here, file))
  for (const { what, ratio, bar, detail } of await measure()) {
    const held = ratio <= bar
    if (!held) missed++
    const figures = `${ratio.toFixed(2).padStart(6)}  at most ${bar.toFixed(2)}`
    console.log(`${held ? 'ok  ' : 'MISS'}  ${figures}  ${what.padEnd(58)} ${detail}`)
  }
}
process.exit(missed > 0 ? 1 : 0)

function again() {
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env
  return spawnSync(process.execPath, process.argv.slice(1), { env, stdio: 'inherit' }).status ?? 1
}
