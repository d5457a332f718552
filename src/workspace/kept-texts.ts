// Texts beside a journal: what is too long for a line, each in a file that is named by its SHA-256.
//
// A file is on disk before the line that names it, so that a crash can leave a file that no line names, and never the other way round.

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

/** Null where it is gone, and for what is no hash: a journal may come from anywhere, and must not name another file. */
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
