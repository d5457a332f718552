// Rule `loop-detector`: spots two agents going back and forth without progress.
import { detectLoop, parseLoopTurns } from '../../../rules/loop-detector.js'
import type { RuleCommand } from './command.js'
import { at, isFile, readIfThere } from './files.js'
import { readFlags, refuse } from './flags.js'

const NAME = 'loop-detector'

export const command: RuleCommand = {
  summary: 'Spots two agents going back and forth without progress.',
  help: `Usage: parley rule loop-detector --turns-file <file>

Looks at the last three turns: A, B, A without a new citation, decision or pin is a loop.

Flags:
  --turns-file <file>   one turn a line: <agent>|<progress>|<text>

Exit codes: 0 a loop, 1 no loop, 3 bad arguments or no such file

Example:
  parley rule loop-detector --turns-file turns.txt
`,
  run(argv, io) {
    const flags = readFlags(argv, { values: ['turns-file'] })
    if (flags.kind === 'bad') return refuse(io, NAME, 3, flags.message)
    const file = flags.value('turns-file')
    if (!file) return refuse(io, NAME, 3, '--turns-file is required')
    const text = isFile(at(io, file)) ? readIfThere(at(io, file)) : undefined
    if (text === undefined) return refuse(io, NAME, 3, `file not found: '${file}'`)
    const verdict = detectLoop(parseLoopTurns(text))
    if (verdict.kind === 'none') return 1
    io.out(`${verdict.line}\n`)
    return 0
  },
}
