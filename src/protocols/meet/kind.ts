// The chartered meeting as surfaces offer it: what it asks for, and how it is prepared.

import type { Choice } from '../../kernel/request.js'
import { MODES } from '../../rules/modes.js'
import { type Around, meetingKind } from '../manifest.js'
import { fields } from './fields.js'
import { meet } from './index.js'
import { prepare } from './prepare.js'
import { readRoster } from './roster.js'
import { readSettings } from './settings.js'

const about = [
  'A chartered meeting: the agents you invite read what bears on the charter, speak in turn, cite or flag every claim, and',
  'leave notes, action items and memories. You are asked at every boundary, and nothing is written that you did not accept.',
  '',
  'Modes, and whom each brings',
  ...MODES.map(({ name, aliases, purpose, defaultInvitees }) => {
    const also = aliases.length > 0 ? ` (also: ${aliases.join(', ')})` : ''
    return `  ${name.padEnd(14)}${purpose}${also}\n${' '.repeat(16)}${defaultInvitees.join(', ') || 'nobody by itself'}`
  }),
  '',
  'Also to be invited: Elena, Hugo, Iris, Kai, Nils, Ravi, Sage, Shay, Val; personas in .parley/personas/, stakeholders in',
  'custom/stakeholders/; and `me`, who then sits at the table.',
].join('\n')

export const kind = meetingKind({
  about,
  examples: [
    [
      'parley meet "Choose a queue for order events." --invitees Theo,Soren',
      'two agents, one decision; you are asked before anything is sent',
    ],
    [
      'parley meet --mode red-team --charter "Attack the plan in docs/release.md"',
      'the mode brings Zara, Sable and Nova',
    ],
    [
      'parley meet --mode align --charter "Who owns billing?" --invitees me --no-web',
      'you sit at the table, nothing leaves by the web',
    ],
    ['parley demo meet', 'a recorded one, without a model: see what it leaves'],
    ['parley meet --resume 2026-03 --interject "What about cost?"', 'your words, then it goes on'],
  ],
  fields,
  resumeFlags: true,
  protocol: meet,
  prepare,
  options: async (around) => ({ invitees: await invitees(around) }),
})

/** A roster that cannot be read leaves the form without names; preparing the meeting says what is wrong with it. */
async function invitees({ world }: Around): Promise<readonly Choice[]> {
  try {
    const { userName } = await readSettings(world)
    const { candidates } = await readRoster(world, userName)
    const seated = candidates.filter(({ unseatable, isPerson }) => unseatable === undefined && !isPerson)
    return seated.map(({ id, name, role }) => ({ value: id, label: name, about: role }))
  } catch {
    return []
  }
}
