// Rule `turn-header`: prints the header of an emitted turn and the lines that say where it came from.
import { judgeDispatchedVia, ORIGINS, type Origin, turnHeader } from '../../../rules/turn-header.js'
import type { RuleCommand } from './command.js'
import { readFlags, refuse } from './flags.js'
import { HEADER_FLAGS, readHeader } from './header-flags.js'

const NAME = 'turn-header'

export const command: RuleCommand = {
  summary: 'Prints the header of an emitted turn and its provenance lines.',
  help: `Usage: parley rule turn-header --round <n> --turn <n> --speaker <name> --role <role>
                               --turn-cost <n> --running-total <n> [--phase <phase>] [--turn-id <id>]
                               [--dispatched-via <value>] [--origin <value>]

Flags:
  --round, --turn, --turn-cost, --running-total   non-negative integers
  --speaker, --role                               text
  --phase <phase>             any case; adds a Phase: line
  --turn-id <id>              adds a Turn: line
  --dispatched-via <value>    subagent, interject, charter or teammate; required for RESEARCH and DISCUSS
  --origin <value>            interject or attendee; adds an origin: line

Exit codes: 0 printed, 2 --dispatched-via bad or missing, 3 anything else malformed

Example:
  parley rule turn-header --round 1 --turn 7 --speaker Theo --role "System Architect" \\
    --turn-cost 120 --running-total 900 --phase DISCUSS --dispatched-via subagent
`,
  run(argv, io) {
    const flags = readFlags(argv, {
      values: [...HEADER_FLAGS, 'phase', 'turn-id', 'dispatched-via', 'origin'],
    })
    if (flags.kind === 'bad') return refuse(io, NAME, 3, flags.message)
    const required = readHeader(flags.value)
    if (required.kind === 'bad') return refuse(io, NAME, 3, required.message)
    const phase = flags.value('phase')
    const turnId = flags.value('turn-id')
    const origin = flags.value('origin')
    if (/[\r\n]/.test(`${phase}${turnId}`))
      return refuse(io, NAME, 3, '--phase and --turn-id are single lines')
    if (origin !== undefined && !isOrigin(origin)) {
      return refuse(io, NAME, 3, `--origin must be interject or attendee (got: '${origin}')`)
    }
    const via = judgeDispatchedVia(flags.value('dispatched-via'), phase)
    if (via.kind === 'refused') return refuse(io, NAME, 2, via.reason)
    if (via.kind === 'unlabelled') io.err(`${via.warning}\n`)
    const dispatchedVia = via.kind === 'ok' ? via.via : undefined
    io.out(turnHeader({ ...required.header, phase, turnId, dispatchedVia, origin }))
    return 0
  },
}

/** The facilitator's turns are the engine's own; nobody passes them off by a flag. */
function isOrigin(text: string): text is Exclude<Origin, 'facilitator'> {
  return text !== 'facilitator' && (ORIGINS as readonly string[]).includes(text)
}
