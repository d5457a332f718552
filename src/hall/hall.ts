// The hall itself: recovers what was open, then serves the requests of surfaces. It only wires; the other files decide.

import { resolve } from 'node:path'
import { type HostCalls, noHost } from '../agents/host/calls.js'
import { agentsIn } from '../agents/recorded.js'
import { CannotGoOn } from '../kernel/errors.js'
import type { Journals } from '../kernel/line/journal.js'
import { questionMeant } from '../kernel/run/answer.js'
import { restorationWords } from '../kernel/run/restoration.js'
import { whyEnded } from '../protocols/talk/ground/opening.js'
import { unknownMeeting } from '../protocols/talk/ground/shared.js'
import { type Talks, talksOn } from '../protocols/talk/ground/talks.js'
import { CLOSE } from '../protocols/talk/index.js'
import { TALK, TALKING } from '../protocols/talk/names.js'
import { keyOf } from '../protocols/talk/views.js'
import { loadTellings } from '../protocols/tellings.js'
import { withBeginning } from '../rules/failure-words.js'
import { version } from '../version.js'
import type { Tellings } from '../view/tellings.js'
import { appendBelow, folderBelow } from '../workspace/plain-files.js'
import { millionths } from '../workspace/price-schema.js'
import { afterwards, fork, tick } from './afterwards.js'
import {
  type AnswerGiven,
  type Attended,
  type Caller,
  type Ceilings,
  type Hall,
  type MeetingRef,
  type OpenMeeting,
  Refused,
  type TurnAllowance,
} from './api.js'
import { decisions } from './decisions.js'
import { document } from './documents.js'
import { Shelf } from './entries.js'
import { Feed } from './feed.js'
import { follow } from './follow.js'
import { forms, ways } from './forms.js'
import { type Hosts, mustHost } from './hosts.js'
import { copyFor, isLeftToItsHost, meetings, meetingView, seatsOf, standings } from './listing.js'
import { createLocks } from './locks.js'
import {
  acceptRequest,
  missingIn,
  openedByRequest,
  openMeeting,
  talkHosting,
  talksParley,
} from './opening.js'
import { knownProjects, locate, located, type Parts } from './parts.js'
import { recordedMeeting, recordedMeetings } from './recorded.js'
import { refusalFor, refusing } from './refusals.js'
import { deregister, projectOf, register } from './registering.js'
import { requests, settling, unreadableRequests } from './requests.js'
import { type Ended, Runs } from './runs.js'
import { search } from './search.js'
import { source } from './sources.js'
import { talkHost } from './talk-host.js'

export interface HallOptions {
  /** The person's own data. */
  readonly home: string
  /** The folder of one workspace: only its own meetings are served then, whatever is registered. */
  readonly only?: string
  /** Where seats wait for the words of a host; undefined where no host is connected. */
  readonly host?: HostCalls
  now?(): Date
  /** One line each; the hall's own log file has them anyway. */
  log?(line: string): void
}

/** Talks that were open when the last hall ended are recovered before this returns. */
export async function createHall(options: HallOptions): Promise<Hall> {
  const home = resolve(options.home)
  folderBelow(home, '.', 0o700)
  const parts = partsFor(home, options, await loadTellings())
  const recovered = parts.only ? [] : await parts.talks.recover()
  const unreadable = await unreadableRequests(parts)
  for (const line of unreadable) parts.log(line)
  return hallOf(parts, [...recovered, ...unreadable])
}

/** What a hall of one workspace calls it, in references and in messages. */
export const workspaceName = 'this-workspace'

function partsFor(home: string, options: HallOptions, tellings: Tellings): Parts {
  const now = options.now ?? (() => new Date())
  const log = (line: string) => {
    options.log?.(line)
    const text = `${now().toISOString()} ${line.replace(/\s*\n\s*/g, ' ')}\n`
    try {
      appendBelow(home, 'hall.log', { text, mode: 0o600 })
    } catch {
      // A log that cannot be written must not end the hall.
    }
  }
  const feed: Feed = new Feed(() => standings(parts))
  const runs = new Runs({
    host: options.host,
    onEvent: (ref, event) => {
      // Whoever was not listening never sees a live event, so errors go to the log as well.
      if (event.type === 'documents')
        for (const words of restorationWords(event)) log(`${keyOf(ref)}: ${words}`)
      if (event.type !== 'line') return
      const { kind, data } = event.line
      if (kind === 'failed')
        log(`${keyOf(ref)}: ${withBeginning(data.message, 'seat' in data ? data.began : '')}`)
      feed.nudge()
    },
    onEnd: ({ ref }, ended) => {
      if (ended.kind === 'failed' || ended.kind === 'broke') log(`${keyOf(ref)}: ${whyEnded(ended)}`)
      feed.nudge()
    },
  })
  const only =
    options.only === undefined ? undefined : { name: workspaceName, path: options.only, trouble: null }
  const shared = { home, only, locks: createLocks(home), runs, feed, now, log }
  const talks: Talks = talksOn(talkHost(shared, () => talkMeetings))
  const talkMeetings = talksParley({ home, talks })
  const hosts: Hosts = new Map([[TALK, talkHosting(() => parts)]])
  mustHost(hosts)
  const parts: Parts = { ...shared, tellings, shelf: new Shelf(tellings), talks, talkMeetings, hosts }
  return parts
}

function hallOf(parts: Parts, notices: readonly string[]): Hall {
  const { talks } = parts
  const since = parts.now().getTime()
  return {
    projects: () =>
      refusing(async () => Promise.all((await knownProjects(parts)).map((one) => projectOf(parts, one)))),
    register: (project) => refusing(() => register(parts, project)),
    deregister: (name) => refusing(() => deregister(parts, name)),

    meetings: (filter) => refusing(() => meetings(parts, filter)),
    search: (filter) => refusing(() => search(parts, filter)),
    meeting: (ref) => refusing(() => meetingView(parts, ref)),
    drop: (ref) => refusing(() => drop(parts, ref)),
    seats: (ref) => refusing(() => seatsOf(parts, ref)),
    follow: (ref, from, signal) => followed(parts, ref, from, signal),
    feed: (signal) => parts.feed.listen(signal),

    open: (request, exists, from) => refusing(() => open(parts, request, exists, from)),
    recordings: async () => recordedMeetings(),
    recorded: (word) => refusing(() => recordedMeeting(parts, word)),
    missing: (request) => refusing(() => missingIn(parts, request)),
    answer: (ref, given) => refusing(() => answer(parts, ref, given)),
    resume: (ref, ceilings) => refusing(() => resume(parts, ref, ceilings)),
    attend: (ref) => refusing(() => attend(parts, ref)),
    leave: (ref) => refusing(() => leave(parts, ref)),
    message: (ref, text, allowed) => refusing(() => message(parts, ref, text, allowed)),
    interrupt: (ref) => refusing(() => interrupt(parts, ref)),
    preview: (ref) => refusing(() => talks.preview(ref)),
    close: (ref) => refusing(() => talks.close(ref)),
    retry: (ref, what, settled) => refusing(() => talks.retry(ref, what, settled)),
    verify: (ref) => refusing(() => verify(parts, ref)),

    requests: (project) => refusing(() => requests(parts, project)),
    accept: (ref, given, exists) =>
      refusing(async () => {
        await settling(parts, ref)
        return acceptRequest(parts, ref, given, exists)
      }),
    decline: (ref, reason) =>
      refusing(async () => {
        await settling(parts, ref)
        await talks.decline(ref, reason)
      }),
    defer: (ref, until) =>
      refusing(async () => {
        await settling(parts, ref)
        await talks.defer(ref, until)
      }),

    workers: () => refusing(() => talks.workers()),
    document: (project, path) => refusing(() => document(parts, project, path)),
    source: (ref, cited) => refusing(() => source(parts, ref, cited)),
    afterwards: (ref) => refusing(() => afterwards(parts, ref)),
    fork: (ref, at) => refusing(() => forked(parts, ref, at)),
    decisions: (filter) => refusing(() => decisions(parts, filter)),
    ways: () => ways(parts.tellings),
    forms: (project) => refusing(() => forms(parts, project)),
    tick: (ref, box) => refusing(() => tick(parts, ref, box)),
    health: async () => ({
      status: 'ok',
      version,
      meetings: parts.runs.all.length,
      uptimeSeconds: Math.floor((parts.now().getTime() - since) / 1000),
      notices,
    }),
    drain: (signal) => parts.runs.drain(signal),
    async stop() {
      await lastWords(parts)
      await parts.runs.stop()
      parts.feed.stop()
    },
  }
}

/** Interrupts the turns of talks, so that what was said so far is recorded. A call for notes is not interrupted: it is made again. */
async function lastWords(parts: Parts): Promise<void> {
  const all = await Promise.all(
    parts.runs.all.map(async (run) => ({
      run,
      phase: (await parts.talkMeetings.summary(run.ref.id))?.phase,
    })),
  )
  const talking = all.flatMap(({ run, phase }) => (phase === TALKING ? [run] : []))
  const spoken = talking.filter((run) => run.interrupt())
  const patience = new Promise((resolve) => setTimeout(resolve, patienceMs).unref())
  await Promise.race([patience, Promise.all(spoken.map(({ ended }) => ended))])
}

/** Keeping the words takes a write or two, which can take seconds on a busy machine. */
const patienceMs = 10_000

async function* followed(parts: Parts, ref: MeetingRef, from: number, signal: AbortSignal) {
  const journals = await refusing(() => journalsWith(parts, ref))
  yield* follow(parts.runs, ref, journals, from, signal)
}

/** The journals that hold this meeting's. A request has none yet; it gets one among the talks when it is accepted. */
async function journalsWith(parts: Parts, ref: MeetingRef): Promise<Journals> {
  const found = await locate(parts, ref)
  if (found) return found.parley.journals
  if ((await copyFor(parts, ref)) === null) throw unknownMeeting(ref)
  return parts.talkMeetings.journals
}

async function open(
  parts: Parts,
  request: OpenMeeting,
  exists?: (ref: MeetingRef) => void,
  from?: Caller,
): Promise<MeetingRef> {
  const before = from?.request && (await openedByRequest(parts, request, from.request))
  if (before) return before
  const ref = await openMeeting(parts, request, exists, from)
  if (!parts.hosts.has(request.protocol)) await start(parts, ref)
  return ref
}

/** The fork goes on here until it asks what was answered differently. */
async function forked(parts: Parts, ref: MeetingRef, at: number): Promise<MeetingRef> {
  const made = await fork(parts, ref, at)
  if (!(await isLeftToItsHost(parts, made))) await start(parts, made)
  return made
}

/** Goes on with a meeting in the background. */
async function start(parts: Parts, ref: MeetingRef, ceilings: Ceilings = {}): Promise<void> {
  const { talk, parley } = await located(parts, ref)
  if (talk) return parts.talks.resume(ref)
  const { ceiling, costCeiling } = ceilings
  const raised = {
    ...(ceiling === undefined ? {} : { ceiling }),
    ...(costCeiling === undefined ? {} : { costCeiling: millionths(costCeiling) }),
  }
  const before = Object.keys(raised).length === 0 ? undefined : agentsIn(await parley.lines(ref.id))
  const agents = before === undefined ? {} : { agents: { ...before, ...raised } }
  parts.runs.start({ ref, parley, lines: (await parley.summary(ref.id))?.lines ?? 0, ...agents })
}

async function answer(parts: Parts, ref: MeetingRef, given: AnswerGiven): Promise<void> {
  const { talk, parley } = await located(parts, ref)
  if (talk) await parts.talks.mustNotClose(ref)
  await parts.runs.free(ref, async () => (await parley.summary(ref.id))?.status === 'waiting')
  if (talk && given.choose === CLOSE) {
    if (given.by === 'relayed') throw closedByPerson(ref)
    questionMeant(await parley.lines(ref.id), given.question)
    return parts.talks.answerClose(ref)
  }
  await parley.answer(ref.id, { by: 'person', ...given })
  if (await isLeftToItsHost(parts, ref)) return parts.feed.nudge()
  await start(parts, ref)
}

/** Closing merges what the worker made: no model says so in the person's name. */
function closedByPerson({ id }: MeetingRef): CannotGoOn {
  return new CannotGoOn(
    'PERSON_ONLY',
    'A talk is closed by the person alone.',
    `They do it on the page, or in a terminal: parley talk close ${id}`,
  )
}

/** Ends a meeting that nobody will finish; its journal stays, and says so. */
async function drop(parts: Parts, ref: MeetingRef): Promise<void> {
  const { parley, talk } = await located(parts, ref)
  if (talk) throw new Refused('wrong-state', `${ref.id} is a talk.`, 'Close it: its notes are written then.')
  const { status } = (await parley.summary(ref.id)) ?? {}
  if (status === undefined || status === 'concluded' || status === 'aborted')
    throw new Refused('wrong-state', `${ref.id} has ended; there is nothing to drop.`)
  if (parts.runs.of(ref) || (await parley.journals.of(ref.id).held()))
    throw new Refused('wrong-state', `${ref.id} is under way.`, 'Stop it first.')
  await parley.abandon(ref.id, 'dropped by the person')
  parts.feed.nudge()
}

async function resume(parts: Parts, ref: MeetingRef, ceilings?: Ceilings): Promise<void> {
  const { parley } = await located(parts, ref)
  const { status } = (await parley.summary(ref.id)) ?? {}
  if (status === 'concluded' || status === 'aborted')
    throw new Refused('wrong-state', `${ref.id} is ${status}; it cannot go on.`)
  if (await isLeftToItsHost(parts, ref)) throw noHost()
  await start(parts, ref, ceilings)
}

/** The first sign of life of a new run: until then it may find that another process holds the meeting. */
async function attend(parts: Parts, ref: MeetingRef): Promise<Attended> {
  const known = parts.runs.of(ref)
  if (!known) await resume(parts, ref)
  const run = known ?? parts.runs.of(ref)
  if (!run) return { underWay: false, error: undefined }
  let ended: Ended | undefined
  const over = run.ended.then((how) => {
    ended = how
  })
  const patience = new Promise((resolve) => setTimeout(resolve, firstSignMs).unref())
  if (!known) await Promise.race([run.until(() => true), over, patience])
  return {
    get underWay() {
      return ended === undefined
    },
    get error() {
      return ended?.kind === 'broke' ? refusalFor(ended.error) : undefined
    },
  }
}

const firstSignMs = 1_000

async function leave(parts: Parts, ref: MeetingRef): Promise<boolean> {
  await located(parts, ref)
  const run = parts.runs.of(ref)
  run?.stop()
  await run?.ended
  return run !== undefined
}

async function message(
  parts: Parts,
  ref: MeetingRef,
  text: string,
  allowed?: TurnAllowance,
): Promise<number> {
  const found = await locate(parts, ref)
  if (found && !found.talk)
    throw new Refused('wrong-state', `${ref.id} is no talk: it is answered, not spoken to.`)
  return parts.talks.say(ref, text, allowed)
}

async function interrupt(parts: Parts, ref: MeetingRef): Promise<boolean> {
  const { talk, parley } = await located(parts, ref)
  if (talk) await parts.talks.mustNotClose(ref)
  const run = parts.runs.of(ref)
  if (!run) return false
  const { protocol = '' } = (await parley.summary(ref.id)) ?? {}
  if (talk || parts.tellings.of(protocol).chat) return run.interrupt()
  run.pause()
  await run.ended
  return true
}

async function verify(parts: Parts, ref: MeetingRef) {
  const { parley } = await located(parts, ref)
  const { findings, lines, turns, documents } = await parley.verify(ref.id)
  const seen = { lines, turns, documents }
  return { findings: findings.map(({ what }) => what), ...seen, at: parts.now().toISOString() }
}
