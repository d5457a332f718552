// Ids of the meetings that have a branch in the project, also those that nobody tells of any more.

import { activitiesIn } from './git/talk-git.js'
import type { TalkProject } from './git/types.js'

export async function branchesOf(project: TalkProject): Promise<ReadonlySet<string>> {
  return new Set((await activitiesIn(project)).map(({ id }) => String(id)))
}
