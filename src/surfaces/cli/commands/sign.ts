// CLI `parley sign`: signs the record of a concluded meeting with the person's own SSH key, for others to check.

import { resolve } from 'node:path'
import { parley } from '../../../parley.js'
import { shellWord } from '../../../rules/shell-word.js'
import type { Command } from '../command.js'
import { exits } from '../exit.js'
import { idOperand, meetingOf, type Wanted } from '../places.js'
import { oneLine } from '../screen/clean.js'
import { emit } from '../screen/emit.js'

const concluded: Wanted = {
  what: 'are concluded',
  none: 'is concluded',
  fits: ({ status, foreign }) => status === 'concluded' && !foreign,
  noTalks: true,
}

export const command: Command = {
  about:
    'Signs the record of a concluded meeting with your SSH key, as git signs commits (ssh-keygen -Y, namespace parley). The signature\n' +
    'lies beside the record, for you to commit. It covers the bytes of the record and the last hash of the journal. A colleague checks\n' +
    'it with `parley verify --signed`, without your journal. Only a meeting that is sealed by you and verifies is signed.',
  operands: [idOperand],
  flags: {
    key: { takes: 'FILE', about: "your SSH key; default: git's user.signingkey, else the one in ~/.ssh" },
  },
  examples: [
    ['parley sign split-the-api', 'signs its record'],
    ['parley sign split-the-api --key ~/.ssh/id_work', 'with this key'],
  ],
  async run(args, io) {
    const { root, id } = await meetingOf(args, io, concluded)
    const key = args.value('key')
    const made = await parley(root).sign(id, key === undefined ? undefined : resolve(io.cwd, key))
    for (const { record, path } of made) {
      if (args.has('json')) emit(io, { type: 'signed', id, record, path })
      else io.out(`Signed ${oneLine(record, 200)}: ${oneLine(path, 200)}\n`)
    }
    if (!args.has('json')) io.out(`Commit it: git add ${made.map(({ path }) => shellWord(path)).join(' ')}\n`)
    return exits.fine
  },
}
