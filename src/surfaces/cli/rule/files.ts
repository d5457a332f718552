// Files of a rule command: read whole, written whole. A write is a temporary file and a rename, so no reader sees half of it.

import { readFileSync, type Stats, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { messageOf } from '../../../kernel/errors.js'
import { replaceNamed } from '../../../workspace/plain-files.js'
import type { RuleIo } from './io.js'
import { refuse, say } from './refusal.js'

/** A path as the caller meant it: relative to where the command was started. */
export function at(io: Pick<RuleIo, 'cwd'>, path: string): string {
  return resolve(io.cwd, path)
}

export function isFile(path: string): boolean {
  return whatIsAt(path)?.isFile() ?? false
}

export function isFolder(path: string): boolean {
  return whatIsAt(path)?.isDirectory() ?? false
}

/** The text, or undefined when nothing readable as a file is there. */
export function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** The text of a file that the caller named; exit code `code` when it cannot be read. */
export function textOf(io: RuleIo, path: string, code: number): string {
  return readIfThere(at(io, path)) ?? refuse(code, say.noFile(path))
}

/** Like `textOf`, for regular files only: no folder, no pipe. */
export function regularText(io: RuleIo, path: string, code: number): string {
  const text = path !== '' && isFile(at(io, path)) ? readIfThere(at(io, path)) : undefined
  return text ?? refuse(code, say.noFileFound(path))
}

/** The text of a file that will be written back: null when its bytes would not survive being read as text. */
export function readExact(path: string): string | null {
  try {
    const bytes = readFileSync(path)
    const text = bytes.toString('utf8')
    return Buffer.from(text, 'utf8').equals(bytes) ? text : null
  } catch {
    return null
  }
}

/** Where a command keeps its state: a path from the environment (an empty variable counts as unset), else a temporary file. */
export function statePath(io: RuleIo, variable: string, fileName: string): string {
  return at(io, io.env[variable] || join(io.env.TMPDIR || '/tmp', fileName))
}

/** Writes `path` below `folder`; exit code `code` when it cannot be written. Either way no half-written file is left. */
export function save(
  io: RuleIo,
  folder: string,
  path: string,
  content: string | Uint8Array,
  code: number,
): '' {
  try {
    writeWhole(resolve(io.cwd, folder, path), content)
    return ''
  } catch (error) {
    return refuse(code, say.cannotWrite(path, messageOf(error)))
  }
}

/** Replaces the whole file. Missing folders are created; a link is followed, not replaced; the old file's mode is kept. */
export function writeWhole(path: string, content: string | Uint8Array): void {
  replaceNamed(path, { text: content })
}

/** A path through a file or a circle of links does not exist; that is not an error of the call. */
function whatIsAt(path: string): Stats | undefined {
  try {
    return statSync(path)
  } catch {
    return undefined
  }
}
