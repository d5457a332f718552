// For tests: everything that a meeting needs from outside, scripted and watched, around a real journal file.

import { join } from 'node:path'
import { z } from 'zod'
import type { HeldUntil } from '../../parley.js'
import { tell } from '../../view/teller.js'
import { Tellings } from '../../view/tellings.js'
import { fileJournal } from '../../workspace/journal-file.js'
import { temporaryFolder } from '../../workspace/temporary.suite.js'
import type { Prompt, Reply, Room, SayOptions, Seat } from '../agents.js'
import type { Journal, Lease } from '../line/journal.js'
import type { Line } from '../line/line.js'
import type { ForkedFrom } from '../line/line-data.js'
import type { Summary } from '../line/summary.js'
import type { Meeting, Protocol, SeatPrompt } from '../protocol.js'
import type { Answer, Question } from '../question.js'
import { type Verification, verify } from '../verify/verify.js'
import type { World } from '../world.js'
import type { Deps } from './deps.js'
import type { MeetingEvent } from './events.js'
import { hold, open } from './hold.js'

/** One call of a voice, as it came in. */
export interface Said {
  readonly seat: string
  readonly prompt: Prompt
  readonly options: SayOptions
  readonly room: Room
  /** Counts the calls of this setting, from 1. */
  readonly nth: number
}

type Spoken = string | Partial<Reply>

export interface Scripted {
  /** What a voice says; it may throw. Default: a text that names the seat and the call. */
  readonly say?: (said: Said) => Spoken | Promise<Spoken>
  /** The person's answers. Default: nobody is there to answer. */
  readonly answer?: (question: Question) => Answer | undefined | Promise<Answer | undefined>
  readonly deps?: Partial<Deps>
}

export interface Setting {
  readonly journal: Journal
  readonly folder: string
  readonly deps: Deps
  readonly calls: Said[]
  /** The voices that were opened and closed, in order. */
  readonly voices: string[]
  readonly events: MeetingEvent[]
  readonly waits: number[]
  readonly summaries: Summary[]
  /** The documents, by path. */
  readonly files: Map<string, string>
  open(protocol: Protocol, more?: { forkedFrom: ForkedFrom }): Promise<void>
  hold(protocol: Protocol, fork?: readonly Line[]): Promise<HeldUntil>
  /** Opens and holds. */
  meet(protocol: Protocol): Promise<HeldUntil>
  verify(protocol: Protocol): Promise<Verification>
  lines(): Promise<readonly Line[]>
  kinds(): Promise<string>
  /** The same meeting and files with new ports, as after a restart. */
  again(scripted?: Scripted, journal?: Journal): Setting
}

export const ada: Seat = { id: 'ada', name: 'Ada', role: 'Engineer', persona: 'Precise.' }
export const bo: Seat = { id: 'bo', name: 'Bo', role: 'Critic', persona: 'Doubtful.' }

export function seat(id: string): Seat {
  return { id, name: id, role: 'Seat', persona: '' }
}

export function prompt(full: string, since?: string): SeatPrompt {
  return since === undefined ? { system: 'Be brief.', full } : { system: 'Be brief.', full, since }
}

/** A protocol that consists of this procedure; it may write below `docs/`. */
export function procedure(
  run: (meeting: Meeting) => Promise<unknown>,
  more: Partial<Protocol> = {},
): Protocol {
  return {
    name: 'test',
    version: 1,
    input: z.unknown(),
    title: () => 'A test',
    boundary: () => ['docs/**'],
    run,
    ...more,
  }
}

export function question(id: string, more: Partial<Question> = {}): Question {
  const options = [
    { key: 'yes', label: '[Y] Yes', effect: 'goes on' },
    { key: 'no', label: '[N] No', effect: 'stops' },
  ]
  return { id, title: `Is ${id} right?`, body: '', options, freeText: { key: 'say', label: 'Say' }, ...more }
}

export function chose(choose: string, text?: string) {
  return ({ id }: Question): Answer => ({
    question: id,
    choose,
    by: 'person',
    ...(text === undefined ? {} : { text }),
  })
}

export function setting(scripted: Scripted = {}, id = 'm-1'): Setting {
  const folder = temporaryFolder()
  return around(folder, fileJournal(join(folder, 'm-1'), { id }), new Map(), scripted)
}

function around(folder: string, journal: Journal, files: Map<string, string>, scripted: Scripted): Setting {
  const seen = { calls: [], voices: [], events: [], waits: [], summaries: [] } as Pick<
    Setting,
    'calls' | 'voices' | 'events' | 'waits' | 'summaries'
  >
  const deps = depsOf(folder, files, scripted, seen as Setting)
  const setting: Setting = {
    ...seen,
    journal,
    folder: join(folder, 'm-1'),
    deps,
    files,
    open: (protocol, more) => open(journal, { ...opened(protocol), ...more }, deps.now()),
    async hold(protocol, fork) {
      const ending = await hold(journal, protocol, deps, fork)
      return { ...ending, summary: summaryOf((await journal.readable()).lines) }
    },
    async meet(protocol) {
      await setting.open(protocol)
      return setting.hold(protocol)
    },
    verify: (protocol) => verify(journal, protocol, deps),
    lines: () => journal.read(),
    kinds: async () => (await journal.read()).map(({ kind }) => kind).join(' '),
    again: (next = scripted, other = journal) => around(folder, other, files, next),
  }
  return setting
}

function summaryOf(lines: readonly Line[]): Summary {
  return tell(lines, new Tellings([])).summary
}

function opened({ name, version }: Protocol) {
  return { id: 'm-1', protocol: name, version, parley: '0.0.0', title: 'A test', input: {}, agents: {} }
}

function depsOf(root: string, files: Map<string, string>, scripted: Scripted, seen: Setting): Deps {
  return {
    world: { root, files: { exclusively: (_, work) => work() } } as World,
    documents: {
      write: async (path, text) => void files.set(path, text),
      remove: async (path) => void files.delete(path),
      read: async (path) => files.get(path) ?? null,
      sweep: async () => {},
    },
    backendFor: async () => scriptedBackend(scripted, seen),
    toolsFor: () => [],
    cwd: root,
    scrub: async (text) => masking(text),
    now: () => new Date('2026-01-02T03:04:05.678Z'),
    random: () => 'abc123',
    wait: async (ms) => void seen.waits.push(ms),
    answer: async (question) => scripted.answer?.(question),
    person: async () => undefined,
    observe: (event) => void seen.events.push(event),
    keepSummary: async (lines) => void seen.summaries.push(summaryOf(lines)),
    signal: new AbortController().signal,
    ceiling: null,
    timeoutMs: 60_000,
    ...scripted.deps,
  }
}

function scriptedBackend(scripted: Scripted, seen: Setting) {
  const say = scripted.say ?? (({ seat, prompt }: Said) => `${seat} answers ${prompt.call}`)
  return {
    name: 'scripted',
    check: async () => ({ ready: true, detail: '' }),
    async open({ id }: Seat, room: Room) {
      seen.voices.push(`open ${id}`)
      return {
        async say(prompt: Prompt, options: SayOptions): Promise<Reply> {
          const said = { seat: id, prompt, options, room, nth: seen.calls.length + 1 }
          seen.calls.push(said)
          return replyOf(await say(said))
        },
        close: async () => void seen.voices.push(`close ${id}`),
      }
    },
  }
}

export function replyOf(spoken: Spoken): Reply {
  const usage = { input: 10, output: 5, estimated: false }
  return { text: '', usage, tools: [], ...(typeof spoken === 'string' ? { text: spoken } : spoken) }
}

/** Takes whatever begins with `hush-` for a secret. */
function masking(text: string): { text: string; kinds: string[] } {
  const clean = text.replace(/hush-\w+/g, '[masked]')
  return { text: clean, kinds: clean === text ? [] : ['word'] }
}

/** Simulates a killed process: from line `n` on nothing is appended; with `after`, line `n` itself still is. */
export function killedAt(journal: Journal, n: number, after: boolean): Journal {
  return { ...journal, lease: async () => dying(await journal.lease(), n, after) }
}

export class Killed extends Error {}

function dying(lease: Lease, n: number, after: boolean): Lease {
  let dead = false
  return {
    token: lease.token,
    torn: lease.torn,
    lines: lease.lines,
    check: () => lease.check(),
    release: () => lease.release(),
    keep: (text, as) => lease.keep(text, as),
    kept: (hash, as) => lease.kept(hash, as),
    async append(at, entry) {
      if (dead || at >= n) {
        const last = !dead && after
        dead = true
        if (last) await lease.append(at, entry)
        throw new Killed('killed')
      }
      return lease.append(at, entry)
    },
  }
}
