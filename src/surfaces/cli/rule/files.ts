// Files of a rule command: read whole, written whole. A write is a temporary file and a rename, so no reader sees half of it.
import {
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { RuleIo } from './command.js'

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

/** Replaces the whole file. Folders on the way are made; a link is followed, not replaced; the old file's mode is kept. */
export function writeWhole(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true })
  const target = linkTarget(path)
  const mode = statSync(target, { throwIfNoEntry: false })?.mode
  const temporary = `${target}.${process.pid}.${counter++}.tmp`
  try {
    writeFileSync(temporary, content, mode === undefined ? { flag: 'wx' } : { flag: 'wx', mode })
    renameSync(temporary, target)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

let counter = 0

/** A path that leads through a file, or round in a circle of links, leads nowhere: that is no failure of the call. */
function whatIsAt(path: string): Stats | undefined {
  try {
    return statSync(path)
  } catch {
    return undefined
  }
}

function linkTarget(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
