// Telling: what a protocol's folder knows of its own journals, so that the one story can be told of every protocol. Pure data and
// functions without files, clocks or schemas: a telling runs in the browser too.

import type { ActedData } from '../kernel/line/line-data.js'
import type { Answer } from '../kernel/question.js'
import type { Drawing } from './drawings.js'
import type { Cited, Degree, Item, Tally, Turn } from './items.js'
import type { DecisionTold, OutcomeTold } from './outcome.js'
import type { Part, PinPart } from './parts.js'
import type { ProposalTold } from './proposals.js'
import type { Dissent, DocumentKind, Face, Story } from './story.js'

/** What an outcome may rest on beside its own fields. */
export interface ToldBefore {
  readonly dissents: readonly Pick<Dissent, 'name' | 'text'>[]
  readonly items: readonly Item[]
  readonly decisions: readonly DecisionTold[]
}

export interface Telling {
  /** Every protocol of the folder, by the name that journals have for it, and what people call such a meeting. */
  readonly protocols: Readonly<Record<string, string>>
  /** Who sits there, in their order. */
  seats(input: unknown): readonly Face[]
  /** What the person is called, where the input says so. */
  person?(input: unknown): string | undefined
  /** What the person said when they opened it, where that is a first word to the seats. */
  openingWords?(input: unknown): string | undefined
  /** How a phase is shown; as it is named where this says nothing. */
  phase?(name: string): PhaseTold
  /** The phases in their order, where they are known beforehand. */
  readonly phases?: readonly string[]
  /** The same, where they depend on what the meeting was opened with. */
  phasesOf?(input: unknown): readonly string[]
  /** What kinds of documents it leaves and where; the first that fits counts. */
  readonly documents: readonly DocumentPlace[]
  /** Folders of a project, relative to its root, where its documents lie. */
  readonly folders: readonly string[]
  /** The notes that it leaves in the journal, by kind. Any other kind is told by its words. */
  readonly notes: Readonly<Record<string, NoteTelling>>
  /** What a note changes in the drawings of the meeting, by kind; told beside what the note says, never in place of it. */
  readonly draws?: Readonly<Record<string, Draws>>
  /**
   * What in a note makes the result worth less than it looks, in words. A note of the kind `degraded` says it by its own words. By the
   * note alone: lists must know it without the rest of the story.
   */
  degraded?(kind: string, data: unknown): readonly string[]
  /** Its note of the kind `degraded` names everything there is to say, so that the last one counts alone. */
  readonly lastDegradedCounts?: boolean
  /** What a reader looks for in the words of a seat. */
  parts?(text: string): readonly Part[]
  /** Words before a tool call are shown with the turn: the person has watched them being said. Elsewhere they stay in the receipt. */
  readonly showsAsides?: boolean
  /** A structured reply in words, as Markdown; its fields are told one by one where this says nothing. */
  reply?(call: string, value: unknown, story: Story): string | undefined
  /** Calls that came to nothing are not told: the procedure says in words what became of them. */
  readonly hidesFailures?: boolean
  /** What an answer is beside the choice of an option. */
  answer?(
    answer: Answer,
    at: { readonly key: string; readonly input: unknown },
  ): { readonly repeated?: boolean; readonly talk?: boolean; readonly settled?: boolean }
  /** What an act shows, where no note says it. */
  acted?(act: ActedData, story: Story): readonly Told[]
  /** What it came to; undefined for an outcome that is not its own. `before` is what was told by then: dissents, which are shown beside it, need not be repeated. */
  tell(outcome: unknown, before?: ToldBefore): OutcomeTold | undefined
  /** It prints a transcript to the letter: terminals then print what is `verbatim`, and say everything else beside it. */
  readonly toTheLetter?: boolean
  /**
   * Whether the question with this id only waits for what the person says next. Such a meeting may rest there for days: lists put
   * it behind questions that somebody waits for, and offer the words alone, since anything else is done on its own page.
   */
  awaitsWords?(question: string): boolean
  /** What a note says of where the meeting stands, for whoever comes back to it; the last one counts. */
  recap?(kind: string, data: unknown): string | undefined
  /** It is one thread of short messages: a terminal holds it as a chat, and the page keeps the thread and the documents side by side. */
  readonly chat?: Chat
  /** Its questions hold what is decided on: they are read whole, in the middle of a page, before they can be answered. */
  readonly readsFirst?: boolean
  /** What the question with this id is about, and read with it. */
  drafts?(question: string): Drafts | undefined
  /** Whether the body of the question with this id says itself how it can be answered. */
  saysHow?(question: string): boolean
}

export interface Chat {
  /** Whether the words of the question with this id are part of the thread: a turn says them. */
  said(question: string): boolean
  /** Whether this seat has no face in the thread, since it speaks for others. */
  unnamed(seat: string): boolean
  /** What the person says to end it before its end, and what a button that says it is called. */
  readonly ends?: { readonly says: string; readonly label: string }
}

export interface Drafts {
  /** Titles of documents. */
  readonly papers: readonly string[]
  /** They hold everything that the body of the question sums up. */
  readonly sayAll: boolean
  /** Ids of drawings that the body says already. */
  readonly drawings: readonly string[]
  /** Its free text changes the papers: a surface may let the person edit them where they stand. */
  readonly editable?: boolean
  /** Columns of their tables that the engine fills: nobody writes there. */
  readonly fixed?: readonly string[]
  /** Ids of further drawings that it repeats: whoever reads line by line reads them there alone. */
  readonly repeats?: readonly string[]
}

export interface PhaseTold {
  readonly label: string
  /** The round that it is. */
  readonly round?: number
  readonly quiet?: boolean
}

export interface DocumentPlace {
  readonly path: RegExp
  readonly kind: DocumentKind
  readonly title: string
  /** The meeting works with it and does not leave it. */
  readonly working?: boolean
}

/** How one kind of note is told. Undefined when its data is not what this protocol writes: then it is told by its words. */
export type NoteTelling = (data: unknown, story: Story) => readonly Told[] | undefined

/** `n` is the note's line. None when its data is not what this protocol writes. */
export type Draws = (data: unknown, story: Story, n: number) => readonly Drawing[]

/** What a note adds to the story. */
export type Told =
  /** A turn that passed the rules. The story adds what its drafts cost, used and cited. */
  | Pick<
      Turn,
      | 'kind'
      | 'seat'
      | 'name'
      | 'role'
      | 'label'
      | 'phase'
      | 'round'
      | 'text'
      | 'parts'
      | 'verbatim'
      | 'shown'
      | 'abridged'
    >
  /** What the last turn put on the table. */
  | { readonly kind: 'pins'; readonly pins: readonly PinPart[]; readonly by: string }
  /** What the last turn cited, or the last structured reply. Without `cited`, only how many of each. */
  | {
      readonly kind: 'citations'
      readonly of?: 'turn' | 'reply'
      readonly tally: Tally
      readonly cited?: readonly Cited[]
      /** Null where there is nothing to say in the transcript. */
      readonly verbatim: string | null
    }
  /** References that were checked while a turn was on its way, or just after it. */
  | { readonly kind: 'checked'; readonly cited: readonly Cited[] }
  | { readonly kind: 'round'; readonly round: number }
  /** Where everybody stands at the end of a round. */
  | { readonly kind: 'rows'; readonly round: number; readonly rows: readonly RowTold[] }
  /** What the last turn of this seat marked as dissents, in its order, under the protocol's own ids; and which it took back. */
  | {
      readonly kind: 'dissents'
      readonly seat: string
      readonly marked: readonly {
        readonly id: string
        readonly against: string
        readonly text: string
        /** It repeats one that stands already. */
        readonly restated: boolean
      }[]
      readonly withdrawn: readonly { readonly id: string; readonly reason: string }[]
    }
  /** Everything that is on the table now; it replaces what was told of it before. */
  | { readonly kind: 'proposals'; readonly proposals: readonly ProposalTold[] }
  /** Everything that was recorded as settled on the way; it replaces what was told of it before. */
  | { readonly kind: 'decisions'; readonly decisions: readonly DecisionTold[] }
  | {
      readonly kind: 'notice'
      readonly degree: Degree
      readonly text: string
      readonly verbatim?: string
      readonly beside?: boolean
    }
  /** The marker of a phase, and why it was passed over if it was. */
  | {
      readonly kind: 'phase'
      readonly name: string
      readonly skipped: string | null
      readonly verbatim: string
    }
  | { readonly kind: 'cost-check'; readonly ceiling: number | null; readonly verbatim: string }

export interface RowTold {
  readonly seat: string
  readonly position: string
  readonly answered: boolean
  /** It took back what it had marked in an earlier round. */
  readonly withdrew?: boolean
  readonly dissents: readonly { readonly id: string; readonly qualifier: string; readonly text: string }[]
}
