// Lists and views of meetings: every protocol's, of every project, one entry for each id.

import { agentsIn, needsHost } from '../agents/recorded.js'
import { empty, type Status, type Summary } from '../kernel/line/summary.js'
import { outcomeIn } from '../kernel/run/hold.js'
import type { Parley } from '../parley.js'
import { artifactPath } from '../protocols/talk/documents/artifact.js'
import { safeId } from '../protocols/talk/documents/ids.js'
import { allCopies, type Copy, copyOf, ownRequests, titleOf } from '../protocols/talk/ground/copies.js'
import { activityOf } from '../protocols/talk/ground/git/talk-git.js'
import { gitOf, unknownMeeting } from '../protocols/talk/ground/shared.js'
import { talkView } from '../protocols/talk/ground/view.js'
import { TALK } from '../protocols/talk/names.js'
import { tell } from '../view/teller.js'
import type { DocumentRef, MeetingEntry, MeetingFilter, MeetingRef, MeetingView } from './api.js'
import { entryOf, fits } from './entries.js'
import type { Standing } from './feed.js'
import { type KnownProject, knownProjects, locate, type Parts, parleyOf, projectNamed } from './parts.js'

export async function meetings(parts: Parts, filter: MeetingFilter): Promise<readonly MeetingEntry[]> {
  const { project } = filter
  const projects = project === undefined ? await knownProjects(parts) : [await projectNamed(parts, project)]
  const found = await Promise.all(projects.map((one) => ofProject(parts, one)))
  const wanted = found.flat().filter((entry) => fits(entry, filter))
  return wanted.sort((a, b) => (a.openedAt < b.openedAt ? 1 : a.openedAt > b.openedAt ? -1 : 0))
}

export async function meetingView(parts: Parts, ref: MeetingRef): Promise<MeetingView> {
  const found = await locate(parts, ref)
  const copy = await copyFor(parts, ref)
  if (!found) {
    if (!copy) throw unknownMeeting(ref)
    return viewOf(parts, ref, entryOfCopy(ref.project, copy), null, copy)
  }
  const { parley } = found
  const summary = await parley.summary(ref.id)
  if (!summary) throw unknownMeeting(ref)
  const entry = await entryOf({ project: ref.project, summary, parley }, parts.shelf, parts.runs)
  const named = found.talk ? titled(entry, copy) : entry
  return viewOf(parts, ref, named, parley, found.talk ? copy : null)
}

/** From the first line of its journal, or from what a request for it says. */
export async function seatsOf(parts: Parts, ref: MeetingRef): Promise<readonly string[]> {
  const found = await locate(parts, ref)
  if (found) {
    const first = await found.parley.journals.of(ref.id).first()
    return first ? tell([first.line], parts.tellings).faces.map(({ name }) => name) : []
  }
  const copy = await copyFor(parts, ref)
  if (copy === null) throw unknownMeeting(ref)
  return copy.artifact.worker === '' ? [] : [copy.artifact.worker]
}

/** How everything stands, for the feed. */
export async function standings(parts: Parts): Promise<readonly Standing[]> {
  const projects = (await knownProjects(parts)).filter(({ trouble }) => trouble === null)
  const all = await Promise.all(projects.map((project) => standingsOf(parts, project)))
  return all.flat()
}

async function standingsOf(parts: Parts, config: KnownProject): Promise<readonly Standing[]> {
  if (!parts.only && !config.seen) await parts.talks.follow(config)
  const copies = await copiesOf(parts, config)
  const talks = new Map<string, Standing>()
  for (const copy of copies) talks.set(copy.id, await standingOf(parts, config.name, copy))
  const own = await parleyOf(parts, config).list()
  return [
    ...talks.values(),
    ...own.map(({ id, status, lines }) => ({
      project: config.name,
      id,
      status,
      mark: `${status} ${lines}`,
      kind: 'meeting' as const,
      over: status === 'concluded' || status === 'aborted',
    })),
  ]
}

async function standingOf(parts: Parts, project: string, { id, artifact, text }: Copy): Promise<Standing> {
  const summary = await parts.talkMeetings.summary(id)
  const status = artifact.status ?? 'requested'
  return {
    project,
    id,
    status,
    mark: `${status} ${summary?.lines ?? 0} ${text.length} ${artifact.log.length} ${artifact.deferredUntil}`,
    kind: status === 'requested' ? 'request' : 'meeting',
    over: status === 'closed' || status === 'declined',
  }
}

async function ofProject(parts: Parts, config: KnownProject): Promise<readonly MeetingEntry[]> {
  if (config.trouble !== null) return []
  const { name } = config
  if (!parts.only && !config.seen) await parts.talks.follow(config)
  const parley = parleyOf(parts, config)
  const copies = new Map((await copiesOf(parts, config)).map((copy) => [String(copy.id), copy]))
  const talks = parts.only ? [] : await talksOf(parts, name)
  const journalled = new Set(talks.map(({ id }) => id))
  const own = (await parley.list()).map((summary) => ({ summary, parley, project: name }))
  const held = talks.map((summary) => ({ summary, parley: parts.talkMeetings, project: name }))
  const entries = await Promise.all(own.map((of) => entryOf(of, parts.shelf, parts.runs)))
  const talking = await Promise.all(held.map((of) => entryOf(of, parts.shelf, parts.runs)))
  // A file without a status that is known is no talk; the recovery has said so.
  const alone = [...copies.values()].filter(
    ({ id, artifact }) => !journalled.has(id) && artifact.status !== null,
  )
  return [
    ...entries,
    ...talking.map((entry) => titled(entry, copies.get(entry.id) ?? null)),
    ...alone.map((copy) => entryOfCopy(name, copy)),
  ]
}

/** Of a folder that is only seen there are no branches: requests are read from its own files. */
async function copiesOf({ home }: Parts, config: KnownProject): Promise<readonly Copy[]> {
  return config.seen ? (await ownRequests(config.path)).copies : allCopies(gitOf(home, config))
}

async function talksOf({ shelf, talkMeetings }: Parts, project: string): Promise<readonly Summary[]> {
  const all = await talkMeetings.list()
  const details = await Promise.all(all.map(({ id }) => shelf.details(talkMeetings, id)))
  return all.filter((_, at) => details[at]?.project === project)
}

/** An entry for a talk that has an artifact and no journal: asked for, declined, or held elsewhere. */
function entryOfCopy(project: string, { id, artifact }: Copy): MeetingEntry {
  const { log, date, title, worker } = artifact
  const at = (entry: (typeof log)[number] | undefined) => entry?.timestamp ?? date
  const summary: Summary = {
    ...empty,
    id,
    protocol: TALK,
    version: 1,
    title,
    status: standing(artifact.status),
    openedAt: at(log[0]),
    updatedAt: at(log.at(-1)),
    detail: artifact.status,
  }
  const seats = worker === '' ? [] : [worker]
  return {
    ...summary,
    project,
    live: false,
    elsewhere: false,
    awaitsHost: false,
    lastLine: artifact.notesSummary || null,
    seats,
    stands: [],
    asks: null,
  }
}

function standing(status: Copy['artifact']['status']): Status {
  if (status === 'closed') return 'concluded'
  return status === 'declined' ? 'aborted' : 'waiting'
}

/** A talk's title comes from its artifact, since the person may have changed it there after its journal was opened. */
function titled(entry: MeetingEntry, copy: Copy | null): MeetingEntry {
  return { ...entry, title: titleOf(copy, entry.title) }
}

/** The artifact of a talk or of a request for one, in the copy that counts. */
export async function copyFor(parts: Parts, ref: MeetingRef): Promise<Copy | null> {
  const config = await projectNamed(parts, ref.project)
  const id = safeId(ref.id)
  if (id === null) return null
  if (!config.seen) return copyOf(gitOf(parts.home, config), id)
  return (await ownRequests(config.path)).copies.find((copy) => copy.id === id) ?? null
}

async function viewOf(
  parts: Parts,
  ref: MeetingRef,
  entry: MeetingEntry,
  parley: Parley | null,
  copy: Copy | null,
): Promise<MeetingView> {
  const lines = parley === null ? [] : await parts.shelf.lines(parley, ref.id)
  const project = gitOf(parts.home, await projectNamed(parts, ref.project))
  const branch = copy === null ? '' : activityOf(project, copy.id).branch
  return {
    ...entry,
    lines,
    documents: await documentsOf(parts, ref, parley, copy),
    outcome: outcomeIn(lines) ?? null,
    talk: copy === null ? null : talkView(copy, lines, project, branch),
    awaitsHost: copy === null && entry.awaitsHost,
  }
}

/** Its seats speak through a host that is not connected here: a run would only break. The host goes on with it. */
export async function isLeftToItsHost(parts: Parts, ref: MeetingRef): Promise<boolean> {
  const found = await locate(parts, ref)
  if (found === null || found.talk || parts.runs.host) return false
  const agents = agentsIn(await found.parley.lines(ref.id))
  return agents !== undefined && needsHost(agents)
}

async function documentsOf(
  parts: Parts,
  { id }: MeetingRef,
  parley: Parley | null,
  copy: Copy | null,
): Promise<readonly DocumentRef[]> {
  if (copy !== null) {
    const paths = [artifactPath(copy.id, copy.folder), ...copy.artifact.linked.map((path) => `.lore/${path}`)]
    return paths.map((path) => ({ path, kind: 'artifact', line: null, working: false }))
  }
  const wrote = parley === null ? [] : (await parts.shelf.details(parley, id)).documents
  return wrote.map(({ path, kind, line, working }) => ({ path, kind, line, working }))
}
