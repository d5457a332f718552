// Word search: how often words stand in the text files of a workspace, within a time. Where the time ends, it says where to go on.

import { join } from 'node:path'
import type { WordSearch, WordsFound } from '../kernel/world.js'
import { candidatePaths, isSearchable, mostBytes, readTextFile } from './text-files.js'
import { unlinkedFolders } from './unlinked.js'

/** Files that are read side by side: one after the other, a search mostly waits. */
const atOnce = 32

/** The same files in the same order each time; links, binary files and files that hold secrets are left out. */
export async function searchWords(
  root: string,
  { words, skip, from, budgetMs }: WordSearch,
): Promise<WordsFound> {
  const until = performance.now() + budgetMs
  const isSkipped = (path: string) =>
    skip.some((folder) => path.startsWith(`${folder}/`) || path.split('/').slice(0, -1).includes(folder))
  const paths = (await candidatePaths(root)).filter((path) => isSearchable(path) && !isSkipped(path))
  const isHere = unlinkedFolders(root)
  const hits: Record<string, Record<string, number>> = Object.fromEntries(words.map((word) => [word, {}]))
  const textAt = async (path: string) =>
    (await isHere(path)) ? readTextFile(join(root, path), mostBytes) : null
  let at = from
  while (at < paths.length) {
    // At least some files a call, so that a search always comes to its end.
    if (at > from && performance.now() > until) break
    const some = paths.slice(at, at + atOnce)
    const texts = await Promise.all(some.map(textAt))
    for (const [place, path] of some.entries()) count(texts[place]?.toLowerCase() ?? '', path, hits)
    at += some.length
  }
  return { hits, files: at - from, complete: at >= paths.length, next: at }
}

function count(text: string, path: string, hits: Record<string, Record<string, number>>): void {
  for (const [word, found] of Object.entries(hits)) {
    const times = text.split(word.toLowerCase()).length - 1
    if (times > 0) found[path] = times
  }
}
