// Council work: the chair routes, one seat at a time acts in a worktree of the session, the chair judges, until a trigger stops it.

import { archivePath, memoryFolder, padPath, recordPath, stopPath } from '../../documents/council/places.js'
import type { Protocol } from '../../kernel/protocol.js'
import { type CouncilInput, councilInput } from './input.js'
import type { Outcome } from './outcome.js'

export const work: Protocol<CouncilInput, Outcome> = {
  name: 'council.work',
  version: 1,
  input: councilInput,
  title: ({ task }) => task,
  boundary: (_, id) => [padPath(id), stopPath(id), recordPath(id), archivePath(id), `${memoryFolder}/*.md`],
  async run() {
    throw new Error('not built yet')
  },
}
