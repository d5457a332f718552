// Requests: talks that somebody asked for. A file with status `requested` is one, whoever put it there.

import { Refused } from '../../../kernel/errors.js'
import { defer as deferText, type Moved, moveStatus, renderArtifact } from '../documents/artifact.js'
import { type MeetingId, safeId } from '../documents/ids.js'
import { byUrgency, isDate, reasonOf } from '../documents/requests.js'
import type { MeetingRef, RequestsFound, TalkRequest } from '../views.js'
import { allCopies, type Copy, copyOf, lastingFile, ownRequests, textOf, writeText } from './copies.js'
import { commitIntegration } from './git/talk-git.js'
import type { TalkProject } from './git/types.js'
import { projectLock } from './ports.js'
import { gitOf, isTalk, type TalkContext, unknownMeeting } from './shared.js'

export async function requests(context: TalkContext, project?: string): Promise<readonly TalkRequest[]> {
  const usable = (await context.projects()).filter(
    ({ name, trouble }) => trouble === null && (project === undefined || name === project),
  )
  const found = await Promise.all(
    usable.map(async (one) => {
      await context.steps.keep(context, one)
      return requestsKept(context.home, one)
    }),
  )
  return found.flat().sort(byUrgency)
}

/** Requests in a repository that is not registered, from its own files; and what lies among them and is none. */
export async function requestsOf(repository: string, name: string): Promise<RequestsFound> {
  const { copies, unreadable } = await ownRequests(repository)
  return { requests: copies.map((one) => requestOf(name, one)).sort(byUrgency), unreadable }
}

/** Requests of a registered project as they stand in its files, without asking git for what is new. */
export async function requestsKept(
  home: string,
  project: Parameters<typeof gitOf>[1],
): Promise<readonly TalkRequest[]> {
  const copies = await allCopies(gitOf(home, project))
  return copies
    .filter(({ artifact }) => artifact.status === 'requested')
    .map((copy) => requestOf(project.name, copy))
    .sort(byUrgency)
}

export async function decline(context: TalkContext, ref: MeetingRef, reason?: string): Promise<void> {
  const why = reason?.trim() || 'User declined the request'
  await change(context, ref, 'Decline', (text, at) => moveStatus(text, { to: 'declined', at, reason: why }))
}

export async function defer(context: TalkContext, ref: MeetingRef, until: string): Promise<void> {
  if (!isDate(until)) throw new Refused('bad-request', `"${until}" is no date.`, 'Write it as 2026-05-31.')
  const reason = `User deferred the request until ${until}`
  await change(context, ref, 'Defer', (text, at) => deferText(text, { until, at, reason }))
}

/** Writes and commits a request on the integration branch. Run again with the same `at`, it finds the file it wrote. Call it under the lock. */
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

function requestOf(project: string, { id, artifact }: Pick<Copy, 'id' | 'artifact'>): TalkRequest {
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

/** Changes a request in the integration copy, and commits it. */
async function change(
  context: TalkContext,
  ref: MeetingRef,
  verb: string,
  make: (text: string, at: string) => Moved,
): Promise<void> {
  const project = gitOf(context.home, await context.project(ref.project))
  const id = safeId(ref.id)
  if (id === null) throw unknownMeeting(ref)
  await context.locks.exclusively(projectLock(ref.project), async () => {
    const copy = await copyOf(project, id)
    if (copy === null) throw unknownMeeting(ref)
    const changed = make(copy.text, context.now().toISOString())
    if (changed.kind === 'refused') throw new Refused('wrong-state', changed.message)
    if (await isTalk(context, ref))
      throw new Refused('wrong-state', `${id} is being opened just now.`, 'Wait a moment.')
    await writeText(copy.file, changed.text)
    await commitIntegration(project, `${verb} ${id}`)
  })
  context.changed()
}
