// Texts that are too long for a journal line, and web pages that seats read, each in a file beside the journal that is named by its SHA-256.
//
// A file is on disk before the line that names it: a crash can leave a file that no line names, but no line whose file is missing.

import fs from 'node:fs'
import path from 'node:path'
import { sha256 } from '../kernel/line/hash.js'
import type { Besides } from '../kernel/line/journal.js'
import { ownFile } from './home.js'
import { bytesOfPlain, removeBelow, replaceBelow } from './plain-files.js'

export function keepText(within: string, folder: string, text: string, as: Besides = 'whole'): string {
  const hash = sha256(text)
  const file = fileOf(folder, hash, as)
  if (keptText(folder, hash, as) === text) return hash
  replaceBelow(within, file, { text, mode: ownFile, flush: true })
  return hash
}

/** Null where it is missing, and for a text that is not a hash: a journal may come from anywhere, and must not name another file. */
export function keptText(folder: string, hash: string, as: Besides = 'whole'): string | null {
  if (!/^[0-9a-f]{64}$/.test(hash)) return null
  return bytesOfPlain(fileOf(folder, hash, as))?.toString('utf8') ?? null
}

/** Removes what a kill in the middle of keeping a text or the summary left. Only whoever holds the lease keeps them, so nobody writes one now. */
export function sweepKept(within: string, folder: string): void {
  for (const among of [folder, path.join(folder, pages)])
    for (const name of namesIn(among)) if (isHalf(name)) removeBelow(within, path.join(among, name))
}

function isHalf(name: string): boolean {
  return /^(?:meeting\.json|(?:whole-)?[0-9a-f]{64}\.txt)\.\d{10}$/.test(name)
}

/** None where there is no folder; a link in its place is not followed. */
function namesIn(folder: string): readonly string[] {
  return fs.lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() ? fs.readdirSync(folder) : []
}

const pages = 'pages'

function fileOf(folder: string, hash: string, as: Besides): string {
  return as === 'page' ? path.join(folder, pages, `${hash}.txt`) : path.join(folder, `whole-${hash}.txt`)
}
