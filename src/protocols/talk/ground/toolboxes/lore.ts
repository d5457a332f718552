// Artifacts: where a path below `.lore/` really is, and every artifact there. Nothing outside `.lore/` is ever reached.

import { lstat, readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ToolRefused } from '../../../../agents/tools/define.js'
import { type InsidePath, locate } from '../../../../agents/tools/inside.js'
import { LORE } from '../../documents/artifact.js'

/** Where an artifact is, by its path relative to `.lore/`; a leading `.lore/` is accepted. */
export async function artifactPlace(tree: string, path: string, use: 'read' | 'write'): Promise<InsidePath> {
  const plain = path.replace(/^(?:\.\/)*(?:\.lore\/)?/, '')
  if (plain.trim() === '') throw new ToolRefused('Name an artifact, as in research/survey.md.')
  if (/[\u0000-\u001f\u007f]/.test(plain)) throw new ToolRefused('A path has no control characters.')
  const place = await locate(await loreIn(tree), plain, use).catch((error: unknown) => {
    if (error instanceof ToolRefused && error.leadsOut)
      throw new ToolRefused(`${path} is outside .lore/; only artifacts below it can be used.`)
    throw error
  })
  if (place.path === '') throw new ToolRefused('Name an artifact, as in research/survey.md.')
  return place
}

/** The same for an artifact that must exist. */
export async function existingArtifact(tree: string, path: string): Promise<InsidePath> {
  const place = await artifactPlace(tree, path, 'read')
  const found = await stat(place.absolute).catch(() => null)
  if (found?.isFile()) return place
  const what = found === null ? 'does not exist' : 'is not a file'
  throw new ToolRefused(`${path} ${what} below .lore/. list_artifacts shows what is there.`)
}

/** Checked paths relative to `.lore/`, without duplicates. */
export async function existingArtifacts(tree: string, paths: readonly string[]): Promise<readonly string[]> {
  const places = await Promise.all(paths.map((path) => existingArtifact(tree, path)))
  return [...new Set(places.map(({ path }) => path))]
}

const MOST_WALKED = 5_000

/** Markdown files below a folder of `.lore/`, sorted; links are not followed. */
export async function artifactsBelow(tree: string, folder: string): Promise<readonly string[]> {
  const lore = await loreIn(tree)
  const found: string[] = []
  const open = [folder === '' ? '' : (await artifactPlace(tree, folder, 'read')).path]
  while (open.length > 0 && found.length < MOST_WALKED) {
    const here = open.shift()!
    for (const entry of await readdir(join(lore, here), { withFileTypes: true }).catch(() => [])) {
      const path = here === '' ? entry.name : `${here}/${entry.name}`
      if (entry.isDirectory()) open.push(path)
      else if (entry.isFile() && entry.name.endsWith('.md')) found.push(path)
    }
  }
  return found.sort()
}

/** A `.lore` that is a symbolic link is refused, since it could lead outside the worktree. A missing one is made on the first write. */
async function loreIn(tree: string): Promise<string> {
  const lore = join(await realpath(tree), LORE)
  const found = await lstat(lore).catch(() => null)
  if (found === null)
    throw new ToolRefused('There is no .lore/ in this project yet; write_artifact makes it.')
  if (!found.isDirectory())
    throw new ToolRefused('.lore is not a folder of its own here, so nothing below it is used.')
  return lore
}
