// The hall itself: opens with a recovery, then answers whatever a surface asks. It composes; the parts decide.

import { appendFile, mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { openQuestion } from '../kernel/hold.js'
import type { Protocol } from '../kernel/protocol.js'
import { type Parley, parley } from '../parley.js'
import { safeId } from '../protocols/talk/documents/ids.js'
import { ensureIntegration } from '../protocols/talk/ground/git/talk-git.js'
import { type Change, CLOSE, places, SAY, talk } from '../protocols/talk/index.js'
import { version } from '../version.js'
import { type Hall, type MeetingRef, type OpenMeeting, type Project, Refused } from './api.js'
import { decisions } from './decisions.js'
import { document, documents } from './documents.js'
import { Shelf } from './entries.js'
import { Feed } from './feed.js'
import { follow } from './follow.js'
import { forms, workers } from './forms.js'
import { meetings, meetingView, standings } from './listing.js'
import { createLocks } from './locks.js'
import { openMeeting } from './opening.js'
import {
  gitOf,
  type Parts,
  packagesOf,
  placeOf,
  projectNamed,
  type Touched,
  unknownMeeting,
} from './parts.js'
import {
  addProject,
  defaultCap,
  type ProjectConfig,
  readProjects,
  removeProject,
  troubleWith,
} from './projects.js'
import { refusing } from './refusals.js'
import { keyOf, Runs } from './runs.js'
import { Closings, closeTalk, preview, retry } from './talks/close.js'
import { copyOf } from './talks/copies.js'
import { groundFor } from './talks/ground.js'
import { acceptRequest, createTalk, openTalks, startTalk, whyEnded } from './talks/open.js'
import { recover } from './talks/recover.js'
import { renameTalk } from './talks/rename.js'
import { decline, defer, requests } from './talks/requests.js'
import { Steps } from './talks/step.js'
import { toolsOf } from './talks/tools.js'

export interface HallOptions {
  /** The person's own data. */
  readonly home: string
  now?(): Date
  /** One line each; the hall's own log file has them anyway. */
  log?(line: string): void
}

/** Everything that was open when the last hall ended is recovered before this returns. */
export async function createHall(options: HallOptions): Promise<Hall> {
  const home = resolve(options.home)
  await mkdir(home, { recursive: true })
  const parts = await partsFor(home, options)
  for (const trouble of (await packagesOf(parts)).troubles) parts.log(trouble)
  const notices = await recover(parts)
  return hallOf(parts, notices)
}

async function partsFor(home: string, options: HallOptions): Promise<Parts> {
  const now = options.now ?? (() => new Date())
  const log = (line: string) => {
    options.log?.(line)
    void appendFile(
      join(home, 'hall.log'),
      `${now().toISOString()} ${line.replace(/\s*\n\s*/g, ' ')}\n`,
    ).catch(() => {})
  }
  const feed: Feed = new Feed(() => standings(parts))
  const runs = new Runs({
    onLine: (ref, line) => {
      // A stream is gone once missed, so a failure goes to the log as well.
      const { message } = (line.kind === 'failed' ? line.data : {}) as { message?: string }
      if (message !== undefined) log(`${keyOf(ref)}: ${message}`)
      feed.nudge()
    },
    onEnd: ({ ref }, ended) => {
      if (ended.kind === 'failed' || ended.kind === 'broke') log(`${keyOf(ref)}: ${whyEnded(ended)}`)
      feed.nudge()
    },
  })
  const protocol = talk((id, input) => groundFor(parts, id, input)) as unknown as Protocol
  const talks: Parley = parley(home, {
    home,
    meetings: join(home, places.talksFolder),
    protocols: { talk: protocol },
    tools: (grant) => toolsOf(parts, grant),
  })
  const parts: Parts = {
    home,
    locks: createLocks(home),
    runs,
    feed,
    shelf: new Shelf(),
    talks,
    touched: createTouched(),
    steps: new Steps(),
    now,
    log,
  }
  return parts
}

function createTouched(): Touched {
  const changes = new Map<string, Map<string, Change>>()
  return {
    add(id, change) {
      const own = changes.get(id) ?? new Map<string, Change>()
      const before = own.get(change.path)
      changes.set(id, own.set(change.path, before?.change === 'added' ? before : change))
    },
    take(id) {
      const own = [...(changes.get(id)?.values() ?? [])]
      changes.delete(id)
      return own
    },
  }
}

function hallOf(parts: Parts, notices: readonly string[]): Hall {
  const closings = new Closings(parts)
  const since = parts.now().getTime()
  return {
    projects: () =>
      refusing(async () => Promise.all((await readProjects(parts.home)).map((one) => projectOf(parts, one)))),
    register: (project) => refusing(() => register(parts, project)),
    deregister: (name) => refusing(() => deregister(parts, name)),

    meetings: (filter) => refusing(() => meetings(parts, filter)),
    meeting: (ref) => refusing(() => meetingView(parts, ref)),
    follow: (ref, from, signal) => followed(parts, ref, from, signal),
    feed: (signal) => parts.feed.listen(signal),

    open: (request) => refusing(() => open(parts, request)),
    answer: (ref, given) => refusing(() => answer(parts, closings, ref, given)),
    resume: (ref) => refusing(() => resume(parts, ref)),
    message: (ref, text) => refusing(() => message(parts, closings, ref, text)),
    interrupt: (ref) => refusing(() => interrupt(parts, closings, ref)),
    preview: (ref) => refusing(() => preview(parts, ref)),
    close: (ref) => refusing(() => closeTalk(parts, closings, ref)),
    rename: (ref, title) => refusing(() => renameTalk(parts, ref, title)),
    retry: (ref, what) => refusing(() => retry(parts, closings, ref, what)),
    verify: (ref) => refusing(() => verify(parts, ref)),

    requests: (project) => refusing(() => requests(parts, project)),
    accept: (ref, said, agents) => refusing(() => acceptRequest(parts, ref, said, agents)),
    decline: (ref, reason) => refusing(() => decline(parts, ref, reason)),
    defer: (ref, until) => refusing(() => defer(parts, ref, until)),

    workers: () => refusing(() => workers(parts)),
    documents: (filter) => refusing(() => documents(parts, filter)),
    document: (project, path) => refusing(() => document(parts, project, path)),
    decisions: (filter) => refusing(() => decisions(parts, filter)),
    forms: (project) => refusing(() => forms(parts, project)),
    health: async () => ({
      status: 'ok',
      version,
      meetings: parts.runs.all.length,
      uptimeSeconds: Math.floor((parts.now().getTime() - since) / 1000),
      notices,
    }),
    async stop() {
      await lastWords(parts)
      await parts.runs.stop()
      parts.feed.stop()
    },
  }
}

/** What a worker is saying now is kept, where it can be had at once; a call for notes is made again instead. */
async function lastWords(parts: Parts): Promise<void> {
  const talking = parts.runs.all.filter(({ ref }) => parts.talks.summary(ref.id)?.phase === 'talk')
  const spoken = talking.filter((run) => run.interrupt())
  const patience = new Promise((resolve) => setTimeout(resolve, patienceMs).unref())
  await Promise.race([patience, Promise.all(spoken.map(({ ended }) => ended))])
}

const patienceMs = 3_000

async function projectOf(parts: Parts, config: ProjectConfig): Promise<Project> {
  const { name, title, path, meetingCap } = config
  const trouble = troubleWith(path)
  const open = trouble === null ? await openTalks(parts, config) : []
  return {
    name,
    title: title ?? name,
    path,
    meetingCap: meetingCap ?? defaultCap,
    openTalks: open.length,
    trouble,
  }
}

/** The integration branch and its worktree first, the configuration last: a project that is named can be used. */
async function register(
  parts: Parts,
  asked: { name: string; path: string; title?: string },
): Promise<Project> {
  const path = resolve(asked.path)
  return parts.locks.exclusively('config', async () => {
    if ((await readProjects(parts.home)).some(({ name }) => name === asked.name))
      throw new Refused('name-taken', `There is a project "${asked.name}" already.`, 'Choose another name.')
    const config = { name: asked.name, path, ...(asked.title ? { title: asked.title } : {}) }
    const trouble = troubleWith(path)
    if (trouble !== null) throw new Refused('bad-request', trouble, 'Name the folder of a git repository.')
    checkName(asked.name)
    await ensureIntegration(gitOf(parts.home, config))
    await addProject(parts.home, config)
    return projectOf(parts, config)
  })
}

function checkName(name: string): void {
  if (/^[A-Za-z0-9_][A-Za-z0-9._-]{0,63}$/.test(name) && !name.includes('..') && !/\.(lock)?$/.test(name))
    return
  throw new Refused(
    'bad-request',
    `"${name}" cannot be the name of a project.`,
    'Use letters, digits, dots and dashes.',
  )
}

async function deregister(parts: Parts, name: string): Promise<void> {
  await projectNamed(parts, name)
  await parts.locks.exclusively('config', () => removeProject(parts.home, name))
  parts.feed.nudge()
}

async function* followed(parts: Parts, ref: MeetingRef, from: number, signal: AbortSignal) {
  const folder = await refusing(() => folderFor(parts, ref))
  yield* follow(parts.runs, ref, folder, from, signal)
}

/** A request has no journal yet; when it is accepted, it gets one here. */
async function folderFor(parts: Parts, ref: MeetingRef): Promise<string> {
  const place = await placeOf(parts, ref)
  if (place) return place.folder
  const project = gitOf(parts.home, await projectNamed(parts, ref.project))
  const id = safeId(ref.id)
  if (id === null || (await copyOf(project, id)) === null) throw unknownMeeting(ref)
  return parts.talks.folder(ref.id)
}

async function open(parts: Parts, request: OpenMeeting): Promise<MeetingRef> {
  if (request.protocol === 'talk') return createTalk(parts, request)
  const ref = await openMeeting(parts, request)
  await start(parts, ref)
  return ref
}

/** Goes on with a meeting in the background. */
async function start(parts: Parts, ref: MeetingRef, word?: { choose: string; text?: string }): Promise<void> {
  const place = await placeOf(parts, ref)
  if (!place) throw unknownMeeting(ref)
  if (place.talk) startTalk(parts, ref, word)
  else parts.runs.start({ ref, house: place.house, lines: place.house.summary(ref.id)?.lines ?? 0 })
}

async function answer(
  parts: Parts,
  closings: Closings,
  ref: MeetingRef,
  given: { choose: string; text?: string },
): Promise<void> {
  const place = await placeOf(parts, ref)
  if (!place) throw unknownMeeting(ref)
  if (closings.has(ref)) throw new Refused('closing', `${ref.id} is being closed.`)
  await parts.runs.free(ref, () => place.house.summary(ref.id)?.status === 'waiting')
  if (place.talk && given.choose === CLOSE) return closeBehind(parts, closings, ref)
  await place.house.answer(ref.id, { ...given, by: 'person' })
  await start(parts, ref)
}

/** The answer is taken and the close goes on by itself: the talk shows how it stands, and the log says why it failed. */
function closeBehind(parts: Parts, closings: Closings, ref: MeetingRef): void {
  closeTalk(parts, closings, ref).catch((error: unknown) => {
    parts.log(`Closing ${ref.id} failed: ${error instanceof Error ? error.message : String(error)}`)
  })
}

async function resume(parts: Parts, ref: MeetingRef): Promise<void> {
  const place = await placeOf(parts, ref)
  if (!place) throw unknownMeeting(ref)
  const { status } = place.house.summary(ref.id) ?? {}
  if (status === 'concluded' || status === 'aborted')
    throw new Refused('wrong-state', `${ref.id} is ${status}; it cannot go on.`)
  await start(parts, ref)
}

/** A word to a talk. Where a run broke before it could ask, it asks now and finds the word waiting. */
async function message(parts: Parts, closings: Closings, ref: MeetingRef, text: string): Promise<void> {
  if (text.trim() === '')
    throw new Refused('bad-request', 'There is nothing in this message.', 'Say something.')
  const place = await placeOf(parts, ref)
  if (closings.has(ref)) throw new Refused('closing', `${ref.id} is being closed.`)
  if (!place?.talk) throw await notOpen(parts, ref)
  await parts.runs.free(ref, () => place.house.summary(ref.id)?.status === 'waiting')
  const { status } = place.house.summary(ref.id) ?? {}
  const question = openQuestion(await place.house.lines(ref.id))?.question.id
  const over = question === 'afterwards' || status === 'concluded' || status === 'aborted'
  if (over || (await meetingView(parts, ref)).talk?.state !== 'open') throw await notOpen(parts, ref)
  const said = { choose: SAY, text }
  if (question === undefined) return start(parts, ref, said)
  await place.house.answer(ref.id, { ...said, by: 'person' })
  await start(parts, ref)
}

async function notOpen(parts: Parts, ref: MeetingRef): Promise<Refused> {
  const { talk } = await meetingView(parts, ref)
  if (talk === null) return new Refused('wrong-state', `${ref.id} is no talk: it is answered, not spoken to.`)
  return new Refused('wrong-state', `The talk ${ref.id} is ${talk.state}; only an open one can be spoken to.`)
}

async function interrupt(parts: Parts, closings: Closings, ref: MeetingRef): Promise<boolean> {
  if (!(await placeOf(parts, ref))) throw unknownMeeting(ref)
  if (closings.has(ref)) throw new Refused('closing', `${ref.id} is being closed.`)
  return parts.runs.of(ref)?.interrupt() ?? false
}

async function verify(parts: Parts, ref: MeetingRef) {
  const place = await placeOf(parts, ref)
  if (!place) throw unknownMeeting(ref)
  const { findings } = await place.house.verify(ref.id)
  return { findings: findings.map(({ what }) => what), at: parts.now().toISOString() }
}
