// For tests: folders that are deleted after the test file, and repositories with a hook that always fails.

import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { cleanEnvironment } from './git/exec.js'

/** Inside the folder for temporary files of this test file (test/support/each-file.ts). */
export function temporaryFolder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'parley-test-')))
}

/** What git prints, trimmed at its end. Fails the test when git fails. */
export function git(cwd: string, ...args: string[]): string {
  const result = spawnSync('git', ['-c', 'core.hooksPath=/dev/null', ...args], {
    cwd,
    env: testEnvironment(),
    encoding: 'utf8',
  })
  if (result.status !== 0) throw new Error(`git ${args.join(' ')}: ${result.stderr}`)
  return result.stdout.trimEnd()
}

/** A repository with one commit, a person's name, and hooks that refuse everything. */
export function repository(files: Readonly<Record<string, string>> = { 'README.md': 'hello\n' }): string {
  return copyOf(JSON.stringify(files), () => {
    const folder = emptyRepository()
    writeFiles(folder, files)
    git(folder, 'add', '-A')
    git(folder, 'commit', '-q', '--no-verify', '-m', 'first')
    for (const name of ['pre-commit', 'commit-msg', 'post-checkout', 'reference-transaction'])
      refuse(folder, name)
    return folder
  })
}

export function emptyRepository(): string {
  return copyOf('empty', () => {
    const folder = temporaryFolder()
    git(folder, 'init', '-q', '-b', 'main')
    git(folder, 'config', 'user.name', 'Ada Example')
    git(folder, 'config', 'user.email', 'ada@example.com')
    return folder
  })
}

const templates = new Map<string, string>()

/** A copy of a folder that is made once for each test file: starting git for every repository took longer than the tests. */
function copyOf(name: string, make: () => string): string {
  const known = templates.get(name)
  const template = known !== undefined && existsSync(known) ? known : make()
  templates.set(name, template)
  const folder = temporaryFolder()
  cpSync(template, folder, { recursive: true, preserveTimestamps: true })
  return folder
}

export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

function refuse(folder: string, hook: string): void {
  const file = join(folder, '.git', 'hooks', hook)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, '#!/bin/sh\necho "this hook refuses" >&2\nexit 1\n')
  chmodSync(file, 0o755)
}

/** A source file and all it imports as one module that node can run by itself. */
export async function bundled(source: string): Promise<string> {
  const { build } = await import('rolldown')
  const file = join(temporaryFolder(), 'bundled.cjs')
  await build({ input: source, platform: 'node', output: { file, format: 'cjs' }, logLevel: 'silent' })
  return file
}

/** As on a machine where git was never set up: what the tests need, they set themselves. */
function testEnvironment(): NodeJS.ProcessEnv {
  // A test may clone from a folder, which parley's own calls of git never do.
  const alone = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null', GIT_ALLOW_PROTOCOL: 'file' }
  return cleanEnvironment(alone)
}

/** A lock as a git that died a minute ago left it. */
export function deadLock(file: string): string {
  const then = new Date(Date.now() - 60_000)
  writeFileSync(file, '')
  utimesSync(file, then, then)
  return file
}
