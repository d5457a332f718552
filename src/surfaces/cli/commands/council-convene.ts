// CLI `parley council convene`: seats a council in the folder where it is called. No meeting, no model, no commit.

import type { Question } from '../../../kernel/question.js'
import { parley } from '../../../parley.js'
import { convene } from '../../../protocols/council/index.js'
import { workspaceDocuments } from '../../../workspace/documents.js'
import { askHere } from '../ask.js'
import type { Command } from '../command.js'
import { folderOf } from '../places.js'
import { oneLine } from '../screen/clean.js'
import { emit } from '../screen/emit.js'

export const command: Command = {
  about:
    'Seats a council in this folder: .council/council.yaml with its roster and budgets, and one editable persona a seat.\n' +
    'A council that is already here is overwritten only with your word (or --yes); memory and records always stay.',
  operands: [
    {
      name: 'TEMPLATE',
      about: 'which council; asked for when absent, software-team where nobody can be asked',
      optional: true,
    },
  ],
  examples: [
    ['parley council convene software-team', 'a staff engineer in the chair, security, QA and product'],
    ['parley council convene', 'choose from all templates'],
    ['parley council convene c-suite --yes', 'overwrites the council that is here'],
  ],
  async run(args, io) {
    const root = folderOf(args, io)
    const request = { template: args.operand('TEMPLATE'), yes: args.has('yes') }
    const { world } = parley(root)
    const ask = await askHere(args, io)
    const done = await convene(world, workspaceDocuments(root), request, (question: Question) =>
      ask(question),
    )
    if (args.has('json')) {
      const { kind, ...facts } = done
      emit(io, { type: 'convened', done: kind === 'convened', ...facts })
      return 0
    }
    if (done.kind === 'cancelled') {
      io.out(`Kept the council "${oneLine(done.name)}"; nothing was written.\n`)
      return 0
    }
    io.out(
      `Convened "${done.name}": ${done.description}\n` +
        `  Chair: ${done.chair}\n  Seats: ${done.seats.join(', ')}\n\n` +
        'Edit .council/council.yaml and .council/seats/ as you like: they are yours.\n' +
        `Next: ${io.command} council meeting "…"\n`,
    )
    return 0
  },
}
