// Present: whether somebody is here who can read a question and answer it.

import type { Args } from './command.js'
import type { Io } from './io.js'

/** With `--json` the reader is a program: it gets the question as an event, and answers with a command. */
export function canAsk(args: Args, io: Io): boolean {
  return io.terminal.input && io.terminal.output && !args.has('json')
}
