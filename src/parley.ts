// The one file that wires the parts: a workspace, its meetings, the protocols and whatever voices them.

import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Agents, type Voices, voicesFor } from './agents/voices.js'
import { answer as appendAnswer } from './kernel/answer.js'
import type { Deps, MeetingEvent } from './kernel/deps.js'
import { CannotGoOn, WrongUsage } from './kernel/errors.js'
import { type Ending, hold as holdMeeting, openedIn, open as openMeeting } from './kernel/hold.js'
import type { Line } from './kernel/line.js'
import type { Protocol } from './kernel/protocol.js'
import type { Answer, AnsweredBy, Question } from './kernel/question.js'
import type { Opened, Summary } from './kernel/summary.js'
import { type Verification, verify as verifyMeeting } from './kernel/verify.js'
import type { World } from './kernel/world.js'
import { version } from './version.js'
import { workspaceDocuments } from './workspace/documents.js'
import { shippedLibrary } from './workspace/library.js'
import {
  claim,
  findMeeting,
  folderOf,
  journalOf,
  keepSummary,
  listMeetings,
  summaryOf,
} from './workspace/meetings.js'
import { scrub } from './workspace/secrets.js'
import { createWorld } from './workspace/world.js'

/** How a run of a meeting meets those outside it. */
export interface Company {
  /** The person's answer, or undefined where nobody is there. */
  answer(question: Question, signal: AbortSignal): Promise<Answer | undefined>
  observe(event: MeetingEvent): void
  readonly signal: AbortSignal
  turnSignal?: Deps['turnSignal']
}

export interface OpenRequest {
  readonly protocol: string
  /** The id, already free of any file of that name; claimed here. */
  readonly id: string
  readonly input: unknown
  readonly agents: Agents
  readonly forkedFrom?: { readonly id: string; readonly at: number }
}

/** One workspace and its meetings. */
export interface Parley {
  readonly root: string
  readonly world: World
  /** Claims the id and writes the first line; false when somebody else has it. */
  open(request: OpenRequest): Promise<boolean>
  /** Goes on until the meeting concludes or stops. `agents` replaces how seats are voiced from here on. */
  hold(id: string, company: Company, agents?: Agents): Promise<Ending>
  answer(id: string, given: { choose: string; text?: string | undefined; by: AnsweredBy }): Promise<void>
  /** A new meeting `as` that has the first `at` lines of this one behind it. Hold it to go on. */
  fork(id: string, at: number, as: string, agents?: Agents): Promise<void>
  verify(id: string): Promise<Verification>
  list(): readonly Summary[]
  /** The full id of the one meeting that begins with this. */
  find(prefix: string): string
  summary(id: string): Summary | undefined
  lines(id: string): Promise<readonly Line[]>
  watch(id: string, from: number, signal: AbortSignal): AsyncIterable<Line>
  folder(id: string): string
}

export function parley(root: string): Parley {
  const world = createWorld(root, shippedLibrary())
  const journal = (id: string) => journalOf(root, id)
  return {
    root,
    world,
    list: () => listMeetings(root),
    find: (prefix) => findMeeting(root, prefix),
    summary: (id) => summaryOf(root, id),
    lines: (id) => journal(id).read(),
    watch: (id, from, signal) => journal(id).watch(from, signal),
    folder: (id) => folderOf(root, id),

    async open(request) {
      const protocol = await protocolNamed(request.protocol)
      const input = protocol.input.parse(request.input)
      if (!claim(root, request.id)) return false
      await openMeeting(journal(request.id), firstLine(request, protocol, input), new Date())
      return true
    },

    async hold(id, company, agents) {
      const before = await linesFor(root, id)
      const opened = openedIn(before)
      const protocol = await protocolNamed(opened.protocol)
      const voices = await voicesFor(agents ?? (opened.agents as Agents), {
        root,
        resumed: before.length > 1,
      })
      try {
        const deps = depsFor(root, world, voices, company)
        return await holdMeeting(journal(id), protocol, deps, await leftBehind(root, opened))
      } finally {
        await voices.close()
      }
    },

    answer: (id, given) => appendAnswer(journal(id), { ...given, at: new Date() }, scrub),

    async fork(id, at, as, agents) {
      const lines = await journal(id).read()
      if (!Number.isInteger(at) || at < 1 || at > lines.length) {
        throw new WrongUsage(
          `Line ${at} is not in this journal.`,
          `It has lines 1 to ${lines.length}: \`parley show ${id} --lines\`.`,
        )
      }
      const { input, protocol, agents: before } = openedIn(lines)
      const request = {
        protocol,
        id: as,
        input,
        agents: agents ?? (before as Agents),
        forkedFrom: { id, at },
      }
      if (!(await this.open(request))) throw new CannotGoOn('EXISTS', `There is a meeting ${as} already.`)
    },

    async verify(id) {
      const opened = await openedLoosely(root, id)
      const protocol = await protocolNamed(opened.protocol)
      return verifyMeeting(journal(id), protocol, depsFor(root, world, silent, nobody))
    },
  }
}

/** Loaded late: a command that lists meetings needs no protocol. */
const protocols: Readonly<Record<string, () => Promise<Protocol>>> = {
  'council.meeting': async () =>
    (await import('./protocols/council/index.js')).meeting as unknown as Protocol,
  meet: async () => (await import('./protocols/meet/index.js')).meet as unknown as Protocol,
  'council.work': async () => (await import('./protocols/council/index.js')).work as unknown as Protocol,
}

async function protocolNamed(name: string): Promise<Protocol> {
  const load = protocols[name]
  if (!load)
    throw new CannotGoOn(
      'NO_PROTOCOL',
      `This parley has no protocol "${name}".`,
      `It has ${Object.keys(protocols).join(', ')}.`,
    )
  return load()
}

function firstLine(request: OpenRequest, protocol: Protocol, input: unknown): Opened {
  const { id, agents, forkedFrom } = request
  const title = protocol.title(input)
  const base = {
    id,
    protocol: protocol.name,
    version: protocol.version,
    parley: version,
    title,
    input,
    agents,
  }
  return forkedFrom ? { ...base, forkedFrom } : base
}

function depsFor(root: string, world: World, voices: Voices, company: Company): Deps {
  return {
    world,
    documents: workspaceDocuments(root),
    cwd: root,
    backendFor: (seat) => voices.backendFor(seat),
    toolsFor: (grant) => voices.toolsFor(grant),
    countTokens: (text) => voices.countTokens(text),
    ceiling: voices.ceiling,
    timeoutMs: voices.timeoutMs,
    scrub: async (text) => {
      const { text: clean, found } = await scrub(text)
      return { text: clean, kinds: found.map(({ kind }) => kind) }
    },
    now: () => new Date(),
    random: () => randomBytes(5).toString('base64url').replace(/[-_]/g, 'x').slice(0, 6).toLowerCase(),
    wait: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => {}),
    keepSummary: (summary) => keepSummary(root, summary),
    answer: async (question, signal) => {
      const answer = await company.answer(question, signal)
      if (answer) await voices.answered(answer)
      return answer
    },
    observe: company.observe,
    signal: company.signal,
    ...(company.turnSignal ? { turnSignal: company.turnSignal } : {}),
  }
}

/** The part of another journal that a forked meeting has behind it. */
async function leftBehind(root: string, { forkedFrom }: Opened): Promise<readonly Line[] | undefined> {
  if (!forkedFrom) return undefined
  return (await journalOf(root, forkedFrom.id).read()).slice(0, forkedFrom.at)
}

async function linesFor(root: string, id: string): Promise<readonly Line[]> {
  const { readLoosely } = await import('./workspace/journal-file.js')
  return readLoosely(folderOf(root, id)).lines
}

async function openedLoosely(root: string, id: string): Promise<Opened> {
  return openedIn(await linesFor(root, id))
}

/** A verification calls no one. */
const silent: Voices = {
  backendFor: () => Promise.reject(new CannotGoOn('SILENT', 'A verification calls no model.')),
  toolsFor: () => [],
  countTokens: async () => 0,
  ceiling: null,
  timeoutMs: 0,
  answered: async () => {},
  close: async () => {},
}

const nobody: Company = {
  answer: async () => undefined,
  observe: () => {},
  signal: new AbortController().signal,
}
