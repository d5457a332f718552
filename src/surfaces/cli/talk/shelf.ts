// The shelf of talks: those about the repository that the person stands in. Asks no server and no git, so that lists stay quick.

import { closeSync, openSync, readdirSync, readFileSync, readSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { Summary } from '../../../kernel/summary.js'
import { listMeetings } from '../../../workspace/meetings.js'

/** Where all talks of this home have their journals. */
export const talksFolder = (home: string) => join(home, 'talks')

/** Newest first. */
export function talksAbout(repository: string, home: string): readonly Summary[] {
  const names = projectsOf(repository, home)
  if (names.size === 0) return []
  const all = talksFolder(home)
  return listMeetings(home, all).filter(({ id }) => names.has(projectOf(join(all, id)) ?? ''))
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
function projectOf(folder: string): string | undefined {
  try {
    const { data } = JSON.parse(firstLine(join(folder, 'journal.jsonl'))) as {
      data: { input: { project: string } }
    }
    return data.input.project
  } catch {
    return undefined
  }
}

function firstLine(file: string): string {
  const fd = openSync(file, 'r')
  try {
    const piece = Buffer.alloc(65_536)
    let text = ''
    for (let read = readSync(fd, piece); read > 0; read = readSync(fd, piece)) {
      text += piece.toString('latin1', 0, read)
      const end = text.indexOf('\n')
      if (end >= 0) return Buffer.from(text.slice(0, end), 'latin1').toString('utf8')
    }
    return text
  } finally {
    closeSync(fd)
  }
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
