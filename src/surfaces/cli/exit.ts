// Exit: how a command ends, in one place. 0 concluded, 2 wrong usage, 3 waiting, 4 halted, 5 a condition of `--fail-on` holds, 1 anything else.

import type { Fault } from '../../kernel/errors.js'
import type { Ending } from '../../kernel/run/hold.js'
import { tellError } from '../told-error.js'
import type { Io } from './io.js'
import { clean } from './screen/clean.js'
import { emit } from './screen/emit.js'
import { continued, hangingLines, widthOf } from './screen/hanging.js'
import { paint } from './screen/paint.js'

export const exits = { fine: 0, other: 1, usage: 2, waiting: 3, halted: 4, failedOn: 5 } as const

const byFault: Readonly<Record<Fault, number>> = {
  usage: exits.usage,
  unknown: exits.usage,
  rule: exits.halted,
  state: exits.other,
  'no-token': exits.other,
  forbidden: exits.other,
  'too-long': exits.other,
  limit: exits.other,
  unforeseen: exits.other,
}

/** A paused meeting waits for the person, as one with an open question does. */
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
      return exitOn(ending.error)
    case 'aborted':
    case 'interrupted':
      return exits.other
  }
}

export function exitOn(error: unknown): number {
  return byFault[tellError(error).fault]
}

/** Prints what went wrong and what to do now; with `--json` as an event too. */
export function complain(error: unknown, io: Io, json: boolean): number {
  const { message, hint, code } = tellError(error)
  const exit = exitOn(error)
  if (json) emit(io, { type: 'error', code, message, hint, exit })
  const colour = paint(io, 'error')
  const columns = widthOf(io, 'error')
  io.err(`${hangingLines(`${colour.red('parley:')} ${clean(message)}`, columns)}\n`)
  const todo = clean(hint.replaceAll(/(`|^ {2})parley /gm, `$1${io.command} `))
  const fitted = (line: string) =>
    line.startsWith(`  ${io.command} `) ? continued(line, columns) : hangingLines(line, columns)
  if (hint) io.err(`${colour.dim(todo.split('\n').map(fitted).join('\n'))}\n`)
  if (io.env['PARLEY_DEBUG'] && error instanceof Error) io.err(`${error.stack}\n`)
  return exit
}
