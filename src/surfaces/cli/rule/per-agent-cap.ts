// Rule `per-agent-cap`: adds up each agent's tokens in a state file; mutes at the cap, for good.
import { countOf, positiveOf } from '../../../rules/counts.js'
import {
  accumulate,
  type CapState,
  DEFAULT_PER_AGENT_CAP,
  parseCapState,
  renderCapState,
  spokenBy,
} from '../../../rules/per-agent-cap.js'
import type { RuleCommand, RuleIo } from './command.js'
import { at, readIfThere, writeWhole } from './files.js'
import { type Flags, readFlags, refuse } from './flags.js'

const NAME = 'per-agent-cap'

export const command: RuleCommand = {
  summary: "Adds up each agent's tokens; mutes at the cap, for good.",
  help: `Usage: parley rule per-agent-cap --state <file> --agent <id> --accumulate --tokens <n> [--per-agent-cap <n>]
       parley rule per-agent-cap --state <file> --agent <id> --get
       parley rule per-agent-cap --state <file> --agent <id> --is-muted

Flags:
  --state <file>          one line per agent: agent=<id>|tokens=<n>|muted=<0|1>
  --agent <id>            whose tokens
  --tokens <n>            what to add, a non-negative integer
  --per-agent-cap <n>     where muting begins (default: ${DEFAULT_PER_AGENT_CAP})

Exit codes: 0 done or muted, 1 not muted (--is-muted), 3 bad arguments; there is no way to unmute

Example:
  parley rule per-agent-cap --state caps.txt --agent theo --accumulate --tokens 800
`,
  run(argv, io) {
    const flags = readFlags(argv, SPEC)
    if (flags.kind === 'bad') return refuse(io, NAME, 3, flags.message)
    if (flags.has('unmute')) return refuse(io, NAME, 3, '--unmute is forbidden — muting is one-way')
    const file = flags.value('state')
    const agent = flags.value('agent')
    if (!file) return refuse(io, NAME, 3, '--state is required')
    if (!agent) return refuse(io, NAME, 3, '--agent is required')
    if (/[\r\n]/.test(agent)) return refuse(io, NAME, 3, '--agent must be a single line')
    const asked = flags.order
      .map((flag) => flag.name)
      .filter(isSubcommand)
      .at(-1)
    const state = parseCapState(readIfThere(at(io, file)) ?? '')
    if (asked === 'accumulate') return add(flags, io, { file: at(io, file), agent, state })
    if (asked === 'is-muted') return spokenBy(state, agent).muted ? 0 : 1
    if (asked === undefined) return refuse(io, NAME, 3, 'one of --accumulate, --get, --is-muted is required')
    io.out(`${spokenBy(state, agent).tokens}\n`)
    return 0
  },
}

const SPEC = {
  values: ['state', 'agent', 'tokens', 'per-agent-cap'],
  switches: ['accumulate', 'get', 'is-muted', 'unmute'],
} as const
type Given = Flags<(typeof SPEC.values)[number], (typeof SPEC.switches)[number]>

function isSubcommand(name: string): name is 'accumulate' | 'get' | 'is-muted' {
  return name === 'accumulate' || name === 'get' || name === 'is-muted'
}

function add(flags: Given, io: RuleIo, on: { file: string; agent: string; state: CapState }): number {
  const tokens = countOf(flags.value('tokens'))
  if (tokens === undefined) {
    return refuse(
      io,
      NAME,
      3,
      `--tokens must be a non-negative integer (got: '${flags.value('tokens') ?? ''}')`,
    )
  }
  const given = flags.value('per-agent-cap')
  const cap = given === undefined ? DEFAULT_PER_AGENT_CAP : positiveOf(given)
  if (cap === undefined) {
    return refuse(io, NAME, 3, `--per-agent-cap must be a positive integer (got: '${given}')`)
  }
  const { state, mutedLine } = accumulate(on.state, on.agent, tokens, cap)
  writeWhole(on.file, renderCapState(state))
  if (mutedLine !== undefined) io.out(`${mutedLine}\n`)
  return 0
}
