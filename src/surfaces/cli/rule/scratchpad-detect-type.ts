// CLI `parley rule scratchpad-detect-type`: guesses the content type of the text on standard input.
import { CONTENT_TYPES, detectType } from '../../../rules/content-type.js'
import type { RuleCommand } from './command.js'
import { refuse } from './flags.js'

export const command: RuleCommand = {
  summary: 'Guesses the content type of a pin.',
  help: `Usage: parley rule scratchpad-detect-type < FILE

Prints one of: ${CONTENT_TYPES.join(' ')}. Only the first non-blank line counts; without a sign of anything else, md.

Exit codes: 0 printed; 2 an argument was given.

Example: echo 'def f():' | parley rule scratchpad-detect-type
`,
  run(argv, io) {
    if (argv.length > 0) return refuse(io, 'scratchpad-detect-type', 2, `unknown argument '${argv[0]}'`)
    io.out(`${detectType(io.stdin())}\n`)
    return 0
  },
}
