// CLI `parley rule type-target-resolver`: names the command that takes up an action item of a type.
import { ACTION_TYPES, resolveType } from '../../../rules/action-types.js'
import type { RuleCommand } from './command.js'
import { complain, refuse } from './flags.js'

const HELPER = 'type-target-resolver'

export const command: RuleCommand = {
  summary: 'Maps an action-item type to the command that handles it.',
  help: `Usage: parley rule type-target-resolver TYPE

Types: ${ACTION_TYPES.join(' ')}

Exit codes: 0 printed; 2 empty or unknown type; 3 not exactly one operand.

Example: parley rule type-target-resolver new-story
`,
  run(argv, io) {
    const [type] = argv
    if (type === undefined || argv.length > 1)
      return refuse(io, HELPER, 3, 'expected exactly one action-item type')
    const verdict = resolveType(type)
    if (verdict.kind === 'known') {
      io.out(`${verdict.target}\n`)
      return 0
    }
    for (const message of verdict.messages) complain(io, HELPER, message)
    return 2
  },
}
