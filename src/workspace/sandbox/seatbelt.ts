// Seatbelt: the sandbox on macOS, by a profile for `sandbox-exec`. Of two rules that fit, the later one counts.

import { join } from 'node:path'
import type { Confinement, Sandbox } from './port.js'
import { toolFolders } from './tool-folders.js'

export const seatbelt: Sandbox = {
  layer: 'sandbox-exec',
  confine: (argv, ask) => ['/usr/bin/sandbox-exec', '-p', profile(ask), ...argv],
  isMissing: (printed) => /^sandbox-exec: .*: No such file or directory/m.test(printed),
}

/** Temporary folders are the machine's own here: macOS has no private ones to give. */
const writable = [
  '/private/tmp',
  '/private/var/folders',
  '/dev/null',
  '/dev/zero',
  '/dev/tty',
  '/dev/stdout',
  '/dev/stderr',
]

export function profile({ root, reads, hidden, secrets, home, network }: Confinement): string {
  const tools = toolFolders.map((name) => join(home, name))
  return [
    '(version 1)',
    '(allow default)',
    rule('deny file-write*', ['/']),
    rule('allow file-write*', writable),
    rule('deny file-read*', [home, ...hidden]),
    rule('allow file-read-metadata', [home]),
    rule('allow file-read*', [...tools, ...reads]),
    // A worktree may lie in a hidden folder: it alone is shown there.
    rule(
      'deny file-read* file-write*',
      hidden.filter((folder) => root.startsWith(`${folder}/`)),
    ),
    rule('allow file-read* file-write*', [root]),
    rule(
      'deny file-read* file-write*',
      hidden.filter((folder) =>
        [root, ...reads].some((shown) => folder.startsWith(`${shown}/`) && !root.startsWith(`${folder}/`)),
      ),
    ),
    ...secrets.map((file) => `(deny file-read* file-write* (literal ${quoted(file)}))`),
    `(deny file-write* (literal ${quoted(join(root, '.git'))}))`,
    ...(network ? [] : ['(deny network*)']),
    '',
  ]
    .filter((line, at, all) => line !== '' || at === all.length - 1)
    .join('\n')
}

function rule(what: string, folders: readonly string[]): string {
  return folders.length === 0
    ? ''
    : `(${what} ${folders.map((folder) => `(subpath ${quoted(folder)})`).join(' ')})`
}

function quoted(path: string): string {
  return `"${path.replace(/[\\"]/g, (mark) => `\\${mark}`)}"`
}
