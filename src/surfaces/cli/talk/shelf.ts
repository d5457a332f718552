// The talks about the repository in the current folder, with their current titles. Calls neither the server nor git, so that lists are
// fast.

import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import { basename, join } from 'node:path'
import { talkJournals } from '../../../journals.js'
import type { Journal } from '../../../kernel/line/journal.js'
import type { Summary } from '../../../kernel/line/summary.js'
import { safeId } from '../../../protocols/talk/documents/ids.js'
import type { RequestsFound } from '../../../protocols/talk/views.js'

/** Newest first. */
export async function talksAbout(repository: string, home: string): Promise<readonly Summary[]> {
  const names = projectsOf(repository, home)
  if (names.size === 0) return []
  const journals = talkJournals(home)
  const all = await journals.summaries()
  const about = await Promise.all(
    all.map(async (talk) => ({ talk, project: (await projectOf(journals.of(talk.id))) ?? '' })),
  )
  const mine = about.filter(({ project }) => names.has(project))
  return Promise.all(
    mine.map(async ({ talk, project }) => ({
      ...talk,
      title: await titleNow(talk, { home, project, repository }),
    })),
  )
}

/** Requests for talks about a repository, and what lies among them and is none. */
export async function requestsAbout(repository: string, home: string): Promise<RequestsFound> {
  const { requestsKept } = await import('../../../protocols/talk/ground/requests.js')
  const [kept, own] = await Promise.all([
    Promise.all(projectsAbout(repository, home).map((project) => requestsKept(home, project))),
    ownRequestsAbout(repository, home),
  ])
  return { ...own, requests: [...kept.flat(), ...own.requests] }
}

/** Those that only the working tree has: of a project that is not registered, or not committed yet. */
export async function ownRequestsAbout(repository: string, home: string): Promise<RequestsFound> {
  const [{ requestsOf }, { allCopies }, { gitOf }] = await Promise.all([
    import('../../../protocols/talk/ground/requests.js'),
    import('../../../protocols/talk/ground/copies.js'),
    import('../../../protocols/talk/ground/shared.js'),
  ])
  const projects = projectsAbout(repository, home)
  const copies = await Promise.all(projects.map((project) => allCopies(gitOf(home, project))))
  const known = new Set(copies.flat().map(({ id }) => String(id)))
  const { requests, unreadable } = await requestsOf(repository, projects[0]?.name ?? basename(repository))
  return { requests: requests.filter(({ id }) => !known.has(id)), unreadable }
}

function projectsAbout(repository: string, home: string) {
  return [...projectsOf(repository, home)].map((name) => ({ name, path: repository, trouble: null }))
}

async function titleNow(
  { id, title }: Summary,
  of: { readonly home: string; readonly project: string; readonly repository: string },
): Promise<string> {
  const talk = safeId(id)
  if (talk === null) return title
  const [{ copyOf, titleOf }, { gitOf }] = await Promise.all([
    import('../../../protocols/talk/ground/copies.js'),
    import('../../../protocols/talk/ground/shared.js'),
  ])
  const project = gitOf(of.home, { name: of.project, path: of.repository, trouble: null })
  return titleOf(await copyOf(project, talk), title)
}

/** The `.git` file of a project's permanent checkout names the repository that it belongs to. */
function projectsOf(repository: string, home: string): ReadonlySet<string> {
  const projects = join(home, 'projects')
  const own = real(join(repository, '.git'))
  const mine = namesIn(projects).filter((name) => {
    const gitdir = /^gitdir: (.+)$/m.exec(textOf(join(projects, name, '.git')))?.[1] ?? ''
    return own !== '' && real(gitdir.replace(/[/\\]worktrees[/\\][^/\\]+$/, '')) === own
  })
  return new Set(mine)
}

/** Reads only the first line of the journal, however long the rest is. */
async function projectOf(journal: Journal): Promise<string | undefined> {
  const line = (await journal.first())?.line
  const input = line?.kind === 'opened' ? line.data.input : undefined
  const { project } = (input ?? {}) as { project?: unknown }
  return typeof project === 'string' ? project : undefined
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function real(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return ''
  }
}
