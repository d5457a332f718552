// CLI `parley council info`: who sits in the council, what it still owes, what lies around. Reads only.

import { info, infoText } from '../../../protocols/council/index.js'
import type { Command } from '../command.js'
import { councilHere } from '../council.js'
import { clean } from '../screen/clean.js'
import { emit } from '../screen/emit.js'

export const command: Command = {
  about:
    'The council of this folder: its seats and budgets, the follow-ups that are still open, and loose ends.',
  examples: [['parley council info', 'who they are and what is left to do']],
  async run(args, io) {
    const { parley, meetings } = await councilHere(args, io)
    const facts = await info(parley.world, meetings)
    if (args.has('json')) emit(io, { type: 'council', ...facts })
    else io.out(`${clean(infoText(facts)).trimEnd()}\n`)
    return 0
  },
}
