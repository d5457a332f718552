// Start: `npm start` alone plays a recorded council about a small repository, live, to its record; with words it is the command.
// Needs no terminal, no key and, once the packages are installed, no network. This checkout is not changed; the journal stays in PARLEY_HOME.

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
  console.log(`parley holds meetings between people and AI agents, and keeps a record that can
be trusted. Here a council of four discusses a small repository, copied to
  ${copy}
Their words were recorded with a model; everything else happens now.
`)
  const how = ['--template', 'software-team', '--blind', '--agents', `script:${script}`]
  const code = parley(['council', 'meeting', task, ...how], copy)
  if (code !== 0) return code
  return showRecord(copy) || showWays()
}

/** At a terminal somebody reads along; elsewhere nobody should wait. */
function paced(script) {
  return process.stdout.isTTY ? `${script}\npace: 60\n` : script
}

/** Fits 80 columns wherever the checkout lies: its path stands in a line of its own. */
function showWays() {
  console.log(`
Now you, in a repository of yours. The command, called parley below:
  node ${command}

  parley ask "Is a queue worth it here?"     one round, one answer
  git diff | parley ask "What breaks?" -     about a text
  parley council meeting "…" --template software-team
                                             rounds that you steer and conclude
  parley doctor                              who could speak here

Who speaks:
  --agents model:anthropic/claude-sonnet-4-5     with a key in ANTHROPIC_API_KEY
  --agents model:NAME@http://127.0.0.1:11434/v1  a local server
  --agents rehearsal                             nobody: your files are quoted`)
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
  const home = process.env.PARLEY_HOME || path.join(os.homedir(), '.parley')
  console.log(`Its journal is with those of all your meetings, in\n  ${path.join(home, 'meetings')}`)
  console.log(`\nLook around: cd ${copy}\n  node ${command} show`)
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
