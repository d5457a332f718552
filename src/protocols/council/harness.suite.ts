// For tests: a council's world in memory (files, git, clock, journal) and seats that read their replies from a list.

import { readdirSync, readFileSync } from 'node:fs'
import type { Backend, Prompt, Reply, SayOptions, Seat } from '../../kernel/agents.js'
import { BackendFailed } from '../../kernel/errors.js'
import { sha256 } from '../../kernel/line/hash.js'
import type { Line } from '../../kernel/line/line.js'
import { journalOf } from '../../kernel/line/memory-journals.suite.js'
import type { Protocol } from '../../kernel/protocol.js'
import type { Answer, Question } from '../../kernel/question.js'
import type { Deps } from '../../kernel/run/deps.js'
import type { Documents } from '../../kernel/run/documents.js'
import type { MeetingEvent } from '../../kernel/run/events.js'
import { type Ending, hold, open } from '../../kernel/run/hold.js'
import { type Verification, verify } from '../../kernel/verify/verify.js'
import type { Git, Library, Repository, TreeLook, World } from '../../kernel/world.js'
import type { CouncilInput } from './input.js'

const shipped = new URL('../../../library/', import.meta.url)

export const library: Library = {
  read: async (path) => {
    try {
      return readFileSync(new URL(path, shipped), 'utf8')
    } catch {
      return null
    }
  },
  list: async (folder) => readdirSync(new URL(`${folder}/`, shipped)).toSorted(),
  absolute: (path) => new URL(path, shipped).pathname,
}

/** What a fake repository did, and what it will say. */
export interface FakeGit extends Git {
  state: Repository
  statusLines: string[]
  branchNames: string[]
  worktreeFolders: string[]
  uncommittedPaths: string[]
  aheadBy: number
  ignoredAll: boolean
  /** Files by commit and path: `a1b2…:src/app.ts`. */
  readonly committed: Map<string, string>
  readonly did: string[]
}

export interface FakeWorkspace {
  readonly files: Map<string, string>
  readonly git: FakeGit
  readonly world: World
  readonly documents: Documents
  /** What the clock shows, in milliseconds since 1970; it moves only when a test moves it. */
  clock: number
}

export const noon = 1_769_857_200_000 // 2026-01-31 11:00 UTC, 12:00 one hour east

export function fakeWorkspace(files: Readonly<Record<string, string>> = {}): FakeWorkspace {
  const held = new Map(Object.entries(files))
  const git = fakeGit()
  const made: FakeWorkspace = {
    files: held,
    git,
    world: undefined as unknown as World,
    documents: documentsOf(held),
    clock: noon,
  }
  const world: World = {
    root: '/project',
    tree: async () => Object.fromEntries(git.statusLines.map((line) => [line.slice(3), line])),
    files: filesOf(held),
    git,
    library,
    home: { read: async (path) => held.get(path) ?? null },
    programs: { run: async () => ({ code: 127, why: null, stdout: '', stderr: '' }) },
    github: { call: async () => ({ kind: 'missing' }) },
    unguarded: async () => null,
    now: () => new Date(made.clock),
    utcOffset: () => 60,
  }
  return Object.assign(made, { world })
}

function documentsOf(files: Map<string, string>): Documents {
  return {
    write: async (path, text) => void files.set(path, text),
    remove: async (path) => void files.delete(path),
    read: async (path) => files.get(path) ?? null,
    sweep: async () => {},
  }
}

function filesOf(files: Map<string, string>): World['files'] {
  const under = (folder: string) => [...files.keys()].filter((path) => path.startsWith(`${folder}/`))
  return {
    read: async (path) => files.get(path) ?? null,
    exists: async (path) => files.has(path) || under(path).length > 0,
    list: async (folder) => {
      const names = under(folder).map((path) => path.slice(folder.length + 1).replace(/\/.*$/, '/'))
      return [...new Set(names)].filter((name) => name !== '').toSorted()
    },
    digest: async (path) => (files.has(path) ? sha256(files.get(path)!) : null),
    claim: async () => true,
    makeFolder: async (folder) => void files.set(`${folder}/`, ''),
    rename: async (from, to) => {
      files.set(to, files.get(from)!)
      files.delete(from)
    },
    link: async (path, target) => {
      files.set(path, `-> ${target}`)
      return 'linked'
    },
    remove: async (path) => {
      for (const found of [path, ...under(path)]) files.delete(found)
    },
    unwritable: async () => null,
    plainSize: async (path) => files.get(path)?.length ?? null,
    search: async ({ words }) => ({
      hits: Object.fromEntries(words.map((word) => [word, {}])),
      files: 0,
      complete: true,
      next: 0,
    }),
    exclusively: (_, work) => work(),
  }
}

export const ready = { kind: 'ready', head: 'a'.repeat(40), branch: 'main', busy: null, prefix: '' } as const

/** A look that knows only what the status says. */
function lookFrom(lines: readonly string[], leaveOut: readonly string[]): TreeLook {
  const seen = lines.filter((line) => !leaveOut.some((folder) => line.slice(3).startsWith(`${folder}/`)))
  const files = Object.fromEntries(seen.map((line) => [line.slice(3), line]))
  return { head: ready.head, branch: ready.branch, refs: {}, staged: {}, files, git: {}, unseen: 0 }
}

function fakeGit(): FakeGit {
  const did: string[] = []
  const git: FakeGit = {
    state: ready,
    statusLines: [],
    branchNames: [],
    worktreeFolders: [],
    uncommittedPaths: [],
    aheadBy: 1,
    ignoredAll: false,
    committed: new Map(),
    did,
    repository: async () => git.state,
    status: async () => git.statusLines,
    ignored: async () => git.ignoredAll,
    addWorktree: async ({ folder, branch, from }) => {
      did.push(`worktree ${folder} ${branch} ${from}`)
      git.branchNames.push(branch)
      git.worktreeFolders.push(folder)
    },
    commitPaths: async (paths, message) => {
      did.push(`commit ${message}: ${paths.join(' ')}`)
      return { kind: 'committed', hash: 'b'.repeat(40) }
    },
    standOn: async () => {},
    lookAtTree: async ({ leaveOut }) => lookFrom(git.statusLines, leaveOut),
    changedSince: async (before, { leaveOut }) => {
      const { files } = lookFrom(git.statusLines, leaveOut)
      const paths = Object.keys({ ...before.files, ...files }).filter(
        (path) => before.files[path] !== files[path],
      )
      return paths.map((path) => {
        const how = path in files ? 'changed' : 'gone'
        return { path, how, text: `${path} (${how})`, kept: how === 'gone' }
      })
    },
    keepBefore: async (kept) => ({ ref: `refs/parley/before/${kept}`, left: [] }),
    commitWorktree: async (folder, message, leaveOut) => {
      did.push(`commit in ${folder} without ${leaveOut.join()}: ${message}`)
      return { kind: 'committed', hash: 'c'.repeat(40) }
    },
    branches: async (prefix) => git.branchNames.filter((name) => name.startsWith(prefix)),
    worktrees: async () => git.worktreeFolders.map((folder) => ({ folder, branch: null })),
    ahead: async () => git.aheadBy,
    changes: async () => ({ files: [], commits: 0 }),
    fileAt: async (commit, path) => {
      const text = git.committed.get(`${commit}:${path}`)
      return text === undefined ? null : { text, sha256: sha256(text) }
    },
    hasCommit: async (commit) => [...git.committed.keys()].some((key) => key.startsWith(`${commit}:`)),
    renameBranch: async (from, to) => void did.push(`rename ${from} ${to}`),
    removeWorktree: async (folder) => {
      did.push(`remove worktree ${folder}`)
      return { kind: 'removed' }
    },
    removeBranch: async (branch) => {
      did.push(`remove branch ${branch}`)
      return { kind: 'kept', why: 'it holds a commit that is nowhere else' }
    },
    remoteUrl: async () => null,
    lastSubjects: async () => ['Plant the first row'],
    trackedFiles: async () => null,
    userName: async () => null,
    uncommitted: async (folder) => git.uncommittedPaths.filter((path) => path.startsWith(folder)),
  } as FakeGit
  return git
}

/** A reply: words, a structured value, an error, or something made when it is asked for. */
export type Spoken = string | object | Error | ((prompt: Prompt) => string | object | Error)

/** Replies by call, or by `call@seat`; each list is used up in order, its last entry again and again. */
export type Lines = Readonly<Record<string, readonly Spoken[]>>

export interface Called {
  readonly seat: string
  readonly prompt: Prompt
  readonly options: SayOptions
}

export interface Session {
  readonly id: string
  readonly calls: Called[]
  readonly events: MeetingEvent[]
  readonly workspace: FakeWorkspace
  /** Goes on from wherever it stands; other lines and answers may be given. */
  hold(lines?: Lines, answers?: readonly (string | [string, string])[], more?: Partial<Deps>): Promise<Ending>
  verify(): Promise<Verification>
  lines(): Promise<readonly Line[]>
  text(path: string): string
  notes(kind: string): unknown[]
}

export const voiceless = (why: string) => new BackendFailed('failed', why)

/** Opens a session of this protocol; nothing runs before `hold`. */
export async function session(
  at: FakeWorkspace,
  protocol: Protocol<CouncilInput, unknown>,
  id: string,
  input: CouncilInput,
): Promise<Session> {
  const journal = journalOf()
  const calls: Called[] = []
  const events: MeetingEvent[] = []
  const opened = {
    id,
    protocol: protocol.name,
    version: protocol.version,
    parley: '0',
    title: input.task,
    input,
    agents: {},
  }
  await open(journal, opened, new Date(noon))
  const depsFor = (lines: Lines, answers: readonly (string | [string, string])[], more: Partial<Deps>) =>
    depsOf(at, calls, events, lines, [...answers], more)
  return {
    id,
    calls,
    events,
    workspace: at,
    hold: (lines = {}, answers = [], more = {}) =>
      hold(journal, protocol as Protocol, depsFor(lines, answers, more)),
    verify: () => verify(journal, protocol as Protocol, depsFor({}, [], {})),
    lines: () => journal.read(),
    text: (path) => at.files.get(path) ?? '',
    notes: (kind) =>
      events.flatMap((event) => {
        const data = event.type === 'line' && event.line.kind === 'noted' ? event.line.data : null
        return data?.kind === kind ? [data.data] : []
      }),
  }
}

export function depsOf(
  at: FakeWorkspace,
  calls: Called[],
  events: MeetingEvent[],
  lines: Lines,
  answers: (string | [string, string])[],
  more: Partial<Deps>,
): Deps {
  const backend = scripted(calls, lines)
  return {
    world: at.world,
    documents: at.documents,
    backendFor: async () => backend,
    toolsFor: () => [],
    cwd: '/project',
    scrub: async (text) => ({ text, kinds: [] }),
    now: () => new Date(at.clock),
    random: () => 'abc123',
    wait: async () => {},
    answer: async (question) => answerFrom(question, answers),
    observe: (event) => void events.push(event),
    keepSummary: async () => {},
    person: async () => undefined,
    signal: new AbortController().signal,
    ceiling: null,
    timeoutMs: 60_000,
    ...more,
  }
}

function answerFrom(question: Question, answers: (string | [string, string])[]): Answer | undefined {
  const next = answers.shift()
  if (next === undefined) return undefined
  const [choose, text] = typeof next === 'string' ? [next] : next
  return { question: question.id, choose: choose!, by: 'person', ...(text === undefined ? {} : { text }) }
}

export function scripted(calls: Called[], lines: Lines): Backend {
  const used = new Map<string, number>()
  const next = (seat: string, prompt: Prompt) => {
    const key = [`${prompt.call}@${seat}`, prompt.call].find((name) => lines[name]) ?? ''
    const list = lines[key] ?? []
    const at = used.get(key) ?? 0
    used.set(key, at + 1)
    const line = list[Math.min(at, list.length - 1)] ?? voiceless(`nobody wrote a line for ${prompt.call}`)
    return typeof line === 'function' ? line(prompt) : line
  }
  return {
    name: 'scripted',
    check: async () => ({ ready: true, detail: '' }),
    open: async (seat: Seat) => ({
      async say(prompt: Prompt, options: SayOptions): Promise<Reply> {
        calls.push({ seat: seat.id, prompt, options })
        const line = next(seat.id, prompt)
        if (line instanceof Error) throw line
        const said = typeof line === 'string' ? { text: line } : { text: '', value: line }
        return { ...said, usage: { input: 1, output: 1, estimated: false }, tools: [] }
      },
      close: async () => {},
    }),
  }
}

const personas = ['ceo', 'cfo', 'cto']

export function councilFiles(more = ''): Record<string, string> {
  const seats = Object.fromEntries(
    personas.map((name) => [
      `.council/seats/${name}.md`,
      `---\nname: ${name}\ntitle: The ${name.toUpperCase()}\n---\nYou are the ${name}.\n`,
    ]),
  )
  return { '.council/council.yaml': `name: trio\nchair: ceo\nseats: [ceo, cfo, cto]\n${more}`, ...seats }
}

export const id = '20260131-120000-trim-the-cache'

export function inputFor(more: Partial<CouncilInput['council']> = {}): CouncilInput {
  return {
    task: 'Trim the cache',
    started: { minute: '2026-01-31 12:00', epoch: noon / 1000 },
    council: {
      name: 'trio',
      chair: 'ceo',
      seats: personas.map((name) => ({
        name,
        title: `The ${name.toUpperCase()}`,
        voice: '',
        persona: `You are the ${name}.\n`,
      })),
      maxTurns: 12,
      scratchMaxBytes: 200_000,
      maxWallSeconds: null,
      manifestMaxBytes: null,
      ...more,
    },
  }
}

export const synthesis = {
  title: 'Trim the cache by half',
  preamble: 'Three seats looked at the cache.',
  recommendation: 'Halve it.',
  reasoning: 'It is rarely hit.',
  dissents: [],
  follow_ups: [{ action: 'Measure it', owner: 'cto' }],
  topics: [
    { name: 'cache-size', title: 'Cache size', decision: 'Halve the cache.', why: 'It is rarely hit.' },
  ],
}
