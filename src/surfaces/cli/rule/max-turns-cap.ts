// Rule `max-turns-cap`: refuses the turn after the meeting's last allowed one.
import { countOf, positiveOf } from '../../../rules/counts.js'
import { DEFAULT_MAX_TURNS, judgeMaxTurns } from '../../../rules/max-turns.js'
import type { RuleCommand } from './command.js'
import { readFlags, refuse } from './flags.js'

const NAME = 'max-turns-cap'

export const command: RuleCommand = {
  summary: "Refuses the turn after the meeting's last allowed one.",
  help: `Usage: parley rule max-turns-cap --check --emitted-turns <n> [--max-turns <n>]

Flags:
  --check               required
  --emitted-turns <n>   the number that the next turn would have
  --max-turns <n>       the last number allowed (default: ${DEFAULT_MAX_TURNS})

Exit codes: 0 allowed, 2 rejected, 3 bad arguments

Example:
  parley rule max-turns-cap --check --emitted-turns 41
`,
  run(argv, io) {
    const flags = readFlags(argv, { values: ['emitted-turns', 'max-turns'], switches: ['check'] })
    if (flags.kind === 'bad') return refuse(io, NAME, 3, flags.message)
    if (!flags.has('check')) return refuse(io, NAME, 3, '--check is required')
    const given = { emitted: flags.value('emitted-turns'), cap: flags.value('max-turns') }
    const emitted = countOf(given.emitted)
    if (emitted === undefined) {
      return refuse(
        io,
        NAME,
        3,
        `--emitted-turns must be a non-negative integer (got: '${given.emitted ?? ''}')`,
      )
    }
    const cap = given.cap === undefined ? DEFAULT_MAX_TURNS : positiveOf(given.cap)
    if (cap === undefined) {
      return refuse(io, NAME, 3, `--max-turns must be a positive integer (got: '${given.cap}')`)
    }
    const verdict = judgeMaxTurns({ emitted, cap })
    if (verdict.kind === 'allowed') return 0
    for (const line of verdict.lines) io.out(`${line}\n`)
    return 2
  },
}
