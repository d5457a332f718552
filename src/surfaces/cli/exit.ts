// Exit: how a command ends, in one place. 0 concluded, 2 wrong usage, 3 waiting, 4 halted, 1 anything else.

import { ParleyError } from '../../kernel/errors.js'
import type { Ending } from '../../kernel/hold.js'
import type { Io } from './io.js'
import { clean } from './screen/clean.js'
import { paint } from './screen/paint.js'

export const exits = { fine: 0, other: 1, usage: 2, waiting: 3, halted: 4 } as const

/** A meeting that pauses waits for the person just as one that asks. */
export function exitOf(ending: Ending): number {
  switch (ending.kind) {
    case 'concluded':
      return exits.fine
    case 'waiting':
    case 'paused':
      return exits.waiting
    case 'halted':
      return exits.halted
    case 'failed':
      return ending.error instanceof ParleyError ? ending.error.exit : exits.other
    case 'aborted':
    case 'interrupted':
      return exits.other
  }
}

/** Prints what went wrong and what to do now; with `--json` as an event too. */
export function complain(error: unknown, io: Io, json: boolean): number {
  const { message, hint, code, exit } = told(error)
  if (json) io.out(`${JSON.stringify({ type: 'error', code, message, hint, exit })}\n`)
  const colour = paint(io, 'error')
  io.err(`${colour.red('parley:')} ${clean(message)}\n`)
  if (hint) io.err(`${colour.dim(clean(hint.replaceAll('`parley ', `\`${io.command} `)))}\n`)
  if (io.env['PARLEY_DEBUG'] && error instanceof Error) io.err(`${error.stack}\n`)
  return exit
}

function told(error: unknown): { message: string; hint: string; code: string; exit: number } {
  if (error instanceof ParleyError) {
    const { message, hint, code, exit } = error
    return { message, hint, code, exit }
  }
  if (!(error instanceof Error))
    return { message: String(error), hint: '', code: 'UNFORESEEN', exit: exits.other }
  const system = (error as NodeJS.ErrnoException).code
  const hint = system
    ? (ways[system] ?? '')
    : 'This looks like a fault of parley. `PARLEY_DEBUG=1` shows where.'
  return { message: error.message, hint, code: system ?? 'UNFORESEEN', exit: exits.other }
}

/** What to do about the faults of a file system that people meet. */
const ways: Readonly<Record<string, string>> = {
  EACCES: 'Mend the permissions of that path, or work elsewhere with --cwd DIR.',
  EPERM: 'Mend the permissions of that path, or work elsewhere with --cwd DIR.',
  EROFS: 'That file system can only be read: work elsewhere with --cwd DIR.',
  ENOSPC: 'Make room on that disk, then run the command again: nothing was lost.',
  ENOENT: 'Check the path.',
}
