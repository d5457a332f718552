// Opening talks: cap, worker and id are settled under the project's lock; then the procedure opens, or takes itself back.
//
//   O1  The cap is checked and the place taken in one step: of two who come at once, one is refused.
//   O2  A talk that could not be opened leaves nothing: no journal, no artifact or the request as it was, no worktree, no empty branch.

import type { Agents } from '../../../agents/recorded.js'
import type { MeetingEvent } from '../../../kernel/deps.js'
import { messageOf, Refused } from '../../../kernel/errors.js'
import type { Refs } from '../../../workspace/git/refs.js'
import { titleFrom } from '../documents/artifact.js'
import { audienceId, type MeetingId, safeId } from '../documents/ids.js'
import { SAY, type TalkInput } from '../index.js'
import type { MeetingRef } from '../views.js'
import { allCopies, copyOf } from './copies.js'
import {
  activityIds,
  activityOf,
  commitIntegration,
  ensureIntegration,
  integrationOf,
  refsOf,
  syncIntegration,
} from './git/talk-git.js'
import type { TalkProject } from './git/types.js'
import { findWorker, type WorkerPackage } from './packages.js'
import { projectLock, type RegisteredProject, type RunEnding, type TalkRun } from './ports.js'
import { defaultCap, gitOf, inputOf, packagesOf, type TalkContext, unknownMeeting } from './shared.js'

/** What a person opens a talk with. */
export interface TalkAsk {
  readonly project: string
  readonly worker: string
  readonly message: string
  readonly references?: readonly string[]
  readonly agents?: string
}

export async function createTalk(context: TalkContext, ask: TalkAsk): Promise<MeetingRef> {
  const message = ask.message.trim()
  if (message === '')
    throw new Refused('bad-request', 'A talk begins with a message.', 'Say what it is about.')
  const config = await context.project(ask.project)
  const worker = await workerNamed(context, ask.worker)
  const agents = modelled(await context.agents(ask.agents, config.path), worker)
  const referenced = (ask.references ?? []).map(loreRelative)
  const project = gitOf(context.home, config)
  const ref = await context.locks.exclusively(projectLock(config.name), async () => {
    await checkCap(context, config)
    await ensureIntegration(project)
    const refs = await refsOf(project)
    await follow(context, project, refs)
    const started = context.now().toISOString()
    const input = { ...inputFor(project, config, worker, agents), started, referenced, message }
    const own = { title: titleFrom(message), agenda: message, origin: 'created' as const, request: null }
    const taken = new Set(activityIds(project, refs).map(String))
    return reserve(context, { project, taken }, agents, worker, { ...input, ...own })
  })
  return begin(context, ref)
}

export async function acceptRequest(
  context: TalkContext,
  ref: MeetingRef,
  message?: string,
  asked?: string,
): Promise<MeetingRef> {
  const config = await context.project(ref.project)
  const project = gitOf(context.home, config)
  const id = safeId(ref.id)
  if (id === null) throw unknownMeeting(ref)
  const settled = await context.agents(asked, config.path)
  await context.locks.exclusively(projectLock(config.name), async () => {
    const copy = await copyOf(project, id)
    if (copy === null) throw unknownMeeting(ref)
    const { artifact, text } = copy
    if (artifact.status !== 'requested')
      throw new Refused(
        'wrong-state',
        `A talk that is ${artifact.status ?? 'in no known state'} cannot become open.`,
      )
    const worker = await workerNamed(context, artifact.worker)
    const agents = modelled(settled, worker)
    await checkCap(context, config)
    await commitIntegration(project, `Keep the request ${id}`)
    await follow(context, project)
    const said = message?.trim() || null
    const input = {
      ...inputFor(project, config, worker, agents),
      started: context.now().toISOString(),
      message: said,
    }
    const { agenda, referenced } = artifact
    const own = { title: artifact.title || titleFrom(agenda), agenda, referenced: [...referenced] }
    await claim(context, project, id, agents, { ...input, ...own, origin: 'accepted', request: text })
  })
  return begin(context, { project: config.name, id })
}

export async function workerNamed(context: TalkContext, name: string): Promise<WorkerPackage> {
  const packages = await packagesOf(context)
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
  config: RegisteredProject,
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
  context: TalkContext,
  project: TalkProject,
  id: MeetingId,
  agents: Agents,
  input: TalkInput,
): Promise<void> {
  const { branch, folder } = input.scope === 'project' ? input : activityOf(project, id)
  const opened = await context.journals.open(id, { ...input, branch, folder }, agents)
  if (!opened) throw new Refused('busy', `${id} is being opened already.`, 'Wait a moment.')
}

/** Starts the procedure and waits until the talk is open; a failure has been undone when it is told. */
export async function begin(context: TalkContext, ref: MeetingRef): Promise<MeetingRef> {
  const run = await startTalk(context, ref)
  if ((await run.until(isOpenNow)) === 'came') return ref
  const ended = await run.ended
  if (ended.kind === 'waiting' || ended.kind === 'interrupted') return ref
  const why = whyEnded(ended)
  context.log(`${ref.id}: could not be opened: ${why}`)
  if (ended.kind === 'aborted') await context.journals.forget(ref.id)
  context.changed()
  throw new Refused(
    'not-possible',
    `The talk could not be opened: ${why}`,
    'Nothing is left of it; mend that and try again.',
  )
}

/** Holds a talk; its first words are in its input until the first question has its answer. */
export async function startTalk(
  context: TalkContext,
  ref: MeetingRef,
  word?: { choose: string; text?: string },
): Promise<TalkRun> {
  const first = word === undefined ? await firstWord(context, ref.id) : null
  let given = word ?? (first === null ? undefined : { choose: SAY, text: first })
  return context.runs.start(ref, (question) => {
    if (question.id !== 'message' || !given) return undefined
    const answer = { question: question.id, by: 'person' as const, ...given }
    given = undefined
    return answer
  })
}

export function whyEnded(ended: RunEnding): string {
  if (ended.kind === 'failed' || ended.kind === 'broke') return messageOf(ended.error)
  if (ended.kind === 'aborted') return ended.reason
  return ended.kind === 'halted' ? ended.line : `it is ${ended.kind}`
}

/** Ids of the talks that are open or being opened. */
export async function openTalks(context: TalkContext, config: RegisteredProject): Promise<readonly string[]> {
  const copies = await allCopies(gitOf(context.home, config))
  const open = copies.flatMap(({ id, artifact }) => (artifact.status === 'open' ? [String(id)] : []))
  const opening: string[] = []
  for (const { id, phase, status } of await context.journals.list()) {
    if (status === 'aborted' || (phase !== '' && phase !== 'open')) continue
    if ((await inputOf(context, id))?.project === config.name) opening.push(id)
  }
  return [...new Set([...open, ...opening])]
}

/** Law O1. */
async function checkCap(context: TalkContext, config: RegisteredProject): Promise<void> {
  const cap = config.meetingCap ?? defaultCap
  const open = await openTalks(context, config)
  if (open.length < cap) return
  throw new Refused(
    'cap-reached',
    `${config.name} has ${open.length} open talks, and its cap is ${cap}: ${open.join(', ')}.`,
    'Close one of them, or raise meetingCap in config.yaml.',
  )
}

/** The first id that nothing carries yet, on disk. */
async function reserve(
  context: TalkContext,
  { project, taken: branches }: { project: TalkProject; taken: ReadonlySet<string> },
  agents: Agents,
  worker: WorkerPackage,
  input: TalkInput,
): Promise<MeetingRef> {
  const taken = new Set((await allCopies(project)).map(({ id }) => String(id)))
  for (let n = 1; ; n++) {
    const id = audienceId(worker.identity.name, input.started, n)
    if (taken.has(id) || branches.has(id) || (await context.journals.summary(id))) continue
    try {
      await claim(context, project, id, agents, input)
      return { project: input.project, id }
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== 'busy') throw error
    }
  }
}

/** The integration branch follows the person's while no talk has a branch of its own; a conflict there stops nobody here. */
async function follow(context: TalkContext, project: TalkProject, refs?: Refs): Promise<void> {
  const sync = await syncIntegration(project, refs).catch((error: unknown) => ({
    kind: 'waiting' as const,
    why: messageOf(error),
  }))
  if (sync.kind === 'waiting') context.log(`${project.name}: not in step: ${sync.why}`)
}

function isOpenNow(event: MeetingEvent): boolean {
  return event.type === 'line' && event.line.kind === 'phase' && event.line.data.name === 'talk'
}

/** The words that a talk was opened with, while its first question is not answered. */
export async function firstWord(context: TalkContext, id: string): Promise<string | null> {
  const message = (await inputOf(context, id))?.message ?? null
  if (message === null || ((await context.journals.summary(id))?.turns ?? 0) > 0) return null
  const lines = await context.journals.lines(id)
  return lines.some(({ kind }) => kind === 'answered') ? null : message
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
