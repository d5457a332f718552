// Renaming a talk: its title, and nothing that is named by its id.

import { Refused } from '../../../kernel/errors.js'
import { rename as renameText } from '../documents/artifact.js'
import { safeId } from '../documents/ids.js'
import type { MeetingRef } from '../views.js'
import { copyOf, writeText } from './copies.js'
import { commitIntegration } from './git/talk-git.js'
import { meetingLock, projectLock } from './ports.js'
import { gitOf, type TalkContext, unknownMeeting } from './shared.js'

export async function renameTalk(context: TalkContext, ref: MeetingRef, title: string): Promise<void> {
  const project = gitOf(context.home, await context.project(ref.project))
  const id = safeId(ref.id)
  if (id === null) throw unknownMeeting(ref)
  await context.locks.exclusively(projectLock(ref.project), () =>
    context.locks.exclusively(meetingLock(id), async () => {
      const copy = await copyOf(project, id)
      if (copy === null) throw unknownMeeting(ref)
      const { status } = copy.artifact
      if (status !== 'open' && status !== 'requested')
        throw new Refused('wrong-state', `A talk that is ${status} keeps its title.`)
      const renamed = renameText(copy.text, title, context.now().toISOString())
      if (renamed.kind === 'refused') throw new Refused('bad-request', renamed.message)
      if (renamed.kind === 'same') return
      await writeText(copy.file, renamed.text)
      if (copy.worktree === 'integration') await commitIntegration(project, `Rename ${id}`)
    }),
  )
  context.changed()
}
