// Summary: what lists show of a meeting. It is folded from the journal and can always be rebuilt.

/** `damaged` is a meeting whose first line cannot be read; later damage is found when the journal is read or verified. */
export const statuses = [
  'running',
  'waiting',
  'paused',
  'halted',
  'failed',
  'aborted',
  'concluded',
  'damaged',
] as const
export type Status = (typeof statuses)[number]

export interface Summary {
  readonly id: string
  readonly protocol: string
  readonly version: number
  readonly title: string
  readonly status: Status
  readonly openedAt: string
  readonly updatedAt: string
  /** The number of the last line in this summary. */
  readonly lines: number
  readonly phase: string
  readonly turns: number
  readonly input: number
  readonly output: number
  readonly estimated: boolean
  /** In millionths of a dollar, of the calls whose price was known; null when there was none. */
  readonly money: number | null
  /** Calls of paid voices whose price was not known. */
  readonly unpriced: number
  /** The first open question; set while the meeting waits. */
  readonly question: Waiting | null
  /** All open questions: branches may ask at the same time. */
  readonly questions: readonly ({ readonly key: string } & Waiting)[]
  /** Why it halted, failed or was aborted, as it is recorded. */
  readonly detail: string | null
  /** Why it does not go on by itself, in words; null while nothing stops it. */
  readonly why: string | null
  /** What makes its result worth less than it looks, in words. */
  readonly degraded: readonly string[]
}

/** What an open question is called; `plain` where its title is a code. */
interface Waiting {
  readonly id: string
  readonly title: string
  readonly plain?: string
}

/** Newest first. */
export function byAge(a: Summary, b: Summary): number {
  if (a.openedAt !== b.openedAt) return a.openedAt < b.openedAt ? 1 : -1
  return a.id < b.id ? 1 : -1
}

/** The one that something happened in last comes first, whenever it was opened: of concluded ones, the one that ended last. */
export function byLastChange(a: Summary, b: Summary): number {
  return a.updatedAt === b.updatedAt ? byAge(a, b) : a.updatedAt < b.updatedAt ? 1 : -1
}

/** The summary of an empty journal. */
export const empty: Summary = {
  id: '',
  protocol: '',
  version: 0,
  title: '',
  status: 'running',
  openedAt: '',
  updatedAt: '',
  lines: 0,
  phase: '',
  turns: 0,
  input: 0,
  output: 0,
  estimated: false,
  money: null,
  unpriced: 0,
  question: null,
  questions: [],
  detail: null,
  why: null,
  degraded: [],
}
