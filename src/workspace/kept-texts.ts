// Texts that are too long for a journal line, each in a file beside the journal that is named by its SHA-256.
//
// A file is on disk before the line that names it: a crash can leave a file that no line names, but no line whose file is missing.

import path from 'node:path'
import { sha256 } from '../kernel/seal.js'
import { ownFile } from './home.js'
import { bytesOfPlain, replaceBelow } from './plain-files.js'

export function keepText(within: string, folder: string, text: string): string {
  const hash = sha256(text)
  const file = fileOf(folder, hash)
  if (keptText(folder, hash) === text) return hash
  replaceBelow(within, file, { text, mode: ownFile, flush: true })
  return hash
}

/** Null where it is missing, and for a text that is not a hash: a journal may come from anywhere, and must not name another file. */
export function keptText(folder: string, hash: string): string | null {
  if (!/^[0-9a-f]{64}$/.test(hash)) return null
  return bytesOfPlain(fileOf(folder, hash))?.toString('utf8') ?? null
}

function fileOf(folder: string, hash: string): string {
  return path.join(folder, `whole-${hash}.txt`)
}
