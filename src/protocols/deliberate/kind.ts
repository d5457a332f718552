// A deliberation as surfaces offer it: what it asks for, and how it is prepared.

import { meetingKind } from '../manifest.js'
import { themeChoices } from './before/theme.js'
import { tidy } from './before/tidy.js'
import { fields } from './fields.js'
import { prepare } from './prepare.js'
import { deliberate } from './protocol.js'

export const kind = meetingKind({
  about:
    'From an idea to a design and a plan: the conductor interviews you, the members whose lens fits are seated by their scores,\n' +
    'they take positions, challenge each other and converge. You decide at each step, and everything lies in .claude/.',
  examples: [
    ['parley deliberate add a dark mode', 'interview, three rounds, a design and a plan'],
    ['parley deliberate --quick rename the settings page', 'three members, one round, a task list'],
  ],
  fields,
  protocol: deliberate,
  prepare,
  options: async ({ world }) => ({ theme: await themeChoices(world).catch(() => []) }),
  tidy,
})
