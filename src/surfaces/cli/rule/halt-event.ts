// Rule `halt-event`: prints the terminal line of a halted meeting. Ends nothing by its exit code.
import { haltLine } from '../../../rules/halt-event.js'
import type { RuleCommand } from './command.js'
import { readFlags, refuse } from './flags.js'

const NAME = 'halt-event'

export const command: RuleCommand = {
  summary: 'Prints the terminal line of a halted meeting.',
  help: `Usage: parley rule halt-event --condition <name> --fr <id> --detail <text> [--agent <id>]

Flags:
  --condition <name>    such as CITE-OR-FLAG; not checked against a list
  --fr <id>             the requirement it answers to
  --detail <text>       what happened; may be empty
  --agent <id>          who brought it about (default: a dash)

Exit codes: 0 printed, 3 bad arguments

Example:
  parley rule halt-event --condition CHARTER-MISSING --fr FR-MTG-28 --detail "no charter given"
`,
  run(argv, io) {
    const flags = readFlags(argv, { values: ['condition', 'fr', 'detail', 'agent'] })
    if (flags.kind === 'bad') return refuse(io, NAME, 3, flags.message)
    const condition = flags.value('condition')
    const fr = flags.value('fr')
    const detail = flags.value('detail')
    if (!condition) return refuse(io, NAME, 3, '--condition is required')
    if (!fr) return refuse(io, NAME, 3, '--fr is required')
    if (detail === undefined) return refuse(io, NAME, 3, '--detail is required; it may be empty')
    io.out(`${haltLine({ condition, fr, detail, agent: flags.value('agent') })}\n`)
    return 0
  },
}
