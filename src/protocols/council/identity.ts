// The id of a new session: one that no journal, file or branch has yet. Sessions opened in the same second get ids a second apart.

import type { World } from '../../kernel/world.js'
import type { Moment } from '../../text/calendar.js'
import { minuteOf } from '../../text/calendar.js'
import type { Around } from '../manifest.js'
import { archivePath, padPath, recordPath, stopPath, workBranch, worktreePath } from './documents/places.js'
import { sessionId } from './documents/session-id.js'
import type { CouncilInput } from './input.js'

export interface Identity {
  readonly id: string
  readonly started: CouncilInput['started']
}

type Looking = Pick<Around, 'world' | 'takenIds'>

/**
 * Only proposes: the caller claims the id by opening the meeting, and calls again if another process was faster.
 */
export async function identify({ world, takenIds }: Looking, task: string): Promise<Identity> {
  const at = world.now()
  const opened = { ms: at.getTime(), offset: world.utcOffset(at) }
  const branches = new Set(await world.git.branches(workBranch('')))
  const taken = new Set(await takenIds())
  for (let later = 0; ; later++) {
    const moment: Moment = { ...opened, ms: opened.ms + later * 1000 }
    const id = sessionId(moment, task)
    if (!taken.has(id) && !branches.has(workBranch(id)) && (await isFree(world, id))) {
      return { id, started: { minute: minuteOf(moment), epoch: Math.floor(opened.ms / 1000) } }
    }
  }
}

async function isFree(world: World, id: string): Promise<boolean> {
  const paths = [padPath, stopPath, recordPath, archivePath, worktreePath].map((place) => place(id))
  for (const path of paths) if (await world.files.exists(path)) return false
  return true
}
