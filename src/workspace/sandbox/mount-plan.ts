// Mount plan: what a program on Linux sees of this machine, as steps that every layer there takes in this order. The whole system is
// read-only at first. Later steps lie over earlier ones: what is shown again comes after what covered it.

import { existsSync, lstatSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Confinement } from './port.js'
import { toolFolders } from './tool-folders.js'

export interface Step {
  /** `cover`: an empty folder that nobody keeps. `show`, `open`: what is really there, to read or to write too. `empty`: a file without content. */
  readonly kind: 'cover' | 'show' | 'open' | 'empty'
  readonly path: string
}

/** Folders that hold what belongs to people and to running programs, on every Linux. */
const covered = ['/tmp', '/var/tmp', '/run', '/home', '/root', '/mnt', '/media']

/** For whoever runs as an administrator. */
const keys = ['/etc/shadow', '/etc/gshadow', '/etc/shadow-', '/etc/gshadow-']

/** Bubblewrap takes nine thousand words. Beyond these files, the folders of the others are covered whole. */
const MOST_SECRETS = 1000

export function mountPlan(ask: Confinement): readonly Step[] {
  const { root, reads, hidden, home } = ask
  const isInside = (folder: string) => isIn(folder, [root, ...reads])
  const holdsRoot = (folder: string) => isIn(root, [folder])
  const inTheWay = [
    ...covered,
    ...(home === '/' ? [] : [home]),
    ...hidden.filter((folder) => !isInside(folder)),
  ]
  return [
    ...covering(inTheWay),
    ...steps('show', tools(ask)),
    ...steps('show', reads),
    // A worktree may lie in a hidden folder: it alone is shown there.
    ...covering(hidden.filter(holdsRoot)),
    ...steps(ask.frozen ? 'show' : 'open', [root]),
    ...steps('open', (ask.opens ?? []).filter(existsSync)),
    ...secretSteps(ask),
    ...covering(hidden.filter((folder) => isInside(folder) && !holdsRoot(folder))),
    ...steps('empty', keys.filter(existsSync)),
    ...steps('show', gitLink(root)),
    ...steps('show', ask.network ? resolver() : []),
  ]
}

/**
 * Variables that every layer sets. Package managers know what to do without network: use what they have downloaded, and fail at once with a
 * clear word. npm would try again for more than a minute otherwise.
 */
export function settings({ network }: Confinement): Readonly<Record<string, string>> {
  const offline = { npm_config_offline: 'true', CARGO_NET_OFFLINE: 'true', GOPROXY: 'off', PIP_RETRIES: '0' }
  return {
    TMPDIR: '/tmp',
    GIT_OPTIONAL_LOCKS: '0',
    ...(network ? { npm_config_cache: '/tmp/npm-cache' } : offline),
  }
}

function steps(kind: Step['kind'], paths: readonly string[]): Step[] {
  return paths.map((path) => ({ kind, path }))
}

function covering(folders: readonly string[]): Step[] {
  const real = folders.map(realOf).filter((path) => path !== null && lstatSync(path).isDirectory())
  return steps('cover', real as string[])
}

function secretSteps({ root, secrets }: Confinement): Step[] {
  const folders = new Set(secrets.slice(MOST_SECRETS).map(dirname))
  const holdsRoot = (folder: string) => isIn(root, [folder])
  return [
    ...steps('empty', secrets.slice(0, MOST_SECRETS)),
    ...covering([...folders].filter((folder) => !holdsRoot(folder))),
  ]
}

/** Where tool chains are that a covered folder holds: known folders of the home, what lies on the path, and the node that runs us. */
function tools({ home, path }: Confinement): string[] {
  const tops = [...covered, home]
  const known = [...toolFolders.map((name) => join(home, name)), '/home/linuxbrew/.linuxbrew']
  const onPath = [...path.split(':'), dirname(dirname(process.execPath))].filter((folder) =>
    isIn(folder, tops),
  )
  const wanted = new Set([...known, ...onPath])
  return [...wanted].filter((folder) => !tops.includes(folder) && existsSync(folder)).toSorted()
}

/** The `.git` of a worktree is a file that says where its repository is; parley's own git must not be led elsewhere (BOX5). */
function gitLink(root: string): string[] {
  const file = join(root, '.git')
  return existsSync(file) && lstatSync(file).isFile() ? [file] : []
}

/** The names of servers are often looked up by way of a file below /run, which is covered. */
function resolver(): string[] {
  const file = realOf('/etc/resolv.conf')
  return file?.startsWith('/run/') ? [file] : []
}

function isIn(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => path === folder || path.startsWith(`${folder}/`))
}

function realOf(path: string): string | null {
  try {
    return realpathSync(path)
  } catch {
    return null
  }
}
