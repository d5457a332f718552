// Stages for the suite of protocols: a repository, a home and the command, each test's own.

import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Given } from '../../src/kernel/request.js'
import { type Own, type Parley, parley } from '../../src/parley.js'
import type { Repo } from './repo.js'
import { meetingsIn } from './repo.js'
import { type Ran, run } from './run.js'

export interface Stage {
  readonly repo: Repo
  readonly home: string
  /** The folder in which every meeting has a folder of its own. */
  readonly meetings: string
  /** The same meetings, in this process. */
  readonly library: Parley
  /** The command, in the repository. */
  parley(...args: readonly string[]): Promise<Ran>
  /** Lays a file into the home, and says where it is. */
  put(name: string, text: string): string
}

/** What the library needs to read meetings that are kept in the person's home, and where they lie. */
export interface Hosted {
  readonly meetings: string
  readonly own: Own
}

export function stageIn(repo: Repo, home: string, hosted?: Hosted): Stage {
  return {
    repo,
    home,
    meetings: hosted?.meetings ?? meetingsIn(repo.root, home),
    library: hosted ? parley(home, { home, ...hosted.own }) : parley(repo.root, { home }),
    parley: (...args) => run(args, { cwd: repo.root, env: { PARLEY_HOME: home } }),
    put(name, text) {
      const file = join(home, name)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
      return file
    },
  }
}

export function idsOn({ meetings }: Stage): readonly string[] {
  if (!existsSync(meetings)) return []
  return readdirSync(meetings).filter((name) => existsSync(join(meetings, name, 'journal.jsonl')))
}

export function onlyIdOn(stage: Stage): string {
  const [id, ...others] = idsOn(stage)
  if (id === undefined || others.length > 0) throw new Error(`There are ${idsOn(stage).length} meetings.`)
  return id
}

/** What opens a meeting at the command line: its operands, then its flags. */
export function wordsOf(fields: Given, operands: readonly string[]): string[] {
  const flags = Object.entries(fields).filter(([name]) => !operands.includes(name))
  const words = flags.flatMap(([name, value]) => {
    const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
    if (typeof value === 'boolean') return value ? [flag] : []
    return [flag, Array.isArray(value) ? value.join(',') : String(value)]
  })
  return [...operands.map((name) => String(fields[name])), ...words]
}

/** A text without the hash of its own journal, which is of its lines' times too. */
export function withoutJournal(text: string): string {
  return text.replace(/sha256:[0-9a-f]{64}/g, 'sha256:JOURNAL')
}

/** A text without what must differ from one meeting to the next: its id, times, and the folders of the test. */
export function alike(text: string, { repo, home }: Pick<Stage, 'repo' | 'home'>, id: string): string {
  return withoutJournal(text)
    .replaceAll(id, 'ID')
    .replaceAll(repo.root, 'ROOT')
    .replaceAll(home, 'HOME')
    .replaceAll(basename(repo.root), 'PROJECT')
    .replace(/\d{4}-\d\d(?:-\d\d)?(?:[ T]\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z?)?/g, 'TIME')
    .replace(/(Started \(epoch\):\*\* |"epoch":|"ms":)\d+/g, (_, before: string) => `${before}0`)
}
