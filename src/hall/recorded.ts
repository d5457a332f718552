// The recorded meetings that ship with parley, for those who have not met yet: held anew in a copy of their repository, word by word as
// they were recorded. No model speaks.

import { messageOf } from '../kernel/errors.js'
import { answerTo, type Question } from '../kernel/question.js'
import { keyOf } from '../protocols/talk/views.js'
import { copyIn, freshCopy, type Recording, recordings } from '../recordings.js'
import { byRecording } from '../rules/relayed.js'
import { type MeetingRef, type RecordedMeeting, Refused } from './api.js'
import { meetings } from './listing.js'
import { openMeeting } from './opening.js'
import { type KnownProject, knownProjects, type Parts, parleyOf } from './parts.js'

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

async function shown(parts: Parts, recording: Recording): Promise<MeetingRef | undefined> {
  const project = await projectIn(parts, copyIn(parts.home, recording))
  const [held] = project ? await meetings(parts, { project: project.name }) : []
  return held && { project: held.project, id: held.id }
}

async function projectIn(parts: Parts, folder: string): Promise<KnownProject | undefined> {
  return (await knownProjects(parts)).find(({ path }) => path === folder)
}

/** Who answered then is not the person here: the journal calls these answers prepared. */
async function play(parts: Parts, recording: Recording): Promise<MeetingRef> {
  const path = await freshCopy(parts.home, recording)
  const project = await projectIn(parts, path)
  if (!project) throw new Refused('not-possible', `${path} cannot be shown here.`)
  const { ref, parley } = await opened(parts, project, recording)
  const given = [...recording.answers]
  const answer = (question: Question) => {
    const at = given.findIndex(({ to }) => to === undefined || to === question.id)
    const [next] = at < 0 ? [] : given.splice(at, 1)
    return next && answerTo(question, next.choose, next.text, 'answers')
  }
  const goOn = async () => {
    const { lines = 1 } = (await parley.summary(ref.id)) ?? {}
    parts.runs.start({ ref, parley, lines, answer })
  }
  const underWay = parts.runs.of(ref)
  if (!underWay) await goOn()
  else {
    // A talk is opened with its first words, which are the first of the answers. Nobody waits here for the turn that they begin.
    given.shift()
    void underWay.ended.then(goOn).catch((error: unknown) => parts.log(`${keyOf(ref)}: ${messageOf(error)}`))
  }
  return ref
}

async function opened(parts: Parts, project: KnownProject, { opened, script }: Recording) {
  const host = parts.hosts.get(opened.protocol)
  if (!host) {
    const ref = await openMeeting(parts, { ...opened, project: project.name, agents: `script:${script}` })
    return { ref, parley: parleyOf(parts, project) }
  }
  const { protocol, ...fields } = opened
  const agents = { default: `script:${script}` }
  const ref = await host.open(project, { protocol, fields, agents, relayedBy: byRecording })
  return { ref, parley: parts.talkMeetings }
}
