// Rule `cite-or-flag-check`: classifies lines, and blocks a draft turn that states facts without support.
import {
  classifyLine,
  type DraftVerdict,
  type FlaggedLine,
  gateDraft,
  verifyTranscript,
} from '../../../rules/cite-or-flag.js'
import type { RuleCommand, RuleIo } from './command.js'
import { at, isFile, readIfThere } from './files.js'
import { readFlags, refuse } from './flags.js'

const NAME = 'cite-or-flag-check'

export const command: RuleCommand = {
  summary: 'Classifies lines; blocks a draft turn that states facts without support.',
  help: `Usage: parley rule cite-or-flag-check --classify-line <text>
       parley rule cite-or-flag-check --gate-draft-turn <file>
       parley rule cite-or-flag-check --verify-transcript <file>

A line is cited, inference, unflagged-inference or non-claim. A draft or transcript passes when no line of
it is an unflagged inference; a transcript's frontmatter is skipped.

Exit codes: 0 classified or clean, 2 unflagged inferences found, 3 bad arguments or no such file

Example:
  parley rule cite-or-flag-check --classify-line "The queue is durable, see docs/adr-3.md"
`,
  run(argv, io) {
    const flags = readFlags(argv, { values: ['classify-line', 'gate-draft-turn', 'verify-transcript'] })
    if (flags.kind === 'bad') return refuse(io, NAME, 3, flags.message)
    const asked = flags.order.at(-1)
    if (asked?.value === undefined) return refuse(io, NAME, 3, 'one subcommand is required; see --help')
    if (asked.name === 'classify-line') {
      io.out(`${classifyLine(asked.value)}\n`)
      return 0
    }
    const file = at(io, asked.value)
    const text = asked.value !== '' && isFile(file) ? readIfThere(file) : undefined
    if (text === undefined) return refuse(io, NAME, 3, `file not found: '${asked.value}'`)
    return asked.name === 'gate-draft-turn'
      ? reportDraft(io, gateDraft(text))
      : reportTranscript(io, verifyTranscript(text))
  },
}

function reportDraft(io: RuleIo, verdict: DraftVerdict): number {
  if (verdict.kind === 'clean') {
    io.out('PASS — every factual claim line carries a citation marker or [inference]\n')
    return 0
  }
  io.out('HALT — unflagged-inference detected; round-robin advancement halted\n')
  printLines(io, verdict.lines)
  io.out('\n')
  io.out(
    'Re-emit the turn: give each line above a citation marker (a URL, a project file or a memory path),\n',
  )
  io.out('or mark it with the [inference] token if it is your own reasoning.\n')
  return 2
}

function reportTranscript(io: RuleIo, verdict: DraftVerdict): number {
  if (verdict.kind === 'clean') {
    io.out('PASS — transcript is cite-or-flag clean\n')
    return 0
  }
  io.out('FAIL — transcript contains unflagged-inference lines\n')
  printLines(io, verdict.lines)
  return 2
}

function printLines(io: RuleIo, lines: readonly FlaggedLine[]): void {
  for (const line of lines) io.out(`line ${line.number}: ${line.text}\n`)
}
