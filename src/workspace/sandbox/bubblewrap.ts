// Bubblewrap: the sandbox on Linux. The whole system is read-only, and what is the person's is covered by empty folders that nobody keeps.

import { existsSync, lstatSync, readdirSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isSecretName } from '../secret-names.js'
import type { Confinement, Sandbox } from './port.js'
import { toolFolders } from './tool-folders.js'

export const bubblewrap: Sandbox = {
  layer: 'bubblewrap',
  confine: (argv, ask) => ['bwrap', ...always, ...mounts(ask), ...settings(ask), '--', ...argv],
  isMissing: (printed) => /^bwrap: execvp .*: No such file or directory/m.test(printed),
}

/** A session of its own cannot type into the person's terminal; processes of their own end with the first (BOX4). */
const always = ['--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL']

/** Folders that hold what belongs to people and to running programs, on every Linux. */
const covered = ['/tmp', '/var/tmp', '/run', '/home', '/root', '/mnt', '/media']

/** Later mounts lie over earlier ones: what is shown again comes after what covered it. */
function mounts(ask: Confinement): string[] {
  const { root, reads, hidden, home } = ask
  const inTheWay = [
    ...covered,
    ...(home === '/' ? [] : [home]),
    ...hidden.filter((folder) => !isIn(folder, [root, ...reads])),
  ]
  return [
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
    ...inTheWay.flatMap(cover),
    ...tools(ask).flatMap((folder) => ['--ro-bind', folder, folder]),
    ...reads.flatMap((folder) => ['--ro-bind', folder, folder]),
    // A worktree may lie in a hidden folder: it alone is shown there.
    ...hidden.filter((folder) => isIn(root, [folder])).flatMap(cover),
    ...['--bind', root, root],
    ...reads.flatMap(secretsIn),
    ...hidden.filter((folder) => isIn(folder, [root, ...reads]) && !isIn(root, [folder])).flatMap(cover),
    ...keys.flatMap((file) => (existsSync(file) ? ['--ro-bind', '/dev/null', file] : [])),
    ...gitLink(root),
  ]
}

function settings({ root, network }: Confinement): string[] {
  const net = network ? ['--share-net', ...resolver(), '--setenv', 'npm_config_cache', '/tmp/npm-cache'] : []
  return [...net, '--setenv', 'TMPDIR', '/tmp', '--setenv', 'GIT_OPTIONAL_LOCKS', '0', '--chdir', root]
}

function cover(folder: string): string[] {
  const real = realOf(folder)
  return real === null || !lstatSync(real).isDirectory() ? [] : ['--tmpfs', real]
}

/** Where the tool chains of this person are: known folders of the home, what lies on the path, and the node that runs us. */
function tools({ home, path }: Confinement): string[] {
  const known = toolFolders.map((name) => join(home, name))
  const onPath = path.split(':').filter((folder) => folder.startsWith(`${home}/`))
  const node = dirname(dirname(process.execPath))
  const wanted = [...known, ...onPath, ...(isIn(node, [...covered, home]) ? [node] : [])]
  return [...new Set(wanted)].filter((folder) => folder !== home && existsSync(folder)).toSorted()
}

/** Settings of the person's own tree that are secrets by their name: an empty file lies over them. */
function secretsIn(folder: string): string[] {
  const files = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isFile() && isSecretName(entry.name),
  )
  return files.flatMap(({ name }) => ['--ro-bind', '/dev/null', join(folder, name)])
}

/** For whoever runs as an administrator. */
const keys = ['/etc/shadow', '/etc/gshadow', '/etc/shadow-', '/etc/gshadow-']

/** The `.git` of a worktree is a file that says where its repository is; parley's own git must not be led elsewhere (BOX5). */
function gitLink(root: string): string[] {
  const file = join(root, '.git')
  return existsSync(file) && lstatSync(file).isFile() ? ['--ro-bind', file, file] : []
}

/** The names of servers are often looked up by way of a file below /run, which is covered. */
function resolver(): string[] {
  const file = realOf('/etc/resolv.conf')
  return file?.startsWith('/run/') ? ['--ro-bind', file, file] : []
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
