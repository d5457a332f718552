// The sessions of a workspace as the commands see them: what the index says, and folders that it does not know. Reading changes nothing.

import { OutsideBoundary } from '../../../kernel/errors.js'
import { isMeetingId } from '../../../rules/meeting-id.js'
import type { Around, KnownMeeting } from '../../manifest.js'
import { lookAtProject } from '../before/project.js'
import { loadTheme } from '../before/theme.js'
import {
  type EntryChange,
  entriesIn,
  entryFromFolder,
  type IndexEntry,
  mergedIndex,
  newEntry,
} from '../documents/index-file.js'
import { asidePath } from '../documents/json-file.js'
import { mergedRegistry } from '../documents/registry-file.js'
import { readSession, type SessionFile } from '../documents/session-file.js'
import type { Theme } from '../documents/theme-shape.js'
import { isoOf } from '../documents/time.js'

export interface Sessions {
  readonly around: Around
  readonly theme: Theme
  readonly project: string
  readonly entries: readonly IndexEntry[]
  /** Those that the index has; the others were found by their folders. */
  readonly indexed: ReadonlySet<string>
  readonly meetings: readonly KnownMeeting[]
  /** In milliseconds. */
  readonly now: number
  /** As the index writes it. */
  readonly stamp: string
}

export async function sessionsHere(around: Around, themeId: string | null): Promise<Sessions> {
  const { theme } = await loadTheme(around.world, themeId)
  const { project } = await lookAtProject(around.world)
  const at = around.world.now()
  const stamp = isoOf({ ms: at.getTime(), offset: around.world.utcOffset(at) })
  const listed = entriesIn(await around.documents.read(theme.indexPath)) ?? []
  const indexed = new Set(listed.map(({ id }) => id))
  const entries = [...listed, ...(await unlisted(around, theme, indexed, stamp))]
  const meetings = await around.meetings()
  return { around, theme, project, entries, indexed, meetings, now: at.getTime(), stamp }
}

/** Folders of sessions that the index does not know: a clone has no index, and one that cannot be read says nothing. */
async function unlisted(
  around: Around,
  theme: Theme,
  indexed: ReadonlySet<string>,
  stamp: string,
): Promise<IndexEntry[]> {
  const names = await around.world.files.list(theme.sessionRoot.replace(/\/$/, ''))
  const ids = names.flatMap((name) => (name.endsWith('/') ? [name.slice(0, -1)] : []))
  const found: IndexEntry[] = []
  for (const id of ids.filter((one) => isMeetingId(one) && !indexed.has(one))) {
    const top = `${theme.sessionRoot}${id}/`
    const session = readSession((await plainRead(around.documents, `${top}session.md`)) ?? '')
    if (session === null) continue
    const mode = session.mode ?? 'standard'
    const known = entryFromFolder(id, session, await pathsIn(around, top), stamp)
    found.push({ ...newEntry({ id, slug: id, idea: '', created: '', phase: 'interview', mode }), ...known })
  }
  return found
}

export interface SessionOnDisk {
  /** Null where there is none, or none that can be read. */
  readonly session: SessionFile | null
  /** Every other file, by its path below the session's folder. */
  readonly files: ReadonlyMap<string, string>
  readonly warnings: readonly string[]
}

const deepest = 4
const most = 400
const longest = 500_000

/** No link is followed: a folder that comes with a clone could lead anywhere, and its texts go to models and to GitHub. Secrets are masked. */
export async function readFolder(around: Around, theme: Theme, id: string): Promise<SessionOnDisk> {
  const top = `${theme.sessionRoot}${id}/`
  const files = new Map<string, string>()
  const warnings: string[] = []
  for (const path of await pathsIn(around, top)) {
    const text = await plainRead(around.documents, `${top}${path}`)
    if (text === null || text.length > longest || files.size >= most)
      warnings.push(`${path} is not read: ${whyNot(text)}`)
    else files.set(path, (await around.scrub(text)).text)
  }
  const head = files.get('session.md')
  files.delete('session.md')
  return { session: head === undefined ? null : readSession(head), files, warnings }
}

async function pathsIn({ world }: Around, top: string): Promise<string[]> {
  const paths: string[] = []
  const folders = ['']
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    for (const name of await world.files.list(`${top}${folder}`.replace(/\/$/, ''))) {
      const path: string = folder + name
      if (!name.endsWith('/')) paths.push(path)
      else if (path.split('/').length <= deepest) folders.push(path)
    }
  }
  return paths
}

function whyNot(text: string | null): string {
  return text === null ? 'a link leads to it' : 'it is too large, or there are too many files'
}

/** Null for nothing, and for what a link leads to. */
export async function plainRead(documents: Around['documents'], path: string): Promise<string | null> {
  try {
    return await documents.read(path)
  } catch (error) {
    if (error instanceof OutsideBoundary) return null
    throw error
  }
}

/** The meetings of a session, the newest last: its own, then those that went on with it. */
export function meetingsOf({ meetings }: Pick<Sessions, 'meetings'>, session: string): KnownMeeting[] {
  const numbered = meetings.flatMap((meeting) => {
    const rest = meeting.id.startsWith(session) ? meeting.id.slice(session.length) : '?'
    const n = rest === '' ? 1 : Number(/^--(\d+)$/.exec(rest)?.[1] ?? Number.NaN)
    return Number.isNaN(n) ? [] : [{ n, meeting }]
  })
  return numbered.toSorted((one, other) => one.n - other.n).map(({ meeting }) => meeting)
}

/** Changes entries in the index and in the registry, and takes others out of both. Gives what could not be done. */
export async function keepEntries(
  sessions: Sessions,
  changes: readonly EntryChange[],
  gone: readonly string[] = [],
): Promise<string | null> {
  const { around, theme, project, entries, indexed } = sessions
  const whole = changes.map((change) => ({ ...entries.find(({ id }) => id === change.id)!, ...change }))
  const inIndex = changes.map((change, at) => (indexed.has(change.id) ? change : whole[at]!))
  await around.world.files.exclusively(theme.indexPath, () => keepIndex(sessions, inIndex, gone))
  const workspace = around.world.root
  return around.world.home.merge(theme.registryPath, (text) => {
    const merged = mergedRegistry(text, { workspace, name: project, entries: whole, gone })
    return merged.kind === 'text' ? merged.text : null
  })
}

/** One that cannot be read is moved aside, and made again from the folders. */
async function keepIndex(
  { around, theme, entries, now }: Sessions,
  changes: readonly EntryChange[],
  gone: readonly string[],
): Promise<void> {
  const { documents, world } = around
  const merge = (text: string | null, all: readonly EntryChange[]) => mergedIndex(text, world.root, all, gone)
  let merged = merge(await documents.read(theme.indexPath), changes)
  if (merged.kind === 'bad') {
    await world.files.rename(theme.indexPath, asidePath(theme.indexPath, String(now)))
    merged = merge(null, [...entries.filter(({ id }) => !changes.some((one) => one.id === id)), ...changes])
  }
  if (merged.kind === 'text') await documents.write(theme.indexPath, merged.text)
}
