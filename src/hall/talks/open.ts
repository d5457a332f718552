// Opening talks: cap, worker and id are settled under the project's lock; then the procedure opens, or takes itself back.
//
//   O1  The cap is checked and the place taken in one step: of two who come at once, one is refused.
//   O2  A talk that could not be opened leaves nothing: no journal, no artifact or the request as it was, no worktree, no empty branch.

import { rm } from 'node:fs/promises'
import type { Agents } from '../../agents/recorded.js'
import type { MeetingEvent } from '../../kernel/deps.js'
import { titleFrom } from '../../protocols/talk/documents/artifact.js'
import { audienceId, type MeetingId, safeId } from '../../protocols/talk/documents/ids.js'
import {
  activityOf,
  commitIntegration,
  ensureIntegration,
  integrationOf,
  syncIntegration,
} from '../../protocols/talk/ground/git/talk-git.js'
import type { TalkProject } from '../../protocols/talk/ground/git/types.js'
import { findWorker, type WorkerPackage } from '../../protocols/talk/ground/packages.js'
import { SAY, type TalkInput } from '../../protocols/talk/index.js'
import { agentsFor } from '../agents.js'
import { type MeetingRef, type OpenMeeting, Refused } from '../api.js'
import { gitOf, type Parts, packagesOf, unknownMeeting, usableProject } from '../parts.js'
import { defaultCap, type ProjectConfig } from '../projects.js'
import { messageOf, refusing } from '../refusals.js'
import type { Run } from '../runs.js'
import { branchesOf } from './branches.js'
import { allCopies, copyOf } from './copies.js'
import { projectLock } from './lock-names.js'

export async function createTalk(
  parts: Parts,
  ask: Extract<OpenMeeting, { protocol: 'talk' }>,
): Promise<MeetingRef> {
  const message = ask.message.trim()
  if (message === '')
    throw new Refused('bad-request', 'A talk begins with a message.', 'Say what it is about.')
  const config = await usableProject(parts, ask.project)
  const worker = await workerNamed(parts, ask.worker)
  const agents = modelled(await agentsFor(ask.agents, { root: config.path, home: parts.home }), worker)
  const referenced = (ask.references ?? []).map(loreRelative)
  const project = gitOf(parts.home, config)
  const ref = await parts.locks.exclusively(projectLock(config.name), async () => {
    await checkCap(parts, config)
    await ensureIntegration(project)
    await follow(parts, project)
    const started = parts.now().toISOString()
    const input = { ...inputFor(project, config, worker, agents), started, referenced, message }
    const own = { title: titleFrom(message), agenda: message, origin: 'created' as const, request: null }
    return reserve(parts, project, agents, worker, { ...input, ...own })
  })
  return begin(parts, ref)
}

export async function acceptRequest(
  parts: Parts,
  ref: MeetingRef,
  message?: string,
  asked?: string,
): Promise<MeetingRef> {
  const config = await usableProject(parts, ref.project)
  const project = gitOf(parts.home, config)
  const id = safeId(ref.id)
  if (id === null) throw unknownMeeting(ref)
  const settled = await agentsFor(asked, { root: config.path, home: parts.home })
  await parts.locks.exclusively(projectLock(config.name), async () => {
    const copy = await copyOf(project, id)
    if (copy === null) throw unknownMeeting(ref)
    const { artifact, text } = copy
    if (artifact.status !== 'requested')
      throw new Refused(
        'wrong-state',
        `A talk that is ${artifact.status ?? 'in no known state'} cannot become open.`,
      )
    const worker = await workerNamed(parts, artifact.worker)
    const agents = modelled(settled, worker)
    await checkCap(parts, config)
    await commitIntegration(project, `Keep the request ${id}`)
    await follow(parts, project)
    const said = message?.trim() || null
    const input = {
      ...inputFor(project, config, worker, agents),
      started: parts.now().toISOString(),
      message: said,
    }
    const { agenda, referenced } = artifact
    const own = { title: artifact.title || titleFrom(agenda), agenda, referenced: [...referenced] }
    await claim(parts, project, id, agents, { ...input, ...own, origin: 'accepted', request: text })
  })
  return begin(parts, { project: config.name, id })
}

export async function workerNamed(parts: Parts, name: string): Promise<WorkerPackage> {
  const packages = await packagesOf(parts)
  const worker = findWorker(packages, name)
  if (worker) return worker
  const known = packages.workers.map(({ packageName }) => packageName).join(', ')
  throw new Refused('unknown-worker', `There is no worker "${name}".`, `There are: ${known || 'none'}.`)
}

/** A worker that names its model has it where the backend leaves it open. */
function modelled(agents: Agents, { model }: WorkerPackage): Agents {
  return agents.default === 'claude' && model !== null ? { ...agents, default: `claude:${model}` } : agents
}

/** What every talk's input has from its project and its worker. */
export function inputFor(
  project: TalkProject,
  config: ProjectConfig,
  worker: WorkerPackage,
  agents: Agents,
): Omit<TalkInput, 'title' | 'agenda' | 'referenced' | 'origin' | 'message' | 'started' | 'request'> {
  const { packageName, identity, meetingScope, checkoutScope } = worker
  const { name, displayTitle, description } = identity
  return {
    project: config.name,
    worker: { packageName, name, displayTitle, description },
    scope: meetingScope,
    checkout: checkoutScope,
    branch: '',
    into: integrationOf(project).branch,
    folder: integrationOf(project).folder,
    notesSeat: agents.seats['notes'] === undefined ? packageName : 'notes',
    earlier: '',
  }
}

/** Claims the id: from here on the place under the cap is taken. */
export async function claim(
  parts: Parts,
  project: TalkProject,
  id: MeetingId,
  agents: Agents,
  input: TalkInput,
): Promise<void> {
  const { branch, folder } = input.scope === 'project' ? input : activityOf(project, id)
  const opened = await refusing(() =>
    parts.talks.open({ protocol: 'talk', id, input: { ...input, branch, folder }, agents }),
  )
  if (!opened) throw new Refused('busy', `${id} is being opened already.`, 'Wait a moment.')
}

/** Starts the procedure and waits until the talk is open; a failure has been undone when it is told. */
export async function begin(parts: Parts, ref: MeetingRef): Promise<MeetingRef> {
  const run = startTalk(parts, ref)
  if ((await run.until(isOpenNow)) === 'came') return ref
  const ended = await run.ended
  if (ended.kind === 'waiting' || ended.kind === 'interrupted') return ref
  const why = whyEnded(ended)
  parts.log(`${ref.id}: could not be opened: ${why}`)
  if (ended.kind === 'aborted') await forget(parts, ref.id)
  parts.feed.nudge()
  throw new Refused(
    'not-possible',
    `The talk could not be opened: ${why}`,
    'Nothing is left of it; mend that and try again.',
  )
}

/** Holds a talk; its first words are in its input until the first question has its answer. */
export function startTalk(parts: Parts, ref: MeetingRef, word?: { choose: string; text?: string }): Run {
  const first = firstWord(parts, ref.id)
  let given = word ?? (first === null ? undefined : { choose: SAY, text: first })
  return parts.runs.start({
    ref,
    house: parts.talks,
    lines: parts.talks.summary(ref.id)?.lines ?? 0,
    answer: (question) => {
      if (question.id !== 'message' || !given) return undefined
      const answer = { question: question.id, by: 'person' as const, ...given }
      given = undefined
      return answer
    },
  })
}

/** Law O2: the journal of a talk that never was. */
export async function forget(parts: Parts, id: string): Promise<void> {
  await rm(parts.talks.folder(id), { recursive: true, force: true })
}

export function whyEnded(ended: Awaited<Run['ended']>): string {
  if (ended.kind === 'failed' || ended.kind === 'broke') return messageOf(ended.error)
  if (ended.kind === 'aborted') return ended.reason
  return ended.kind === 'halted' ? ended.line : `it is ${ended.kind}`
}

/** Ids of the talks that are open or being opened. */
export async function openTalks(parts: Parts, config: ProjectConfig): Promise<readonly string[]> {
  const copies = await allCopies(gitOf(parts.home, config))
  const open = copies.flatMap(({ id, artifact }) => (artifact.status === 'open' ? [String(id)] : []))
  const opening = parts.talks.list().filter(({ id, phase, status }) => {
    if (status === 'aborted' || (phase !== '' && phase !== 'open')) return false
    return parts.shelf.details(parts.talks.folder(id)).project === config.name
  })
  return [...new Set([...open, ...opening.map(({ id }) => id)])]
}

/** Law O1. */
async function checkCap(parts: Parts, config: ProjectConfig): Promise<void> {
  const cap = config.meetingCap ?? defaultCap
  const open = await openTalks(parts, config)
  if (open.length < cap) return
  throw new Refused(
    'cap-reached',
    `${config.name} has ${open.length} open talks, and its cap is ${cap}: ${open.join(', ')}.`,
    'Close one of them, or raise meetingCap in config.yaml.',
  )
}

/** The first id that nothing carries yet, on disk. */
async function reserve(
  parts: Parts,
  project: TalkProject,
  agents: Agents,
  worker: WorkerPackage,
  input: TalkInput,
): Promise<MeetingRef> {
  const taken = new Set((await allCopies(project)).map(({ id }) => String(id)))
  const branches = await branchesOf(project)
  for (let n = 1; ; n++) {
    const id = audienceId(worker.identity.name, input.started, n)
    if (taken.has(id) || branches.has(id) || parts.talks.summary(id)) continue
    try {
      await claim(parts, project, id, agents, input)
      return { project: input.project, id }
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== 'busy') throw error
    }
  }
}

/** The integration branch follows the person's while no talk has a branch of its own; a conflict there stops nobody here. */
async function follow(parts: Parts, project: TalkProject): Promise<void> {
  const sync = await syncIntegration(project).catch((error: unknown) => ({
    kind: 'waiting' as const,
    why: messageOf(error),
  }))
  if (sync.kind === 'waiting' && !sync.why.endsWith('is open'))
    parts.log(`${project.name}: not in step: ${sync.why}`)
}

function isOpenNow(event: MeetingEvent): boolean {
  return event.type === 'line' && event.line.kind === 'phase' && event.line.data.name === 'talk'
}

function firstWord(parts: Parts, id: string): string | null {
  return parts.shelf.details(parts.talks.folder(id)).firstWord
}

/** References are relative to `.lore/`, and stay below it. */
function loreRelative(path: string): string {
  const plain = path.trim().replace(/^(\.\/)?\.lore\//, '')
  const parts = plain.split('/')
  if (
    plain === '' ||
    /[\\\u0000-\u001f]/.test(plain) ||
    parts.some((part) => part === '' || part === '.' || part === '..')
  )
    throw new Refused(
      'bad-request',
      `"${path}" is no path below .lore/.`,
      'Name it as in research/survey.md.',
    )
  return plain
}
