// The sessions of a workspace as the commands see them: the folders that lie there, with the journals of their meetings. Reading changes
// nothing.

import { isMeetingId } from '../../../rules/meeting-id.js'
import type { Around, KnownMeeting } from '../../manifest.js'
import { pathsIn, plainRead } from '../before/folder.js'
import { lookAtProject } from '../before/project.js'
import { loadTheme } from '../before/theme.js'
import { readSession, renderSession, type SessionFile } from '../documents/session-file.js'
import type { Theme } from '../documents/theme-shape.js'
import { isoOf, msOf } from '../documents/time.js'
import { slugIn } from '../rules/slug.js'
import { isFinished, type Status, statusOf } from '../rules/status.js'

/** One session of a workspace. */
export interface Session {
  readonly id: string
  readonly slug: string
  readonly idea: string
  readonly head: SessionFile
  /** `?` where nothing says it. */
  readonly phase: string
  readonly status: Status
  /** Nothing of it is under way, stale or not. */
  readonly finished: boolean
  /** Display names. */
  readonly agents: readonly string[]
  /** When something happened in it last, in milliseconds; null where nothing says so. */
  readonly touched: number | null
  /** Its meetings, the newest last. */
  readonly meetings: readonly KnownMeeting[]
}

export interface Sessions {
  readonly around: Around
  readonly theme: Theme
  readonly project: string
  readonly entries: readonly Session[]
  /** In milliseconds. */
  readonly now: number
}

export async function sessionsHere(around: Around, themeId: string | null): Promise<Sessions> {
  const { theme } = await loadTheme(around.world, themeId)
  const { project } = await lookAtProject(around.world)
  const now = around.world.now().getTime()
  const entries = await sessionsIn(around, theme, await around.meetings())
  return { around, theme, project, entries, now }
}

/** Only a folder with a `session.md` is one. */
export async function sessionsIn(
  around: Pick<Around, 'world' | 'documents'>,
  theme: Theme,
  meetings: readonly KnownMeeting[],
): Promise<Session[]> {
  const names = await around.world.files.list(theme.sessionRoot.replace(/\/$/, ''))
  const ids = names.flatMap((name) => (name.endsWith('/') ? [name.slice(0, -1)] : []))
  const found: Session[] = []
  for (const id of ids.filter(isMeetingId)) {
    const top = `${theme.sessionRoot}${id}/`
    const head = readSession((await plainRead(around.documents, `${top}session.md`)) ?? '')
    if (head === null) continue
    const paths = await pathsIn(around, top)
    found.push(sessionOf(id, head, paths, meetingsOf(meetings, id), around.world.now().getTime()))
  }
  return found
}

function sessionOf(
  id: string,
  head: SessionFile,
  paths: readonly string[],
  meetings: readonly KnownMeeting[],
  now: number,
): Session {
  const times = [...meetings.map(({ updatedAt }) => updatedAt), head.touched || head.date].map(msOf)
  const known = times.filter((time) => time !== null)
  const touched = known.length === 0 ? null : Math.max(...known)
  const finished = isFinished(head, paths)
  const brought = head.skills.map(({ agent }) => agent)
  return {
    id,
    slug: slugIn(head.slug, id),
    idea: head.idea,
    head,
    phase: head.phase ?? '?',
    status: statusOf(head, finished, touched, now),
    finished,
    agents: head.agents.length > 0 ? head.agents : brought,
    touched,
    meetings,
  }
}

/** The meetings of a session, the newest last: its own, then those that went on with it. */
function meetingsOf(meetings: readonly KnownMeeting[], session: string): KnownMeeting[] {
  const numbered = meetings.flatMap((meeting) => {
    const rest = meeting.id.startsWith(session) ? meeting.id.slice(session.length) : '?'
    const n = rest === '' ? 1 : Number(/^--(\d+)$/.exec(rest)?.[1] ?? Number.NaN)
    return Number.isNaN(n) ? [] : [{ n, meeting }]
  })
  return numbered.toSorted((one, other) => one.n - other.n).map(({ meeting }) => meeting)
}

/** Changes lines of its session.md, and counts as touched now. */
export async function keepHead(
  { around, theme }: Sessions,
  { id, head }: Session,
  change: Partial<SessionFile>,
): Promise<void> {
  const at = around.world.now()
  const touched = isoOf({ ms: at.getTime(), offset: around.world.utcOffset(at) })
  await around.documents.write(
    `${theme.sessionRoot}${id}/session.md`,
    renderSession({ ...head, id, slug: head.slug || slugIn('', id), touched, ...change }),
  )
}
