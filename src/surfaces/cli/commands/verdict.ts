// CLI `parley verdict`: whether a meeting passes, by the conditions that are named. Calls no model and writes nothing.

import { parley } from '../../../parley.js'
import { verdictOn } from '../../../verdicts.js'
import { verdictMarkdown } from '../../verdict-text.js'
import type { Command } from '../command.js'
import { idOperand, meetingOf, newest } from '../places.js'
import { conditionsIn, printVerdict } from '../verdict.js'

export const command: Command = {
  about:
    'Says whether a meeting passes: it concluded, and none of the conditions of --fail-on holds. Reads the journal alone; no model\n' +
    'is called. Exit 0 when it passes, 5 when a named condition holds, else as the meeting stands: 3 waiting, 4 halted, 1 failed.',
  operands: [idOperand],
  flags: { markdown: { about: 'as Markdown, for the summary of a job' } },
  examples: [
    ['parley verdict --fail-on dissent,broken-citations', 'did the newest meeting pass?'],
    ['parley verdict last --markdown', 'verdict, decision, dissents and seats, for a page'],
  ],
  async run(args, io) {
    const failOn = conditionsIn(args)
    const { root, id } = await meetingOf(args, io, { ...newest, noTalks: true })
    const verdict = await verdictOn(parley(root), id, failOn)
    if (args.has('markdown')) io.out(verdictMarkdown(verdict))
    else printVerdict(verdict, args, io)
    return verdict.exit
  },
}
