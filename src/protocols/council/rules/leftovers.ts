// Leftovers: what interrupted sessions left behind, told from listings alone, and what may be offered for each.
//
//   LEFT1  A live pad is never offered for deletion: it may hold the only copy of what was said.
//
// A session that waits for the person or for its host, is paused, is held by a live process, or was dropped without work in git is no
// leftover.
// Work without a record is never offered for merging. One session is one leftover: while its pad is live, its worktree and branch
// belong to that.

export type Offer = 'resume' | 'archive' | 'keep' | 'delete'

export type LeftoverKind = 'unconcluded' | 'unarchived' | 'delivered' | 'unaudited' | 'uncommitted'

export interface Leftover {
  readonly kind: LeftoverKind
  readonly id: string
  /** What the session is about; empty where nothing says so. */
  readonly title: string
  /** What it is, in a few words. */
  readonly what: string
  /** What the person would best do. */
  readonly suggestion: string
  /** Lines that help to choose: commands, paths. */
  readonly details: readonly string[]
  readonly offers: readonly Offer[]
  /** What choosing `archive` does here. */
  readonly archiving: string
  /** A journal is there that can still go on; else there is only the pad. */
  readonly journal: boolean
  readonly worktree: string | null
  readonly branch: string | null
  /** Paths that are not committed, for an uncommitted audit trail. */
  readonly paths: readonly string[]
}

/** What lies around, by id where a thing has one. */
export interface Findings {
  readonly pads: readonly string[]
  readonly records: readonly string[]
  /** Worktree folders by id. */
  readonly worktrees: Readonly<Record<string, string>>
  /** Ids that have a branch `council/work-<id>`. */
  readonly branches: readonly string[]
  /** Those of them that the current branch holds already. */
  readonly merged: readonly string[]
  /** Paths of records, archives and topics that are not committed, by the id they belong to. */
  readonly uncommitted: Readonly<Record<string, readonly string[]>>
  readonly meetings: readonly OpenMeeting[]
  /** What sessions without a journal are about, by id. */
  readonly tasks: Readonly<Record<string, string>>
}

/** A meeting that has a journal. `held`: a live process has it now; `awaitsHost`: none has, and an MCP host goes on with it. */
export interface OpenMeeting {
  readonly id: string
  readonly title?: string
  readonly status: string
  readonly held: boolean
  readonly awaitsHost?: boolean
}

export function leftoversIn(found: Findings): Leftover[] {
  const busy = new Set(found.meetings.filter(isNoLeftover).map(({ id }) => id))
  const ids = [...new Set([...found.pads, ...Object.keys(found.worktrees), ...found.branches])].sort()
  const left = ids.filter((id) => !busy.has(id) && !isOver(id, found))
  const sessions = left.map((id) => sessionLeftover(id, found))
  const trails = Object.entries(found.uncommitted)
    .filter(([id]) => !busy.has(id) && !found.pads.includes(id))
    .map(([id, paths]) => uncommitted({ id, title: titleIn(found, id) }, paths))
  return [...sessions, ...trails]
}

/** A session that is no leftover, though its pad is live and it has no record yet. */
export interface UnderWay {
  readonly id: string
  readonly what: string
  readonly suggestion: string
}

export function underWayIn({ meetings, pads }: Findings): UnderWay[] {
  return meetings
    .filter((meeting) => isNoLeftover(meeting) && pads.includes(meeting.id))
    .map((meeting) => ({ id: meeting.id, ...wordsFor(meeting) }))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
}

function wordsFor({ id, status, held, awaitsHost }: OpenMeeting): Omit<UnderWay, 'id'> {
  if (held) return { what: 'a process holds it now', suggestion: `parley watch ${id}` }
  if (awaitsHost)
    return { what: 'waits for its host', suggestion: `it goes on there, with parley_next id=${id}` }
  return status === 'paused'
    ? { what: 'paused', suggestion: `parley resume ${id}` }
    : { what: 'waits for your answer', suggestion: `parley show ${id}` }
}

function isNoLeftover({ status, held, awaitsHost }: OpenMeeting): boolean {
  return held || awaitsHost === true || status === 'waiting' || status === 'paused'
}

/** The person has ended it, so nobody asks again what becomes of its pad. Work that lies in git is still told. */
function isOver(id: string, found: Findings): boolean {
  const { records, worktrees, branches } = found
  return isDropped(id, found) && !records.includes(id) && !(id in worktrees) && !branches.includes(id)
}

function isDropped(id: string, { meetings }: Findings): boolean {
  return meetings.some((meeting) => meeting.id === id && meeting.status === 'aborted')
}

function titleIn({ meetings, tasks }: Findings, id: string): string {
  return meetings.find((meeting) => meeting.id === id)?.title ?? tasks[id] ?? ''
}

const ended = new Set(['aborted', 'concluded'])

function sessionLeftover(id: string, found: Findings): Leftover {
  const base = {
    id,
    title: titleIn(found, id),
    journal: found.meetings.some((meeting) => meeting.id === id && !ended.has(meeting.status)),
    worktree: found.worktrees[id] ?? null,
    branch: found.branches.includes(id) ? `council/work-${id}` : null,
    paths: [],
  }
  const recorded = found.records.includes(id)
  if (found.pads.includes(id) && !recorded) return isDropped(id, found) ? dropped(base) : unconcluded(base)
  if (found.pads.includes(id)) return unarchived(base)
  return recorded ? delivered(base, found.merged.includes(id)) : unaudited(base)
}

type Base = Pick<Leftover, 'id' | 'title' | 'journal' | 'worktree' | 'branch' | 'paths'>

function unconcluded(base: Base): Leftover {
  return {
    ...base,
    kind: 'unconcluded',
    what: 'unconcluded session: a live scratchpad without a record',
    suggestion: 'resume it, or archive it',
    details: [`Scratchpad: .council/scratch/${base.id}.md`, ...whereWorkLies(base)],
    offers: ['resume', 'archive', 'keep'],
    archiving:
      base.worktree || base.branch
        ? 'closes the pad without a conclusion and sets its branch aside'
        : 'closes the pad without a conclusion and keeps it with the records',
  }
}

function dropped(base: Base): Leftover {
  return {
    ...unconcluded(base),
    what: 'dropped work, of which a branch or a worktree is still there',
    suggestion: 'archive it: its branch is set aside',
    offers: ['archive', 'keep'],
  }
}

function unarchived(base: Base): Leftover {
  return {
    ...base,
    kind: 'unarchived',
    what: 'finished but not archived: a record beside its live scratchpad',
    suggestion: 'archive it: run the gates, archive the scratchpad, commit',
    details: [`Record: .council/records/${base.id}.md`, `Scratchpad: .council/scratch/${base.id}.md`],
    offers: base.journal ? ['resume', 'archive', 'keep'] : ['archive', 'keep'],
    archiving: 'runs the gates, archives the scratchpad, commits',
  }
}

/** What is merged already is not to be merged again: only its branch is left to delete. */
function delivered(base: Base, merged: boolean): Leftover {
  const remove = base.worktree ? [`git worktree remove ${base.worktree}`] : []
  const merge = base.branch && !merged ? [`git merge --no-ff ${base.branch}`] : []
  const drop = base.branch && merged ? [`git branch -d ${base.branch}`] : []
  const steps = [...merge, ...remove, ...drop]
  return {
    ...base,
    kind: 'delivered',
    what: merged
      ? 'merged work: a recorded session whose branch is merged and still there'
      : 'delivered work: a recorded session whose branch or worktree is still there',
    suggestion: steps.join(', then '),
    details: steps,
    offers: ['keep', 'delete'],
    archiving: '',
  }
}

function unaudited(base: Base): Leftover {
  return {
    ...base,
    kind: 'unaudited',
    what: 'unaudited work: a branch or worktree without a record',
    suggestion: 'archive it, or delete it',
    details: whereWorkLies(base),
    offers: ['archive', 'keep', 'delete'],
    archiving: 'commits what lies there, renames the branch to council/archived-…, removes the worktree',
  }
}

function uncommitted(session: Pick<Leftover, 'id' | 'title'>, paths: readonly string[]): Leftover {
  return {
    ...session,
    journal: false,
    worktree: null,
    branch: null,
    paths,
    kind: 'uncommitted',
    what: 'uncommitted audit trail',
    suggestion: `commit ${paths.join(', ')}`,
    details: paths.map((path) => `Not committed: ${path}`),
    offers: ['archive', 'keep'],
    archiving: 'commits these files and nothing else',
  }
}

function whereWorkLies({ worktree, branch }: Base): string[] {
  return [...(worktree ? [`Worktree: ${worktree}`] : []), ...(branch ? [`Branch: ${branch}`] : [])]
}
