// Before a new session: a word about sessions that nobody has touched for long, and the one question about a session of the older kind,
// which lay in the theme's own folder.

import type { Given } from '../../../kernel/request.js'
import type { Around, Asking } from '../../manifest.js'
import { readSession } from '../documents/session-file.js'
import type { Theme } from '../documents/theme-shape.js'
import { dayOf } from '../documents/time.js'
import { sessionsIn } from '../manage/sessions.js'
import { commitSubjects } from '../rules/commits.js'
import { slugOf } from '../rules/slug.js'
import { passedLine, touchpoint } from '../touchpoints.js'
import { loadTheme } from './theme.js'

/** Opens nothing in place of the new session, and never keeps it from being opened. */
export async function tidy(around: Around, asking: Asking, given: Given): Promise<undefined> {
  if (given['mode'] === 'brainstorm') return undefined
  const named = given['theme']
  const { theme } = await loadTheme(around.world, named === undefined ? null : String(named))
  await warnOfStale(around, asking, theme)
  const legacy = await legacyFiles(around, theme)
  if (legacy.length === 0) return undefined
  const choose = await chosen(asking, theme, legacy, given['mode'] === 'auto')
  if (choose === 'migrate') await migrate(around, asking, theme, legacy)
  if (choose === 'delete') await remove(around, asking, theme, legacy)
  return undefined
}

async function warnOfStale(around: Around, { tell }: Asking, theme: Theme): Promise<void> {
  const entries = await sessionsIn(around, theme, await around.meetings())
  const stale = entries.filter(({ status }) => status === 'stale').length
  if (stale === 0) return
  const many = stale === 1 ? '1 session is' : `${stale} sessions are`
  tell(`${many} stale. To go through them: ${theme.command} --cleanup`)
}

const single = ['session.md', 'assembly.md', 'design.md', 'plan.md']

/** Files of the older kind, below the theme's folder; none once there is a folder of sessions, but for one that a killed move began. */
async function legacyFiles({ world: { files } }: Around, theme: Theme): Promise<string[]> {
  const folder = folderOf(theme)
  if (!(await files.exists(`${folder}session.md`))) return []
  const sessions = await files.list(theme.sessionRoot.replace(/\/$/, ''))
  for (const name of sessions)
    if (!name.startsWith('legacy-') || (await files.exists(`${theme.sessionRoot}${name}session.md`)))
      return []
  const names = await files.list(folder.replace(/\/$/, ''))
  const fits = (name: string) => single.includes(name) || /^interview-.*\.md$/.test(name)
  return names.filter((name) => fits(name) || name === 'deliberation/').map((name) => `${folder}${name}`)
}

function folderOf({ id }: Theme): string {
  return `.claude/${id}/`
}

async function chosen(
  { ask, tell }: Asking,
  theme: Theme,
  legacy: readonly string[],
  auto: boolean,
): Promise<string> {
  const { options, default: usual } = touchpoint('legacy.migrate')
  if (auto) {
    tell(passedLine('legacy.migrate'))
    return usual ?? ''
  }
  const effects: Readonly<Record<string, string>> = {
    migrate: 'moves them into a session of their own',
    skip: 'leaves them where they are',
    delete: 'removes exactly these files',
  }
  const answer = await ask({
    id: 'legacy.migrate',
    title: `There is a session of the older kind in ${folderOf(theme)}. What becomes of it?`,
    body: legacy.map((path) => `- ${path}`).join('\n'),
    options: options.map((option) => ({
      ...option,
      effect: effects[option.key] ?? '',
      ...(option.key === 'delete' ? { grave: true } : {}),
    })),
    default: usual ?? '',
  })
  if (answer === undefined) tell(`A session of the older kind in ${folderOf(theme)} is left as it is.`)
  return answer?.choose ?? usual ?? ''
}

async function migrate(
  around: Around,
  { tell }: Asking,
  theme: Theme,
  legacy: readonly string[],
): Promise<void> {
  const { files, git } = around.world
  const id = await legacyId(around, theme)
  const target = `${theme.sessionRoot}${id}`
  const before = (await Promise.all(legacy.map((path) => filesIn(files, path)))).flat()
  await files.makeFolder(target)
  // What makes it a session goes last: a move that was killed is seen by it and goes on.
  const isHead = (path: string) => path.endsWith('/session.md')
  const inOrder = legacy.toSorted((one, other) => Number(isHead(one)) - Number(isHead(other)))
  for (const from of inOrder) {
    const to = `${target}/${from.slice(folderOf(theme).length)}`
    await files.rename(from.replace(/\/$/, ''), to.replace(/\/$/, ''))
  }
  const after = before.map((path) => `${target}/${path.slice(folderOf(theme).length)}`)
  await git.commitPaths([...before, ...after], commitSubjects.migrate(theme.id, id))
  tell(`Migrated to ${target}/`)
}

/** What it is called as a session of its own: as it was begun, where a move was killed. */
async function legacyId({ world }: Around, theme: Theme): Promise<string> {
  const now = world.now()
  const moment = { ms: now.getTime(), offset: world.utcOffset(now) }
  const session = readSession((await world.files.read(`${folderOf(theme)}session.md`)) ?? '')
  const idea = session?.idea || 'session'
  const slug = session?.slug || slugOf(idea)
  const [begun] = await world.files.list(theme.sessionRoot.replace(/\/$/, ''))
  return begun?.replace(/\/$/, '') ?? `legacy-${slug}-${dayOf(moment).replaceAll('-', '')}`
}

/** A commit names files, never a folder. */
async function filesIn(files: Around['world']['files'], path: string): Promise<string[]> {
  if (!path.endsWith('/')) return [path]
  const names = await files.list(path.slice(0, -1))
  return (await Promise.all(names.map((name) => filesIn(files, `${path}${name}`)))).flat()
}

async function remove(
  around: Around,
  { tell }: Asking,
  theme: Theme,
  legacy: readonly string[],
): Promise<void> {
  const { files, git } = around.world
  const id = await legacyId(around, theme)
  const gone = (await Promise.all(legacy.map((path) => filesIn(files, path)))).flat()
  for (const path of legacy) await files.remove(path.replace(/\/$/, ''))
  await git.commitPaths(gone, commitSubjects.remove(theme.id, id))
  tell(`Removed: ${legacy.join(', ')}`)
}
