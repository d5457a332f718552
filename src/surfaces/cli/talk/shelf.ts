// The shelf of talks: those about the repository that the person stands in. Asks no server and no git, so that lists stay quick.

import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { Journal } from '../../../kernel/journal.js'
import type { Summary } from '../../../kernel/summary.js'
import { talkJournals } from '../../../workspace/journals.js'

/** Newest first. */
export async function talksAbout(repository: string, home: string): Promise<readonly Summary[]> {
  const names = projectsOf(repository, home)
  if (names.size === 0) return []
  const journals = talkJournals(home)
  const all = await journals.summaries()
  const projects = await Promise.all(all.map(({ id }) => projectOf(journals.of(id))))
  return all.filter((_, at) => names.has(projects[at] ?? ''))
}

/** A project's permanent checkout says in its `.git` file whose it is. */
function projectsOf(repository: string, home: string): ReadonlySet<string> {
  const projects = join(home, 'projects')
  const own = real(join(repository, '.git'))
  const mine = namesIn(projects).filter((name) => {
    const gitdir = /^gitdir: (.+)$/m.exec(textOf(join(projects, name, '.git')))?.[1] ?? ''
    return own !== '' && real(gitdir.replace(/[/\\]worktrees[/\\][^/\\]+$/, '')) === own
  })
  return new Set(mine)
}

/** From the first line of the journal, however long the rest of it is. */
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
