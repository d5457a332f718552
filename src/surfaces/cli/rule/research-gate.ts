// Rule `research-gate`: lets DISCUSS begin only when every invitee has a prelude.
import { linesOf } from '../../../rules/lines.js'
import { splitNames } from '../../../rules/names.js'
import { judgeResearch } from '../../../rules/research-gate.js'
import type { RuleCommand } from './command.js'
import { at, readIfThere } from './files.js'
import { readFlags, refuse } from './flags.js'

const NAME = 'research-gate'

export const command: RuleCommand = {
  summary: 'Lets DISCUSS begin only when every invitee has a prelude.',
  help: `Usage: parley rule research-gate --invitees <csv> [--preludes-file <file>] [--skip-research]

Flags:
  --invitees <csv>          who must have a prelude
  --preludes-file <file>    who has one, one name a line; a missing file counts as empty
  --skip-research           pass without looking

Exit codes: 0 passed, 2 halted for missing preludes, 3 bad arguments

Example:
  parley rule research-gate --invitees Theo,Zara --preludes-file preludes.txt
`,
  run(argv, io) {
    const flags = readFlags(argv, {
      values: ['invitees', 'preludes-file'],
      switches: ['skip-research'],
    })
    if (flags.kind === 'bad') return refuse(io, NAME, 3, flags.message)
    const invitees = splitNames(flags.value('invitees') ?? '')
    if (invitees.length === 0) return refuse(io, NAME, 3, '--invitees is required and must name someone')
    const skipResearch = flags.has('skip-research')
    const file = skipResearch ? undefined : flags.value('preludes-file')
    const preludes = linesOf((file && readIfThere(at(io, file))) || '')
    const verdict = judgeResearch({ invitees, preludes, skipResearch })
    io.out(`${verdict.line}\n`)
    return verdict.kind === 'halt' ? 2 : 0
  },
}
