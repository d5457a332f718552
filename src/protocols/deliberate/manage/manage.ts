// What can be asked of sessions without opening one: the commands of session management. A deed does its work under `around`, or names
// the meeting that goes on.

import type { Around, Calling, DeedDone } from '../../manifest.js'
import type { Asked } from '../arguments.js'
import { archive, lock } from './archive.js'
import { cleanup } from './cleanup.js'
import { list, listAll, status } from './lists.js'
import { exportNow, resume } from './resume.js'
import { sessionsHere } from './sessions.js'

export type Managed = Exclude<Asked, { kind: 'session' }>

export async function manage(
  asked: Managed,
  theme: string | null,
  around: Around,
  calling: Calling,
): Promise<DeedDone> {
  const sessions = await sessionsHere(around, theme)
  switch (asked.kind) {
    case 'list':
      return asked.all ? listAll(sessions) : list(sessions)
    case 'status':
      return status(sessions)
    case 'archive':
      return archive(sessions, asked.slug, calling)
    case 'lock':
      return lock(sessions, asked.slug, calling)
    case 'export':
      return exportNow(sessions, asked.slug, theme, calling)
    case 'cleanup':
      return cleanup(sessions, calling, asked.all)
    case 'resume':
      return resume(sessions, asked, theme, calling)
  }
}
