// Which project a host means. A plugin may start the server in its own folder, so that the process's folder says nothing.

import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { WrongUsage } from '../../kernel/errors.js'
import { findRoot } from '../../workspace/root.js'

export interface Clues {
  /** `workspace` of the call. */
  readonly asked?: string | undefined
  /** `--cwd`. */
  readonly cwd?: string | undefined
  readonly env: Readonly<Record<string, string | undefined>>
  /** The folder that the process was started in. */
  readonly started: string
  /** What the client says that it works in. */
  roots(): Promise<readonly string[]>
}

/** The root of the project; refuses where none can be told. */
export async function workspaceMeant(clues: Clues): Promise<string> {
  const folder = await folderMeant(clues)
  if (folder === undefined || !isAbsolute(folder) || !isFolder(folder)) throw sayWhich(folder)
  const root = await findRoot(folder)
  if (root === undefined || isNoProject(root)) throw sayWhich(folder)
  return root
}

async function folderMeant({ asked, cwd, env, started, roots }: Clues): Promise<string | undefined> {
  const said =
    asked ?? cwd ?? (env['PARLEY_WORKSPACE'] || undefined) ?? (env['CLAUDE_PROJECT_DIR'] || undefined)
  if (said !== undefined) return said
  const [only, ...others] = await roots()
  if (only !== undefined && others.length === 0) return only
  return isPlugin(started) ? undefined : started
}

/** The whole disk, or everything of the person's: nobody means that. */
function isNoProject(root: string): boolean {
  const real = realpathSync(root)
  return real === '/' || real === homedir() || (existsSync(homedir()) && real === realpathSync(homedir()))
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

const manifests = ['plugin.json', '.claude-plugin/plugin.json', 'gemini-extension.json']

/** Whether this is the folder of our own plugin, in which a host may start us. */
function isPlugin(folder: string): boolean {
  return manifests.some((name) => {
    const file = join(folder, name)
    if (!existsSync(file)) return false
    try {
      return (JSON.parse(readFileSync(file, 'utf8')) as { name?: unknown } | null)?.name === 'parley'
    } catch {
      return false
    }
  })
}

function sayWhich(folder: string | undefined): WrongUsage {
  return new WrongUsage(
    folder === undefined ? 'No project is known here.' : 'That folder is no project.',
    'Say which project: call again with workspace set to its absolute path.',
    'workspace',
  )
}
