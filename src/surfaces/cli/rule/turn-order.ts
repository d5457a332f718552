// Rule `turn-order`: prints the round-robin order of speakers.
import { positiveOf } from '../../../rules/counts.js'
import { slotsOf, speakerAt } from '../../../rules/turn-order.js'
import type { RuleCommand, RuleIo } from './command.js'
import { readFlags, refuse } from './flags.js'

const NAME = 'turn-order'

export const command: RuleCommand = {
  summary: 'Prints the round-robin order of speakers.',
  help: `Usage: parley rule turn-order --invitees <csv> --turns <n>

Prints one speaker a line. The list is taken as it stands: resolve-invitees prints a clean one.

Flags:
  --invitees <csv>      speakers in invite order
  --turns <n>           how many turns, a positive integer

Exit codes: 0 printed, 2 nobody invited, 3 bad --turns or unknown argument

Example:
  parley rule turn-order --invitees Theo,Zara,Nova --turns 5
`,
  run(argv, io) {
    const flags = readFlags(argv, { values: ['invitees', 'turns'] })
    if (flags.kind === 'bad') return refuse(io, NAME, 3, flags.message)
    const slots = slotsOf(flags.value('invitees') ?? '')
    if (slots.every((slot) => slot.trim() === '')) return refuse(io, NAME, 2, '--invitees is empty')
    const turns = positiveOf(flags.value('turns'))
    if (turns === undefined) {
      return refuse(io, NAME, 3, `--turns must be a positive integer (got: '${flags.value('turns') ?? ''}')`)
    }
    printOrder(io, slots, turns)
    return 0
  },
}

/** In pieces, so that a very large number of turns needs no more memory than a small one. */
function printOrder(io: RuleIo, slots: readonly string[], turns: number): void {
  let piece = ''
  for (let turn = 0; turn < turns; turn++) {
    piece += `${speakerAt(slots, turn)}\n`
    if (piece.length < 65_536) continue
    io.out(piece)
    piece = ''
  }
  io.out(piece)
}
