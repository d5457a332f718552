// Texts that are too long for a journal line, each in a file beside the journal that is named by its SHA-256.
//
// A file is on disk before the line that names it: a crash can leave a file that no line names, but no line whose file is missing.

import fs from 'node:fs'
import path from 'node:path'
import { sha256 } from '../kernel/seal.js'

export function keepText(folder: string, text: string): string {
  const hash = sha256(text)
  const file = fileOf(folder, hash)
  if (keptText(folder, hash) === text) return hash
  const temporary = `${file}.tmp`
  fs.writeFileSync(temporary, text, { flush: true })
  fs.renameSync(temporary, file)
  return hash
}

/** Null where it is missing, and for a text that is not a hash: a journal may come from anywhere, and must not name another file. */
export function keptText(folder: string, hash: string): string | null {
  if (!/^[0-9a-f]{64}$/.test(hash)) return null
  try {
    return fs.readFileSync(fileOf(folder, hash), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function fileOf(folder: string, hash: string): string {
  return path.join(folder, `whole-${hash}.txt`)
}
