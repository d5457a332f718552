// Tree: what changed in the workspace while a seat spoke that may only read. Looked at by size and time, ignored files included, because an
// agent without a sandbox could write anywhere; what git and package managers keep, and parley's own records, are left out.

import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

export type TreeLook = ReadonlyMap<string, string>

const leftOut = new Set(['.git', 'node_modules', '.parley'])
/** A bigger tree is looked at as far as this goes. */
const MOST = 50_000

export async function lookAt(root: string): Promise<TreeLook> {
  const seen = new Map<string, string>()
  const folders = ['']
  for (let folder = folders.pop(); folder !== undefined && seen.size < MOST; folder = folders.pop()) {
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => [])
    for (const entry of entries) {
      if (leftOut.has(entry.name)) continue
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) folders.push(path)
      else seen.set(path, await stampOf(join(root, path)))
    }
  }
  return seen
}

/** Paths that are new, changed or gone. */
export function changesBetween(before: TreeLook, after: TreeLook): readonly string[] {
  const paths = new Set([...before.keys(), ...after.keys()])
  return [...paths].filter((path) => before.get(path) !== after.get(path)).toSorted()
}

async function stampOf(path: string): Promise<string> {
  const stat = await lstat(path).catch(() => null)
  return stat === null ? 'gone' : `${stat.size} ${stat.mtimeMs}`
}
