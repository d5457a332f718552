// Rule `lifecycle-marker`: prints the transcript line that opens a phase.
import { isPhase, PHASES, phaseMarker } from '../../../rules/lifecycle.js'
import type { RuleCommand } from './command.js'
import { readFlags, refuse } from './flags.js'

const NAME = 'lifecycle-marker'

export const command: RuleCommand = {
  summary: 'Prints the transcript line that opens a phase.',
  help: `Usage: parley rule lifecycle-marker --phase <PHASE>

Flags:
  --phase <PHASE>       ${PHASES.join(', ')}

Exit codes: 0 printed, 3 bad arguments or unknown phase

Example:
  parley rule lifecycle-marker --phase DISCUSS
`,
  run(argv, io) {
    const flags = readFlags(argv, { values: ['phase'] })
    if (flags.kind === 'bad') return refuse(io, NAME, 3, flags.message)
    const phase = flags.value('phase')
    if (!phase) return refuse(io, NAME, 3, `--phase is required, one of: ${PHASES.join(' ')}`)
    if (!isPhase(phase)) {
      return refuse(io, NAME, 3, `unknown phase '${phase}'; it must be one of: ${PHASES.join(' ')}`)
    }
    io.out(`${phaseMarker(phase)}\n`)
    return 0
  },
}
