// Manifest: what a protocol's folder says of itself. Every surface is driven by it, so that adding a protocol is a folder and a line
// in the list of protocols: commands, forms, request bodies, lists, stories and exports come from here.
//
// The manifest itself is light, because the list is read whenever a command starts. What costs time to load comes by `load`.

import type { Status } from '../kernel/line/summary.js'
import type { Protocol } from '../kernel/protocol.js'
import type { Answer, Question } from '../kernel/question.js'
import type { Choice, Fields, Given, Values } from '../kernel/request.js'
import type { Documents } from '../kernel/run/documents.js'
import type { World } from '../kernel/world.js'
import type { Telling } from '../view/telling.js'

export interface Manifest {
  /** The folder's name; also the first word of its commands. */
  readonly name: string
  readonly summary: string
  /** The words for a group of commands; absent when the folder's one meeting is itself the command. */
  readonly group?: { readonly about: string; readonly examples: Examples }
  /** By the name under which journals know them: `council.meeting`. */
  readonly meetings: Readonly<Record<string, Offer<MeetingKind>>>
  /** What can be done without a meeting: `convene`, `info`. */
  readonly verbs?: Readonly<Record<string, Offer<Verb>>>
  /** What it keeps in a folder between meetings, for those who look around there. */
  readonly standing?: {
    /** The file that marks such a folder. */
    readonly marker: string
    /** What it is called: `a council`. */
    readonly name: string
    /** What earlier meetings left lying there. */
    leftovers(around: Around): Promise<readonly LeftLying[]>
    /** What earlier meetings left to do. */
    followUps?(around: Around): Promise<readonly FollowUp[]>
    /** What one meeting left to do, done or not, in the order of its record; undefined where it keeps no such list. */
    followUpsOf?(around: Around, id: string): Promise<readonly Box[] | undefined>
    /** Ticks one of them off, or opens it again. Refuses where another stands there by now. */
    tick?(around: Around, id: string, at: number, box: Box): Promise<void>
  }
  /** A file of the workspace in which its meetings file what is left to do, and people change it. */
  readonly filed?: {
    readonly path: string
    /** What the file is a list of, in the plural. */
    readonly called: string
    /** What is open in its text. */
    open(
      text: string,
    ): Promise<readonly { readonly id: string; readonly item: string; readonly owner: string }[]>
  }
  /** How its meetings are told on every surface. Without one they are told plainly, by their lines and the words of their notes. */
  telling(): Promise<{ readonly telling: Telling }>
  /** Held by the hall only, which has a host for it (`hall/hosts.ts`); a command line speaks to the server. */
  readonly hosted?: boolean
  /** Its command reads its own words, in place of flags made from the fields of its meetings. */
  words?(): Promise<OwnWords>
}

export interface LeftLying {
  readonly id: string
  /** What the meeting was about; empty where nothing says so. */
  readonly title: string
  /** What it is and what one would best do, in words. */
  readonly what: string
  /** Whether its journal is there, so that it can be shown. */
  readonly journal: boolean
}

/** Something that a meeting left to do. Numbers count from 1 over all that are open. */
export interface FollowUp {
  readonly number: number
  readonly item: string
  readonly owner: string
  /** The meeting that left it. */
  readonly id: string
  /** Its place among all boxes of that meeting's record, from 0. */
  readonly at: number
}

/** A box in a record: something to do. */
export interface Box {
  readonly item: string
  readonly owner: string
  readonly done: boolean
}

/** Something that is listed without being loaded. */
export interface Offer<T> {
  /** Its word behind the folder's name at the command line; null when the folder's name is the command. */
  readonly word: string | null
  readonly summary: string
  load(): Promise<T>
}

/** A command line, then what it does. */
export type Examples = readonly (readonly [string, string])[]

/** One kind of meeting: what it is opened with, and the procedure that then runs. */
export interface MeetingKind<F extends Fields = Fields, Input = unknown, Outcome = unknown> {
  readonly about: string
  readonly examples: Examples
  readonly fields: F
  readonly protocol: Protocol<Input, Outcome>
  /** The file that marks its root; without one, the root is the workspace's. */
  readonly marker?: string
  /**
   * Settles everything that can be wrong before anything is written: names, numbers, files, who sits there. Every text in the
   * request was masked before.
   */
  prepare(request: Values<F>, around: Around): Promise<Prepared<Input>>
  /** What a person who is there is asked for before anything is prepared, because without it nothing could be. */
  asksFirst?(around: Around, given: Given): Promise<Missing | undefined>
  /** What there is to choose from in this project, by field. Never rejects: what cannot be read leaves a field without choices. */
  options?(around: Around): Promise<Readonly<Partial<Record<keyof F, readonly Choice[]>>>>
  /** Who sits there whatever is asked for, as a form shows it beforehand. Never rejects. */
  seated?(around: Around): Promise<readonly Choice[]>
  /** Its command also takes `--resume ID` with `--continue`, `--interject TEXT` or `--wrap-up`, as `parley resume` does. */
  readonly resumeFlags?: boolean
  /**
   * What earlier meetings left lying, for kinds whose person may be asked about it after their own meeting too. Undefined where there
   * is nothing.
   */
  lying?(around: Around): Promise<Lying | undefined>
  /** Asks about what earlier meetings left lying. May name one that goes on in place of the new one. */
  tidy?(around: Around, asking: Asking, given: Given): Promise<Instead | undefined>
  /**
   * A meeting that has files here but no journal, by its id: how it goes on. Refuses, saying what can be done, where it cannot; undefined
   * where no file tells of one.
   */
  revive?(around: Around, id: string): Promise<Instead | undefined>
  /** Lets a run end in order by itself; says what will happen. Absent where a run is ended where it stands. */
  windDown?(around: Around, id: string): Promise<string>
}

/** What lies there now: in one line, and the questions about it. */
export interface Lying {
  readonly line: string
  ask(asking: Asking): Promise<Instead | undefined>
}

/** A field that was not given, and the question whose choice or text it is. */
export interface Missing {
  readonly field: string
  readonly question: Question
}

/** Everything outside that a preparation may look at. */
export interface Around {
  readonly world: World
  readonly documents: Documents
  /** Every id that is taken in this workspace, also by a meeting that another process is just opening. */
  takenIds(): Promise<readonly string[]>
  /** Meetings that have a journal in this workspace. */
  meetings(): Promise<readonly KnownMeeting[]>
  /** The other folders in which the person has met. */
  elsewhere(): Promise<readonly Elsewhere[]>
  /** What a meeting of this workspace was opened with, as its first line says. Rejects where it cannot be read. */
  inputOf(id: string): Promise<unknown>
  /** What a meeting of this workspace came to; null where it is not concluded. Rejects where it cannot be read. */
  outcomeOf(id: string): Promise<unknown>
  scrub(text: string): Promise<{ readonly text: string; readonly kinds: readonly string[] }>
  /** What the settings of the workspace and of the person say to protocols. */
  settled(): Promise<SettledForProtocols>
}

/** Settings that only one protocol reads, by its name. */
export interface SettledForProtocols {
  /** False: no seat may have the web. */
  readonly web?: false
  readonly analyze: {
    readonly root?: string
    readonly team?: boolean
    readonly maxExchanges?: number
  }
}

export interface Elsewhere {
  readonly name: string
  /** Its absolute path, to be shown. */
  readonly path: string
  /** To look around there; null where the folder is gone. */
  readonly within: Pick<Around, 'world' | 'documents'> | null
  /** It is looked at no more until the person meets there again. */
  forget(): void
}

export interface KnownMeeting {
  readonly id: string
  readonly title: string
  readonly protocol: string
  readonly status: Status
  /** When its last line was written, in ISO 8601. */
  readonly updatedAt: string
  /** A living process has it now. */
  readonly held: boolean
  /** Nobody has it now, and its next words come from the model of an MCP host, which goes on with it. */
  readonly awaitsHost: boolean
}

export type Prepared<Input = unknown> = Ready<Input> | NotReady

export interface Ready<Input = unknown> {
  readonly kind: 'ready'
  /** The ids of all who may be called on: a voice can be named for no other. */
  readonly seats: readonly string[]
  /** The model that its seats ask for, where a backend leaves the choice open. */
  readonly model?: string | undefined
  /** No seat may have the web: a voice that cannot be kept from it is refused. */
  readonly noWeb?: boolean
  /** What the person should know before it begins. */
  readonly warnings?: readonly string[]
  /**
   * The next id that looks free and what the meeting is opened with under it. Takes nothing: opening claims the id, and asks
   * again when somebody else was faster.
   */
  propose(voicing: Voicing): Promise<{ readonly id: string; readonly input: Input }>
}

/** A rule forbids the meeting before it begins; nothing was written. */
export interface NotReady {
  readonly kind: 'halted'
  readonly code: string
  /** For the person. */
  readonly lines: readonly string[]
  /** The line of the halt. */
  readonly halt: string
}

export interface Voicing {
  /** What will speak for the seat with this id. */
  voice(seat: string): string
  /** Whether a voice was named for this seat alone. */
  apart(seat: string): boolean
  readonly ceiling: number | null
}

/** How a person is reached outside a meeting. */
export interface Asking {
  /** Undefined where nobody can answer. */
  ask(question: Question): Promise<Answer | undefined>
  tell(line: string): void
  /** Ends a meeting for good that nobody will finish; `moved` are its documents that stand elsewhere now. */
  abandon(
    id: string,
    reason: string,
    moved: readonly { readonly path: string; readonly to: string }[],
  ): Promise<void>
}

/** A meeting that goes on in place of a new one: by its journal, or opened again under its own id where the journal is gone. */
export interface Instead {
  readonly id: string
  readonly reopen: FoundMeeting | null
}

/** A meeting that was found without its journal: what it is opened with again is known, and it proposes its own id. */
export interface FoundMeeting {
  /** As journals name it. */
  readonly protocol: string
  readonly ready: Ready
}

/** Something that a protocol can do without a meeting. */
export interface Verb<F extends Fields = Fields> {
  readonly about: string
  readonly examples: Examples
  readonly fields: F
  /** As for a meeting; `here` means the very folder in which it is called: it sets up what the protocol keeps there. */
  readonly marker?: string
  readonly here?: boolean
  /** As for a meeting. */
  options?(around: Around): Promise<Readonly<Partial<Record<keyof F, readonly Choice[]>>>>
  run(request: Values<F>, around: Around, calling: Calling): Promise<Done>
}

export interface Calling extends Asking {
  /** The person allows every default, also one that overwrites. */
  readonly yes: boolean
  /** What the person types to call parley, for commands to copy. */
  readonly command: string
  /** How wide the person's terminal is; without one, nothing needs to be narrow. */
  readonly columns?: number
}

/** How a command reads its own words, in place of fields alone. */
export interface OwnWords {
  readonly about: string
  readonly examples: Examples
  /** Fields that are read as every command reads them, as flags and operands. */
  readonly fields?: Fields
  /** Its flags beside these and those of every command, without the dashes. */
  readonly flags: Readonly<Record<string, OwnFlag>>
  /** In place of those that the fields make. */
  readonly operands?: readonly OwnOperand[]
  /** No flag is unknown, and every field has a value that it can have. */
  read(heard: Heard): WordsRead
  /** Asked where nothing says which folder the project is; its options are `here`, or a text with another folder. */
  whereToWork(folder: string): Question
}

export interface OwnFlag {
  /** The name of its value in help; a flag without one takes no value. */
  readonly takes?: string
  /** The value may be left out, or be a word that stands elsewhere. */
  readonly loose?: true
  readonly about: string
  /** The heading under which help lists it. */
  readonly group?: string
}

export interface OwnOperand {
  readonly name: string
  readonly about?: string
  readonly optional?: boolean
  /** Takes all remaining words, so that a task needs no quotes. */
  readonly rest?: boolean
}

/** The fields that were given, and every word as it came. */
export interface Heard {
  readonly given: Given
  readonly spoken: readonly Spoken[]
}

/** A flag that is known, with its value, or a word that is none. */
export interface Spoken {
  readonly flag?: string
  /** Undefined where a flag takes none, or none was given. */
  readonly value?: string | undefined
  /** As they were typed. */
  readonly words: readonly string[]
  /** Behind `--`, where nothing is a flag. */
  readonly free: boolean
}

/** What the words ask for. */
export type WordsRead =
  | {
      readonly kind: 'meeting'
      readonly warnings: readonly string[]
      readonly fields: Given
      /** Fields whose text is in a file that the person named, seen from where they are, or `-` for standard input. */
      readonly texts?: Readonly<Record<string, TextSource>>
      /** Done in place of opening, where the words mean a meeting or a result that is there; null: it is opened. */
      instead?(given: Given, around: Around, calling: Calling): Promise<DoneInstead | null>
      /** A field that nobody gave and that a person can be asked for. */
      readonly missing: { readonly field: string; question(around: Around): Promise<Question> } | null
    }
  | {
      readonly kind: 'deed'
      readonly warnings: readonly string[]
      run(around: Around, calling: Calling): Promise<DeedDone>
    }

/** A text that the surface reads: whole, UTF-8, at most so many bytes. */
export interface TextSource {
  readonly path: string
  /** The flag or operand that named it, for refusals. */
  readonly flag: string
  readonly mostBytes: number
}

/** What a deed came to, or the meeting that goes on, or the one that is opened because its journal is not here. */
export type DeedDone =
  | {
      readonly kind: 'done'
      readonly text: string
      readonly events: readonly Done['event'][]
      readonly exit: 0 | 1 | 3
    }
  | { readonly kind: 'resume'; readonly id: string }
  | { readonly kind: 'open'; readonly found: FoundMeeting }

/** What became of a wish to open a meeting: something else was done, or it is opened after all with more fields. */
export type DoneInstead = DeedDone | { readonly kind: 'open-with'; readonly fields: Given }

/** What a verb came to: words for people, facts for programs. */
export interface Done {
  readonly text: string
  readonly event: { readonly type: string } & Readonly<Record<string, unknown>>
}

/** The one place where the types of a kind are forgotten: a list holds kinds of all sorts, and hands each only what it made itself. */
export function meetingKind<F extends Fields, Input, Outcome>(
  kind: MeetingKind<F, Input, Outcome>,
): MeetingKind {
  return kind as unknown as MeetingKind
}

export function verb<F extends Fields>(one: Verb<F>): Verb {
  return one as unknown as Verb
}
