// CLI `parley rule`: passes its arguments on unchanged. Each rule command parses them and has its own exit codes.

import { buffer } from 'node:stream/consumers'
import type { Io } from '../io.js'
import { runRule } from '../rule/index.js'
import { hangingLines, widthOf } from '../screen/hanging.js'

export function rule(argv: readonly string[], io: Io): Promise<number> {
  return runRule(argv, { ...(isHelp(argv) ? fitted(io) : io), stdin })
}

async function stdin(): Promise<string> {
  return (await buffer(process.stdin)).toString('utf8')
}

function isHelp([name, ...rest]: readonly string[]): boolean {
  return [name ?? '--help', ...rest.slice(0, 1)].some((word) => word === '-h' || word === '--help')
}

/** Help is for people: at a terminal it is wrapped. What a helper prints stays as it is, byte for byte. */
function fitted(io: Io): Io {
  return { ...io, out: (text) => io.out(hangingLines(text, widthOf(io))) }
}
