// CLI `parley rule review-gate`: turns a reviewer's word into write or do not write.
import { DISPOSITIONS, isDisposition, shouldWrite } from '../../../rules/review-gate.js'
import type { RuleCommand } from './command.js'
import { readFlags, refuse } from './flags.js'

const HELPER = 'review-gate'

export const command: RuleCommand = {
  summary: "Turns a reviewer's disposition into write or do not write.",
  help: `Usage: parley rule review-gate --classify --draft PATH --disposition WORD
       parley rule review-gate --should-write --disposition WORD

Dispositions: ${DISPOSITIONS.join(' ')} (lower case, exact)

Exit codes: 0 classified, or the draft is to be written; 1 it is not to be written; 2 wrong arguments.

Example: parley rule review-gate --should-write --disposition edit
`,
  run(argv, io) {
    const flags = readFlags(argv, {
      values: ['draft', 'disposition'],
      switches: ['classify', 'should-write'],
    })
    if (flags.kind === 'bad') return refuse(io, HELPER, 2, flags.message)
    const disposition = flags.value('disposition') ?? ''
    if (flags.has('classify') === flags.has('should-write')) {
      return refuse(io, HELPER, 2, 'give one of --classify and --should-write')
    }
    if (!isDisposition(disposition)) {
      return refuse(
        io,
        HELPER,
        2,
        `--disposition must be one of: ${DISPOSITIONS.join(' ')} (got: '${disposition}')`,
      )
    }
    if (flags.has('should-write')) return shouldWrite(disposition) ? 0 : 1
    if (!flags.value('draft')) return refuse(io, HELPER, 2, '--draft is required')
    io.out(`${disposition.toUpperCase()}\n`)
    return 0
  },
}
