// Git for talks in real repositories whose hooks refuse everything, beside a person who is in the middle of an edit.

import { cpSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { emptyRepository, git, temporaryFolder, writeFiles } from '../../../../workspace/temporary.suite.js'
import { safeId } from '../../documents/ids.js'
import {
  activitiesIn,
  commitActivity,
  commitIntegration,
  ensureIntegration,
  followedIn,
  openActivity,
  previewMerge,
  refsOf,
  removeActivity,
  squashMerge,
  syncIntegration,
  undoOpen,
} from './talk-git.js'
import { everythingOf, filesIn, ID, opened, project, projectAtWork } from './talk-git.suite.js'

afterEach(() => vi.unstubAllEnvs())

const MESSAGE = 'Talk with Verity: caches'

describe('integration', () => {
  test('is a branch and a permanent worktree, made once and made again when its folder is gone', async () => {
    const made = projectAtWork()
    const before = everythingOf(made)
    const { folder, branch } = await ensureIntegration(made)
    expect(branch).toBe('claude/main')
    expect(folder).toBe(join(made.home, 'projects/thumbs'))
    writeFiles(folder, { '.lore/new.md': 'new\n' })
    await commitIntegration(made, 'A note')
    rmSync(folder, { recursive: true })
    await ensureIntegration(made)
    await ensureIntegration(made)
    expect(filesIn(folder)).toMatchObject({ '.lore/new.md': 'new\n', 'src/app.ts': 'one\ntwo\nthree\n' })
    expect(git(folder, 'status', '--porcelain')).toBe('')
    expect(git(folder, 'log', '-1', '--format=%s %an')).toBe('A note Ada Example')
    expect(everythingOf(made)).toEqual(before)
  })

  test('and the worktree of a talk are found again after the repository was moved; in a copy of the home nothing of the first changes', async () => {
    const made = project()
    const { activity, integration } = await opened(made)
    writeFiles(activity.folder, { 'src/app.ts': 'mine\n' })
    const moved = { ...made, path: join(temporaryFolder(), 'moved') }
    renameSync(made.path, moved.path)
    await ensureIntegration(moved)
    expect((await commitActivity(moved, ID, 'Kept')).kind).toBe('committed')
    expect(git(integration.folder, 'rev-parse', '--git-common-dir')).toBe(join(moved.path, '.git'))
    const copied = { ...moved, home: join(temporaryFolder(), 'home') }
    cpSync(moved.home, copied.home, { recursive: true })
    const before = git(moved.path, 'for-each-ref')
    await expect(commitActivity(copied, ID, 'Not here')).rejects.toThrow(`checked out in ${activity.folder}`)
    expect(git(moved.path, 'for-each-ref')).toBe(before)
  })

  test('says why it cannot be: no repository, no commit, a branch in the way', async () => {
    const made = project()
    await expect(ensureIntegration({ ...made, path: made.home })).rejects.toThrow('not a git repository')
    await expect(ensureIntegration({ ...made, path: emptyRepository() })).rejects.toThrow('no commit yet')
    git(made.path, 'branch', 'claude')
    await expect(ensureIntegration(made)).rejects.toThrow('no room for claude/main')
    expect((await ensureIntegration({ ...made, prefix: 'parley' })).branch).toBe('parley/main')
    await expect(ensureIntegration({ ...made, name: '../x' })).rejects.toThrow('name of a project')
  })

  test('commits as parley where git knows nobody', async () => {
    const made = project()
    vi.stubEnv('HOME', made.path)
    vi.stubEnv('XDG_CONFIG_HOME', '')
    git(made.path, 'config', '--unset', 'user.name')
    git(made.path, 'config', '--unset', 'user.email')
    const { folder } = await ensureIntegration(made)
    writeFiles(folder, { '.lore/new.md': 'new\n' })
    await commitIntegration(made, 'A note')
    expect(git(folder, 'log', '-1', '--format=%an %ce')).toBe('parley parley@localhost')
    expect(git(folder, 'status', '--porcelain')).toBe('')
  })

  test('follows the remote, then main or master, then what is checked out', async () => {
    const made = project()
    git(made.path, 'branch', 'trunk')
    const followed = async (of: typeof made) => followedIn(of, await refsOf(of))?.name
    expect(await followed(made)).toBe('main')
    git(made.path, 'update-ref', 'refs/remotes/origin/trunk', 'HEAD')
    git(made.path, 'symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/trunk')
    expect(await followed(made)).toBe('trunk')
    expect(await followed({ ...made, defaultBranch: 'main' })).toBe('main')
  })

  test('keeps in step with the person, by forwarding or merging, and never while a talk is open', async () => {
    const made = project()
    const { folder } = await ensureIntegration(made)
    expect(await syncIntegration(made)).toMatchObject({ kind: 'same' })
    commit(made.path, { 'src/app.ts': 'one\ntwo\nfour\n' })
    expect(await syncIntegration(made)).toMatchObject({
      kind: 'forwarded',
      commit: git(made.path, 'rev-parse', 'main'),
    })
    writeFiles(folder, { '.lore/integration.md': 'x\n' })
    commit(made.path, { 'src/other.ts': 'newer\n' })
    expect(await syncIntegration(made)).toMatchObject({ kind: 'merged' })
    expect(filesIn(folder)).toMatchObject({ '.lore/integration.md': 'x\n', 'src/other.ts': 'newer\n' })
    await openActivity(made, ID, 'sparse')
    commit(made.path, { 'src/other.ts': 'newest\n' })
    expect(await syncIntegration(made)).toEqual({ kind: 'talking', id: ID })
    await removeActivity(made, ID)
    writeFiles(folder, { 'src/other.ts': 'theirs\n' })
    expect(await syncIntegration(made)).toMatchObject({
      kind: 'waiting',
      why: expect.stringContaining('src/other.ts'),
    })
    expect(git(folder, 'status', '--porcelain')).toBe('')
  })
})

describe('an activity', () => {
  test('sparse has .lore and the files at the top; full has everything', async () => {
    const made = projectAtWork()
    const before = everythingOf(made)
    const { activity } = await opened(made, 'sparse')
    expect(activity.branch).toBe(`claude/meeting/${ID}`)
    expect(activity.folder).toBe(join(made.home, `worktrees/thumbs/meeting-${ID}`))
    expect(Object.keys(filesIn(activity.folder)).sort()).toEqual([
      '.lore/notes.md',
      '.lore/old.md',
      'README.md',
    ])
    const other = await openActivity(made, safeId('other')!, 'full')
    expect(Object.keys(filesIn(other.folder))).toContain('src/app.ts')
    expect(everythingOf(made)).toEqual(before)
    expect((await activitiesIn(made)).map(({ id, worktree, ahead }) => [id, worktree, ahead])).toEqual([
      [ID, true, 0],
      ['other', true, 0],
    ])
  })

  test('is whole where the person works in a sparse checkout of their own', async () => {
    const made = project()
    // A copied repository has other times than its index says, and git keeps a file that may have been edited.
    git(made.path, 'update-index', '-q', '--refresh')
    git(made.path, 'sparse-checkout', 'set', '--cone', '.lore')
    const { activity, integration } = await opened(made, 'full')
    expect(existsSync(join(activity.folder, 'src/app.ts'))).toBe(true)
    expect(existsSync(join(integration.folder, 'src/app.ts'))).toBe(true)
    expect(existsSync(join(made.path, 'src/app.ts'))).toBe(false)
  })

  test('sparse commits delete nothing that was not checked out, and keep what was written beside', async () => {
    const made = project()
    const { activity } = await opened(made, 'sparse')
    writeFiles(activity.folder, { '.lore/new.md': 'n\n', 'src/app.ts': 'beyond\n', 'lib/x.ts': 'x\n' })
    rmSync(join(activity.folder, '.lore/old.md'))
    expect(await commitActivity(made, ID, 'work')).toMatchObject({ kind: 'committed' })
    expect(git(made.path, 'diff', '--name-status', 'main', activity.branch).split('\n')).toEqual([
      'A\t.lore/new.md',
      'D\t.lore/old.md',
      'A\tlib/x.ts',
      'M\tsrc/app.ts',
    ])
    expect(await commitActivity(made, ID, 'work')).toMatchObject({ kind: 'nothing' })
  })

  test('has its .lore committed even where git ignores it', async () => {
    const made = project({ 'README.md': 'r\n', '.gitignore': '.lore/\nout.log\n' })
    const { activity, integration } = await opened(made, 'sparse')
    writeFiles(activity.folder, { '.lore/meetings/x.md': 'x\n', 'out.log': 'noise\n' })
    expect(await squashMerge(made, ID, MESSAGE)).toMatchObject({ kind: 'merged' })
    expect(git(integration.folder, 'ls-files').split('\n')).toEqual([
      '.gitignore',
      '.lore/meetings/x.md',
      'README.md',
    ])
  })

  test('KEEP3: that failed to open goes without a trace; one that holds work stays', async () => {
    const made = project()
    const { activity } = await opened(made, 'sparse')
    writeFiles(activity.folder, { [`.lore/meetings/${ID}.md`]: 'status: open\n' })
    expect(await undoOpen(made, ID)).toEqual({ worktree: { kind: 'removed' }, branch: { kind: 'removed' } })
    expect(await activitiesIn(made)).toEqual([])
    await openActivity(made, ID, 'sparse')
    writeFiles(activity.folder, { [`.lore/meetings/${ID}.md`]: 'status: open\n', '.lore/work.md': 'w\n' })
    expect(await undoOpen(made, ID)).toMatchObject({ worktree: { kind: 'kept' }, branch: { kind: 'kept' } })
    expect(existsSync(join(activity.folder, '.lore/work.md'))).toBe(true)
  })

  test('that was not even checked out goes too when its opening is taken back', async () => {
    const made = project()
    const { activity } = await opened(made, 'sparse')
    git(made.path, 'worktree', 'lock', '--reason', 'initializing', activity.folder)
    rmSync(join(activity.folder, '.lore'), { recursive: true })
    expect(await undoOpen(made, ID)).toEqual({ worktree: { kind: 'removed' }, branch: { kind: 'removed' } })
  })

  test('is found also where the integration branch is missing', async () => {
    const made = project()
    git(made.path, 'branch', `claude/meeting/${ID}`)
    expect(await activitiesIn(made)).toMatchObject([{ id: ID, worktree: false, ahead: 0 }])
  })

  test('whose worktree is gone keeps a branch that has commits', async () => {
    const made = project()
    const { activity } = await opened(made)
    writeFiles(activity.folder, { '.lore/work.md': 'w\n' })
    await commitActivity(made, ID, 'work')
    rmSync(activity.folder, { recursive: true })
    expect(await activitiesIn(made)).toMatchObject([{ id: ID, worktree: false, ahead: 1 }])
    expect(await removeActivity(made, ID)).toMatchObject({
      worktree: { kind: 'removed' },
      branch: { kind: 'kept' },
    })
  })
})

describe('the squash merge', () => {
  test('is blocked by a repository inside the worktree, also where the worker has committed the link itself', async () => {
    const made = project()
    const { activity, integration } = await opened(made)
    writeFiles(activity.folder, { 'app/index.ts': 'export {}\n', 'src/app.ts': 'mine\n' })
    const inner = join(activity.folder, 'app')
    git(inner, 'init', '-q')
    expect(await commitActivity(made, ID, 'A turn')).toMatchObject({ kind: 'committed', nested: ['app'] })
    expect(await squashMerge(made, ID, MESSAGE)).toMatchObject({
      kind: 'blocked',
      why: expect.stringContaining('app is a repository inside'),
    })
    git(inner, 'add', '--all')
    git(inner, '-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-q', '-m', 'first')
    const before = git(integration.folder, 'rev-parse', 'HEAD')
    git(activity.folder, '-c', 'advice.addEmbeddedRepo=false', 'add', 'app')
    git(activity.folder, 'commit', '-q', '--no-verify', '-m', 'linked')
    expect(await squashMerge(made, ID, MESSAGE)).toMatchObject({
      kind: 'blocked',
      why: expect.stringContaining('app is a repository inside'),
    })
    expect(git(integration.folder, 'rev-parse', 'HEAD')).toBe(before)
  })

  test('JOIN3: clean: one commit with everything, pending changes of either side kept, then no trace', async () => {
    const made = projectAtWork()
    const before = everythingOf(made)
    const { activity, integration } = await opened(made)
    writeFiles(activity.folder, { 'src/new.ts': 'n\n' })
    await commitActivity(made, ID, 'one')
    writeFiles(activity.folder, { 'src/app.ts': 'one\ntwo\nthree!\n' })
    writeFiles(integration.folder, { '.lore/request.md': 'pending\n' })
    const tip = git(integration.folder, 'rev-parse', 'HEAD')
    const squash = await squashMerge(made, ID, MESSAGE)
    expect(squash).toMatchObject({ kind: 'merged', settled: [] })
    expect(git(integration.folder, 'log', '--format=%s', `${tip}..HEAD`).split('\n')).toEqual([
      MESSAGE,
      'Keep what lay in the integration worktree',
    ])
    expect(git(integration.folder, 'show', '--format=', '--name-only', 'HEAD').split('\n')).toEqual([
      'src/app.ts',
      'src/new.ts',
    ])
    expect(filesIn(integration.folder)).toMatchObject({
      'src/app.ts': 'one\ntwo\nthree!\n',
      '.lore/request.md': 'pending\n',
    })
    expect(git(integration.folder, 'status', '--porcelain')).toBe('')
    expect(await squashMerge(made, ID, MESSAGE)).toMatchObject(squash)
    expect(await removeActivity(made, ID)).toEqual({
      worktree: { kind: 'removed' },
      branch: { kind: 'removed' },
    })
    expect(await squashMerge(made, ID, MESSAGE)).toMatchObject({ ...squash, tip: null })
    expect(existsSync(activity.folder)).toBe(false)
    expect(await activitiesIn(made)).toEqual([])
    expect(everythingOf(made)).toEqual(before)
  })

  test('of a talk that changed nothing makes no commit, and nothing is left', async () => {
    const made = project()
    const { integration } = await opened(made)
    expect(await squashMerge(made, ID, MESSAGE)).toMatchObject({ kind: 'nothing' })
    expect(git(integration.folder, 'rev-parse', 'HEAD')).toBe(git(made.path, 'rev-parse', 'main'))
    expect(await removeActivity(made, ID)).toEqual({
      worktree: { kind: 'removed' },
      branch: { kind: 'removed' },
    })
  })

  test('TREE1, TREE2: with conflicts in .lore only: the talk wins, whoever deleted what, and the rest is merged', async () => {
    const made = project({
      '.lore/both.md': 'base\n',
      '.lore/gone-there.md': 'base\n',
      '.lore/gone-here.md': 'base\n',
      '.lore/moved.md': 'a\nb\nc\nd\ne\n',
      '.lore/calm.md': '1\n2\n3\n4\n5\n6\n7\n',
      'src/app.ts': '1\n2\n3\n4\n5\n6\n7\n',
      '.lore/d/x.md': 'x\n',
    })
    const { activity, integration } = await opened(made)
    const here = activity.folder
    const there = integration.folder
    writeFiles(here, {
      '.lore/both.md': 'talk\n',
      '.lore/gone-there.md': 'talk\n',
      '.lore/moved.md': 'a\nb\nc\nd\ntalk\n',
    })
    writeFiles(here, {
      '.lore/added.md': 'talk\n',
      '.lore/calm.md': 'one\n2\n3\n4\n5\n6\n7\n',
      'src/app.ts': 'one\n2\n3\n4\n5\n6\n7\n',
    })
    rmSync(join(here, '.lore/gone-here.md'))
    rmSync(join(here, '.lore/d'), { recursive: true })
    writeFiles(here, { '.lore/d': 'now a file\n', '.lore/e/y.md': 'y\n' })
    writeFiles(there, {
      '.lore/both.md': 'other\n',
      '.lore/gone-here.md': 'other\n',
      '.lore/added.md': 'other\n',
      '.lore/e': 'a file\n',
    })
    writeFiles(there, {
      '.lore/calm.md': '1\n2\n3\n4\n5\n6\nseven\n',
      'src/app.ts': '1\n2\n3\n4\n5\n6\nseven\n',
      '.lore/d/z.md': 'z\n',
    })
    rmSync(join(there, '.lore/gone-there.md'))
    git(there, 'mv', '.lore/moved.md', '.lore/elsewhere.md')
    writeFiles(there, { '.lore/elsewhere.md': 'a\nb\nc\nd\nother\n' })
    const squash = await squashMerge(made, ID, MESSAGE)
    expect(squash).toMatchObject({
      kind: 'merged',
      settled: expect.arrayContaining(['.lore/both.md', '.lore/added.md']),
    })
    expect(filesIn(there)).toEqual({
      '.lore/both.md': 'talk\n',
      '.lore/gone-there.md': 'talk\n',
      '.lore/added.md': 'talk\n',
      '.lore/moved.md': 'a\nb\nc\nd\ntalk\n',
      '.lore/elsewhere.md': 'a\nb\nc\nd\nother\n',
      '.lore/calm.md': 'one\n2\n3\n4\n5\n6\nseven\n',
      'src/app.ts': 'one\n2\n3\n4\n5\n6\nseven\n',
      '.lore/d': 'now a file\n',
      '.lore/e/y.md': 'y\n',
    })
    expect(git(there, 'status', '--porcelain')).toBe('')
    expect(await removeActivity(made, ID)).toMatchObject({ branch: { kind: 'removed' } })
  })

  test('JOIN1: with any other conflict: integration exactly as it was, the branch kept, the files named', async () => {
    const made = project()
    const { activity, integration } = await opened(made)
    writeFiles(activity.folder, { 'src/app.ts': 'talk\n', '.lore/notes.md': 'talk\n', 'src/fine.ts': 'f\n' })
    writeFiles(integration.folder, { 'src/app.ts': 'other\n', '.lore/notes.md': 'other\n' })
    await commitIntegration(made, 'other')
    const before = { files: filesIn(integration.folder), head: git(integration.folder, 'rev-parse', 'HEAD') }
    expect(await squashMerge(made, ID, MESSAGE)).toEqual({ kind: 'conflict', files: ['src/app.ts'] })
    expect({
      files: filesIn(integration.folder),
      head: git(integration.folder, 'rev-parse', 'HEAD'),
    }).toEqual(before)
    expect(git(integration.folder, 'status', '--porcelain')).toBe('')
    expect(await removeActivity(made, ID)).toMatchObject({
      worktree: { kind: 'removed' },
      branch: { kind: 'kept' },
    })
    expect(git(made.path, 'show', `${activity.branch}:src/fine.ts`)).toBe('f')
  })

  test('goes through once a person has settled the conflict on the branch', async () => {
    const made = project()
    const { activity, integration } = await opened(made)
    writeFiles(activity.folder, { 'src/app.ts': 'talk\n' })
    writeFiles(integration.folder, { 'src/app.ts': 'other\n' })
    expect(await squashMerge(made, ID, MESSAGE)).toMatchObject({ kind: 'conflict' })
    git(activity.folder, 'merge', '-q', '-X', 'ours', '-m', 'settled', 'claude/main')
    expect(await squashMerge(made, ID, MESSAGE)).toMatchObject({ kind: 'merged' })
    expect(readFileSync(join(integration.folder, 'src/app.ts'), 'utf8')).toBe('talk\n')
  })

  test('waits for a merge that a person began in the integration worktree', async () => {
    const made = project()
    const { activity, integration } = await opened(made)
    writeFiles(activity.folder, { 'src/app.ts': 'talk\n' })
    commit(made.path, { 'src/app.ts': 'other\n' })
    git(integration.folder, 'merge', '-q', '--no-commit', '--no-ff', 'main')
    expect(await squashMerge(made, ID, MESSAGE)).toEqual({
      kind: 'blocked',
      why: 'in the integration worktree, a merge is in progress',
    })
  })

  test('two talks land one after the other', async () => {
    const made = project()
    const { activity, integration } = await opened(made, 'sparse')
    const other = await openActivity(made, safeId('other')!, 'full')
    writeFiles(activity.folder, { '.lore/a.md': 'a\n' })
    writeFiles(other.folder, { '.lore/b.md': 'b\n', 'src/app.ts': 'changed\n' })
    await squashMerge(made, ID, 'First')
    await squashMerge(made, other.id, 'Second')
    expect(git(integration.folder, 'log', '--format=%s', 'main..HEAD').split('\n')).toEqual([
      'Second',
      'First',
    ])
    expect(filesIn(integration.folder)).toMatchObject({
      '.lore/a.md': 'a\n',
      '.lore/b.md': 'b\n',
      'src/app.ts': 'changed\n',
    })
  })
})

describe('a preview', () => {
  test('shows what would be merged, uncommitted work included, and touches nothing', async () => {
    const made = projectAtWork()
    const { activity, integration } = await opened(made)
    writeFiles(activity.folder, { '.lore/new.md': 'n\n' })
    await commitActivity(made, ID, 'one')
    writeFiles(activity.folder, { 'src/app.ts': 'changed\n' })
    rmSync(join(activity.folder, '.lore/old.md'))
    writeFiles(integration.folder, { '.lore/pending.md': 'p\n' })
    const all = () => [
      everythingOf(made),
      filesIn(activity.folder),
      filesIn(integration.folder),
      git(made.path, 'for-each-ref'),
      git(activity.folder, 'status', '--porcelain'),
      git(integration.folder, 'status', '--porcelain'),
    ]
    const before = all()
    const preview = await previewMerge(made, ID)
    expect(preview).toMatchObject({ branch: activity.branch, into: 'claude/main', conflicts: [] })
    expect(preview.files.map(({ path, change }) => [path, change])).toEqual([
      ['.lore/new.md', 'added'],
      ['.lore/old.md', 'deleted'],
      ['src/app.ts', 'changed'],
    ])
    expect(preview.files[2]!.patch).toContain('+changed')
    expect(all()).toEqual(before)
  })

  test('names the conflicts that would hold it up', async () => {
    const made = project()
    const { activity, integration } = await opened(made)
    writeFiles(activity.folder, { 'src/app.ts': 'talk\n', '.lore/notes.md': 'talk\n' })
    writeFiles(integration.folder, { 'src/app.ts': 'other\n', '.lore/notes.md': 'other\n' })
    expect(await previewMerge(made, ID)).toMatchObject({
      conflicts: ['src/app.ts'],
      files: [{ path: '.lore/notes.md' }, { path: 'src/app.ts' }],
    })
  })
})

function commit(folder: string, files: Readonly<Record<string, string>>): void {
  writeFiles(folder, files)
  git(folder, 'commit', '-q', '--no-verify', '-am', 'person')
}
