// Start: `npm start` alone plays a recorded council about a small repository, live, to its record; with words it is the command.
// Needs no terminal, no key and, once the packages are installed, no network. This checkout is not changed.

import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const command = path.join(root, 'bin', 'parley.js')

createRequire(import.meta.url)('./prepare.cjs').prepare(root)
const words = process.argv.slice(2)
process.exitCode = words.length > 0 ? parley(words, process.cwd()) : demonstrate()

function demonstrate() {
  const recorded = path.join(root, 'library', 'recorded', 'outbox')
  const task =
    'An invoice is lost when the machine stops while the worker sends it. ' +
    'Shall a message stay in the outbox until the provider has it, at the risk of sending it twice?'
  const copy = scratchCopy(path.join(recorded, 'repository'))
  const script = path.join(path.dirname(copy), 'council.yaml')
  fs.writeFileSync(script, paced(fs.readFileSync(path.join(recorded, 'council.yaml'), 'utf8')))
  console.log(`A council of four about a small repository (a copy of it is in ${copy}).`)
  console.log('Its words were recorded with a model; everything else happens now.\n')
  const code =
    parley(['council', 'convene', 'software-team'], copy) ||
    parley(['council', 'meeting', task, '--blind', '--agents', `script:${script}`], copy)
  if (code !== 0) return code
  return showRecord(copy) || showWays()
}

/** At a terminal somebody reads along; elsewhere nobody should wait. */
function paced(script) {
  return process.stdout.isTTY ? `${script}\npace: 60\n` : script
}

function showWays() {
  const ask = `node ${command} council meeting "…" --agents`
  console.log(`
Hold one of your own, in your repository (first: node ${command} council convene software-team):
  with a key           ANTHROPIC_API_KEY=… ${ask} model:anthropic/claude-sonnet-4-5
  with a local server  ${ask} model:NAME@http://127.0.0.1:11434/v1
  as a rehearsal       ${ask} rehearsal   (no model speaks)`)
  return 0
}

function showRecord(copy) {
  const folder = path.join(copy, '.council', 'records')
  const name = fs.readdirSync(folder).find((file) => file.endsWith('.md') && !file.endsWith('.scratch.md'))
  if (name === undefined) return 1
  const record = path.join(folder, name)
  console.log(`\n${'─'.repeat(72)}\nThe record, ${record}:\n`)
  console.log(fs.readFileSync(record, 'utf8'))
  const id = name.slice(0, -'.md'.length)
  console.log(`${'─'.repeat(72)}\nCan it be trusted?`)
  const code = parley(['verify', id], copy)
  console.log(`\nLook around: node ${command} show ${id} --cwd ${copy}`)
  return code
}

/** A new repository, so that nothing in this one can be changed. */
function scratchCopy(folder) {
  const copy = path.join(
    fs.mkdtempSync(path.join(os.tmpdir(), 'parley-start-')),
    path.basename(path.dirname(folder)),
  )
  fs.cpSync(folder, copy, { recursive: true })
  const who = ['-c', 'user.name=parley', '-c', 'user.email=parley@localhost', '-c', 'commit.gpgsign=false']
  for (const args of [
    ['init', '--quiet', '--initial-branch=main'],
    ['add', '--all'],
    [...who, 'commit', '--quiet', '--no-verify', '-m', 'Version 1.3.0'],
  ])
    execFileSync('git', args, { cwd: copy, env: plainEnvironment(), stdio: ['ignore', 'ignore', 'inherit'] })
  return copy
}

/** Without the variables of an outer git (in a hook), which would redirect our own calls. */
function plainEnvironment() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')))
}

function parley(args, cwd) {
  const { status } = spawnSync(process.execPath, [command, ...args], { cwd, stdio: 'inherit' })
  return status ?? 1
}
