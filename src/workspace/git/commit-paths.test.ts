// Commits of named paths in real repositories whose hooks refuse everything, beside a person's own staged and unstaged work.

import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { thisProcess } from '../owner.js'
import { bundled, emptyRepository, git, repository, temporaryFolder, writeFiles } from '../temporary.suite.js'
import { createGit } from './git.js'

const RECORD = '.council/records/a.md'

afterEach(() => vi.unstubAllEnvs())

describe('a commit of named paths', () => {
  test('GIT1: holds these paths and nothing that the person has staged', async () => {
    const root = busyPerson()
    const commit = await createGit(root).commitPaths([RECORD], 'council: record a')
    expect(commit).toEqual({ kind: 'committed', hash: git(root, 'rev-parse', 'HEAD') })
    expect(git(root, 'show', '--name-status', '--format=%s', 'HEAD')).toBe(
      `council: record a\n\nA\t${RECORD}`,
    )
    expect(git(root, 'symbolic-ref', 'HEAD')).toBe('refs/heads/main')
  })

  test('GIT2: leaves staged, unstaged and untracked work of the person as it was, byte for byte', async () => {
    const root = busyPerson()
    const before = personsWork(root)
    await createGit(root).commitPaths([RECORD], 'council: record a')
    expect(personsWork(root)).toEqual(before)
    expect(git(root, 'status', '--porcelain', '--', RECORD)).toBe('')
  })

  test('GIT2: an edit of the same size made in the instant of the `git add` before it still shows', async () => {
    const root = repository({ 'a.txt': 'one\n' })
    git(root, 'config', 'core.checkStat', 'minimal')
    git(root, 'config', 'core.trustctime', 'false')
    const file = join(root, 'a.txt')
    writeAt(file, 'two\n', 1_700_000_000)
    git(root, 'add', 'a.txt')
    utimesSync(join(root, '.git', 'index'), 1_700_000_000, 1_700_000_000)
    writeAt(file, 'six\n', 1_700_000_000)
    writeFiles(root, { [RECORD]: 'r\n' })
    await createGit(root).commitPaths([RECORD], 'record')
    expect(git(root, 'diff', '--name-only')).toBe('a.txt')
    expect(git(root, 'diff', '--cached', '--name-only')).toBe('a.txt')
  })

  test('takes in new, changed and deleted paths alike', async () => {
    const root = repository({ 'gone.md': 'x\n', 'changed.md': 'old\n', 'kept.md': 'k\n' })
    rmSync(join(root, 'gone.md'))
    writeFiles(root, { 'changed.md': 'new\n', 'fresh *.md': 'f\n' })
    await createGit(root).commitPaths(['gone.md', 'changed.md', 'fresh *.md', 'never-there.md'], 'all three')
    expect(git(root, 'show', '--name-status', '--format=', 'HEAD')).toBe(
      'M\tchanged.md\nA\tfresh *.md\nD\tgone.md',
    )
    expect(git(root, 'status', '--porcelain')).toBe('')
  })

  test('wins over what the person had staged at the same path', async () => {
    const root = repository()
    writeFiles(root, { [RECORD]: 'staged by hand\n' })
    git(root, 'add', RECORD)
    writeFiles(root, { [RECORD]: 'as the meeting left it\n' })
    await createGit(root).commitPaths([RECORD], 'record')
    expect(git(root, 'show', `HEAD:${RECORD}`)).toBe('as the meeting left it')
    expect(git(root, 'status', '--porcelain')).toBe('')
  })

  test('GIT4: run again makes no second commit', async () => {
    const root = repository()
    writeFiles(root, { [RECORD]: 'r\n' })
    await createGit(root).commitPaths([RECORD], 'record')
    const head = git(root, 'rev-parse', 'HEAD')
    expect(await createGit(root).commitPaths([RECORD], 'record')).toEqual({ kind: 'nothing' })
    expect(git(root, 'rev-parse', 'HEAD')).toBe(head)
  })

  test('works where no commit is yet, on a detached HEAD, and in a subfolder of the repository', async () => {
    const empty = emptyRepository()
    writeFiles(empty, { [RECORD]: 'r\n', 'other.md': 'o\n' })
    git(empty, 'add', 'other.md')
    expect((await createGit(empty).commitPaths([RECORD], 'first')).kind).toBe('committed')
    expect(git(empty, 'status', '--porcelain')).toBe('A  other.md')

    const detached = repository()
    git(detached, 'checkout', '-q', '--detach')
    writeFiles(detached, { [RECORD]: 'r\n' })
    expect((await createGit(detached).commitPaths([RECORD], 'record')).kind).toBe('committed')
    expect(git(detached, 'rev-list', '--count', 'main..HEAD')).toBe('1')

    const whole = repository({ 'sub/a.md': 'a\n', 'top.md': 't\n' })
    writeFiles(whole, { [`sub/${RECORD}`]: 'r\n', 'sub/a.md': 'edited\n' })
    expect((await createGit(join(whole, 'sub')).commitPaths([RECORD], 'record')).kind).toBe('committed')
    expect(git(whole, 'show', '--name-only', '--format=', 'HEAD')).toBe(`sub/${RECORD}`)
    expect(git(whole, 'status', '--porcelain')).toBe(' M sub/a.md')
  })

  test('works in a worktree that is itself a linked one', async () => {
    const root = repository()
    const linked = join(temporaryFolder(), 'linked')
    git(root, 'worktree', 'add', '-q', '-b', 'side', linked)
    writeFiles(linked, { [RECORD]: 'r\n' })
    expect((await createGit(linked).commitPaths([RECORD], 'record')).kind).toBe('committed')
    expect(git(linked, 'status', '--porcelain')).toBe('')
    expect(git(root, 'status', '--porcelain')).toBe('')
  })

  test('is by the person whom git knows here, and by parley where git knows nobody', async () => {
    vi.stubEnv('GIT_CONFIG_GLOBAL', '/dev/null')
    vi.stubEnv('GIT_AUTHOR_NAME', 'Somebody Inherited')
    vi.stubEnv('HOME', temporaryFolder())
    vi.stubEnv('XDG_CONFIG_HOME', '')
    const root = repository()
    git(root, 'config', 'commit.gpgSign', 'true')
    writeFiles(root, { [RECORD]: 'r\n' })
    await createGit(root).commitPaths([RECORD], 'record')
    expect(git(root, 'log', '-1', '--format=%an <%ae> %cn <%ce>')).toBe(
      'Ada Example <ada@example.com> Ada Example <ada@example.com>',
    )
    git(root, 'config', '--unset', 'user.name')
    git(root, 'config', '--unset', 'user.email')
    writeFiles(root, { [RECORD]: 'r2\n' })
    await createGit(root).commitPaths([RECORD], 'record')
    expect(git(root, 'log', '-1', '--format=%an <%ae> %cn <%ce>')).toBe(
      'parley <parley@localhost> parley <parley@localhost>',
    )
  })

  test('goes to its own repository, whatever GIT_DIR and GIT_INDEX_FILE were inherited', async () => {
    const other = repository()
    const before = git(other, 'rev-parse', 'HEAD')
    vi.stubEnv('GIT_DIR', join(other, '.git'))
    vi.stubEnv('GIT_WORK_TREE', other)
    vi.stubEnv('GIT_INDEX_FILE', join(other, '.git', 'index'))
    const root = repository()
    writeFiles(root, { [RECORD]: 'r\n' })
    expect((await createGit(root).commitPaths([RECORD], 'record')).kind).toBe('committed')
    expect(git(other, 'rev-parse', 'HEAD')).toBe(before)
    expect(git(other, 'status', '--porcelain')).toBe('')
  })
})

describe('a commit is skipped, and says why,', () => {
  test('where there is no repository', async () => {
    const folder = temporaryFolder()
    writeFiles(folder, { [RECORD]: 'r\n' })
    expect(await createGit(folder).commitPaths([RECORD], 'x')).toMatchObject({
      kind: 'skipped',
      why: 'this is not a git repository',
    })
  })

  test('when git ignores the path', async () => {
    const root = repository({ '.gitignore': '.council/\n' })
    writeFiles(root, { [RECORD]: 'r\n' })
    expect(await createGit(root).commitPaths([RECORD], 'x')).toEqual({
      kind: 'skipped',
      why: `${RECORD} is ignored by git`,
    })
  })

  test('in the middle of a merge, a rebase, a cherry-pick or a revert', async () => {
    const starts = {
      merge: ['merge', 'side'],
      rebase: ['rebase', 'side'],
      'cherry-pick': ['cherry-pick', 'side'],
      revert: ['revert', '--no-edit', 'HEAD~1'],
    }
    for (const [name, args] of Object.entries(starts)) {
      const root = conflicting()
      expect(() => git(root, ...args)).toThrow()
      writeFiles(root, { [RECORD]: 'r\n' })
      const head = git(root, 'rev-parse', 'HEAD')
      expect(await createGit(root).repository()).toMatchObject({ busy: name })
      expect(await createGit(root).commitPaths([RECORD], 'x')).toEqual({
        kind: 'skipped',
        why: `a ${name} is in progress`,
      })
      expect(git(root, 'rev-parse', 'HEAD')).toBe(head)
    }
  })
})

describe('a commit after a kill', () => {
  test('GIT4: between the branch and the index, the next run mends the index', async () => {
    const root = busyPerson()
    const before = personsWork(root)
    const index = readFileSync(join(root, '.git', 'index'))
    await createGit(root).commitPaths([RECORD], 'record')
    writeFileSync(join(root, '.git', 'index'), index)
    expect(git(root, 'status', '--porcelain', '--', RECORD)).not.toBe('')
    expect(await createGit(root).commitPaths([RECORD], 'record')).toEqual({ kind: 'nothing' })
    expect(git(root, 'status', '--porcelain', '--', RECORD)).toBe('')
    expect(personsWork(root)).toEqual(before)
  })

  test('clears away what a dead process left, its lock on the index included', async () => {
    const root = repository()
    const { pid } = spawnSync(process.execPath, ['-e', ''])
    const dead = { ...thisProcess('commit'), pid, started: '1' }
    writeFiles(join(root, '.git'), {
      'index.lock': JSON.stringify(dead),
      [`index.lock.new-${dead.token}`]: JSON.stringify(dead),
      [`parley-index-${pid}-1-${dead.token}`]: 'half an index',
      [`parley-index-${pid}-1-${dead.token}.lock`]: 'half an index',
    })
    writeFiles(root, { [RECORD]: 'r\n' })
    expect((await createGit(root).commitPaths([RECORD], 'record')).kind).toBe('committed')
    expect(readdirSync(join(root, '.git')).filter((name) => /parley|lock/.test(name))).toEqual([])
  })

  test('GIT4: after any call of git ends in one commit and the same work of the person', async () => {
    const code = await bundled(join(import.meta.dirname, 'git.ts'))
    for (let step = 1, killed = true; killed; step++) {
      const root = busyPerson()
      const before = personsWork(root)
      killed = commitKilledAfter(code, root, step)
      if (!killed) expect(step).toBeGreaterThan(8)
      await createGit(root).commitPaths([RECORD], 'record')
      expect(git(root, 'rev-list', '--count', 'HEAD')).toBe('2')
      expect(git(root, 'status', '--porcelain', '--', RECORD)).toBe('')
      expect(personsWork(root)).toEqual(before)
      expect(readdirSync(join(root, '.git')).filter((name) => /parley|lock/.test(name))).toEqual([])
    }
  })
})

describe('a lock on the index', () => {
  test('of somebody else is respected: nothing is committed, and the message names the file', async () => {
    const root = repository()
    const lockFile = join(root, '.git', 'index.lock')
    writeFileSync(lockFile, '')
    writeFiles(root, { [RECORD]: 'r\n' })
    const head = git(root, 'rev-parse', 'HEAD')
    await expect(createGit(root).commitPaths([RECORD], 'record')).rejects.toMatchObject({
      code: 'LOCKED',
      message: expect.stringContaining(lockFile),
    })
    expect(git(root, 'rev-parse', 'HEAD')).toBe(head)
    rmSync(lockFile)
    expect((await createGit(root).commitPaths([RECORD], 'record')).kind).toBe('committed')
  })

  test('GIT3: is waited for between commits of our own: all of them arrive', async () => {
    const root = repository()
    const paths = Array.from({ length: 5 }, (_, at) => `.council/records/${at}.md`)
    writeFiles(root, Object.fromEntries(paths.map((path) => [path, `${path}\n`])))
    const commits = await Promise.all(paths.map((path) => createGit(root).commitPaths([path], path)))
    expect(commits.map((commit) => commit.kind)).toEqual(paths.map(() => 'committed'))
    expect(git(root, 'rev-list', '--count', 'HEAD')).toBe('6')
    expect(git(root, 'status', '--porcelain')).toBe('')
  })
})

describe('a path that is no plain file', () => {
  test('is refused when it is a folder, since nobody named what lies below', async () => {
    const root = repository()
    writeFiles(root, { [RECORD]: 'r\n' })
    await expect(createGit(root).commitPaths(['.council'], 'x')).rejects.toMatchObject({ code: 'GIT' })
  })

  test('is refused when a link leads there', async () => {
    const root = repository()
    mkdirSync(join(root, 'real'))
    writeFiles(root, { 'real/a.md': 'a\n' })
    symlinkSync('real', join(root, 'linked'))
    const head = git(root, 'rev-parse', 'HEAD')
    await expect(createGit(root).commitPaths(['linked/a.md'], 'x')).rejects.toMatchObject({ code: 'GIT' })
    expect(git(root, 'rev-parse', 'HEAD')).toBe(head)
  })
})

/** A repository in which a person is at work: staged, staged and edited again, edited, deleted, renamed, untracked. */
function busyPerson(): string {
  const root = repository({ 'a.txt': 'a\n', 'b.txt': 'b\n', 'c.txt': 'c\n', 'd.txt': 'd\n', 'e.txt': 'e\n' })
  writeFiles(root, { 'a.txt': 'staged a\n', 'b.txt': 'staged b\n', 'new.txt': 'new\n' })
  git(root, 'add', 'a.txt', 'b.txt', 'new.txt')
  writeFiles(root, { 'b.txt': 'edited after staging\n', 'c.txt': 'edited only\n', 'untracked.txt': 'u\n' })
  git(root, 'rm', '-q', '--cached', 'd.txt')
  rmSync(join(root, 'e.txt'))
  writeFiles(root, { [RECORD]: 'the record\n' })
  return root
}

/** All staged, unstaged and untracked work of the person, without our own folder. */
function personsWork(root: string): Record<string, string> {
  const others = ['--', '.', ':!.council']
  const names = readdirSync(root).filter((name) => !name.startsWith('.'))
  return {
    staged: git(root, 'ls-files', '--stage', ...others),
    stagedChanges: git(root, 'diff', '--cached', '--binary', ...others),
    unstagedChanges: git(root, 'diff', '--binary', ...others),
    status: git(root, 'status', '--porcelain', ...others),
    disk: JSON.stringify(names.map((name) => [name, readFileSync(join(root, name), 'utf8')])),
  }
}

function writeAt(file: string, text: string, seconds: number): void {
  writeFileSync(file, text)
  utimesSync(file, seconds, seconds)
}

function conflicting(): string {
  const root = repository({ 'a.txt': 'one\n' })
  git(root, 'checkout', '-q', '-b', 'side')
  commitFile(root, 'side\n')
  git(root, 'checkout', '-q', 'main')
  commitFile(root, 'two\n')
  commitFile(root, 'three\n')
  return root
}

function commitFile(root: string, text: string): void {
  writeFiles(root, { 'a.txt': text })
  git(root, 'commit', '-q', '-a', '-m', text.trim())
}

/** Runs the commit in its own process, which is killed right after its n-th call of git. Returns whether there were so many calls. */
function commitKilledAfter(code: string, root: string, step: number): boolean {
  const script = `import { createGit } from ${JSON.stringify(code)}
    await createGit(process.cwd()).commitPaths([${JSON.stringify(RECORD)}], 'record')`
  const env = { ...process.env, ...killingGit(step) }
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
    env,
    encoding: 'utf8',
  })
  if (run.signal === null && run.status !== 0) throw new Error(run.stderr)
  return run.signal === 'SIGKILL'
}

/** A `git` before the real one in PATH that counts its calls, and kills its parent process after the n-th. */
function killingGit(step: number): Record<string, string> {
  const folder = temporaryFolder()
  const real = spawnSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).stdout.trim()
  const lines = [
    '#!/bin/sh',
    `echo x >> ${folder}/calls`,
    `count=$(wc -l < ${folder}/calls)`,
    `${real} "$@"`,
    'code=$?',
    `[ "$count" -ge ${step} ] && kill -9 $PPID`,
    'exit $code',
  ]
  writeFileSync(join(folder, 'git'), `${lines.join('\n')}\n`, { mode: 0o755 })
  return { PATH: `${folder}:${process.env['PATH']}` }
}
