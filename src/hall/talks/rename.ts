// Renaming a talk: its title, and nothing that is named by its id.

import { rename as renameText } from '../../protocols/talk/documents/artifact.js'
import { safeId } from '../../protocols/talk/documents/ids.js'
import { commitIntegration } from '../../protocols/talk/ground/git/talk-git.js'
import { type MeetingRef, Refused } from '../api.js'
import { gitOf, type Parts, unknownMeeting, usableProject } from '../parts.js'
import { copyOf, writeText } from './copies.js'
import { meetingLock, projectLock } from './lock-names.js'

export async function renameTalk(parts: Parts, ref: MeetingRef, title: string): Promise<void> {
  const project = gitOf(parts.home, await usableProject(parts, ref.project))
  const id = safeId(ref.id)
  if (id === null) throw unknownMeeting(ref)
  await parts.locks.exclusively(projectLock(ref.project), () =>
    parts.locks.exclusively(meetingLock(id), async () => {
      const copy = await copyOf(project, id)
      if (copy === null) throw unknownMeeting(ref)
      const { status } = copy.artifact
      if (status !== 'open' && status !== 'requested')
        throw new Refused('wrong-state', `A talk that is ${status} keeps its title.`)
      const renamed = renameText(copy.text, title, parts.now().toISOString())
      if (renamed.kind === 'refused') throw new Refused('bad-request', renamed.message)
      if (renamed.kind === 'same') return
      await writeText(copy.file, renamed.text)
      if (copy.place === 'integration') await commitIntegration(project, `Rename ${id}`)
    }),
  )
  parts.feed.nudge()
}
