// Rules that check what was said.
import { classifyLine, type FlaggedLine, gateDraft, verifyTranscript } from '../../../rules/cite-or-flag.js'
import { detectLoop, parseLoopTurns } from '../../../rules/loop-detector.js'
import { auditProvenance } from '../../../rules/provenance.js'
import { type Call, exit, type Handlers } from './call.js'
import { regularText, wrong } from './io.js'

const CITE_OR_FLAG: Handlers = {
  'classify-line': (call) => `${classifyLine(call.present('classify-line'))}\n`,

  'gate-draft-turn'(call) {
    const verdict = gateDraft(contents(call, 'gate-draft-turn'))
    if (verdict.kind === 'clean')
      return 'PASS — every factual claim line carries a citation marker or [inference]\n'
    return exit(
      2,
      `HALT — unflagged-inference detected; round-robin advancement halted
${listed(verdict.lines)}
Re-emit the turn: give each line above a citation marker (a URL, a project file or a memory path),
or mark it with the [inference] token if it is your own reasoning.
`,
    )
  },

  'verify-transcript'(call) {
    const verdict = verifyTranscript(contents(call, 'verify-transcript'))
    if (verdict.kind === 'clean') return 'PASS — transcript is cite-or-flag clean\n'
    return exit(2, `FAIL — transcript contains unflagged-inference lines\n${listed(verdict.lines)}`)
  },
}

export const handlers: Handlers = {
  'cite-or-flag-check': (call) => call.lastOf(CITE_OR_FLAG, 'one subcommand is required; see --help'),

  'loop-detector'(call) {
    call.needed('turns-file')
    const verdict = detectLoop(parseLoopTurns(contents(call, 'turns-file')))
    return verdict.kind === 'none' ? exit(1) : `${verdict.line}\n`
  },

  async 'dispatch-provenance-check'(call) {
    const failures = auditProvenance(await transcript(call))
    if (failures.length === 0) return ''
    const lines = failures.map(({ line }) => `${line}\n`).join('')
    const sum = `dispatch-provenance-check: ${failures.length} turn(s) failed provenance check\n`
    return exit(1, `${lines}\n${sum}`)
  },
}

function contents(call: Call, flag: string): string {
  return regularText(call.io, call.text(flag) ?? '', 3)
}

function listed(lines: readonly FlaggedLine[]): string {
  return lines.map(({ number, text }) => `line ${number}: ${text}\n`).join('')
}

async function transcript(call: Call): Promise<string> {
  const { io } = call
  const [file, ...more] = call.operands
  if (more.length > 0) wrong('one file at a time')
  if (file !== undefined && call.has('stdin')) wrong('give a file or --stdin, not both')
  if (file !== undefined) return regularText(io, file, 2)
  if (call.has('stdin') || !io.terminal.input) return io.stdin()
  return wrong('no input: give a file, or pipe the transcript in')
}
