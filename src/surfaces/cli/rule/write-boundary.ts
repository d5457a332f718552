// CLI `parley rule write-boundary`: says whether a meeting may write to a path.
import { haltFor } from '../../../rules/halt-event.js'
import { judgeWrite } from '../../../rules/write-boundary.js'
import type { RuleCommand } from './command.js'
import { refuse } from './flags.js'

const HELPER = 'write-boundary'

export const command: RuleCommand = {
  summary: 'Says whether a meeting may write to a path.',
  help: `Usage: parley rule write-boundary PATH

The path is relative to the project's root. Allowed: .gaia/artifacts/creative-artifacts/, .gaia/state/action-items.yaml,
.gaia/memory/NAME-sidecar/decisions/, .gaia/memory/meeting-sessions/ (.yaml only), .gaia/custom/skills/.

Exit codes: 0 allowed; 2 refused, with a HALT line on standard output; 3 not exactly one path.

Example: parley rule write-boundary .gaia/state/action-items.yaml
`,
  run(argv, io) {
    const [path] = argv
    if (!path || argv.length > 1) return refuse(io, HELPER, 3, 'expected exactly one path')
    const verdict = judgeWrite(path)
    if (verdict.kind === 'allowed') return 0
    io.out(`${haltFor('WRITE-BOUNDARY-VIOLATION', verdict.detail)}\n`)
    return refuse(io, HELPER, 2, `REJECTED — ${verdict.detail}`)
  },
}
