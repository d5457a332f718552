// Before a new session: a word about sessions that nobody has touched for long, and the one question about a session of the older kind,
// which lay in the theme's own folder.

import type { Given } from '../../../kernel/request.js'
import type { Around, Asking } from '../../manifest.js'
import { entriesIn, mergedIndex, newEntry } from '../documents/index-file.js'
import { readSession } from '../documents/session-file.js'
import type { Theme } from '../documents/theme-shape.js'
import { dayOf, isoOf } from '../documents/time.js'
import { isPhase } from '../modes.js'
import { isStale } from '../rules/cleanup.js'
import { commitSubjects } from '../rules/commits.js'
import { slugOf } from '../rules/slug.js'
import { passedLine, touchpoint } from '../touchpoints.js'
import { loadTheme } from './theme.js'

/** Opens nothing in place of the new session, and never keeps it from being opened. */
export async function tidy(around: Around, asking: Asking, given: Given): Promise<undefined> {
  if (given['mode'] === 'brainstorm') return undefined
  const { theme } = await loadTheme(around.world, String(given['theme'] ?? 'council'))
  await warnOfStale(around, asking, theme)
  const legacy = await legacyFiles(around, theme)
  if (legacy.length === 0) return undefined
  const choose = await chosen(asking, theme, legacy, given['mode'] === 'auto')
  if (choose === 'migrate') await migrate(around, asking, theme, legacy)
  if (choose === 'delete') await remove(around, asking, legacy)
  return undefined
}

async function warnOfStale({ world }: Around, { tell }: Asking, theme: Theme): Promise<void> {
  const entries = entriesIn(await world.files.read(theme.indexPath)) ?? []
  const stale = entries.filter((entry) => isStale(entry, world.now().getTime())).length
  if (stale === 0) return
  const many = stale === 1 ? '1 session is' : `${stale} sessions are`
  tell(`${many} stale. To go through them: ${theme.command} --cleanup`)
}

const single = ['session.md', 'assembly.md', 'design.md', 'plan.md']

/** Files of the older kind, below the theme's folder; none once there is a folder of sessions. */
async function legacyFiles({ world: { files } }: Around, theme: Theme): Promise<string[]> {
  const folder = folderOf(theme)
  if (!(await files.exists(`${folder}session.md`))) return []
  if (await files.exists(theme.sessionRoot.replace(/\/$/, ''))) return []
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
  { world, documents }: Around,
  { tell }: Asking,
  theme: Theme,
  legacy: readonly string[],
): Promise<void> {
  const { files, git } = world
  const now = world.now()
  const moment = { ms: now.getTime(), offset: world.utcOffset(now) }
  const session = readSession((await files.read(`${folderOf(theme)}session.md`)) ?? '')
  const idea = session?.idea || 'session'
  const id = `legacy-${session?.slug || slugOf(idea)}-${dayOf(moment).replaceAll('-', '')}`
  const target = `${theme.sessionRoot}${id}`
  await files.makeFolder(target)
  const moved = legacy.map((path) => [path, `${target}/${path.slice(folderOf(theme).length)}`] as const)
  const before = (await Promise.all(legacy.map((path) => filesIn(files, path)))).flat()
  for (const [from, to] of moved) await files.rename(from.replace(/\/$/, ''), to.replace(/\/$/, ''))
  const entry = newEntry({
    id,
    slug: session?.slug || slugOf(idea),
    idea,
    created: isoOf(moment),
    phase: session?.phase && isPhase(session.phase) ? session.phase : 'interview',
    mode: 'standard',
  })
  const status = legacy.some((path) => path.endsWith('/plan.md'))
    ? ('completed' as const)
    : ('active' as const)
  const merged = mergedIndex(await files.read(theme.indexPath), world.root, [
    { ...entry, status, updated: isoOf(moment) },
  ])
  if (merged.kind === 'text') await documents.write(theme.indexPath, merged.text)
  const subject = commitSubjects.migrate(theme.id, id)
  const after = before.map((path) => `${target}/${path.slice(folderOf(theme).length)}`)
  await git.commitPaths([...before, ...after], subject)
  tell(`Migrated to ${target}/`)
}

/** A commit names files, never a folder. */
async function filesIn(files: Around['world']['files'], path: string): Promise<string[]> {
  if (!path.endsWith('/')) return [path]
  const names = await files.list(path.slice(0, -1))
  return (await Promise.all(names.map((name) => filesIn(files, `${path}${name}`)))).flat()
}

async function remove({ world }: Around, { tell }: Asking, legacy: readonly string[]): Promise<void> {
  for (const path of legacy) await world.files.remove(path.replace(/\/$/, ''))
  tell(`Removed: ${legacy.join(', ')}`)
}
