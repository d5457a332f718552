// Io of rule helpers: everything that one may touch of its process, its files included, and how a call is refused. Tests pass their own.

import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { messageOf } from '../../../kernel/errors.js'
import { replaceNamed } from '../../../workspace/plain-files.js'
import type { Io } from '../io.js'

export interface RuleIo extends Pick<Io, 'out' | 'err' | 'env' | 'cwd' | 'now' | 'terminal'> {
  /** All of standard input. Called only by the helpers that read it. */
  stdin(): Promise<string>
}

/** Ends a call. The helper's name is printed before each message; without a code it is the helper's own for wrong arguments. */
export class Refusal extends Error {
  constructor(
    readonly messages: readonly string[],
    readonly code?: number,
  ) {
    super(messages.join('\n'))
  }
}

export function refuse(code: number, ...messages: readonly string[]): never {
  throw new Refusal(messages, code)
}

/** Refuses with the helper's own code for wrong arguments. */
export function wrong(message: string): never {
  throw new Refusal([message])
}

/** One diagnostic line, with the helper's name in front as every diagnostic has it. */
export function complain(io: RuleIo, name: string, message: string): void {
  io.err(`${name}: ${message}\n`)
}

/** The time as every helper writes it: UTC, to the second. */
export function stamp(io: RuleIo): string {
  return `${io.now().toISOString().slice(0, 19)}Z`
}

/** A path as the caller meant it: relative to where the command was started. */
export function at(io: RuleIo, path: string): string {
  return resolve(io.cwd, path)
}

export function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile()
}

export function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory()
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
  return readIfThere(at(io, path)) ?? refuse(code, `no such file: ${path}`)
}

/** Like `textOf`, for regular files only: no folder, no pipe. */
export function regularText(io: RuleIo, path: string, code: number): string {
  const text = path !== '' && isFile(at(io, path)) ? readIfThere(at(io, path)) : undefined
  return text ?? refuse(code, `file not found: '${path}'`)
}

/** Where a helper keeps its state: a path from the environment (an empty variable counts as unset), else a temporary file. */
export function statePath(io: RuleIo, variable: string, fileName: string): string {
  return at(io, io.env[variable] || join(io.env['TMPDIR'] || '/tmp', fileName))
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
    return refuse(code, `cannot write ${path}: ${messageOf(error)}`)
  }
}

/** Replaces the whole file. Missing folders are created; a link is followed, not replaced; the old file's mode is kept. */
export function writeWhole(path: string, content: string | Uint8Array): void {
  replaceNamed(path, { text: content })
}
