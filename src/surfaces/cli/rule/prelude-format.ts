// Rule `prelude-format`: renders what an agent brings from research.
import { countOf } from '../../../rules/counts.js'
import { formatPrelude, preludeItems } from '../../../rules/prelude-format.js'
import type { RuleCommand } from './command.js'
import { readFlags, refuse } from './flags.js'

const NAME = 'prelude-format'

export const command: RuleCommand = {
  summary: "Renders an agent's research prelude.",
  help: `Usage: parley rule prelude-format --name <name> --role <role> --tokens <n>
                                  [--sources <lines>] [--bullets <lines>]

Flags:
  --name <name>         who researched
  --role <role>         as what
  --tokens <n>          what it cost, a non-negative integer
  --sources <lines>     one source a line
  --bullets <lines>     one thing known a line

Exit codes: 0 printed, 3 bad arguments

Example:
  parley rule prelude-format --name Theo --role "System Architect" --tokens 120 \\
    --sources docs/adr-3.md --bullets "The queue is durable (docs/adr-3.md)"
`,
  run(argv, io) {
    const flags = readFlags(argv, { values: ['name', 'role', 'tokens', 'sources', 'bullets'] })
    if (flags.kind === 'bad') return refuse(io, NAME, 3, flags.message)
    const name = flags.value('name')
    const role = flags.value('role')
    const tokens = countOf(flags.value('tokens'))
    if (!name) return refuse(io, NAME, 3, '--name is required')
    if (!role) return refuse(io, NAME, 3, '--role is required')
    if (!flags.value('tokens')) return refuse(io, NAME, 3, '--tokens is required')
    if (tokens === undefined) {
      return refuse(io, NAME, 3, `--tokens must be a non-negative integer (got: '${flags.value('tokens')}')`)
    }
    const sources = preludeItems(flags.value('sources'))
    io.out(formatPrelude({ name, role, tokens, sources, bullets: preludeItems(flags.value('bullets')) }))
    return 0
  },
}
