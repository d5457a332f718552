// Rule `dispatch-provenance-check`: audits a transcript for who may have produced each turn.
import { auditProvenance } from '../../../rules/provenance.js'
import type { RuleCommand, RuleIo } from './command.js'
import { at, isFile, readIfThere } from './files.js'
import { type Flags, readFlags, refuse } from './flags.js'

const NAME = 'dispatch-provenance-check'

export const command: RuleCommand = {
  summary: 'Audits a transcript: who may have produced each turn.',
  help: `Usage: parley rule dispatch-provenance-check <file>
       parley rule dispatch-provenance-check --stdin

Turns of RESEARCH and DISCUSS must come from subagent, interject or teammate, the turn of CHARTER from
charter. Without a file, standard input is read unless it is a terminal.

Exit codes: 0 clean, 1 turns failed, 2 no input or file not found

Example:
  parley rule dispatch-provenance-check meeting.md
`,
  run(argv, io) {
    const flags = readFlags(argv, { switches: ['stdin'], operands: true })
    if (flags.kind === 'bad') return refuse(io, NAME, 2, flags.message)
    const input = readInput(flags, io)
    if (input.kind === 'none') return refuse(io, NAME, 2, input.reason)
    const failures = auditProvenance(input.text)
    if (failures.length === 0) return 0
    for (const failure of failures) io.out(`${failure.line}\n`)
    io.out(`\n${NAME}: ${failures.length} turn(s) failed provenance check\n`)
    return 1
  },
}

type Input = { kind: 'text'; text: string } | { kind: 'none'; reason: string }

function readInput({ operands, has }: Flags<never, 'stdin'>, io: RuleIo): Input {
  if (operands.length > 1) return { kind: 'none', reason: 'one file at a time' }
  const file = operands[0]
  if (file !== undefined && has('stdin')) return { kind: 'none', reason: 'give a file or --stdin, not both' }
  if (file !== undefined) {
    const text = isFile(at(io, file)) ? readIfThere(at(io, file)) : undefined
    return text === undefined ? { kind: 'none', reason: `file not found: '${file}'` } : { kind: 'text', text }
  }
  if (has('stdin') || !io.stdinIsTerminal) return { kind: 'text', text: io.stdin() }
  return { kind: 'none', reason: 'no input: give a file, or pipe the transcript in' }
}
