// The hall: everything a surface may ask of all meetings of all registered projects. Surfaces translate to it and decide nothing.
//
// A meeting is named by `project` and `id`. A talk's journal lies under PARLEY_HOME, every other meeting's in its project's own
// folder; nobody outside the hall needs to know which.

import type { Line } from '../kernel/line/line.js'
import type { Status, Summary } from '../kernel/line/summary.js'
import type { Question } from '../kernel/question.js'
import type { Choice, Field } from '../kernel/request.js'
import type { FeedEvent, FollowEvent } from '../kernel/run/events.js'
import type { Box, Missing } from '../protocols/manifest.js'
import type {
  ClosePreview,
  CloseResult,
  MeetingRef,
  TalkRequest,
  TalkView,
  Worker,
} from '../protocols/talk/views.js'
import type { Glyph } from '../view/glyphs.js'
import type { DocumentKind } from '../view/story.js'
import type { CommitFacts } from '../workspace/git/commit-facts.js'

export { Refused } from '../kernel/errors.js'
export type { FeedEvent, FollowEvent } from '../kernel/run/events.js'
export type {
  ClosePreview,
  CloseResult,
  HowToStep,
  MeetingRef,
  TalkRequest,
  TalkView,
  Worker,
} from '../protocols/talk/views.js'
export type { DocumentKind } from '../view/story.js'

export interface Hall {
  projects(): Promise<readonly Project[]>
  register(project: { name: string; path: string; title?: string }): Promise<Project>
  deregister(name: string): Promise<void>

  /** Newest first; what waits for the person is marked by its status and question. */
  meetings(filter: MeetingFilter): Promise<readonly MeetingEntry[]>
  /** What was said in them, wherever it holds every one of these words; the meetings that changed last come first. */
  search(filter: SearchFilter): Promise<Found>
  meeting(ref: MeetingRef): Promise<MeetingView>
  /** Ends a meeting that nobody will finish. Nothing is deleted. */
  drop(ref: MeetingRef): Promise<void>
  /** Who sits there, by name, as the meeting was opened. Refuses what is no meeting, without reading its journal. */
  seats(ref: MeetingRef): Promise<readonly string[]>
  /** The journal from line `from` on, and what is said meanwhile; ends with the signal, never with the meeting. */
  follow(ref: MeetingRef, from: number, signal: AbortSignal): AsyncIterable<FollowEvent>
  /** What changes anywhere: for lists that must not go stale. */
  feed(signal: AbortSignal): Promise<AsyncIterable<FeedEvent>>

  /**
   * Opens a meeting and goes on with it here. `exists` is called as soon as it has an id and a journal; its opening may still fail
   * then.
   */
  open(request: OpenMeeting, exists?: (ref: MeetingRef) => void, from?: Caller): Promise<MeetingRef>
  /** The recorded meetings that ship with parley. */
  recordings(): Promise<readonly RecordedMeeting[]>
  /** One of them, held in a copy of its repository below PARLEY_HOME; no model speaks. */
  recorded(word: string): Promise<MeetingRef>
  /** What must be given before such a meeting can be opened, and the question whose choice it is; undefined where nothing is missing. */
  missing(request: OpenMeeting): Promise<Missing | undefined>
  /** Answers the question that is named by its key, and goes on. A message to a talk is an answer too. */
  answer(ref: MeetingRef, given: AnswerGiven): Promise<void>
  /** With other ceilings, which the journal remembers for all that follows. */
  resume(ref: MeetingRef, ceilings?: Ceilings): Promise<void>
  /** Goes on with it here, unless it goes on here already. Refuses where another process holds it. */
  attend(ref: MeetingRef): Promise<Attended>
  /** Ends its run here where it stands; it resumes from its journal. False when it does not go on here. */
  leave(ref: MeetingRef): Promise<boolean>
  /** Says something to a talk; gives the number of the line that records it. */
  message(ref: MeetingRef, text: string, allowed?: TurnAllowance): Promise<number>
  /**
   * Stops. In a talk or a chat the turn under way ends, and what was said is kept; any other meeting pauses, and the step under way is
   * made again when it goes on. False when nothing is under way.
   */
  interrupt(ref: MeetingRef): Promise<boolean>
  /** What closing a talk would merge. */
  preview(ref: MeetingRef): Promise<ClosePreview>
  close(ref: MeetingRef): Promise<CloseResult>
  /** Tries failed notes again, or a merge that waits for a person. */
  retry(ref: MeetingRef, what: 'notes' | 'merge', settled?: boolean): Promise<CloseResult>
  verify(ref: MeetingRef): Promise<Verified>

  requests(project?: string): Promise<readonly TalkRequest[]>
  accept(ref: MeetingRef, given?: Accepting, exists?: (ref: MeetingRef) => void): Promise<MeetingRef>
  decline(ref: MeetingRef, reason?: string): Promise<void>
  defer(ref: MeetingRef, until: string): Promise<void>

  workers(): Promise<readonly Worker[]>
  document(project: string, path: string): Promise<DocumentView>
  /** The lines of a file that this meeting cites, as they are now. `cited` is the reference as it stands in a turn. */
  source(ref: MeetingRef, cited: string): Promise<SourceView>
  /** What it left in git, as git has it now. */
  afterwards(ref: MeetingRef): Promise<Afterwards>
  /** A new meeting that goes back to one of the person's answers: `at` is the line that asked. It waits for another answer. */
  fork(ref: MeetingRef, at: number): Promise<MeetingRef>
  /** Decisions of all meetings, newest first. */
  decisions(filter: { project?: string; text?: string }): Promise<readonly Decision[]>
  /** Every way to meet, whatever the project. */
  ways(): Promise<readonly Way[]>
  /** What every kind of meeting is opened with in this project, and who can speak here. */
  forms(project: string): Promise<Forms>
  /** Ticks a follow-up of the meeting off in its record, or opens it again. */
  tick(ref: MeetingRef, box: Ticked): Promise<void>
  health(): Promise<Health>
  /** Starts no further turn, and waits for those under way until they are done or the signal comes. Call `stop` afterwards. */
  drain(signal: AbortSignal): Promise<void>
  /** Ends every run at once. Their meetings resume from their journals when the next hall opens. */
  stop(): Promise<void>
}

/** Where a request comes from, when it is not the server's own page or a program of the person's. */
export interface Caller {
  /** As refusals name it: "over MCP". */
  readonly place: string
  /** Who speaks where neither the request nor the settings say it. */
  readonly otherwise: string
  /** It promises that the seats it speaks for use no web, where they may not. */
  readonly webOff?: boolean
  /** The client whose model writes the request. */
  readonly client?: string
  /** The same one twice within an hour is one request: the meeting that it opened is given again. */
  readonly request?: string | undefined
}

export interface AnswerGiven {
  readonly choose: string
  readonly question?: string
  readonly text?: string
  /** `relayed`: a model handed it over. Default: the person gave it. */
  readonly by?: 'person' | 'relayed'
  /** The client that handed it over. */
  readonly name?: string
}

/** A run that is watched. */
export interface Attended {
  readonly underWay: boolean
  /** What broke it; undefined where nothing did. */
  readonly error: unknown
}

export interface Verified {
  readonly findings: readonly string[]
  /** How much was looked at. */
  readonly lines: number
  readonly turns: number
  readonly documents: number
  readonly at: string
}

/** A meeting as a file for readers without parley. */
export interface Exported {
  readonly name: string
  readonly type: string
  readonly text: string
}

export interface RecordedMeeting {
  /** What `parley demo` calls it. */
  readonly word: string
  readonly protocol: string
  /** Who spoke, and when. */
  readonly model: string
  readonly on: string
}

export interface Project {
  readonly name: string
  readonly title: string
  readonly path: string
  readonly meetingCap: number
  readonly openTalks: number
  /** Why it cannot be used now (folder gone, no repository), or null. */
  readonly trouble: string | null
  /** False for a folder that is shown only because the person has met there. */
  readonly registered: boolean
  /** Nothing of the person's own: the copy in which the recorded meeting is held. */
  readonly recorded: boolean
}

export interface MeetingFilter {
  readonly project?: string
  readonly protocol?: string
  readonly status?: Status
  readonly seat?: string
  readonly text?: string
}

export interface SearchFilter extends Omit<MeetingFilter, 'text'> {
  readonly text: string
}

export interface Found {
  readonly meetings: readonly FoundMeeting[]
  /** How many meetings were looked through. */
  readonly looked: number
  /** There are meetings that were not looked through. */
  readonly more: boolean
}

export interface FoundMeeting extends Pick<Summary, 'id' | 'title' | 'protocol' | 'status' | 'updatedAt'> {
  readonly project: string
  /** How many things said in it hold the words. */
  readonly count: number
  /** The first of them; `key` is the place in the transcript, `found` the word that was looked for. */
  readonly said: readonly {
    readonly key: string
    readonly who: string
    readonly at: string
    readonly before: string
    readonly found: string
    readonly after: string
  }[]
}

export interface MeetingEntry extends Summary {
  readonly project: string
  /** Whether a process holds it now. */
  readonly live: boolean
  /** That process is another one than this: what it asks is answered there. */
  readonly elsewhere: boolean
  /** The model of an MCP host speaks in it, and that host leads it in another process: it goes on there. */
  readonly awaitsHost: boolean
  readonly lastLine: string | null
  readonly seats: readonly string[]
  /** Where everybody stands now; empty before anybody took a stand. */
  readonly stands: readonly Glyph[]
  /** The open question whole, so that it can be answered in a list. */
  readonly asks: Question | null
}

export interface MeetingView extends Omit<MeetingEntry, 'lines'> {
  readonly lines: readonly Line[]
  readonly documents: readonly DocumentRef[]
  /** What a concluded meeting came to, as its protocol tells it. */
  readonly outcome: unknown
  readonly talk: TalkView | null
}

export interface DocumentRef {
  readonly path: string
  readonly kind: DocumentKind
  readonly line: number | null
  /** A working file, such as a scratchpad, and no result of the meeting. */
  readonly working: boolean
}

/** What a meeting may cost. */
export interface Ceilings {
  /** The most tokens that the meeting may cost. */
  readonly ceiling?: number | undefined
  /** The most that it may cost, in dollars. */
  readonly costCeiling?: number | undefined
}

/** Who speaks, and what it may cost. */
export interface VoicesAsked extends Ceilings {
  /** For every seat; as the project's settings say unless given. */
  readonly agents?: string | undefined
  /** For one seat, by its id. */
  readonly seats?: Readonly<Record<string, string>> | undefined
  /** Captures what is said into this script file. Only the person's own commands name one. */
  readonly record?: string | undefined
}

/** What every request to open a meeting has; all else in it are the protocol's own fields, by name. */
export interface OpenMeeting extends VoicesAsked, TurnAllowance {
  readonly protocol: string
  readonly project: string
  readonly [field: string]: unknown
}

/** What the person allows a worker in the turn that follows, and in no other. */
export interface TurnAllowance {
  /** Programs may use the network. Only talks take it. */
  readonly network?: boolean | undefined
  /** The host whose model hands the words over: they are recorded as relayed, never as the person's. */
  readonly relayedBy?: string | undefined
}

export interface Accepting extends VoicesAsked, TurnAllowance {
  /** The person's first words; without any the worker begins. */
  readonly message?: string | undefined
}

export interface DocumentEntry {
  readonly project: string
  readonly path: string
  readonly kind: DocumentKind
  readonly title: string
  readonly date: string | null
  /** Meetings that made or changed it, newest first. */
  readonly meetings: readonly string[]
}

export interface DocumentView extends DocumentEntry {
  readonly text: string
}

/** What stands where a reference points, read just now. */
export interface SourceView {
  readonly path: string
  /** One for each range that is cited, in the file's order, each with the number of its first line. */
  readonly ranges: readonly { readonly from: number; readonly lines: readonly string[] }[]
  /** How many of the cited lines are left out here. */
  readonly left: number
  /** Of the whole file as it is now: it changed since the check where this differs from the citation's. */
  readonly sha256: string
}

export interface Afterwards {
  /** The branch that the project is on now; null where it is on none. */
  readonly branch: string | null
  readonly commits: readonly {
    readonly hash: string
    /** The branch that the journal names. */
    readonly branch: string | null
    /** The meeting's own branch, where its commits became this one. */
    readonly from: string | null
    /** Null where git does not have it any more. */
    readonly facts: (CommitFacts & { readonly more: number }) | null
  }[]
  /** What it left to do, where that can be ticked off. */
  readonly followUps: readonly Box[] | null
  /** To take it over, where the outcome does not say it. */
  readonly commands: readonly string[]
}

/** A box in the record of a meeting, as it is to be; `at` is its place there, from 0. */
export interface Ticked extends Box {
  readonly at: number
}

export interface Decision {
  readonly project: string
  readonly meeting: string
  readonly at: string
  readonly question: string
  readonly decision: string
  readonly reasoning: string
}

/** One protocol, as those see it who have not met yet: by the first kind of meeting that it offers. */
export interface Way {
  readonly protocol: string
  /** What people call such a meeting. */
  readonly title: string
  readonly summary: string
  /** A whole command that opens one. */
  readonly example: string
}

export interface Forms {
  /** Every kind of meeting that can be opened, in the order of the list of protocols. */
  readonly meetings: readonly MeetingForm[]
  readonly agents: readonly AgentChoice[]
  /** The voice of the settings, which speaks where none is named; null where none is settled. */
  readonly usual: string | null
  /** Where none is settled: what a meeting is refused with that names none, line by line. */
  readonly nobody: readonly string[]
}

/** A voice that can be asked for. */
export interface AgentChoice {
  readonly name: string
  readonly hint: string
  /** A part of it is to be filled in, such as the name of a file. */
  readonly blank?: true
}

/** What one kind of meeting is opened with. */
export interface MeetingForm {
  readonly protocol: string
  /** What people call such a meeting. */
  readonly title: string
  readonly summary: string
  /** The words of its command behind `parley`. */
  readonly command: readonly string[]
  readonly fields: readonly FormField[]
  /** Seats that take part whatever is filled in. */
  readonly seated: readonly Choice[]
  /** Why none can be opened in this project yet, and the commands that change that. */
  readonly trouble: { readonly message: string; readonly commands: readonly string[] } | null
}

export type FormField = Field & {
  readonly name: string
  /** What there is to choose from in this project. */
  readonly choices: readonly Choice[]
}

export interface Health {
  readonly status: 'ok'
  readonly version: string
  readonly meetings: number
  readonly uptimeSeconds: number
  /** What the recovery found that a person should know of. */
  readonly notices: readonly string[]
}
