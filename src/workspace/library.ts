// The `Library` port over the folder that ships with parley. Read-only; found by walking up from wherever this code runs.

import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CannotGoOn } from '../kernel/errors.js'
import type { Library } from '../kernel/world.js'
import { placeToRead } from './inside.js'

export function shippedLibrary(): Library {
  return libraryAt(findLibrary(hereabouts()))
}

export function libraryAt(folder: string): Library {
  return {
    async read(path) {
      const place = await placeToRead(folder, path)
      return place === null ? null : readFile(place, 'utf8').catch(nullWhenFolder)
    },
    async list(path) {
      const place = await placeToRead(folder, path)
      const entries = place === null ? [] : await readdir(place, { withFileTypes: true }).catch(() => [])
      return entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)).toSorted()
    },
    absolute: (path) => join(folder, path),
  }
}

/** A file of the package, by its path from the top. */
export function shippedFile(path: string): string {
  return join(dirname(findLibrary(hereabouts())), path)
}

function findLibrary(from: string): string {
  const folder = join(from, 'library')
  if (existsSync(folder) && existsSync(join(from, 'package.json'))) return folder
  if (dirname(from) === from) {
    throw new CannotGoOn(
      'LIBRARY',
      'The library folder that ships with parley is missing.',
      'Install parley again.',
    )
  }
  return findLibrary(dirname(from))
}

/** An ES module has `import.meta.url`; a CommonJS bundle has `__dirname` instead. */
function hereabouts(): string {
  const url: string | undefined = import.meta.url
  if (url !== undefined) return dirname(fileURLToPath(url))
  return typeof __dirname === 'string' ? __dirname : process.cwd()
}

function nullWhenFolder(error: NodeJS.ErrnoException): null {
  if (error.code === 'EISDIR') return null
  throw error
}
