// Rule `charter-gate`: no meeting without a charter. Writes its state file only when it accepts one.
import { charterAssignment, judgeCharter } from '../../../rules/charter-gate.js'
import type { RuleCommand } from './command.js'
import { writeWhole } from './files.js'
import { complain, readFlags, refuse } from './flags.js'
import { statePath } from './state-path.js'

const NAME = 'charter-gate'

export const command: RuleCommand = {
  summary: 'Refuses to start a meeting without a charter; records the charter it accepts.',
  help: `Usage: parley rule charter-gate --charter <text>

Accepts a charter that has at least one non-blank character and writes it to the state file as
CHARTER="<text>". A refusal writes nothing at all.

Flags:
  --charter <text>      the charter, one to three sentences

Environment:
  MEETING_STATE_FILE    the file written on success (default: gaia-meeting-state.env in $TMPDIR or /tmp)

Exit codes: 0 accepted, 2 blocked, 3 bad arguments

Example:
  parley rule charter-gate --charter "Choose a queue for order events."
`,
  run(argv, io) {
    const flags = readFlags(argv, { values: ['charter'] })
    if (flags.kind === 'bad') return refuse(io, NAME, 3, flags.message)
    const verdict = judgeCharter(flags.value('charter'))
    if (verdict.kind === 'blocked') {
      for (const line of verdict.lines) complain(io, NAME, line)
      io.out(`${NAME}: BLOCKED — ${verdict.reason} (use --charter "...").\n`)
      return 2
    }
    writeWhole(
      statePath(io, 'MEETING_STATE_FILE', 'gaia-meeting-state.env'),
      charterAssignment(verdict.charter),
    )
    io.out(`${NAME}: charter accepted (${verdict.chars} chars)\n`)
    return 0
  },
}
