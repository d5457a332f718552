// Council meeting: every seat speaks in every round, the person says where next, the chair synthesizes.

import { archivePath, memoryFolder, padPath, recordPath } from '../../documents/council/places.js'
import type { Protocol } from '../../kernel/protocol.js'
import { type CouncilInput, councilInput } from './input.js'
import type { Outcome } from './outcome.js'

export const meeting: Protocol<CouncilInput, Outcome> = {
  name: 'council.meeting',
  version: 1,
  input: councilInput,
  title: ({ task }) => task,
  boundary: (_, id) => [padPath(id), recordPath(id), archivePath(id), `${memoryFolder}/*.md`],
  async run() {
    throw new Error('not built yet')
  },
}
