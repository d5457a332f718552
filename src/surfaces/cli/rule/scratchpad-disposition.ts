// CLI `parley rule scratchpad-disposition`: checks what the person wants done with a pin, or prints the question.
import { PIN_DISPOSITIONS, PIN_PROMPT, pinDisposition } from '../../../rules/scratchpad.js'
import type { RuleCommand } from './command.js'
import { readFlags, refuse } from './flags.js'

const HELPER = 'scratchpad-disposition'

export const command: RuleCommand = {
  summary: 'Checks what the user wants done with a pin at CLOSE.',
  help: `Usage: parley rule scratchpad-disposition --check VALUE
       parley rule scratchpad-disposition --prompt

Values: ${PIN_DISPOSITIONS.join(', ')}, 'keep in notes only'; any case.

Exit codes: 0 printed; 2 no such disposition, or wrong arguments.

Example: parley rule scratchpad-disposition --check Extract
`,
  run(argv, io) {
    const flags = readFlags(argv, { values: ['check'], switches: ['prompt'] })
    if (flags.kind === 'bad') return refuse(io, HELPER, 2, flags.message)
    if (flags.has('check') === flags.has('prompt'))
      return refuse(io, HELPER, 2, 'give one of --check and --prompt')
    const value = flags.value('check')
    const answer = value === undefined ? PIN_PROMPT : pinDisposition(value)
    if (answer === undefined) {
      return refuse(
        io,
        HELPER,
        2,
        `disposition must be one of: ${PIN_DISPOSITIONS.join(' ')} (got: '${value}')`,
      )
    }
    io.out(`${answer}\n`)
    return 0
  },
}
