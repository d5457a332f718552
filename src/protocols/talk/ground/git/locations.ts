// Where a project's branches and checkouts are. Names that could leave their folder or break a ref are refused here.
//
// The integration branch is `claude/main` and not `claude`: git keeps a ref as a file, so a branch `claude` leaves no room for
// `claude/meeting/<id>` beside it.

import { join } from 'node:path'
import { CannotGoOn } from '../../../../kernel/errors.js'
import { type MeetingId, safeId } from '../../documents/ids.js'
import type { Activity, Integration, TalkProject } from './types.js'

export function integrationOf(project: TalkProject): Integration {
  check(project)
  return { branch: `${project.prefix}/main`, folder: join(project.home, 'projects', project.name) }
}

export function activityOf(project: TalkProject, id: MeetingId): Activity {
  check(project)
  if (safeId(id) === null)
    throw new CannotGoOn('NAME', `${JSON.stringify(id)} cannot be the id of a meeting.`)
  const folder = join(project.home, 'worktrees', project.name, `meeting-${id}`)
  return { id, branch: `${meetingPrefix(project)}${id}`, folder }
}

export function meetingPrefix(project: TalkProject): string {
  return `${project.prefix}/meeting/`
}

function check({ name, prefix }: TalkProject): void {
  if (safeId(name) === null)
    throw new CannotGoOn('NAME', `${JSON.stringify(name)} cannot be the name of a project.`)
  if (!prefix.split('/').every((part) => safeId(part) !== null))
    throw new CannotGoOn('NAME', `${JSON.stringify(prefix)} cannot begin the names of branches.`)
}
