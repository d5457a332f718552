// CLI `parley doctor`: checks whether everything that a meeting needs is here.

import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { protocols } from '../../../protocols/index.js'
import type { Manifest } from '../../../protocols/manifest.js'
import { version } from '../../../version.js'
import { guardHere } from '../../../workspace/guard.js'
import { parleyHome } from '../../../workspace/home.js'
import { findRoot, rootMarkedBy } from '../../../workspace/root.js'
import { sealKeyFile, sealKeyFound } from '../../../workspace/seal-key.js'
import type { Command } from '../command.js'
import type { Io } from '../io.js'
import { reachChecks } from '../reach-checks.js'
import { oneLine } from '../screen/clean.js'
import { emit } from '../screen/emit.js'
import { type Paint, paint } from '../screen/paint.js'
import { plural } from '../screen/words.js'
import { folderOf, meetingsSeenFrom, stoppedAmong } from '../seen.js'
import { type Check, voiceChecks } from '../voice-checks.js'

export const command: Command = {
  about:
    'Checks node, git, the agents that could speak and how to use each, this workspace, your home, and what earlier\n' +
    'runs left. Asks servers for their models, on this machine and where you named one; sends nothing else. With --try every\n' +
    'voice that was found answers one tiny call, which costs a few tokens each; --agents and --seat name others to try.\n' +
    'Exit 1 when something is wrong that would make a meeting fail.',
  flags: { try: { about: 'really ask each voice once, and say what that took and cost' } },
  examples: [
    ['parley doctor', 'is everything here?'],
    ['parley doctor --try', 'and does it speak?'],
    ['parley doctor --try --agents model:openai/gpt-5', 'does this one?'],
  ],
  async run(args, io) {
    const folder = folderOf(args, io)
    const root = (await findRoot(folder)) ?? folder
    const checks = [
      { name: 'parley', state: 'fine', detail: version } as const,
      node(),
      git(),
      ...(await voiceChecks({ args, io, root })),
      ...(await reachChecks({ args, io, root })),
      workspace(root),
      home(io),
      sealKey(io),
      await sandbox(io),
      ...(await leftBehind(folder, io)),
      ...(await Promise.all(protocols.map((one) => leftLying(one, folder)))).flat(),
    ]
    if (args.has('json')) emit(io, { type: 'doctor', checks })
    else io.out(checks.map((check) => checkText(check, paint(io, 'output'))).join(''))
    return checks.some(({ state }) => state === 'wrong') ? 1 : 0
  },
}

function node(): Check {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const ok = major > 20 || (major === 20 && minor >= 19)
  const detail = ok
    ? process.versions.node
    : `${process.versions.node} is too old: parley wants 20.19 or newer`
  return { name: 'node', state: ok ? 'fine' : 'wrong', detail }
}

function git(): Check {
  try {
    const said = execFileSync('git', ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    return { name: 'git', state: 'fine', detail: said.replace(/^git version /, '').trim() }
  } catch {
    return {
      name: 'git',
      state: 'note',
      detail: 'not found: meetings work, but nothing is committed and no worktree is made',
    }
  }
}

function workspace(root: string): Check {
  const kept = protocols.flatMap(({ standing }) =>
    standing && rootMarkedBy(root, standing.marker) ? [`, with ${standing.name}`] : [],
  )
  if (!writable(root)) return { name: 'workspace', state: 'wrong', detail: `${root} cannot be written` }
  return { name: 'workspace', state: 'fine', detail: `${root}${kept.join('')}` }
}

function home(io: Io): Check {
  const folder = parleyHome(io.env)
  const there = existsSync(folder)
  if (!writable(nearestThere(folder)))
    return { name: 'home', state: 'wrong', detail: `${folder} cannot be written: set PARLEY_HOME` }
  return { name: 'home', state: 'fine', detail: there ? folder : `${folder} (made when needed)` }
}

/** One line about the key that seals the person's meetings. */
function sealKey(io: Io): Check {
  const folder = parleyHome(io.env)
  const found = sealKeyFound(folder)
  if (found.kind === 'unusable') return { name: 'seal key', state: 'wrong', detail: found.why }
  const file = sealKeyFile(folder)
  if (found.kind === 'none')
    return { name: 'seal key', state: 'fine', detail: `none yet; made with your first meeting, as ${file}` }
  const mode = `0${found.mode.toString(8)}`
  const made = found.made.toISOString().slice(0, 10)
  return { name: 'seal key', state: 'fine', detail: `${file}, mode ${mode}, made on ${made}` }
}

async function sandbox(io: Io): Promise<Check> {
  const { layer, about } = await guardHere(parleyHome(io.env))
  if (layer !== null) return { name: 'sandbox', state: 'fine', detail: about }
  const detail = `none: ${about} Programs that seats start could change any file of yours; parley notices and says so.`
  return { name: 'sandbox', state: 'note', detail }
}

async function leftBehind(folder: string, io: Io): Promise<Check[]> {
  const meetings = await meetingsSeenFrom(folder)
  const stopped = await stoppedAmong(meetings)
  const checks: Check[] = [{ name: 'meetings', state: 'fine', detail: plural(meetings.length, 'meeting') }]
  for (const id of stopped)
    checks.push({
      name: 'leftover',
      state: 'note',
      detail: `${id} stopped in the middle: ${io.command} resume ${id}`,
    })
  return checks
}

/** What earlier meetings of a protocol left behind: pads, worktrees, branches, uncommitted records. */
async function leftLying({ standing }: Manifest, folder: string): Promise<Check[]> {
  const root = standing && rootMarkedBy(folder, standing.marker)
  if (root === undefined) return []
  const { parley } = await import('../../../parley.js')
  const left = await standing!.leftovers(parley(root).around)
  return left.map((detail) => ({ name: 'leftover', state: 'note', detail }))
}

function nearestThere(folder: string): string {
  return existsSync(folder) ? folder : nearestThere(dirname(folder))
}

function writable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

function checkText({ name, state, detail }: Check, colour: Paint): string {
  const mark = state === 'fine' ? colour.green('✓') : state === 'note' ? colour.yellow('·') : colour.red('✗')
  return `${mark} ${name.padEnd(10)} ${oneLine(detail, 300)}\n`
}
