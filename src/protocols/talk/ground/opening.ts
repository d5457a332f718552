// Opening talks: the cap, the worker and the id are settled under the project's lock; then the procedure opens the talk, or undoes what
// it did. A talk that could not be opened leaves nothing behind: no journal, worktree or empty branch, and its request as it was.

import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf, Refused } from '../../../kernel/errors.js'
import type { Protocol } from '../../../kernel/protocol.js'
import type { Answer, Question } from '../../../kernel/question.js'
import type { Choice } from '../../../kernel/request.js'
import type { MeetingEvent } from '../../../kernel/run/events.js'
import type { Refs } from '../../../workspace/git/refs.js'
import { type MeetingKind, meetingKind, type Ready, type Voicing } from '../../manifest.js'
import { LORE, MEETING_FOLDERS, type MeetingFolder, titleFrom } from '../documents/artifact.js'
import { audienceId, type MeetingId, safeId } from '../documents/ids.js'
import { SAY, type TalkInput, type TalkOutcome, talk } from '../index.js'
import { about, examples, fields } from '../kind.js'
import { NEXT_WORD, TALKING } from '../names.js'
import type { MeetingRef, Worker } from '../views.js'
import { allCopies, type Copy, copyOf } from './copies.js'
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
import { groundFor } from './own-ground.js'
import { findWorker, type WorkerPackage } from './packages.js'
import {
  projectLock,
  type RegisteredProject,
  type RunAllowance,
  type RunEnding,
  type TalkRun,
} from './ports.js'
import { defaultCap, gitOf, inputOf, isTalk, packagesOf, type TalkContext, unknownMeeting } from './shared.js'
import { workers } from './workers.js'

/** A new talk in this project. */
export function newTalk(
  context: TalkContext,
  config: RegisteredProject,
  { relayedBy }: Pick<RunAllowance, 'relayedBy'> = {},
): MeetingKind {
  const project = gitOf(context.home, config)
  return meetingKind({
    about,
    examples,
    fields,
    protocol: protocolOn(context),
    options: async () => ({ worker: (await workers(context)).map(asChoice) }),
    async prepare({ worker: names, message, references }): Promise<Ready<TalkInput>> {
      const worker = await workerNamed(context, onlyOne(names))
      const referenced = references.map(loreRelative)
      let n = 0
      return {
        ...seatedBy(worker),
        /** Called under the project's lock, as `checkCap` needs it. */
        async propose(voicing) {
          await checkCap(context, config)
          await ensureIntegration(project)
          const refs = await refsOf(project)
          await follow(context, project, refs)
          await mustExist(project, referenced)
          const started = context.now().toISOString()
          const id = await freeId(context, project, refs, () =>
            audienceId(worker.identity.name, started, ++n),
          )
          const own = { title: titleFrom(message), agenda: message, referenced, message, started }
          const by = relayedBy === undefined ? {} : { relayedBy }
          const input = { ...inputFor(project, config, worker, voicing), ...own, ...by }
          return { id, input: grounded(project, id, { ...input, origin: 'created', request: null }) }
        },
      }
    },
  })
}

/** The talk that a request asks for: it keeps the request's id. */
export function acceptedTalk(context: TalkContext, config: RegisteredProject, ref: MeetingRef): MeetingKind {
  const project = gitOf(context.home, config)
  return meetingKind({
    about,
    examples,
    fields: { message: { ...fields.message, required: false } },
    protocol: protocolOn(context),
    async prepare({ message }): Promise<Ready<TalkInput>> {
      const worker = await workerNamed(context, (await requestedCopy(project, ref)).artifact.worker)
      return {
        ...seatedBy(worker),
        async propose(voicing) {
          const { id, artifact, text, folder } = await requestedCopy(project, ref)
          if (await isTalk(context, ref))
            throw new Refused('busy', `${id} is being opened already.`, 'Wait a moment.')
          await checkCap(context, config)
          await commitIntegration(project, `Keep the request ${id}`)
          await follow(context, project)
          const { agenda, referenced } = artifact
          const input = {
            ...inputFor(project, config, worker, voicing),
            ...{ title: artifact.title || titleFrom(agenda), agenda, referenced: [...referenced] },
            message: message || null,
            started: context.now().toISOString(),
            ...liesIn(folder),
          }
          return { id, input: grounded(project, id, { ...input, origin: 'accepted', request: text }) }
        },
      }
    },
  })
}

/**
 * Under the project's lock, so that of two talks that are opened at once only one gets the last free slot of the cap. Then waits
 * until the talk is open.
 */
export async function openUnderLock(
  context: TalkContext,
  project: string,
  claim: () => Promise<string>,
  allowed?: RunAllowance,
): Promise<MeetingRef> {
  const id = await context.locks.exclusively(projectLock(project), claim)
  return begin(context, { project, id }, allowed)
}

export function protocolOn(context: TalkContext): Protocol<TalkInput, TalkOutcome> {
  return talk((id, input) => groundFor(context, id, input))
}

/** What the input says of where the artifact lies. */
function liesIn(folder: MeetingFolder): Pick<TalkInput, 'artifactFolder'> {
  return folder === MEETING_FOLDERS[0] ? {} : { artifactFolder: folder }
}

function seatedBy({ packageName, model }: WorkerPackage) {
  const ask = model === null ? {} : { model }
  return { kind: 'ready' as const, seats: [packageName, NOTES], ...ask }
}

const NOTES = 'notes'

function asChoice({ name, displayName, displayTitle, description }: Worker): Choice {
  return { value: name, label: displayName, about: `${displayTitle}: ${description}` }
}

function onlyOne([name, ...more]: readonly string[]): string {
  if (name !== undefined && more.length === 0) return name
  throw new Refused('bad-request', 'A talk is with one worker.', 'Name one.')
}

async function requestedCopy(project: TalkProject, ref: MeetingRef): Promise<Copy> {
  const id = safeId(ref.id)
  const copy = id === null ? null : await copyOf(project, id)
  if (copy === null) throw unknownMeeting(ref)
  const { status } = copy.artifact
  if (status === 'requested') return copy
  throw new Refused('wrong-state', `A talk that is ${status ?? 'in no known state'} cannot become open.`)
}

/** The first of these ids that nothing in the project and no journal has. */
async function freeId(
  context: TalkContext,
  project: TalkProject,
  refs: Refs,
  next: () => MeetingId,
): Promise<MeetingId> {
  const taken = await takenIds(project, refs)
  for (;;) {
    const id = next()
    if (!taken.has(id) && !(await context.journals.summary(id))) return id
  }
}

async function takenIds(project: TalkProject, refs: Refs): Promise<ReadonlySet<string>> {
  const copies = await allCopies(project)
  return new Set([...copies.map(({ id }) => String(id)), ...activityIds(project, refs)])
}

/** The input with the talk's branch. */
function grounded(project: TalkProject, id: MeetingId, input: TalkInput): TalkInput {
  return { ...input, branch: activityOf(project, id).branch }
}

async function workerNamed(context: TalkContext, name: string): Promise<WorkerPackage> {
  const packages = await packagesOf(context)
  const worker = findWorker(packages, name)
  if (worker) return worker
  const known = packages.workers.map(({ packageName }) => packageName).join(', ')
  throw new Refused('unknown-worker', `There is no worker "${name}".`, `There are: ${known || 'none'}.`)
}

/** What every talk's input has from its project and its worker. */
function inputFor(
  project: TalkProject,
  config: RegisteredProject,
  worker: WorkerPackage,
  voicing: Pick<Voicing, 'apart'>,
): Omit<
  TalkInput,
  'title' | 'agenda' | 'referenced' | 'origin' | 'message' | 'relayedBy' | 'started' | 'request'
> {
  const { packageName, identity, checkoutScope } = worker
  const { name, displayTitle, description } = identity
  return {
    project: config.name,
    worker: { packageName, name, displayTitle, description },
    checkout: checkoutScope,
    branch: '',
    into: integrationOf(project).branch,
    notesSeat: voicing.apart(NOTES) ? NOTES : packageName,
  }
}

/** Starts the procedure and waits until the talk is open. When it rejects, the opening has been undone. */
export async function begin(
  context: TalkContext,
  ref: MeetingRef,
  allowed?: RunAllowance,
): Promise<MeetingRef> {
  const run = await startTalk(context, ref, allowed)
  if (await run.until(isOpenNow)) return ref
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

/** Holds a talk. The first message stands in its input, and answers its first question unless that was answered before. */
export async function startTalk(
  context: TalkContext,
  ref: MeetingRef,
  { word, network, relayedBy }: { word?: { choose: string; text?: string } } & RunAllowance = {},
): Promise<TalkRun> {
  let given = word === undefined ? await firstWord(context, ref.id) : { ...word, ...givenBy(relayedBy) }
  const answer = (question: Question) => {
    if (question.id !== NEXT_WORD || !given) return undefined
    const said = { question: question.id, ...given }
    given = null
    return said
  }
  return network ? startOnline(context, ref, answer) : context.runs.start(ref, answer)
}

/** With the network for programs, until this run ends. A talk that is held already keeps what it was allowed. */
async function startOnline(
  { runs, online }: TalkContext,
  ref: MeetingRef,
  answer: (question: Question) => Answer | undefined,
): Promise<TalkRun> {
  if (runs.of(ref)) return runs.start(ref, answer)
  online.add(ref.id)
  const over = () => void online.delete(ref.id)
  try {
    const run = await runs.start(ref, answer)
    void run.ended.then(over)
    return run
  } catch (error) {
    over()
    throw error
  }
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

/** Called under the project's lock. */
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

/** Brings the integration branch up to the person's while no talk has a branch. A conflict is only logged: the talk opens nevertheless. */
async function follow(context: TalkContext, project: TalkProject, refs?: Refs): Promise<void> {
  const sync = await syncIntegration(project, refs).catch((error: unknown) => ({
    kind: 'waiting' as const,
    why: messageOf(error),
  }))
  if (sync.kind === 'waiting') context.log(`${project.name}: not in step: ${sync.why}`)
}

function isOpenNow(event: MeetingEvent): boolean {
  return event.type === 'line' && event.line.kind === 'phase' && event.line.data.name === TALKING
}

/** Words that a model hands over are never recorded as the person's. */
function givenBy(relayedBy: string | undefined): Pick<Answer, 'by' | 'name'> {
  return relayedBy === undefined ? { by: 'person' } : { by: 'relayed', name: relayedBy }
}

/** The words that a talk was opened with, while its first question is not answered. */
export async function firstWord(context: TalkContext, id: string): Promise<Omit<Answer, 'question'> | null> {
  const { message = null, relayedBy } = (await inputOf(context, id)) ?? {}
  if (message === null || ((await context.journals.summary(id))?.turns ?? 0) > 0) return null
  const lines = await context.journals.lines(id)
  const isAnswered = lines.some(({ kind }) => kind === 'answered')
  return isAnswered ? null : { choose: SAY, text: message, ...givenBy(relayedBy) }
}

/** The talk's branch is cut from the integration branch: what is not there, the worker would look for in vain. */
async function mustExist(project: TalkProject, referenced: readonly string[]): Promise<void> {
  const { folder, branch } = integrationOf(project)
  for (const path of referenced) {
    const found = await lstat(join(folder, LORE, path)).catch(() => null)
    if (!found?.isFile())
      throw new Refused(
        'bad-request',
        `There is no artifact ${path} on ${branch}.`,
        `Name one that is there, below ${LORE}/, or leave it out.`,
      )
  }
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
