// Requests: talks that somebody asked for. A file with status `requested` is one, whoever put it there.

import { defer as deferText, moveStatus, renderArtifact } from '../../protocols/talk/documents/artifact.js'
import { type MeetingId, safeId } from '../../protocols/talk/documents/ids.js'
import { byUrgency, isDate, reasonOf } from '../../protocols/talk/documents/requests.js'
import { commitIntegration } from '../../protocols/talk/ground/git/talk-git.js'
import type { TalkProject } from '../../protocols/talk/ground/git/types.js'
import { type MeetingRef, Refused, type TalkRequest } from '../api.js'
import { gitOf, isTalkOf, type Parts, projectNamed, unknownMeeting, usableProject } from '../parts.js'
import { readProjects, troubleWith } from '../projects.js'
import { allCopies, type Copy, copyOf, lastingFile, textOf, writeText } from './copies.js'
import { projectLock } from './lock-names.js'

export async function requests(parts: Parts, project?: string): Promise<readonly TalkRequest[]> {
  const all = project === undefined ? await readProjects(parts.home) : [await projectNamed(parts, project)]
  const usable = all.filter(({ path }) => troubleWith(path) === null)
  const found = await Promise.all(
    usable.map(async (one) => {
      await parts.steps.keep(parts, one)
      return (await allCopies(gitOf(parts.home, one)))
        .filter((copy) => copy.artifact.status === 'requested')
        .map((copy) => requestOf(one.name, copy))
    }),
  )
  return found.flat().sort(byUrgency)
}

export async function decline(parts: Parts, ref: MeetingRef, reason?: string): Promise<void> {
  const why = reason?.trim() || 'User declined the request'
  await change(parts, ref, 'Decline', (text, at) => moveStatus(text, { to: 'declined', at, reason: why }))
}

export async function defer(parts: Parts, ref: MeetingRef, until: string): Promise<void> {
  if (!isDate(until)) throw new Refused('bad-request', `"${until}" is no date.`, 'Write it as 2026-05-31.')
  const reason = `User deferred the request until ${until}`
  await change(parts, ref, 'Defer', (text, at) => deferText(text, { until, at, reason }))
}

/** A request file on the integration branch, committed. Run again at the same time, it finds its own. Call under the lock. */
export async function fileRequest(
  project: TalkProject,
  ask: {
    readonly idFor: (n: number) => MeetingId
    readonly at: string
    readonly title: string
    readonly worker: string
    readonly workerDisplayTitle: string
    readonly agenda: string
    readonly reason: string
    readonly referenced: readonly string[]
  },
): Promise<MeetingId> {
  for (let n = 1; ; n++) {
    const id = ask.idFor(n)
    const file = lastingFile(project, id)
    const there = await textOf(file)
    if (there !== null && !(there.includes(ask.at) && there.includes(ask.title.slice(0, 20)))) continue
    if (there === null) await writeText(file, renderArtifact({ ...ask, status: 'requested' }))
    await commitIntegration(project, `Ask for a talk: ${ask.title}`)
    return id
  }
}

function requestOf(project: string, { id, artifact }: Copy): TalkRequest {
  const { title, worker, workerDisplayTitle, agenda, referenced, deferredUntil, date } = artifact
  return {
    project,
    id,
    title,
    worker,
    workerTitle: workerDisplayTitle,
    agenda: agenda.trim(),
    reason: reasonOf(artifact).trim(),
    referenced,
    deferredUntil,
    date,
  }
}

type Changed =
  | { readonly kind: 'moved'; readonly text: string }
  | { readonly kind: 'refused'; readonly message: string }

/** Only from requested, on the integration copy, committed. */
async function change(
  parts: Parts,
  ref: MeetingRef,
  verb: string,
  make: (text: string, at: string) => Changed,
): Promise<void> {
  const project = gitOf(parts.home, await usableProject(parts, ref.project))
  const id = safeId(ref.id)
  if (id === null) throw unknownMeeting(ref)
  await parts.locks.exclusively(projectLock(ref.project), async () => {
    const copy = await copyOf(project, id)
    if (copy === null) throw unknownMeeting(ref)
    if (isTalkOf(parts, ref)) throw new Refused('wrong-state', `${id} is being opened or is open already.`)
    const changed = make(copy.text, parts.now().toISOString())
    if (changed.kind === 'refused') throw new Refused('wrong-state', changed.message)
    await writeText(copy.file, changed.text)
    await commitIntegration(project, `${verb} ${id}`)
  })
  parts.feed.nudge()
}
