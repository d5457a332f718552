// Rules that check what was said: cite-or-flag-check, loop-detector, dispatch-provenance-check.
import { classifyLine, type FlaggedLine, gateDraft, verifyTranscript } from '../../../rules/cite-or-flag.js'
import { detectLoop, parseLoopTurns } from '../../../rules/loop-detector.js'
import { auditProvenance } from '../../../rules/provenance.js'
import { exit, rule, ruleByMode } from './command.js'
import type { Given } from './declare.js'
import { regularText } from './files.js'
import type { RuleIo } from './io.js'
import { wrong } from './refusal.js'
import { needed } from './values.js'

export const citeOrFlagCheck = ruleByMode({
  name: 'cite-or-flag-check',
  about: `A line is cited, inference, unflagged-inference or non-claim. A draft or transcript passes when no line of
it is an unflagged inference; a transcript's frontmatter is skipped.`,
  choose: 'last',
  none: 'one subcommand is required; see --help',
  modes: {
    'classify-line': {
      flags: { 'classify-line': { takes: 'text', need: 'given' } },
      run: ({ classifyLine: line }) => `${classifyLine(line)}\n`,
    },
    'gate-draft-turn': {
      flags: { 'gate-draft-turn': { takes: 'file', as: contents } },
      run({ gateDraftTurn: text }) {
        const verdict = gateDraft(text)
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
    },
    'verify-transcript': {
      flags: { 'verify-transcript': { takes: 'file', as: contents } },
      run({ verifyTranscript: text }) {
        const verdict = verifyTranscript(text)
        if (verdict.kind === 'clean') return 'PASS — transcript is cite-or-flag clean\n'
        return exit(2, `FAIL — transcript contains unflagged-inference lines\n${listed(verdict.lines)}`)
      },
    },
  },
  exits: { 0: 'classified or clean', 2: 'unflagged inferences found', 3: 'no such file', wrong: 3 },
  example: 'parley rule cite-or-flag-check --classify-line "The queue is durable, see docs/adr-3.md"',
})

function contents(file: string, { io }: Given): string {
  return regularText(io, file, 3)
}

function listed(lines: readonly FlaggedLine[]): string {
  return lines.map(({ number, text }) => `line ${number}: ${text}\n`).join('')
}

export const loopDetector = rule({
  name: 'loop-detector',
  about: 'Looks at the last three turns: A, B, A without a new citation, decision or pin is a loop.',
  flags: { 'turns-file': { ...needed('file', 'one turn a line: <agent>|<progress>|<text>'), as: contents } },
  exits: { 0: 'a loop', 1: 'no loop', 3: 'no such file', wrong: 3 },
  example: 'parley rule loop-detector --turns-file turns.txt',
  run({ turnsFile }) {
    const verdict = detectLoop(parseLoopTurns(turnsFile))
    return verdict.kind === 'none' ? exit(1) : `${verdict.line}\n`
  },
})

export const dispatchProvenanceCheck = rule({
  name: 'dispatch-provenance-check',
  about: `Turns of RESEARCH and DISCUSS must come from subagent, interject or teammate, the turn of CHARTER from
charter. Without a file, standard input is read unless it is a terminal.`,
  flags: { stdin: {} },
  operand: { takes: '[<file>]' },
  exits: { 0: 'clean', 1: 'turns failed', 2: 'no input or file not found', wrong: 2 },
  example: 'parley rule dispatch-provenance-check meeting.md',
  run({ stdin }, io, files) {
    const failures = auditProvenance(transcript(files, stdin, io))
    if (failures.length === 0) return ''
    const lines = failures.map(({ line }) => `${line}\n`).join('')
    return exit(
      1,
      `${lines}\ndispatch-provenance-check: ${failures.length} turn(s) failed provenance check\n`,
    )
  },
})

function transcript([file, ...more]: readonly string[], stdin: boolean, io: RuleIo): string {
  if (more.length > 0) wrong('one file at a time')
  if (file !== undefined && stdin) wrong('give a file or --stdin, not both')
  if (file !== undefined) return regularText(io, file, 2)
  if (stdin || !io.stdinIsTerminal) return io.stdin()
  return wrong('no input: give a file, or pipe the transcript in')
}
