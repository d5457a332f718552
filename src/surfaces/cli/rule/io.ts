// Io of rule commands: everything that one may touch of its process. Tests pass their own.

import { readSync } from 'node:fs'
import type { Io } from '../io.js'

export interface RuleIo extends Pick<Io, 'out' | 'err' | 'env' | 'cwd' | 'now'> {
  /** All of standard input. Called only by the commands that read it. */
  stdin(): string
  readonly stdinIsTerminal: boolean
}

/** One diagnostic line, with the command's name in front as every diagnostic has it. */
export function complain(io: RuleIo, name: string, message: string): void {
  io.err(`${name}: ${message}\n`)
}

/** The time as every rule writes it: UTC, to the second. */
export function stamp(io: RuleIo): string {
  return `${io.now().toISOString().slice(0, 19)}Z`
}

export function ruleIo({ out, err, env, cwd, now, terminal }: Io): RuleIo {
  process.stdout.on('error', leaveQuietly)
  return {
    out,
    err,
    env,
    cwd,
    now,
    stdin: readAllOfStdin,
    // Checked only by the commands that need it: opening the stream takes time.
    get stdinIsTerminal() {
      return terminal.input
    },
  }
}

/** A reader that has seen enough, such as `head`, closes the pipe. That is not an error here. */
function leaveQuietly(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
  process.exit()
}

/** Piece by piece: a pipe that is not ready yet says so, and a closed one ends the text on some systems with an error. */
function readAllOfStdin(): string {
  const pieces: Buffer[] = []
  const piece = Buffer.alloc(65_536)
  for (;;) {
    const length = readPiece(piece)
    if (length === 0) return Buffer.concat(pieces).toString('utf8')
    if (length !== undefined) pieces.push(Buffer.from(piece.subarray(0, length)))
  }
}

/** How much was read; 0 at the end, undefined when there is nothing yet. */
function readPiece(piece: Buffer): number | undefined {
  try {
    return readSync(0, piece)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'EOF') return 0
    if (code !== 'EAGAIN') throw error
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
    return undefined
  }
}
