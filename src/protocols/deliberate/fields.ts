// What a deliberation is asked for with. At the command line its words are read by the command itself (arguments.ts).

import type { Fields } from '../../kernel/request.js'
import { fromField } from '../analyze/handover.js'
import { modeShapes, modes } from './modes.js'

export const fields = {
  idea: {
    kind: 'text',
    label: 'Idea',
    help: 'what is to be thought through; as much or as little detail as you like',
    required: true,
    unless: 'from',
    operand: 'IDEA',
    lines: 4,
  },
  mode: {
    kind: 'choice',
    label: 'Mode',
    help: 'how it is deliberated',
    among: modes.map((value) => ({
      value,
      label: value.replace(/^./, (letter) => letter.toUpperCase()),
      about: `${modeShapes[value].purpose} (${modeShapes[value].duration})`,
    })),
    flags: Object.fromEntries(modes.map((value) => [value, modeShapes[value].flag])),
    default: 'standard',
  },
  theme: {
    kind: 'choice',
    label: 'Theme',
    help: 'who may sit there',
    takes: 'ID',
    among: [],
    unset: { label: 'Council', about: 'the one that comes with parley: nineteen lenses on software' },
    open: true,
  },
  from: fromField,
} as const satisfies Fields
