// One workspace and its meetings, as surfaces, the hall and programs use it. The parts are in `wiring/`.

import type { Agents } from './agents/recorded.js'
import type { AgentsRequest } from './agents/who-speaks.js'
import { findMeeting } from './kernel/line/find-meeting.js'
import type { Journals } from './kernel/line/journal.js'
import type { Line } from './kernel/line/line.js'
import type { Summary } from './kernel/line/summary.js'
import type { Moved, Verification } from './kernel/verify/verify.js'
import type { World } from './kernel/world.js'
import { abandonHere, answerHere, type GivenAnswer } from './meetings/append.js'
import { verifyHere } from './meetings/check.js'
import { readable } from './meetings/lookup.js'
import { forkHere, openerOf } from './meetings/open.js'
import { type HeldUntil, holdHere } from './meetings/run.js'
import { usualWords } from './meetings/usual.js'
import { type Company, type Own, wire } from './meetings/wired.js'
import {
  beginMeeting,
  type MeetingRequest,
  type PreparedMeeting,
  prepareFound,
  prepareMeeting,
} from './opening.js'
import type { Around, FoundMeeting, MeetingKind, NotReady } from './protocols/manifest.js'

export { verifyBundle } from './meetings/check.js'
export type { HeldUntil } from './meetings/run.js'
export type { Company, Own } from './meetings/wired.js'

/** One workspace and its meetings. */
export interface Parley {
  readonly root: string
  readonly world: World
  /** Checks everything that can be wrong, and writes nothing. */
  prepare(request: MeetingRequest): Promise<PreparedMeeting | NotReady>
  /** Claims an id and writes the first line; returns the id. Hold it to go on. */
  begin(prepared: PreparedMeeting): Promise<string>
  /** Prepares a meeting that was found without its journal, to be begun again under its own id. */
  prepareFound(found: FoundMeeting, agents?: AgentsRequest): Promise<PreparedMeeting>
  /** What a protocol may look at outside a meeting: for its verbs and forms. */
  readonly around: Around
  /** The kind of meeting that journals know by this name. */
  kind(protocol: string): Promise<MeetingKind>
  /** Goes on until the meeting concludes or stops. `agents` replaces the backends of the seats from here on. */
  hold(id: string, company: Company, agents?: Agents): Promise<HeldUntil>
  /** Records the answer to the open question. A person's is recorded under `name`; by default under the name in their settings or git. */
  answer(id: string, given: GivenAnswer): Promise<void>
  /** A new meeting `as` that starts with the first `at` lines of this one. Hold it to go on. */
  fork(id: string, at: number, as: string, agents?: Agents): Promise<void>
  verify(id: string): Promise<Verification>
  /** Ends a meeting for good that nobody will finish. `moved` are its documents that are elsewhere now. One that has ended is not changed. */
  abandon(id: string, reason: string, moved?: readonly Moved[]): Promise<void>
  /** Newest first. */
  list(): Promise<readonly Summary[]>
  /** The full id of the one meeting that this names: its id, any part of it that no other has, or `last`. */
  find(word: string): Promise<string>
  summary(id: string): Promise<Summary | undefined>
  /** Every line that can be parsed, even of a damaged journal: `damage` says whether it is. */
  lines(id: string): Promise<readonly Line[]>
  /** What is wrong with the journal, in words; null when every hash fits. */
  damage(id: string): Promise<string | null>
  watch(id: string, from: number, signal: AbortSignal): AsyncIterable<Line>
  readonly journals: Journals
}

export function parley(root: string, own: Own = {}): Parley {
  const wired = wire(root, own)
  const { journals, world } = wired
  const opener = openerOf(wired)
  return {
    root,
    world,
    journals,
    around: opener.around,
    kind: wired.kindNamed,
    async prepare(request) {
      const prepared = await prepareMeeting(opener, request)
      if (prepared.kind !== 'ready') return prepared
      const usual = await usualWords(journals, prepared.protocol, prepared.agents)
      return usual.length === 0
        ? prepared
        : { ...prepared, warnings: [...(prepared.warnings ?? []), ...usual] }
    },
    begin: (prepared) => beginMeeting(opener, prepared),
    prepareFound: (found, agents) => prepareFound(opener, found, agents),
    hold: (id, company, agents) => holdHere(wired, id, company, agents),
    answer: (id, given) => answerHere(wired, id, given),
    fork: (id, at, as, agents) => forkHere(wired, { id, at }, as, agents),
    verify: (id) => verifyHere(wired, id),
    abandon: (id, reason, moved = []) => abandonHere(wired, id, reason, moved),
    list: () => journals.summaries(),
    find: async (word) =>
      findMeeting(
        (await journals.summaries()).map(({ id }) => id),
        word,
      ),
    summary: (id) => journals.summary(id),
    lines: async (id) => (await readable(journals, id)).lines,
    damage: async (id) => (await readable(journals, id)).damage,
    watch: (id, from, signal) => journals.of(id).watch(from, signal),
  }
}
