// CLI `parley verify`: can this record be trusted? Calls no model and writes nothing. Exit 0 when it can, 1 when not.

import { parley } from '../../../parley.js'
import type { Command } from '../command.js'
import { exits } from '../exit.js'
import { folderOf, meetingNamed } from '../places.js'
import { oneLine } from '../screen/clean.js'
import { emit } from '../screen/emit.js'
import { paint } from '../screen/paint.js'
import { plural } from '../screen/words.js'

export const command: Command = {
  about:
    'Checks a meeting: every byte of its journal is under its chain of hashes, every turn has its receipt, the procedure run\n' +
    'again takes the recorded steps and renders the recorded documents, and the documents on disk are those. No model is\n' +
    'called. Exit 0 when all holds; else 1, one line for each finding.',
  operands: [{ name: 'ID', about: 'the meeting, or any unique beginning of its id' }],
  examples: [['parley verify 20260316', 'is the record what was said, and the file what was recorded?']],
  async run(args, io) {
    const { root, id } = meetingNamed(args.required('ID'), folderOf(args, io))
    const { findings, lines, turns, documents } = await parley(root).verify(id)
    const ok = findings.length === 0
    if (args.has('json')) {
      for (const finding of findings) emit(io, { type: 'finding', ...finding })
      emit(io, { type: 'verified', id, ok, lines, turns, documents })
      return ok ? exits.fine : exits.other
    }
    const colour = paint(io, 'output')
    for (const { what } of findings) io.out(`${colour.red('✗')} ${oneLine(what, 400)}\n`)
    const seen = `${plural(lines, 'line')}, ${plural(turns, 'turn')}, ${plural(documents, 'document')}`
    io.out(
      ok
        ? `${colour.green('verified')} ${id}: ${seen}.\n`
        : `${id}: ${plural(findings.length, 'finding')} in ${seen}.\n`,
    )
    return ok ? exits.fine : exits.other
  },
}
