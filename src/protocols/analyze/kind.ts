// An analysis as surfaces offer it: what it asks for, and how it is prepared.

import { meetingKind } from '../manifest.js'
import { companyFor } from './before/company.js'
import { fields } from './fields.js'
import { prepare } from './prepare.js'
import { analyze } from './protocol.js'

export const kind = meetingKind({
  about:
    'Three analysts (business, architecture, design) talk with you in one thread, one question at a time. What they learn becomes\n' +
    'documents as soon as it is enough for one; at the end you sign off what is right.',
  examples: [
    ['parley analyze - < ticket.md', 'a new item from a text'],
    ['parley analyze retry-queue', 'go on with an item, or begin it'],
  ],
  fields,
  protocol: analyze,
  prepare,
  // Who they are in this project, as far as that can be known before anything is filled in.
  seated: async ({ world }) => {
    const { seats } = await companyFor(world, { personas: null, topics: null })
    return seats.map(({ id, name, role }) => ({ value: id, label: name, about: role }))
  },
})
