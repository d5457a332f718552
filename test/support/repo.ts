// Repo: a real git repository as people have them, with work under way and a hook that would refuse any commit of ours.

import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { parleyHome } from '../../src/workspace/home.js'
import { meetingsFolder } from '../../src/workspace/meeting-folders.js'
import { temporary, type Until } from './run.js'

export interface Repo {
  readonly root: string
  git(...args: string[]): string
  write(path: string, text: string): void
  read(path: string): string
}

/** One commit, a staged edit, an unstaged edit, an untracked file, and a hook that always fails. */
export function repository(until?: Until): Repo {
  return copyOf('under way', until, withWorkUnderWay)
}

function withWorkUnderWay(repo: Repo): void {
  begin(repo)
  repo.write('README.md', '# Harbour\n\nShips wait for the tide. The gate opens at noon.\n')
  repo.write('src/gate.ts', 'export const open = (hour: number) => hour >= 12\n')
  repo.write('docs/tide.md', '# Tide\n\nHigh water is at noon, low water at six.\n')
  repo.git('add', '--all')
  repo.git('commit', '--quiet', '--no-verify', '-m', 'Begin')
  repo.write('README.md', '# Harbour\n\nShips wait for the tide. The gate opens at noon, mostly.\n')
  repo.git('add', 'README.md')
  repo.write('src/gate.ts', 'export const open = (hour: number) => hour >= 12 && hour < 18\n')
  repo.write('notes.txt', 'not tracked\n')
  refuseCommits(repo.root)
}

/** A repository without a commit. */
export function emptyRepository(until?: Until): Repo {
  return copyOf('empty', until, begin)
}

function begin(repo: Repo): void {
  repo.git('init', '--quiet', '--initial-branch=main')
  repo.git('config', 'user.name', 'Tester')
  repo.git('config', 'user.email', 'tester@localhost')
  repo.git('config', 'commit.gpgsign', 'false')
}

const templates = new Map<string, Repo>()

/** A copy of a repository that is made once for each test file: starting git for every one of them takes longer than the copy. */
function copyOf(name: string, until: Until | undefined, make: (repo: Repo) => void): Repo {
  const known = templates.get(name)
  const template = known && existsSync(known.root) ? known : folder(() => {})
  if (template !== known) make(template)
  templates.set(name, template)
  const repo = folder(until)
  cpSync(template.root, repo.root, { recursive: true, preserveTimestamps: true })
  return repo
}

/** A folder that is no repository; its `git` is for those who make it one. */
export function folder(until?: Until): Repo {
  const root = temporary(until)
  return {
    root,
    git: (...args) =>
      execFileSync('git', args, {
        cwd: root,
        env: withoutGit(),
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    write(path, text) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    },
    read: (path) => readFileSync(join(root, path), 'utf8'),
  }
}

/** Every file with its text, and what git says of them: to show that a command touched nothing. */
export function everything(root: string): Readonly<Record<string, string>> {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (path) => !/^\.git(\/|$)/.test(path),
  )
  const texts = files.map((path) => [path, textOf(join(root, path))] as const)
  return Object.fromEntries(texts.map(([path, text]) => [relative('.', path), text]))
}

function textOf(path: string): string {
  return statSync(path).isDirectory() ? '(folder)' : readFileSync(path, 'utf8')
}

function refuseCommits(root: string): void {
  const hook = join(root, '.git', 'hooks', 'pre-commit')
  mkdirSync(dirname(hook), { recursive: true })
  writeFileSync(hook, '#!/bin/sh\necho "no commit today" >&2\nexit 1\n')
  chmodSync(hook, 0o755)
}

function withoutGit(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')))
}

/** Where the journals of this folder's meetings are: in this home, else in whichever of this test file's homes has them. */
export function meetingsIn(root: string, home?: string): string {
  if (home !== undefined) return meetingsFolder(home, root)
  const name = basename(meetingsFolder('', root))
  const homes = readdirSync(tmpdir()).flatMap((one) =>
    ['', '.parley', 'home'].map((inside) => join(tmpdir(), one, inside)),
  )
  const found = homes.map((one) => join(one, 'meetings', name)).find((folder) => existsSync(folder))
  return found ?? meetingsFolder(parleyHome(), root)
}
