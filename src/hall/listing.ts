// Lists and views of meetings: every protocol's, of every project, one entry for each id.

import { outcomeIn } from '../kernel/hold.js'
import type { Line } from '../kernel/line.js'
import { safeId } from '../protocols/talk/documents/ids.js'
import { activityOf } from '../protocols/talk/ground/git/talk-git.js'
import { readableLines } from '../workspace/journal-file.js'
import type { DocumentRef, MeetingEntry, MeetingFilter, MeetingRef, MeetingView } from './api.js'
import { detailsOf, entryOf, fits } from './entries.js'
import type { Standing } from './feed.js'
import { kindOf } from './kinds.js'
import { gitOf, houseOf, type Parts, placeOf, projectNamed, unknownMeeting } from './parts.js'
import { type ProjectConfig, readProjects, troubleWith } from './projects.js'
import { allCopies, type Copy, copyOf } from './talks/copies.js'
import { entryOfCopy, talkView } from './talks/view.js'

export async function meetings(parts: Parts, filter: MeetingFilter): Promise<readonly MeetingEntry[]> {
  const { project } = filter
  const projects =
    project === undefined ? await readProjects(parts.home) : [await projectNamed(parts, project)]
  const found = await Promise.all(projects.map((one) => ofProject(parts, one)))
  const wanted = found.flat().filter((entry) => fits(entry, filter))
  return wanted.sort((a, b) => (a.openedAt < b.openedAt ? 1 : a.openedAt > b.openedAt ? -1 : 0))
}

export async function meetingView(parts: Parts, ref: MeetingRef): Promise<MeetingView> {
  const place = await placeOf(parts, ref)
  const copy = await copyFor(parts, ref)
  if (!place) {
    if (!copy) throw unknownMeeting(ref)
    return viewOf(parts, ref, entryOfCopy(ref.project, copy), [], copy)
  }
  const summary = place.house.summary(ref.id)
  if (!summary) throw unknownMeeting(ref)
  const entry = await entryOf(
    { project: ref.project, summary, folder: place.folder },
    parts.shelf,
    parts.runs,
  )
  const lines = readableLines(place.folder)
  return viewOf(parts, ref, place.talk ? titled(entry, copy) : entry, lines, place.talk ? copy : null)
}

/** How everything stands, for the feed. */
export async function standings(parts: Parts): Promise<readonly Standing[]> {
  const projects = (await readProjects(parts.home)).filter(({ path }) => troubleWith(path) === null)
  const all = await Promise.all(projects.map((project) => standingsOf(parts, project)))
  return all.flat()
}

async function standingsOf(parts: Parts, config: ProjectConfig): Promise<readonly Standing[]> {
  await parts.steps.keep(parts, config)
  const copies = await allCopies(gitOf(parts.home, config))
  const talks = new Map(copies.map((copy) => [String(copy.id), standingOf(parts, config.name, copy)]))
  const own = houseOf(parts, config).list()
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

function standingOf(parts: Parts, project: string, { id, artifact, text }: Copy): Standing {
  const summary = parts.talks.summary(id)
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

async function ofProject(parts: Parts, config: ProjectConfig): Promise<readonly MeetingEntry[]> {
  if (troubleWith(config.path) !== null) return []
  const { name } = config
  await parts.steps.keep(parts, config)
  const house = houseOf(parts, config)
  const copies = new Map((await allCopies(gitOf(parts.home, config))).map((copy) => [String(copy.id), copy]))
  const talks = parts.talks
    .list()
    .filter(({ id }) => parts.shelf.details(parts.talks.folder(id)).project === name)
  const journalled = new Set(talks.map(({ id }) => id))
  const own = house.list().map((summary) => ({ summary, folder: house.folder(summary.id), project: name }))
  const held = talks.map((summary) => ({ summary, folder: parts.talks.folder(summary.id), project: name }))
  const entries = await Promise.all([...own, ...held].map((of) => entryOf(of, parts.shelf, parts.runs)))
  const alone = [...copies.values()].filter(({ id }) => !journalled.has(id))
  return [
    ...entries.map((entry) =>
      entry.protocol === 'talk' ? titled(entry, copies.get(entry.id) ?? null) : entry,
    ),
    ...alone.map((copy) => entryOfCopy(name, copy)),
  ]
}

/** A talk is called as its artifact says: it may have been renamed. */
function titled(entry: MeetingEntry, copy: Copy | null): MeetingEntry {
  return copy === null || copy.artifact.title === '' ? entry : { ...entry, title: copy.artifact.title }
}

async function copyFor(parts: Parts, ref: MeetingRef): Promise<Copy | null> {
  const config = await projectNamed(parts, ref.project)
  const id = safeId(ref.id)
  return id === null ? null : copyOf(gitOf(parts.home, config), id)
}

async function viewOf(
  parts: Parts,
  ref: MeetingRef,
  entry: MeetingEntry,
  lines: readonly Line[],
  copy: Copy | null,
): Promise<MeetingView> {
  const project = gitOf(parts.home, await projectNamed(parts, ref.project))
  const branch = copy === null ? '' : activityOf(project, copy.id).branch
  return {
    ...entry,
    lines,
    documents: documentsOf(entry, lines, copy),
    outcome: outcomeIn(lines) ?? null,
    talk: copy === null ? null : talkView(copy, lines, project, branch),
  }
}

function documentsOf(
  { protocol }: MeetingEntry,
  lines: readonly Line[],
  copy: Copy | null,
): readonly DocumentRef[] {
  if (protocol === 'talk' && copy !== null) {
    const paths = [`.lore/meetings/${copy.id}.md`, ...copy.artifact.linked.map((path) => `.lore/${path}`)]
    return paths.map((path) => ({ path, kind: 'artifact', line: null }))
  }
  return detailsOf(lines).wrote.map(({ path, line }) => ({ path, kind: kindOf(path), line }))
}
