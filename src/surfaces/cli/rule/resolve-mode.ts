// Rule `resolve-mode`: names the one active mode, resolving aliases.
import { resolveMode } from '../../../rules/modes.js'
import type { RuleCommand } from './command.js'
import { readFlags, refuse } from './flags.js'

const NAME = 'resolve-mode'
const CODES = { several: 2, unknown: 3, empty: 4 } as const

export const command: RuleCommand = {
  summary: 'Names the active mode, resolving aliases; allows one mode only.',
  help: `Usage: parley rule resolve-mode [--mode <name>]

Prints the canonical name of the mode. Without --mode that is decide.

Flags:
  --mode <name>         a mode or an alias, at most once; case counts

Exit codes: 0 resolved, 2 more than one --mode, 3 unknown mode, 4 bad arguments or an empty name

Example:
  parley rule resolve-mode --mode ux
`,
  run(argv, io) {
    const flags = readFlags(argv, { values: ['mode'] })
    if (flags.kind === 'bad') return refuse(io, NAME, 4, flags.message)
    const choice = resolveMode(flags.all('mode'))
    if (choice.kind !== 'mode') return refuse(io, NAME, CODES[choice.kind], choice.message)
    io.out(`${choice.mode.name}\n`)
    return 0
  },
}
