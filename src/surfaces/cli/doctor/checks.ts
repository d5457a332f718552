// The doctor: whether everything that a meeting needs is here. For `parley doctor`.

import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { isVoicedByHost } from '../../../agents/recorded.js'
import type { Journal } from '../../../kernel/line/journal.js'
import { protocols } from '../../../protocols/index.js'
import type { LeftLying, Manifest } from '../../../protocols/manifest.js'
import { shortened } from '../../../text/excerpts.js'
import { version } from '../../../version.js'
import { guardHere } from '../../../workspace/guard.js'
import { rootMarkedBy } from '../../../workspace/root.js'
import { beforeText } from '../before.js'
import { reachChecks } from './reach.js'
import { type Check, type Looking, voiceChecks } from './voices.js'

export interface Visit extends Looking {
  /** Where the person is: the root, or a folder in it. */
  readonly folder: string
  readonly meetings: {
    readonly count: number
    /** Those that stopped in the middle: nobody holds them, and they ask nothing. */
    readonly stopped: readonly Stopped[]
  }
}

interface Stopped {
  readonly id: string
  readonly journal: Pick<Journal, 'readable'>
}

export async function doctorChecks(visit: Visit): Promise<readonly Check[]> {
  const { root, home } = visit
  return [
    { name: 'parley', state: 'fine', detail: version },
    node(),
    git(),
    ...(await voiceChecks(visit)),
    ...(await reachChecks(visit)),
    workspace(root),
    homeFolder(home),
    await sandbox(home),
    ...(await leftBehind(visit)),
  ]
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

function homeFolder(folder: string): Check {
  const there = existsSync(folder)
  if (!writable(nearestThere(folder)))
    return { name: 'home', state: 'wrong', detail: `${folder} cannot be written: set PARLEY_HOME` }
  const made = there ? '' : ', made when needed'
  return {
    name: 'home',
    state: 'fine',
    detail: `${folder} (your meetings are in its folder meetings${made})`,
  }
}

async function sandbox(home: string): Promise<Check> {
  const { layer, about } = await guardHere(home)
  if (layer !== null) return { name: 'sandbox', state: 'fine', detail: about }
  const detail = `none: ${about} Programs that seats start could change any file of yours; parley notices and says so.`
  return { name: 'sandbox', state: 'note', detail }
}

/** What a protocol knows to be left over of a meeting stands in place of what could be said of any. */
async function leftBehind({ meetings, command, folder }: Visit): Promise<Check[]> {
  const { count, stopped } = meetings
  const before = beforeText(folder)
  const lying = (await Promise.all(protocols.map((one) => leftLying(one, folder)))).flat()
  const untold = stopped.filter(({ id }) => lying.every((one) => one.id !== id))
  const resume = (id: string) =>
    stopped.some((one) => one.id === id) ? ` stopped in the middle (${command} resume ${id})` : ''
  return [
    { name: 'meetings', state: 'fine', detail: `${count} ${count === 1 ? 'meeting' : 'meetings'}` },
    ...(before === '' ? [] : [{ name: 'meetings', state: 'note' as const, detail: before }]),
    ...(await Promise.all(untold.map((one) => stoppedCheck(one, command)))),
    ...lying.map(({ id, title, what }) => {
      const about = title === '' ? '' : ` — \u201c${shortened(title, 80)}\u201d`
      return { name: 'leftover', state: 'note' as const, detail: `${id}${about}${resume(id)}: ${what}` }
    }),
  ]
}

async function stoppedCheck({ id, journal }: Stopped, command: string): Promise<Check> {
  if (await isVoicedByHost(journal)) {
    const detail = `${id} waits for its host: it goes on there, with parley_next id=${id}`
    return { name: 'meetings', state: 'note', detail }
  }
  return { name: 'leftover', state: 'note', detail: `${id} stopped in the middle: ${command} resume ${id}` }
}

/** What earlier meetings of a protocol left behind: pads, worktrees, branches, uncommitted records. */
async function leftLying({ standing }: Manifest, folder: string): Promise<readonly LeftLying[]> {
  const root = standing && rootMarkedBy(folder, standing.marker)
  if (root === undefined) return []
  const { parley } = await import('../../../parley.js')
  return standing!.leftovers(parley(root).around)
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
