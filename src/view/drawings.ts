// Drawings: what a meeting lays before its reader beside the words, as data. A protocol says what there is (`draws` of its telling), a
// surface lays each out as a table; none of them is any protocol's own.

/** A later drawing with the same id takes the place of an earlier one. */
export type Drawing = Scores | Graph | Settled | Checks | Pieces | Progress | Bars | Papers | Entries

interface Titled {
  readonly id: string
  readonly title: string
  /** It only shows how the meeting is steered: behind a control of its own, closed until somebody asks for it. */
  readonly apart?: boolean
}

/** Candidates with their scores: how each came about, and who was taken. Those who were taken come first. */
export interface Scores extends Titled {
  readonly kind: 'scores'
  /** What the parts of a score are called, in their order. */
  readonly parts: readonly string[]
  readonly rows: readonly {
    readonly seat: string
    readonly name: string
    readonly total: number
    readonly parts: readonly number[]
    readonly taken: boolean
    readonly why: string
  }[]
  /** A sentence about the whole. */
  readonly remark: string
}

/** Seats as the nodes of a graph, and what is between them. */
export interface Graph extends Titled {
  readonly kind: 'graph'
  readonly seats: readonly {
    readonly seat: string
    readonly name: string
    /** Why it is there no more; null while it is. */
    readonly left: string | null
  }[]
  readonly ties: readonly Tie[]
}

export interface Tie {
  readonly id: string
  readonly a: string
  readonly b: string
  /** What it is about. */
  readonly words: string
  readonly why: string
  /** What each said to the other, in order. */
  readonly ways: readonly {
    readonly from: string
    readonly to: string
    readonly stance: Stance
    /** The item where it was said. */
    readonly at: string | null
  }[]
}

/** The last two are of questions, which nobody holds. */
export type Stance = 'holds' | 'moves' | 'gives way' | 'answers' | 'answers back'

/** Points that had to be settled, and what became of each. */
export interface Settled extends Titled {
  readonly kind: 'settled'
  readonly points: readonly {
    readonly id: string
    readonly seats: readonly string[]
    readonly words: string
    readonly state: 'settled' | 'overruled' | 'open'
    /** How it was settled, or what is said of it; empty while nothing is. */
    readonly end: string
    readonly why: string
    readonly places: readonly Place[]
  }[]
}

/** The way to where something was said or decided. */
export interface Place {
  readonly label: string
  /** The item. */
  readonly at: string
}

/** What had to hold before the meeting could go on, one entry for each look. */
export interface Checks extends Titled {
  readonly kind: 'checks'
  readonly looks: readonly {
    readonly name: string
    readonly ok: boolean
    /** In words: what was missing, one sentence each. */
    readonly faults: readonly string[]
    /** What follows from it. */
    readonly result: string
    readonly at: string
  }[]
}

/** Pieces of work, with what each has to fulfil. */
export interface Pieces extends Titled {
  readonly kind: 'pieces'
  readonly pieces: readonly Piece[]
  readonly remark: string
}

export interface Piece {
  readonly id: string
  readonly title: string
  readonly seat: string
  readonly after: readonly string[]
  readonly points: readonly {
    readonly id: string
    readonly words: string
    readonly how: string
    readonly state: 'pending' | 'verified' | 'failed'
    readonly evidence: string
  }[]
  /** How far it is; empty before anybody began. */
  readonly state: string
  /** Where it was published. */
  readonly link: { readonly label: string; readonly url: string } | null
}

/** Something that is done step by step. */
export interface Progress extends Titled {
  readonly kind: 'progress'
  readonly done: number
  readonly of: number
  /** How it stands, as a sentence. */
  readonly words: string
  readonly steps: readonly {
    readonly id: string
    readonly words: string
    readonly link: { readonly label: string; readonly url: string } | null
  }[]
}

/** How much of each part was gone through. */
export interface Bars extends Titled {
  readonly kind: 'bars'
  /** What is counted, and what becomes of it: `file`, `files`, `read`. */
  readonly counts: { readonly one: string; readonly many: string; readonly done: string }
  readonly bars: readonly {
    readonly name: string
    readonly done: number
    readonly of: number
    /** How it stands, in a word or two. */
    readonly state: string
    /** What is left, by name; `done` and `of` count, this may stop earlier. */
    readonly left: readonly string[]
  }[]
  readonly remark: string
}

/** Documents as they grow. */
export interface Papers extends Titled {
  readonly kind: 'papers'
  readonly papers: readonly PaperDrawn[]
}

export interface PaperDrawn {
  readonly path: string
  readonly title: string
  /** Whose it is; null where it is nobody's at the table. */
  readonly seat: string | null
  /** How far it is, in a word or two. */
  readonly state: string
  /** What is said of its worth; empty where nothing is. */
  readonly worth: string
  /** The line with which it changed last; 0 while it is not written. */
  readonly changed: number
}

/** What was noted one after another, each in a few words. */
export interface Entries extends Titled {
  readonly kind: 'entries'
  readonly entries: readonly {
    readonly words: string
    /** When and why, in small words; empty where nothing is said. */
    readonly about: string
  }[]
}

/** The drawing of this id and kind, as it stands. */
export function drawnAs<K extends Drawing['kind']>(
  drawings: ReadonlyMap<string, Drawing>,
  id: string,
  kind: K,
): Extract<Drawing, { readonly kind: K }> | undefined {
  const found = drawings.get(id)
  return found?.kind === kind ? (found as Extract<Drawing, { readonly kind: K }>) : undefined
}
