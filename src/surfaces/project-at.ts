// The project of a folder: the repository around it, registered at the server where it is not yet.

import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Project } from '../hall/api.js'
import { WrongUsage } from '../kernel/errors.js'
import type { ServerClient } from './server-client.js'

/** The project of this repository. `made` is told its name where it had to be registered. */
export async function projectAt(
  server: ServerClient,
  root: string,
  made: (name: string) => void = () => {},
): Promise<string> {
  const known = await server.get<readonly Project[]>('/api/projects')
  const mine = known.find(({ path }) => samePath(path, root))
  if (mine) return mine.name
  const name = freeName(basename(root), new Set(known.map((project) => project.name)))
  await server.post('/api/projects', { name, path: root })
  made(name)
  return name
}

export function repositoryOf(folder: string): string {
  const root = repositoryAt(folder)
  if (root !== undefined) return root
  throw new WrongUsage(
    `${folder} is in no git repository, and a talk works on a branch of one.`,
    'Go to one, or name a registered project with --project NAME.',
  )
}

export function repositoryAt(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at
    if (dirname(at) === at) return undefined
  }
}

export function samePath(a: string, b: string): boolean {
  try {
    return realpathSync(a) === realpathSync(b)
  } catch {
    return false
  }
}

/** A name that is valid in URLs, folders and branches. */
function freeName(folder: string, taken: ReadonlySet<string>): string {
  const plain =
    folder
      .replace(/[^A-Za-z0-9._-]+/g, '-')
      .replace(/\.{2,}/g, '.')
      .replace(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, '')
      .slice(0, 50) || 'project'
  for (let n = 1; ; n++) {
    const name = n === 1 ? plain : `${plain}-${n}`
    if (!taken.has(name)) return name
  }
}
