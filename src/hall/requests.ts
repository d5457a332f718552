// Requests for talks in every folder of the hall: those of registered projects, and those in the files of folders that are only seen.

import { byUrgency } from '../protocols/talk/documents/requests.js'
import { requestsOf } from '../protocols/talk/ground/requests.js'
import { type MeetingRef, Refused, type TalkRequest } from './api.js'
import { copyFor } from './listing.js'
import { type KnownProject, knownProjects, type Parts, projectNamed, usableProject } from './parts.js'
import { registered } from './registering.js'

export async function requests(parts: Parts, project?: string): Promise<readonly TalkRequest[]> {
  const asked = project === undefined ? undefined : await projectNamed(parts, project)
  const kept = asked?.seen ? [] : await parts.talks.requests(project)
  const seen = (asked ? [asked] : await seenProjects(parts)).filter((one) => one.seen)
  const own = await Promise.all(seen.map(({ path, name }) => requestsOf(path, name)))
  return [...kept, ...own.flatMap((found) => found.requests)].sort(byUrgency)
}

/** What lies among the requests of folders that are only seen and is none: registering would say so too. */
export async function unreadableRequests(parts: Parts): Promise<readonly string[]> {
  const found = await Promise.all(
    (await seenProjects(parts)).map(async ({ path, name }) =>
      (await requestsOf(path, name)).unreadable.map((why) => `${name}: ${why}`),
    ),
  )
  return found.flat()
}

/** Before a request is accepted, declined or deferred: its project is registered, since talks live on branches of it. */
export async function settling(parts: Parts, ref: MeetingRef): Promise<void> {
  const project = await usableProject(parts, ref.project)
  if (!project.seen) return
  await registered(parts, project)
  if ((await copyFor(parts, ref)) === null)
    throw new Refused(
      'wrong-state',
      `The request ${ref.id} is only in your working tree, and talks are cut from commits.`,
      'Commit it first.',
    )
}

async function seenProjects(parts: Parts): Promise<readonly KnownProject[]> {
  return parts.only ? [] : (await knownProjects(parts)).filter((one) => one.seen)
}
