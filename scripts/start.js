// Start: `npm start` alone shows a whole meeting about this very repository, rehearsed, in a copy of it; with words it is the command.
// Needs no terminal, no key and no network once the packages are here. This checkout stays as it is.

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
const task = 'How does a meeting go on after a crash?'
process.exitCode = words.length > 0 ? parley(words, process.cwd()) : demonstrate()

function demonstrate() {
  const copy = scratchCopy()
  console.log(`A rehearsed meeting about this repository, in a copy of it: ${copy}\n`)
  const answers = path.join(path.dirname(copy), 'answers.yaml')
  fs.writeFileSync(answers, '- another-round\n- conclude\n')
  const code =
    parley(['council', 'convene', 'software-team'], copy) ||
    parley(['council', 'meeting', task, '--agents', 'rehearsal', '--answers', answers], copy)
  if (code !== 0) return code
  return showRecord(copy)
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

/** The tracked files as they are on disk, committed once: a repository of its own, where nothing can be broken. */
function scratchCopy() {
  const copy = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'parley-start-')), 'parley')
  // Without this very file: what comes nearest to the question should not be the question.
  for (const file of trackedFiles()) if (file !== 'scripts/start.js') copyFile(file, copy)
  const who = ['-c', 'user.name=parley', '-c', 'user.email=parley@localhost', '-c', 'commit.gpgsign=false']
  for (const args of [
    ['init', '--quiet'],
    ['add', '--all'],
    [...who, 'commit', '--quiet', '--no-verify', '-m', 'As it was'],
  ])
    execFileSync('git', args, { cwd: copy, env: plainEnvironment(), stdio: ['ignore', 'ignore', 'inherit'] })
  return copy
}

/** Without git (an unpacked archive, say) everything but what is made here. */
function trackedFiles() {
  const { status, stdout } = spawnSync('git', ['ls-files', '-z'], {
    cwd: root,
    env: plainEnvironment(),
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  if (status === 0 && stdout !== '') return stdout.split('\0').filter((file) => file !== '')
  const made = /^(node_modules|dist|\.git|\.parley)([\\/]|$)/
  return fs.readdirSync(root, { recursive: true }).filter((file) => !made.test(file))
}

function copyFile(file, copy) {
  const from = path.join(root, file)
  if (!fs.lstatSync(from, { throwIfNoEntry: false })?.isFile()) return
  const to = path.join(copy, file)
  fs.mkdirSync(path.dirname(to), { recursive: true })
  fs.copyFileSync(from, to)
}

/** Variables of an outer git (a hook, say) would lead our own calls astray. */
function plainEnvironment() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')))
}

function parley(args, cwd) {
  const { status } = spawnSync(process.execPath, [command, ...args], { cwd, stdio: 'inherit' })
  return status ?? 1
}
