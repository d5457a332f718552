// The recorded meetings that ship with parley, for those who have not met yet: held anew in a copy of their repository, word by word as
// they were recorded. No model speaks.

import { join } from 'node:path'
import { answerTo } from '../kernel/question.js'
import { copiesFolder, freshCopy, type Recording, recordings } from '../recordings.js'
import { type MeetingRef, type RecordedMeeting, Refused } from './api.js'
import { openMeeting } from './opening.js'
import { knownProjects, type Parts, parleyOf } from './parts.js'

export function recordedMeetings(): readonly RecordedMeeting[] {
  return recordings().map(({ word, opened, model, on }) => ({ word, protocol: opened.protocol, model, on }))
}

/** The meeting in its copy, opened and under way where there was none yet. */
export async function recordedMeeting(parts: Parts, word: string): Promise<MeetingRef> {
  const recording = recordings().find((one) => one.word === word)
  if (!recording) throw new Refused('bad-request', `No recorded meeting is called "${word}".`)
  return parts.locks.exclusively(
    'recorded',
    async () => (await shown(parts, recording)) ?? play(parts, recording),
  )
}

async function shown(parts: Parts, { name }: Recording): Promise<MeetingRef | undefined> {
  const project = (await knownProjects(parts)).find(
    ({ path }) => path === join(copiesFolder(parts.home), name),
  )
  const [held] = project ? await parleyOf(parts, project).list() : []
  return project && held && { project: project.name, id: held.id }
}

/** Who answered then is not the person here: the journal calls these answers prepared. */
async function play(parts: Parts, recording: Recording): Promise<MeetingRef> {
  const path = await freshCopy(parts.home, recording)
  const project = (await knownProjects(parts)).find((one) => one.path === path)?.name
  if (project === undefined) throw new Refused('not-possible', `${path} cannot be shown here.`)
  const ref = await openMeeting(parts, { ...recording.opened, project, agents: `script:${recording.script}` })
  const given = [...recording.answers]
  parts.runs.start({
    ref,
    parley: parleyOf(parts, { path }),
    lines: 1,
    answer(question) {
      const at = given.findIndex(({ to }) => to === undefined || to === question.id)
      const [next] = at < 0 ? [] : given.splice(at, 1)
      return next && answerTo(question, next.choose, next.text, 'answers')
    },
  })
  return ref
}
