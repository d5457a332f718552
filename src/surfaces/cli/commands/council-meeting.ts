// CLI `parley council meeting`: every seat speaks in rounds about a task; the person steers and concludes.

import type { Command } from '../command.js'
import { session } from '../council.js'

export const command: Command = {
  about:
    'Every seat of the council speaks once a round, reading what was said before; after each round you say how it goes on.\n' +
    'When you conclude, the chair writes the record: recommendation, reasons, dissents, follow-ups, and what to remember.',
  operands: [{ name: 'TASK', about: 'what it is about, in a sentence', rest: true }],
  examples: [
    ['parley council meeting "Should we split the API?"', 'one round, then a question to you'],
    [
      'parley council meeting "Which cache?" --agents claude --seat qa-engineer=model:openai/gpt-5',
      'two kinds of minds',
    ],
    [
      'parley council meeting "Which cache?" --agents script:seats.yaml --answers me.yaml',
      'wholly prepared, for a test',
    ],
  ],
  run: (args, io) => session('meeting', args, io),
}
