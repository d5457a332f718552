// Present: whether somebody is here who can read a question and answer it.

import { inCi } from '../../rules/ci.js'
import type { Args } from './command.js'
import type { Io } from './io.js'

/** In CI nobody is there. With `--json` the reader is a program: it gets the question as an event, and answers with a command. */
export function canAsk(args: Args, io: Io): boolean {
  return io.terminal.input && io.terminal.output && !args.has('json') && !inCi(io.env)
}

/** A yes of the person's, for what cannot be undone or what they did not ask for. Where nobody is there it is a no. */
export async function agreed(message: string, args: Args, io: Io): Promise<boolean> {
  if (!canAsk(args, io)) return false
  const clack = await import('@clack/prompts')
  return (await clack.confirm({ message, initialValue: false })) === true
}
