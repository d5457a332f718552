// The text files of a workspace, always in the same order: those that git does not ignore; without git, a walk of the folders.

import type { Stats } from 'node:fs'
import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { addAll } from '../rules/lists.js'
import { secretByName } from '../rules/secret-files.js'
import { fields } from './git/ask.js'
import { runGit } from './git/exec.js'

/** Larger ones are data. */
export const mostBytes = 512 * 1024

/** What meetings write themselves is no material for others. */
const OURS = /^\.(council|gaia|lore)\//

export const isSearchable = (path: string): boolean => !OURS.test(path) && secretByName(path) === null

/** Every candidate path, including links and binary files. */
export async function candidatePaths(root: string): Promise<readonly string[]> {
  const paths = (await pathsByGit(root)) ?? (await pathsByWalk(root, ''))
  return [...new Set(paths)].filter(isWorthReading).toSorted(byDepthThenName)
}

async function pathsByGit(root: string): Promise<readonly string[] | null> {
  const result = await runGit(['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  return result.code === 0 ? fields(result.stdout) : null
}

/** Without git nothing says what is generated; these names nearly always are. */
const NOT_WALKED = new Set(['dist', 'build', 'target', 'coverage', 'venv', '__pycache__', 'vendor'])

async function pathsByWalk(root: string, folder: string): Promise<readonly string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => [])
  const paths: string[] = []
  for (const entry of entries) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory() && !NOT_WALKED.has(entry.name) && isWorthReading(`${path}/x`)) {
      addAll(paths, await pathsByWalk(root, path))
    } else if (entry.isFile()) paths.push(path)
  }
  return paths
}

const SKIPPED_FOLDERS = new Set(['.git', '.parley', 'node_modules', '.venv', '.cache'])
const GENERATED = /(^|\/)(package-lock\.json|pnpm-lock\.yaml|[^/]*\.(lock|map|min\.js|min\.css|svg|snap))$/

function isWorthReading(path: string): boolean {
  if (path.endsWith('/') || GENERATED.test(path)) return false
  return !path
    .split('/')
    .slice(0, -1)
    .some((folder) => SKIPPED_FOLDERS.has(folder))
}

function byDepthThenName(one: string, other: string): number {
  const depth = one.split('/').length - other.split('/').length
  return depth !== 0 ? depth : one < other ? -1 : one > other ? 1 : 0
}

/** Null for what is not text: a link, a folder, a large file, or binary data. */
export async function readTextFile(place: string, most: number): Promise<string | null> {
  const found: Stats | null = await lstat(place).catch(() => null)
  if (!found?.isFile() || found.size > most) return null
  const bytes = await readFile(place).catch(() => null)
  return bytes === null || bytes.includes(0) ? null : bytes.toString('utf8')
}
