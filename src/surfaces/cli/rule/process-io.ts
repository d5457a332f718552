// Real io of a rule command: this process, its streams, its environment and the clock on the wall.
import { readSync } from 'node:fs'
import type { RuleIo } from './command.js'

export function processIo(): RuleIo {
  process.stdout.on('error', leaveQuietly)
  return {
    out: (text) => {
      process.stdout.write(text)
    },
    err: (text) => {
      process.stderr.write(text)
    },
    stdin: readAllOfStdin,
    stdinIsTerminal: process.stdin.isTTY === true,
    env: process.env,
    cwd: process.cwd(),
    now: () => new Date(),
  }
}

/** A reader that has seen enough, such as `head`, closes the pipe. That is no fault of ours. */
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
