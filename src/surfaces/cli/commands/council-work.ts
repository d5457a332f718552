// CLI `parley council work`: seats do a task in a worktree of its own; the chair routes and judges. Nothing is merged.

import type { Command } from '../command.js'
import { session } from '../council.js'

export const command: Command = {
  about:
    'Seats do a task, one at a time, in a git worktree on a branch of its own; the chair chooses who goes next and judges when\n' +
    'it is done. Your own tree is not touched. At the end it prints how to merge and how to remove the worktree.\n' +
    'Ctrl-C once stops after the running turn and concludes; twice aborts.',
  operands: [{ name: 'TASK', about: 'what is to be done, in a sentence', rest: true }],
  examples: [
    [
      'parley council work "Add a health check endpoint" --agents claude',
      'a branch to review, and a record why',
    ],
  ],
  run: (args, io) => session('work', args, io),
}
