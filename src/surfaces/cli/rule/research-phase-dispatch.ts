// Rule `research-phase-dispatch`: states the research fork's tools, flags and memory path.
import {
  researchFrontmatter,
  researchState,
  researchTools,
  sidecarPath,
  webState,
} from '../../../rules/research-dispatch.js'
import type { RuleCommand, RuleIo } from './command.js'
import { readFlags, refuse } from './flags.js'

const NAME = 'research-phase-dispatch'

export const command: RuleCommand = {
  summary: "States the research fork's tools, flags and memory path.",
  help: `Usage: parley rule research-phase-dispatch <mode flag> [--no-web] [--skip-research]

Mode flags, of which the last one given wins:
  --print-allowlist       the tools a seat may use, as csv
  --check-web-flag        enabled, or disabled with --no-web
  --check-research-flag   enabled, or skipped with --skip-research
  --sidecar-path <agent>  the agent's memory folder
  --emit-frontmatter      research_phase and web_search, one line each

Exit codes: 0 printed, 2 the agent name holds a / or is empty, 3 bad arguments or no mode flag

Example:
  parley rule research-phase-dispatch --print-allowlist --no-web
`,
  run(argv, io) {
    const flags = readFlags(withLongHelp(argv), SPEC)
    if (flags.kind === 'bad') return refuse(io, NAME, 3, flags.message)
    if (flags.has('help')) {
      io.err(command.help)
      return 0
    }
    const asked = flags.order.filter((flag) => !MODIFIERS.includes(flag.name)).at(-1)
    if (asked === undefined) return refuse(io, NAME, 3, 'one mode flag is required; see --help')
    if (asked.name === 'sidecar-path') return printSidecar(io, asked.value ?? '', asked.equals)
    const given = { noWeb: flags.has('no-web'), skipResearch: flags.has('skip-research') }
    for (const line of answers[asked.name as Question](given)) io.out(`${line}\n`)
    return 0
  },
}

const SPEC = {
  values: ['sidecar-path'],
  switches: [
    'print-allowlist',
    'check-web-flag',
    'check-research-flag',
    'emit-frontmatter',
    'no-web',
    'skip-research',
    'help',
  ],
} as const
const MODIFIERS: readonly string[] = ['no-web', 'skip-research', 'help']

type Question = 'print-allowlist' | 'check-web-flag' | 'check-research-flag' | 'emit-frontmatter'

const answers: Record<Question, (given: { noWeb: boolean; skipResearch: boolean }) => readonly string[]> = {
  'print-allowlist': (given) => [researchTools(given).join(',')],
  'check-web-flag': (given) => [webState(given)],
  'check-research-flag': (given) => [researchState(given)],
  'emit-frontmatter': researchFrontmatter,
}

function printSidecar(io: RuleIo, agent: string, inline: boolean): number {
  if (agent === '' && !inline) return refuse(io, NAME, 3, '--sidecar-path needs the name of an agent')
  const sidecar = sidecarPath(agent)
  if (sidecar.kind === 'refused') return refuse(io, NAME, 2, `--sidecar-path: ${sidecar.reason}`)
  io.out(`${sidecar.path}\n`)
  return 0
}

/** `-h` is the only short flag of any helper; as the value of a flag it stays what it is. */
function withLongHelp(argv: readonly string[]): string[] {
  return argv.map((argument, index) =>
    argument === '-h' && argv[index - 1] !== '--sidecar-path' ? '--help' : argument,
  )
}
