// Start: `npm start` alone shows a recorded council, live, to its record; with words it is the command. Needs no terminal, no key and,
// once the packages are installed, no network. This checkout is not changed; what is made lies in PARLEY_HOME.

import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

createRequire(import.meta.url)('./prepare.cjs').prepare(root)
const words = process.argv.slice(2)
const command = [path.join(root, 'bin', 'parley.js'), ...(words.length > 0 ? words : ['demo'])]
process.exitCode = spawnSync(process.execPath, command, { stdio: 'inherit', env: asCalled() }).status ?? 1

/** npm puts the programs of this package's own dependencies on the path: they are nobody's coding agent. */
function asCalled() {
  const own = (folder) =>
    folder.endsWith(path.join('node_modules', '.bin')) && root.startsWith(path.resolve(folder, '../..'))
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  return { ...process.env, PATH: folders.filter((folder) => !own(folder)).join(path.delimiter) }
}
