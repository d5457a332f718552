// The folder of a session, read as data. No link is followed: a folder that comes with a clone could lead anywhere, and its texts go to
// models and to GitHub. Secrets are masked.

import { OutsideBoundary } from '../../../kernel/errors.js'
import type { Around } from '../../manifest.js'
import { readSession, type SessionFile } from '../documents/session-file.js'
import type { Theme } from '../documents/theme-shape.js'

export interface SessionOnDisk {
  /** Null where there is none, or none that can be read. */
  readonly session: SessionFile | null
  /** Every other file, by its path below the session's folder. */
  readonly files: ReadonlyMap<string, string>
  readonly warnings: readonly string[]
}

const deepest = 4
const most = 400
const longest = 500_000

export async function readFolder(around: Around, theme: Theme, id: string): Promise<SessionOnDisk> {
  const top = `${theme.sessionRoot}${id}/`
  const files = new Map<string, string>()
  const warnings: string[] = []
  for (const path of await pathsIn(around, top)) {
    const text = await plainRead(around.documents, `${top}${path}`)
    if (text === null || text.length > longest || files.size >= most)
      warnings.push(`${path} is not read: ${whyNot(text)}`)
    else files.set(path, (await around.scrub(text)).text)
  }
  const head = files.get('session.md')
  files.delete('session.md')
  return { session: head === undefined ? null : readSession(head), files, warnings }
}

export async function pathsIn({ world }: Pick<Around, 'world'>, top: string): Promise<string[]> {
  const paths: string[] = []
  const folders = ['']
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    for (const name of await world.files.list(`${top}${folder}`.replace(/\/$/, ''))) {
      const path: string = folder + name
      if (!name.endsWith('/')) paths.push(path)
      else if (path.split('/').length <= deepest) folders.push(path)
    }
  }
  return paths
}

function whyNot(text: string | null): string {
  return text === null ? 'a link leads to it' : 'it is too large, or there are too many files'
}

/** Null for nothing, and for what a link leads to. */
export async function plainRead(documents: Around['documents'], path: string): Promise<string | null> {
  try {
    return await documents.read(path)
  } catch (error) {
    if (error instanceof OutsideBoundary) return null
    throw error
  }
}
