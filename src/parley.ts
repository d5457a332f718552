// The one file that wires the parts: a workspace, its meetings, the protocols and whatever voices them.

import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Agents, isAgents } from './agents/recorded.js'
import { countTokens } from './agents/tokens.js'
import { toolsFor } from './agents/tools/tools.js'
import { type Voices, voicesFor } from './agents/voices.js'
import type { AgentsRequest } from './agents/who-speaks.js'
import { summarise, workspaceJournals } from './journals.js'
import type { Grant, Tool } from './kernel/agents.js'
import { answer as appendAnswer } from './kernel/answer.js'
import type { Deps } from './kernel/deps.js'
import { CannotGoOn, Damaged, WrongUsage } from './kernel/errors.js'
import type { MeetingEvent } from './kernel/events.js'
import { findMeeting } from './kernel/find-meeting.js'
import { type Ending, hold as holdMeeting, openedIn, open as openMeeting } from './kernel/hold.js'
import type { Journal, Journals, Readable } from './kernel/journal.js'
import type { Line } from './kernel/line.js'
import type { AbortedData, Opened } from './kernel/line-data.js'
import { maskedValue } from './kernel/masks.js'
import type { Protocol } from './kernel/protocol.js'
import type { Answer, AnsweredBy, Question } from './kernel/question.js'
import { type SentPrompt, sentPrompts } from './kernel/sent-prompts.js'
import { empty, type Summary } from './kernel/summary.js'
import { type Finding, type Moved, type Verification, verify as verifyMeeting } from './kernel/verify.js'
import type { World } from './kernel/world.js'
import {
  beginMeeting,
  type MeetingRequest,
  type OpenedAs,
  type PreparedMeeting,
  prepareFound,
  prepareMeeting,
  shippedKind,
} from './opening.js'
import type { Around, FoundMeeting, MeetingKind, NotReady } from './protocols/manifest.js'
import { free } from './rules/money.js'
import { version } from './version.js'
import { workspaceDocuments } from './workspace/documents.js'
import { parleyHome } from './workspace/home.js'
import { shippedLibrary } from './workspace/library.js'
import { foldersOf, type NamedFolder, withoutFolders } from './workspace/machine-folders.js'
import { personName } from './workspace/person.js'
import { scrub } from './workspace/secrets.js'
import { createWorld } from './workspace/world.js'

/** Who answers and watches a run of a meeting, and what ends it. */
export interface Company {
  /** The person's answer, or undefined where nobody is there. */
  answer(question: Question, signal: AbortSignal): Promise<Answer | undefined>
  observe(event: MeetingEvent): void
  /** Ends the run where it stands. */
  readonly signal: AbortSignal
  /** Ends it gently: what is under way is finished and recorded, nothing new begins. */
  readonly drain?: AbortSignal
  turnSignal?: Deps['turnSignal']
}

/** How a run ended, and what its journal folds to then. */
export type HeldUntil = Ending & { readonly summary: Summary }

/** What the first line is made of. */
interface Opening extends OpenedAs {
  readonly forkedFrom?: { readonly id: string; readonly at: number }
  /** The protocol version of a fork is that of its source, whose steps it replays. */
  readonly version?: number
}

/** One workspace and its meetings. */
export interface Parley {
  readonly root: string
  readonly world: World
  /** Settles everything that can be wrong, and writes nothing. */
  prepare(request: MeetingRequest): Promise<PreparedMeeting | NotReady>
  /** Claims an id and writes the first line; gives the id. Hold it to go on. */
  begin(prepared: PreparedMeeting): Promise<string>
  /** Prepares a meeting that was found without its journal, to be begun again under its own id. */
  prepareFound(found: FoundMeeting, agents?: AgentsRequest): Promise<PreparedMeeting>
  /** What a protocol may look at outside a meeting: for its verbs and forms. */
  readonly around: Around
  /** The kind of meeting that journals know by this name. */
  kind(protocol: string): Promise<MeetingKind>
  /** Goes on until the meeting concludes or stops. `agents` replaces how seats are voiced from here on. */
  hold(id: string, company: Company, agents?: Agents): Promise<HeldUntil>
  /** Records the answer to the open question. A person's is recorded under their name, which is found out unless `name` is given. */
  answer(
    id: string,
    given: { choose: string; text?: string | undefined; by: AnsweredBy; name?: string },
  ): Promise<void>
  /** A new meeting `as` that has the first `at` lines of this one behind it. Hold it to go on. */
  fork(id: string, at: number, as: string, agents?: Agents): Promise<void>
  verify(id: string): Promise<Verification>
  /** What each call sent to its seat, made again from the record and checked against its receipts. Calls no model. */
  prompts(id: string): Promise<readonly SentPrompt[]>
  /** Ends a meeting for good that nobody will finish. `moved` are its documents that stand elsewhere now. Ended already, it stays as it is. */
  abandon(id: string, reason: string, moved?: readonly Moved[]): Promise<void>
  /** Newest first. */
  list(): Promise<readonly Summary[]>
  /** The full id of the one meeting that begins with this. */
  find(prefix: string): Promise<string>
  summary(id: string): Promise<Summary | undefined>
  /** Every line that can be read, also of a journal that cannot be vouched for: `damage` says whether it can. */
  lines(id: string): Promise<readonly Line[]>
  /** What is wrong with the journal, in words; null when every byte of it is vouched for. */
  damage(id: string): Promise<string | null>
  watch(id: string, from: number, signal: AbortSignal): AsyncIterable<Line>
  readonly journals: Journals
}

/** What differs from an ordinary workspace. */
export interface Own {
  /** Where its journals are kept. */
  readonly journals?: Journals
  /** The person's own data; PARLEY_HOME unless given. */
  readonly home?: string
  /** The folder that meetings are prepared for, whose settings count and which a preparation looks at; the root unless given. */
  readonly preparedFor?: string
  /** Kinds of meeting that are held only here, since they need more than a workspace. */
  readonly kinds?: Readonly<Record<string, MeetingKind>>
  /** The folder whose git settings say who answers a meeting with this input; the root where it says none. */
  personIn?(input: unknown): Promise<string | undefined>
  /** Folders besides its own that a meeting here may come upon, and what its record calls them. */
  folders?(): Promise<readonly NamedFolder[]>
  /** Makes the tools of a grant that names its own. */
  tools?(grant: ToolsGrant): Promise<readonly Tool[]>
}

export type ToolsGrant = Extract<Grant, { kind: 'tools' }>

export function parley(root: string, own: Own = {}): Parley {
  const world = createWorld(root, shippedLibrary())
  const journals = own.journals ?? workspaceJournals(root)
  const wired: Wired = { root, journals, world, own }
  const kindNamed = async (name: string) => own.kinds?.[name] ?? shippedKind(name)
  const protocolNamed = async (name: string) => (await kindNamed(name)).protocol
  const folder = own.preparedFor ?? root
  const looked = folder === root ? world : createWorld(folder, shippedLibrary())
  const around = aroundFor({ root: folder, journals, world: looked })
  const opener = {
    root: folder,
    heldIn: root,
    home: own.home ?? parleyHome(),
    kindNamed,
    around,
    open: (as: Opening) => open(as),
  }
  const open = async (as: Opening) => {
    const protocol = await protocolNamed(as.protocol)
    const input = await maskedValue(scrub, protocol.input.parse(as.input))
    if (!(await journals.claim(as.id))) return false
    await openMeeting(journals.of(as.id), firstLine(as, protocol, input), new Date())
    return true
  }
  return {
    root,
    world,
    around,
    kind: kindNamed,
    prepare: (request) => prepareMeeting(opener, request),
    begin: (prepared) => beginMeeting(opener, prepared),
    prepareFound: (found, agents) => prepareFound(opener, found, agents),
    journals,
    list: () => journals.summaries(),
    find: async (prefix) => findMeeting(await journals.ids(), prefix),
    summary: (id) => journals.summary(id),
    lines: async (id) => (await readable(journals, id)).lines,
    damage: async (id) => (await readable(journals, id)).damage,
    watch: (id, from, signal) => journals.of(id).watch(from, signal),

    async hold(id, company, agents) {
      const { opened, alone } = await openedLoosely(journals, id)
      const protocol = await protocolNamed(opened.protocol)
      const voices = await voicesFor(agents ?? recordedAgents(opened), {
        root,
        resumed: !alone,
        answered: async () => answersIn((await readable(journals, id)).lines),
        ...(own.home === undefined ? {} : { home: own.home }),
      })
      try {
        const kept = { summary: empty }
        const named = { withoutFolders: await namingNoFolder(wired) }
        const keep = { keepSummary: keeping(journals, kept) }
        const deps = { ...depsFor(wired, voices, company, opened), ...named, ...keep }
        const source = await leftBehind(journals, opened)
        const ending = await holdMeeting(journals.of(id), protocol, deps, source)
        return { ...ending, summary: kept.summary }
      } finally {
        await voices.close()
      }
    },

    async answer(id, given) {
      const journal = await known(journals, id)
      const { opened } = await openedLoosely(journals, id)
      const deps = { scrub: scrubbed, person: personOf(wired, opened) }
      await appendAnswer(journal, { ...given, at: new Date() }, deps)
    },

    async fork(id, at, as, agents) {
      const request = await forkedAt(journals, { id, at }, as, agents)
      if (!(await open(request))) throw new CannotGoOn('EXISTS', `There is a meeting ${as} already.`)
    },

    async abandon(id, reason, moved = []) {
      const journal = await known(journals, id)
      const there = await Promise.all(
        moved.map(async (one) => ({ ...one, sha256: await world.files.digest(one.to) })),
      )
      await endForGood(journal, there.length === 0 ? { reason } : { reason, moved: there })
    },

    async verify(id) {
      const first = await firstFault(journals, id)
      if (first) return { findings: [first], lines: 0, turns: 0, documents: 0 }
      const { opened } = await openedLoosely(journals, id)
      const protocol = await protocolNamed(opened.protocol)
      const { ceiling, costCeiling = null } = isAgents(opened.agents) ? opened.agents : { ceiling: null }
      const money = { ...silent.money, ceiling: costCeiling }
      const deps = depsFor(wired, { ...silent, ceiling, money }, nobody, opened)
      return withEnd(await verifyMeeting(journals.of(id), protocol, deps), await journals.linesKept(id))
    },

    async prompts(id) {
      const { opened } = await openedLoosely(journals, id)
      const counting = { countTokens, toolsFor: (grant: Grant) => toolsFor(grant, root) }
      const deps = depsFor(wired, { ...silent, ...counting }, nobody, opened)
      const { lines } = await readable(journals, id)
      return sentPrompts(lines, await protocolNamed(opened.protocol), deps)
    },
  }
}

/** What a fork is opened with. Where agents are given, those in the source's journal need not be readable. */
async function forkedAt(
  journals: Journals,
  from: { readonly id: string; readonly at: number },
  as: string,
  agents: Agents | undefined,
): Promise<Opening> {
  const { id, at } = from
  const journal = await known(journals, id)
  const lines = Number.isInteger(at) && at > 0 ? await journal.read(1, at) : []
  if (lines.length < at || lines.length === 0) {
    const { length } = (await journal.readable()).lines
    throw new WrongUsage(
      `Line ${at} is not in this journal.`,
      `It has lines 1 to ${length}: \`parley show ${id} --lines\`.`,
    )
  }
  const opened = openedIn(lines)
  const { input, protocol, version } = opened
  return { protocol, id: as, input, agents: agents ?? recordedAgents(opened), forkedFrom: from, version }
}

/** Detects when whole lines were removed from the end of a journal: its chain is intact then, but the kept summary had more lines. */
function withEnd(verification: Verification, known: number | undefined): Verification {
  const { lines, findings } = verification
  if (lines === 0 || known === undefined || known <= lines) return verification
  const what = `Line ${lines + 1} and what follows are missing: the journal once had ${known} lines.`
  return { ...verification, findings: [...findings, { line: lines + 1, path: null, what }] }
}

async function endForGood(journal: Journal, data: AbortedData): Promise<void> {
  const lease = await journal.lease()
  try {
    const last = lease.lines.at(-1)?.kind
    if (last === undefined || last === 'concluded' || last === 'aborted') return
    const entry = { at: new Date().toISOString(), kind: 'aborted', key: '', data } as const
    await lease.append(lease.lines.length + 1, entry)
  } finally {
    await lease.release()
  }
}

function aroundFor({ root, journals, world }: Omit<Wired, 'own'>): Around {
  return {
    world,
    documents: workspaceDocuments(root),
    takenIds: () => journals.ids(),
    async meetings() {
      const all = await journals.summaries()
      return Promise.all(
        all.map(async ({ id, status }) => ({ id, status, held: await journals.of(id).held() })),
      )
    },
    scrub: scrubbed,
    masked: [],
  }
}

function firstLine(request: Opening, protocol: Protocol, input: unknown): Opened {
  const { id, agents, forkedFrom } = request
  const title = protocol.title(input)
  const base = {
    id,
    protocol: protocol.name,
    version: request.version ?? protocol.version,
    parley: version,
    title,
    input,
    agents,
  }
  return forkedFrom ? { ...base, forkedFrom } : base
}

interface Wired {
  readonly root: string
  readonly journals: Journals
  readonly world: World
  readonly own: Own
}

function depsFor(wired: Wired, voices: Voices, company: Company, opened: Opened): Deps {
  const { root, journals, world, own } = wired
  return {
    world,
    documents: workspaceDocuments(root),
    cwd: root,
    backendFor: (seat) => voices.backendFor(seat),
    toolsFor: (grant) =>
      grant.kind === 'tools' ? (own.tools?.(grant) ?? Promise.resolve([])) : voices.toolsFor(grant),
    countTokens: (text) => voices.countTokens(text),
    ceiling: voices.ceiling,
    money: voices.money,
    timeoutMs: voices.timeoutMs,
    scrub: scrubbed,
    person: personOf(wired, opened),
    now: () => new Date(),
    random: () => randomBytes(5).toString('base64url').replace(/[-_]/g, 'x').slice(0, 6).toLowerCase(),
    wait: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => {}),
    keepSummary: async () => {},
    journalAt: journals.whereIs(opened.id),
    answer: async (question, signal) => {
      const answer = await company.answer(question, signal)
      if (answer) await voices.answered(answer)
      return answer
    },
    observe: company.observe,
    signal: company.signal,
    ...(company.drain ? { drain: company.drain } : {}),
    ...(company.turnSignal ? { turnSignal: company.turnSignal } : {}),
  }
}

/** The answers that a recording of this meeting should hold by now, whoever added them to the journal. */
function answersIn(lines: readonly Line[]): readonly Answer[] {
  return lines.flatMap((line) => (line.kind === 'answered' ? [line.data] : []))
}

/** Goes on from what was kept last: only the new lines are folded. */
function keeping(journals: Journals, kept: { summary: Summary }): Deps['keepSummary'] {
  return async (lines) => {
    kept.summary = await summarise(lines.slice(kept.summary.lines), kept.summary)
    await journals.keepSummary(kept.summary)
  }
}

const scrubbed: Deps['scrub'] = async (text) => {
  const { text: clean, found } = await scrub(text)
  return { text: clean, kinds: found.map(({ kind }) => kind) }
}

/** Asked for each answer: the settings may have changed since the run began. */
function personOf({ root, own }: Wired, { input }: Opened): Deps['person'] {
  return async () => personName(own.home ?? parleyHome(), (await own.personIn?.(input)) ?? root)
}

/** Where a workspace lies on this machine is nobody's business who reads its records. */
async function namingNoFolder({ root, own }: Wired): Promise<(text: string) => string> {
  return withoutFolders([...foldersOf(root, own.home ?? parleyHome()), ...((await own.folders?.()) ?? [])])
}

/** The lines of the source that a fork replays. */
async function leftBehind(journals: Journals, { forkedFrom }: Opened): Promise<readonly Line[] | undefined> {
  if (!forkedFrom) return undefined
  const { id, at } = forkedFrom
  const lines = await journals.of(id).read(1, at)
  if (lines.length === at) return lines
  throw new CannotGoOn(
    'NO_SOURCE',
    `This meeting was forked from line ${at} of ${id}, which has ${lines.length} lines here.`,
    'Put that journal back, or begin anew.',
  )
}

/** The journal of a meeting that was opened here. */
async function known(journals: Journals, id: string): Promise<Journal> {
  if (await journals.has(id)) return journals.of(id)
  throw new WrongUsage(`There is no meeting "${id}" here.`, 'See what there is: `parley list`.')
}

async function readable(journals: Journals, id: string): Promise<Readable> {
  return (await known(journals, id)).readable()
}

async function openedLoosely(journals: Journals, id: string): Promise<{ opened: Opened; alone: boolean }> {
  const first = await (await known(journals, id)).first()
  if (!first) throw new Damaged(1, 'it does not open a meeting')
  return { opened: openedIn([first.line]), alone: first.alone }
}

function recordedAgents({ agents }: Opened): Agents {
  if (isAgents(agents)) return agents
  throw new Damaged(1, 'it does not say how its seats are voiced')
}

/** A first line that opens nothing is a finding like any other. */
async function firstFault(journals: Journals, id: string): Promise<Finding | undefined> {
  try {
    await openedLoosely(journals, id)
    return undefined
  } catch (error) {
    if (!(error instanceof Damaged)) throw error
    return { line: error.line, path: null, what: error.message }
  }
}

/** Voices for a verification, which calls nobody. */
const silent: Voices = {
  backendFor: () => Promise.reject(new CannotGoOn('SILENT', 'A verification calls no model.')),
  toolsFor: () => [],
  countTokens: async () => 0,
  ceiling: null,
  money: { ceiling: null, priceOf: () => null, mustKnow: () => {}, dearest: free },
  timeoutMs: 0,
  answered: async () => {},
  close: async () => {},
}

const nobody: Company = {
  answer: async () => undefined,
  observe: () => {},
  signal: new AbortController().signal,
}
