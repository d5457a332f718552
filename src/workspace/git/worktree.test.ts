// Worktrees and branches in real repositories: made once, mended after a crash, and removed only when nothing is lost.

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { git, deadLock as leave, repository, temporaryFolder, writeFiles } from '../temporary.suite.js'
import { createGit } from './git.js'

const FOLDER = '.council/worktrees/w1'
const BRANCH = 'council/work-w1'

describe('locks that a killed git left', () => {
  test("DEAD2: are taken over in a council's worktree and on its branch; those of the person are left", async () => {
    const root = repository()
    const ask = { folder: FOLDER, branch: BRANCH, from: 'HEAD' }
    const own = ['worktrees/w1/index.lock', 'worktrees/w1/HEAD.lock', `refs/heads/${BRANCH}.lock`]
    const inGit = (name: string) => join(root, '.git', name)
    await createGit(root).addWorktree(ask)
    const persons = ['index.lock', 'refs/heads/main.lock'].map(inGit).map(leave)
    writeFiles(join(root, FOLDER), { 'work.md': 'begun\n' })
    own.map(inGit).map(leave)
    expect(await createGit(root).commitWorktree(FOLDER, 'Work', [])).toMatchObject({ kind: 'committed' })
    own.map(inGit).map(leave)
    await createGit(root).addWorktree(ask)
    expect(own.filter((name) => existsSync(inGit(name)))).toEqual([])
    expect(persons.filter((file) => existsSync(file))).toEqual(persons)
  })

  test('DEAD2: are left on a branch of the person that a seat has checked out there', async () => {
    const root = repository()
    await createGit(root).addWorktree({ folder: FOLDER, branch: BRANCH, from: 'HEAD' })
    git(join(root, FOLDER), 'switch', '--quiet', '--create', 'mine')
    const lock = leave(join(root, '.git/refs/heads/mine.lock'))
    writeFiles(join(root, FOLDER), { 'work.md': 'begun\n' })
    await expect(createGit(root).commitWorktree(FOLDER, 'Work', [])).rejects.toThrow('mine.lock')
    expect(existsSync(lock)).toBe(true)
  })
})

describe('adding a worktree', () => {
  test('makes the branch and the folder, and asking again changes nothing', async () => {
    const root = repository()
    const ask = { folder: FOLDER, branch: BRANCH, from: git(root, 'rev-parse', 'HEAD') }
    await createGit(root).addWorktree(ask)
    writeFiles(join(root, FOLDER), { 'work.md': 'begun\n' })
    await createGit(root).addWorktree(ask)
    expect(git(join(root, FOLDER), 'status', '--porcelain')).toBe('?? work.md')
    expect(git(join(root, FOLDER), 'symbolic-ref', '--short', 'HEAD')).toBe(BRANCH)
    expect(await createGit(root).worktrees()).toEqual([{ folder: FOLDER, branch: BRANCH }])
  })

  test('goes on from a branch that a crash left without its worktree, and from an empty folder', async () => {
    const root = repository()
    git(root, 'branch', BRANCH)
    mkdirSync(join(root, FOLDER), { recursive: true })
    await createGit(root).addWorktree({ folder: FOLDER, branch: BRANCH, from: 'HEAD' })
    expect(existsSync(join(root, FOLDER, 'README.md'))).toBe(true)
  })

  test('makes anew what git was killed over', async () => {
    const root = repository()
    await createGit(root).addWorktree({ folder: FOLDER, branch: BRANCH, from: 'HEAD' })
    writeFileSync(join(root, '.git/worktrees/w1/locked'), 'initializing\n')
    rmSync(join(root, FOLDER, 'README.md'))
    await createGit(root).addWorktree({ folder: FOLDER, branch: BRANCH, from: 'HEAD' })
    expect(git(join(root, FOLDER), 'status', '--porcelain')).toBe('')
  })

  test('makes anew a worktree whose folder somebody deleted', async () => {
    const root = repository()
    const ask = { folder: FOLDER, branch: BRANCH, from: 'HEAD' }
    await createGit(root).addWorktree(ask)
    git(join(root, FOLDER), 'commit', '-q', '--allow-empty', '-m', 'work')
    rmSync(join(root, FOLDER), { recursive: true })
    await createGit(root).addWorktree(ask)
    expect(git(join(root, FOLDER), 'status', '--porcelain')).toBe('')
    expect(git(join(root, FOLDER), 'log', '-1', '--format=%s')).toBe('work')
  })

  test('refuses a folder with files, a branch with commits, a branch in use, and a commit that is not there', async () => {
    const root = repository()
    const add = (branch: string, folder: string, from = 'HEAD') =>
      createGit(root).addWorktree({ folder, branch, from })
    writeFiles(root, { 'full/a.md': 'a\n' })
    await expect(add('b1', 'full')).rejects.toMatchObject({ code: 'WORKTREE', message: /in the way/ })
    branchWithCommit(root, 'b2')
    await expect(add('b2', 'w2')).rejects.toMatchObject({
      message: expect.stringContaining('commits of its own'),
    })
    await expect(add('main', 'w3')).rejects.toMatchObject({ message: expect.stringContaining('checked out') })
    await expect(add('b4', 'w4', 'nowhere')).rejects.toMatchObject({
      message: expect.stringContaining('nowhere'),
    })
    await add('b5', 'w5')
    await expect(add('b6', 'w5')).rejects.toMatchObject({ message: expect.stringContaining('instead of b6') })
    expect(existsSync(join(root, 'full/a.md'))).toBe(true)
  })
})

describe('committing a worktree', () => {
  test('refuses one that holds a repository, with and without a commit, and names the way out', async () => {
    const root = repository()
    await createGit(root).addWorktree({ folder: FOLDER, branch: BRANCH, from: 'HEAD' })
    const inner = join(root, FOLDER, 'app')
    writeFiles(inner, { 'index.ts': 'export {}\n' })
    git(inner, 'init', '-q')
    const commit = () => createGit(root).commitWorktree(FOLDER, 'x', [])
    const refused = { kind: 'skipped', why: expect.stringMatching(/^app is a repository inside.*rm -rf/) }
    expect(await commit()).toMatchObject(refused)
    expect((await createGit(root).changes(FOLDER, 'main')).nested).toEqual(['app'])
    git(inner, 'add', '--all')
    git(inner, '-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-q', '-m', 'first')
    expect(await commit()).toMatchObject(refused)
    rmSync(join(inner, '.git'), { recursive: true })
    expect((await commit()).kind).toBe('committed')
    expect(git(root, 'ls-tree', '-r', '--name-only', BRANCH, 'app')).toBe('app/index.ts')
  })

  test('takes every change except below the folders left out, staged or not', async () => {
    const root = repository({ 'README.md': 'r\n', 'old.md': 'o\n', '.council/council.yaml': 'name: x\n' })
    await createGit(root).addWorktree({ folder: FOLDER, branch: BRANCH, from: 'HEAD' })
    const tree = join(root, FOLDER)
    writeFiles(tree, { 'README.md': 'changed\n', 'new/a.md': 'a\n', '.council/council.yaml': 'name: y\n' })
    writeFiles(tree, { '.council/memory/topic.md': 't\n' })
    rmSync(join(tree, 'old.md'))
    git(tree, 'add', '.council/council.yaml')
    const commit = await createGit(root).commitWorktree(FOLDER, 'The title', ['.council'])
    expect(commit.kind).toBe('committed')
    expect(git(tree, 'show', '--name-status', '--format=%s', BRANCH)).toBe(
      'The title\n\nM\tREADME.md\nA\tnew/a.md\nD\told.md',
    )
    expect(git(tree, 'status', '--porcelain', '-uall')).toBe(
      'M  .council/council.yaml\n?? .council/memory/topic.md',
    )
    expect(await createGit(root).commitWorktree(FOLDER, 'The title', ['.council'])).toEqual({
      kind: 'nothing',
    })
    expect(await createGit(root).ahead(BRANCH, 'main')).toBe(1)
  })

  test('never takes the repository around for a worktree that lost its own', async () => {
    const root = repository()
    writeFiles(root, { 'mine.md': 'm\n', [`${FOLDER}/a.md`]: 'a\n' })
    expect(await createGit(root).commitWorktree(FOLDER, 'x', [])).toMatchObject({ kind: 'skipped' })
    expect(git(root, 'rev-list', '--count', 'HEAD')).toBe('1')
  })

  test('is refused by no hook and changes nothing in the main tree', async () => {
    const root = repository()
    writeFiles(root, { 'README.md': 'edited by the person\n' })
    await createGit(root).addWorktree({ folder: 'w', branch: BRANCH, from: 'HEAD' })
    const before = await createGit(root).status()
    writeFiles(join(root, 'w'), { 'a.md': 'a\n' })
    expect((await createGit(root).commitWorktree('w', 'x', [])).kind).toBe('committed')
    expect(await createGit(root).status()).toEqual(before)
  })
})

describe('removing a worktree', () => {
  test('happens when it is clean, and is fine when it is gone already', async () => {
    const root = repository()
    await createGit(root).addWorktree({ folder: FOLDER, branch: BRANCH, from: 'HEAD' })
    expect(await createGit(root).removeWorktree(FOLDER)).toEqual({ kind: 'removed' })
    expect(existsSync(join(root, FOLDER))).toBe(false)
    expect(await createGit(root).removeWorktree(FOLDER)).toEqual({ kind: 'removed' })
    expect(await createGit(root).worktrees()).toEqual([])
  })

  test('does not happen while it holds a change, a new file or an ignored file that somebody wrote', async () => {
    const root = repository({ 'README.md': 'r\n', '.gitignore': 'node_modules/\n*.local\n' })
    for (const path of ['README.md', 'new.md', 'notes.local']) {
      const folder = `w-${path}`
      await createGit(root).addWorktree({ folder, branch: `b-${path}`, from: 'HEAD' })
      writeFiles(join(root, folder), { [path]: 'work\n' })
      const removal = await createGit(root).removeWorktree(folder)
      expect(removal).toMatchObject({ kind: 'kept', why: expect.stringContaining(path) })
      expect(existsSync(join(root, folder, path))).toBe(true)
    }
  })

  test('does not mind what a tool installed there', async () => {
    const root = repository({ '.gitignore': 'node_modules/\n' })
    await createGit(root).addWorktree({ folder: FOLDER, branch: BRANCH, from: 'HEAD' })
    writeFiles(join(root, FOLDER), { 'node_modules/x/index.js': 'x\n' })
    expect(await createGit(root).removeWorktree(FOLDER)).toEqual({ kind: 'removed' })
  })

  test('does not happen while it alone holds a commit, or when it is no worktree at all', async () => {
    const root = repository()
    await createGit(root).addWorktree({ folder: FOLDER, branch: BRANCH, from: 'HEAD' })
    git(join(root, FOLDER), 'checkout', '-q', '--detach')
    git(join(root, FOLDER), 'commit', '-q', '--allow-empty', '-m', 'lonely')
    expect(await createGit(root).removeWorktree(FOLDER)).toMatchObject({
      kind: 'kept',
      why: expect.stringContaining('no branch'),
    })
    writeFiles(root, { 'plain/a.md': 'a\n' })
    expect(await createGit(root).removeWorktree('plain')).toMatchObject({ kind: 'kept' })
    expect(existsSync(join(root, 'plain/a.md'))).toBe(true)
  })
})

describe('a branch', () => {
  test('is listed by its prefix and renamed once', async () => {
    const root = repository()
    for (const name of ['council/work-b', 'council/work-a', 'other']) git(root, 'branch', name)
    expect(await createGit(root).branches('council/')).toEqual(['council/work-a', 'council/work-b'])
    await createGit(root).renameBranch('council/work-a', 'council/archived-a')
    await createGit(root).renameBranch('council/work-a', 'council/archived-a')
    expect(await createGit(root).branches('council/')).toEqual(['council/archived-a', 'council/work-b'])
    await expect(createGit(root).renameBranch('other', 'main')).rejects.toMatchObject({ code: 'GIT' })
    await expect(createGit(root).renameBranch('never', 'there')).rejects.toMatchObject({ code: 'GIT' })
  })

  test('is removed when its commits are elsewhere, and kept when it alone has them or is checked out', async () => {
    const root = repository()
    branchWithCommit(root, 'lonely')
    git(root, 'branch', 'merged')
    expect(await createGit(root).removeBranch('merged')).toEqual({ kind: 'removed' })
    expect(await createGit(root).removeBranch('merged')).toEqual({ kind: 'removed' })
    expect(await createGit(root).removeBranch('lonely')).toMatchObject({ kind: 'kept' })
    expect(await createGit(root).removeBranch('main')).toMatchObject({ kind: 'kept' })
    git(root, 'branch', 'twin', 'lonely')
    expect(await createGit(root).removeBranch('lonely')).toEqual({ kind: 'removed' })
    expect(await createGit(root).branches('')).toEqual(['main', 'twin'])
  })
})

describe('the repository', () => {
  test('is described as it stands', async () => {
    const root = repository({ 'sub/a.md': 'a\n' })
    const head = git(root, 'rev-parse', 'HEAD')
    expect(await createGit(join(root, 'sub')).repository()).toEqual({
      kind: 'ready',
      head,
      branch: 'main',
      busy: null,
      prefix: 'sub',
    })
    git(root, 'checkout', '-q', '--detach')
    expect(await createGit(root).repository()).toMatchObject({ branch: null, prefix: '' })
    const fresh = temporaryFolder()
    expect(await createGit(fresh).repository()).toEqual({ kind: 'none' })
    git(fresh, 'init', '-q')
    expect(await createGit(fresh).repository()).toEqual({ kind: 'empty' })
  })

  test('tells what is not committed, one path a line, with paths from the workspace', async () => {
    const root = repository({ 'sub/a b.md': 'a\n', 'top.md': 't\n' })
    writeFiles(root, { 'sub/a b.md': 'changed\n', 'sub/new/ü.md': 'n\n', 'top.md': 'changed\n' })
    expect(await createGit(join(root, 'sub')).status()).toEqual([' M a b.md', ' M ../top.md', '?? new/ü.md'])
    expect(await createGit(join(root, 'sub')).uncommitted('new')).toEqual(['new/ü.md'])
    expect(await createGit(root).uncommitted('sub')).toEqual(['sub/a b.md', 'sub/new/ü.md'])
    expect(await createGit(temporaryFolder()).status()).toEqual([])
  })

  test('knows what it ignores and who the person is', async () => {
    const root = repository({ '.gitignore': '.council/\n' })
    expect(await createGit(root).ignored('.council/records/a.md')).toBe(true)
    expect(await createGit(root).ignored('README.md')).toBe(false)
    expect(await createGit(root).userName()).toBe('Ada Example')
  })
})

function branchWithCommit(root: string, name: string): void {
  git(root, 'checkout', '-q', '-b', name)
  git(root, 'commit', '-q', '--allow-empty', '-m', name)
  git(root, 'checkout', '-q', 'main')
}

test('R29: a commit that a journal names is never an option of git: no file is written by one', async () => {
  const root = repository({ 'a.txt': 'a\n' })
  const port = createGit(root)
  const mine = join(temporaryFolder(), 'mine')
  writeFileSync(mine, 'mine')
  const option = `--output=${mine}`
  await port.changes('.', option).catch(() => {})
  await port.ahead('main', option).catch(() => {})
  await port.addWorktree({ folder: 'tree', branch: 'b', from: option }).catch(() => {})
  expect([await port.hasCommit(option), await port.fileAt(option, 'a.txt')]).toEqual([false, null])
  expect(readFileSync(mine, 'utf8')).toBe('mine')
})
