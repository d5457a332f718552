// What a deliberation is asked for with. At the command line its words are read by the command itself (arguments.ts).

import type { Fields } from '../../kernel/request.js'
import { modeShapes, modes } from './modes.js'

export const fields = {
  idea: {
    kind: 'text',
    label: 'Idea',
    help: 'what is to be thought through; as much or as little detail as you like',
    required: true,
    operand: 'IDEA',
    lines: 4,
  },
  mode: {
    kind: 'choice',
    label: 'Mode',
    help: 'how it is deliberated',
    among: modes.map((value) => ({ value, label: value, about: modeShapes[value].purpose })),
    default: 'standard',
  },
  theme: {
    kind: 'text',
    label: 'Theme',
    help: 'who sits there: council, unless named',
    takes: 'ID',
    advanced: true,
  },
  dryRun: {
    kind: 'switch',
    label: 'Dry run',
    help: 'say what would be done on GitHub, and do none of it',
    advanced: true,
  },
} as const satisfies Fields
