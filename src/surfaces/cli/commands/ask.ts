// CLI `parley ask`: one question, one command. A council is borrowed for one blind round and a synthesis; it leaves no files but the meeting's own.

import type { Given } from '../../../kernel/request.js'
import { parley } from '../../../parley.js'
import { findRoot, rootMarkedBy } from '../../../workspace/root.js'
import type { Command } from '../command.js'
import { pipedIn } from '../fields.js'
import { openWith } from '../open.js'
import { folderOf } from '../places.js'

const protocol = 'council.meeting'

export const command: Command = {
  about:
    'Asks several seats the same question. Nobody sees what another says; then the chair puts it together, with every\n' +
    'dissent answered. The council of this folder is asked, or software-team where there is none; --template asks another.\n' +
    'No council is convened for it, and nothing is written or committed: the answer is in the meeting, and `parley show` and `parley export` give it again.',
  operands: [
    {
      name: 'QUESTION',
      rest: true,
      about: 'what you want to know; `-` at its end adds standard input to it',
    },
  ],
  flags: {
    template: {
      takes: 'NAME',
      about: 'ask the seats of this council (software-team, c-suite, …), for this once',
    },
  },
  examples: [
    ['parley ask "Is a queue worth it here?"', 'four views and one answer, in one command'],
    ['git diff | parley ask "What breaks?" -', 'about a text'],
    ['parley ask "Which price?" --template c-suite', 'ask other people'],
  ],
  async run(args, io) {
    const kind = await parley(io.cwd).kind(protocol)
    const folder = folderOf(args, io)
    const marked = kind.marker === undefined ? undefined : rootMarkedBy(folder, kind.marker)
    const here = parley(marked ?? (await findRoot(folder)) ?? folder)
    const { tidy: _, ...asking } = kind
    const given: Given = {
      task: args.required('QUESTION'),
      template: args.value('template'),
      ...{ blind: true, conclude: true, noFiles: true },
    }
    return openWith({ protocol, kind: asking, here, args, io }, await pipedIn(kind.fields, given))
  },
}
