// Every git setting that names a program, in a repository whose own `.git/config` sets it: which of them run when parley works there.

import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { filesBelow } from '../../agents/tools/listing.js'
import { safeId } from '../../protocols/talk/documents/ids.js'
import {
  changesOf,
  commitActivity,
  commitIntegration,
  ensureIntegration,
  openActivity,
  previewMerge,
  removeActivity,
  squashMerge,
  syncIntegration,
} from '../../protocols/talk/ground/git/talk-git.js'
import { git, repository, temporaryFolder, writeFiles } from '../temporary.suite.js'
import { createWorld } from '../world.js'
import { describeRepository } from './repository.js'

/** `RUN` becomes a program that writes its own name down and then behaves like `cat`. */
const settings: readonly (readonly [name: string, value: string])[] = [
  ['core.fsmonitor', 'RUN'],
  ['core.hooksPath', 'HOOKS'],
  ['core.pager', 'RUN'],
  ['pager.status', 'RUN'],
  ['pager.diff', 'RUN'],
  ['core.editor', 'RUN'],
  ['sequence.editor', 'RUN'],
  ['core.askPass', 'RUN'],
  ['core.sshCommand', 'RUN'],
  ['core.gitProxy', 'RUN'],
  ['core.alternateRefsCommand', 'RUN'],
  ['credential.helper', '!RUN'],
  ['commit.gpgSign', 'true'],
  ['gpg.program', 'RUN'],
  ['gpg.ssh.program', 'RUN'],
  ['gpg.ssh.defaultKeyCommand', 'RUN'],
  ['log.showSignature', 'true'],
  ['diff.external', 'RUN'],
  ['diff.canary.command', 'RUN'],
  ['diff.canary.textconv', 'RUN'],
  ['interactive.diffFilter', 'RUN'],
  ['merge.canary.driver', 'RUN %A'],
  ['trailer.canary.command', 'RUN'],
  ['gc.auto', '1'],
  ['gc.recentObjectsHook', 'RUN'],
  ['uploadpack.packObjectsHook', 'RUN'],
  ['remote.origin.url', 'ext::RUN'],
  ['remote.origin.uploadpack', 'RUN'],
  ['remote.origin.receivepack', 'RUN'],
  ['remote.origin.promisor', 'true'],
  ['protocol.ext.allow', 'always'],
  ['url.ext::RUN .insteadOf', 'https://'],
  ['submodule.inner.update', '!RUN'],
  ['submodule.recurse', 'true'],
  ['alias.status', '!RUN'],
  ['alias.rev-parse', '!RUN'],
]

/** The one exception: a filter is how the person's own git-lfs or git-crypt stores a file, and leaving it out would commit plain text. */
const filters: typeof settings = [
  ['filter.canary.clean', 'RUN'],
  ['filter.canary.smudge', 'RUN'],
]

const library = { read: async () => null, list: async () => [], absolute: String }

function trapped(wanted: typeof settings): { root: string; ran: () => string[] } {
  const root = repository({ 'README.md': 'hello\n', 'src/app.ts': 'one\n', '.lore/a.md': 'a\n' })
  const folder = temporaryFolder()
  const seen = join(folder, 'seen')
  const program = (name: string, place = folder) => {
    const file = join(place, name.replace(/[^a-z-]/gi, '-'))
    mkdirSync(place, { recursive: true })
    writeFileSync(file, `#!/bin/sh\necho '${name}' >> '${seen}'\n[ -t 0 ] || cat\n`)
    chmodSync(file, 0o755)
    return file
  }
  for (const hook of [
    'pre-commit',
    'post-checkout',
    'reference-transaction',
    'post-index-change',
    'post-rewrite',
  ])
    for (const place of [join(folder, 'hooks'), join(root, '.git/hooks')]) program(`hook ${hook}`, place)
  const attributes = wanted === filters ? '* filter=canary\n' : '* diff=canary merge=canary\n'
  writeFiles(root, { '.git/info/attributes': attributes })
  for (const [name, value] of wanted) {
    const filled = value.replace('HOOKS', join(folder, 'hooks')).replace('RUN', program(name))
    git(root, 'config', '--add', name.replace('RUN', program(name)), filled)
  }
  return {
    root,
    ran: () => (existsSync(seen) ? [...new Set(readFileSync(seen, 'utf8').trim().split('\n'))] : []),
  }
}

/** What councils and talks do to a repository, from the first look to the last removal. */
async function everyStep(root: string): Promise<void> {
  const { git: port, tree } = createWorld(root, library)
  const place = { folder: '.council/worktrees/w', branch: 'council/work-w' }
  await port.repository()
  await tree()
  await port.addWorktree({ ...place, from: 'HEAD' })
  writeFiles(join(root, place.folder), { 'README.md': 'changed\n', 'new.md': 'new\n' })
  await port.standOn(place)
  await port.changes(place.folder, git(root, 'rev-parse', 'HEAD'))
  await port.commitWorktree(place.folder, 'The work', ['.council'])
  writeFiles(root, { '.council/records/r.md': 'record\n' })
  await port.uncommitted('.council')
  const commit = await port.commitPaths(['.council/records/r.md'], 'The record')
  if (commit.kind === 'committed') await port.fileAt(commit.hash, '.council/records/r.md')
  await port.ahead(place.branch, 'HEAD')
  await port.userName()
  await port.worktrees()
  for await (const _ of filesBelow(root, new AbortController().signal));
  await port.renameBranch(place.branch, 'council/archived-w')
  await port.removeWorktree(place.folder)
  await port.removeBranch('council/archived-w')
  await talkThrough(root)
}

async function talkThrough(root: string): Promise<void> {
  const project = { home: join(temporaryFolder(), 'home'), name: 'thumbs', path: root, prefix: 'claude' }
  const id = safeId('audience-Verity-20260504-081240')!
  const integration = await ensureIntegration(project)
  await openActivity(project, id, 'full').then(({ folder }) =>
    writeFiles(folder, { 'src/app.ts': 'mine\n', '.lore/a.md': 'mine\n' }),
  )
  await commitActivity(project, id, 'A turn')
  writeFiles(integration.folder, { 'src/other.ts': 'theirs\n', '.lore/a.md': 'theirs\n' })
  await commitIntegration(project, 'A note')
  await changesOf(project, id)
  await previewMerge(project, id)
  await squashMerge(project, id, 'Talk')
  await removeActivity(project, id)
  await syncIntegration(project)
}

describe('a setting in .git/config that names a program', () => {
  test('runs nothing, whatever parley does in that repository', async () => {
    const { root, ran } = trapped(settings)
    await everyStep(root)
    expect(ran()).toEqual([])
  })

  test('also not to fetch an object that the repository lacks', async () => {
    const { root, ran } = trapped(settings)
    const blob = git(root, 'rev-parse', 'HEAD:src/app.ts')
    renameSync(join(root, '.git/objects', blob.slice(0, 2)), join(temporaryFolder(), 'gone'))
    await expect(everyStep(root)).rejects.toMatchObject({ code: 'GIT' })
    expect(ran()).toEqual([])
  })

  test('runs where it is a filter, as with any `git add`: it is the person’s git-lfs or git-crypt', async () => {
    const { root, ran } = trapped(filters)
    await everyStep(root)
    expect(ran().toSorted()).toEqual(['filter.canary.clean', 'filter.canary.smudge'])
  })
})

describe('a repository that a seat made where the commit has a submodule', () => {
  test('is not looked into: nothing that its settings name runs, and the submodule stays as it was', async () => {
    const root = repository()
    const seen = join(temporaryFolder(), 'seen')
    const { git: port } = createWorld(root, library)
    const place = { folder: '.council/worktrees/w', branch: 'council/work-w' }
    const inner = join(root, place.folder, 'sub')
    git(root, 'update-index', '--add', '--cacheinfo', `160000,${git(root, 'rev-parse', 'HEAD')},sub`)
    git(root, 'commit', '-q', '-m', 'a submodule')
    await port.addWorktree({ ...place, from: 'HEAD' })
    writeFiles(inner, {
      '.git/HEAD': git(root, 'rev-parse', 'HEAD~1'),
      '.git/refs/x': '',
      'README.md': 'other\n',
    })
    writeFiles(inner, {
      '.git/config': `[core]\n\trepositoryformatversion = 0\n\tfsmonitor = "touch '${seen}'; :"\n`,
      '.git/objects/info/alternates': `${join(root, '.git/objects')}\n`,
    })
    const status = spawnSync('git', ['status'], { cwd: join(root, place.folder) })
    expect({ status: status.status, ran: existsSync(seen) }).toEqual({ status: 0, ran: true })
    spawnSync('rm', ['-f', seen])
    writeFiles(join(root, place.folder), { 'work.md': 'work\n' })
    await port.changes(place.folder, git(root, 'rev-parse', 'HEAD'))
    await port.status(place.folder)
    expect((await port.commitWorktree(place.folder, 'The work', [])).kind).toBe('committed')
    expect(git(root, 'show', '--name-only', '--format=', place.branch)).toBe('work.md')
    expect(existsSync(seen)).toBe(false)
  })
})

describe('a bare repository among the files of a clone', () => {
  test('is no repository to parley: none of its settings is read, and nothing of it runs', async () => {
    const root = repository()
    const seen = join(temporaryFolder(), 'seen')
    const inner = join(root, 'vendor/thing')
    writeFiles(inner, {
      HEAD: 'ref: refs/heads/main\n',
      'objects/keep': '',
      'refs/keep': '',
      config: `[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = .\n\tfsmonitor = "touch '${seen}'; :"\n[filter "x"]\n\tclean = "touch '${seen}'; cat"\n`,
      'info/attributes': '* filter=x\n',
      'notes.md': 'notes\n',
    })
    const plain = spawnSync('git', ['add', 'notes.md'], { cwd: inner })
    expect({ status: plain.status, ran: existsSync(seen) }).toEqual({ status: 0, ran: true })
    spawnSync('rm', ['-f', seen])
    expect(await describeRepository(inner)).toEqual({ kind: 'none' })
    const { git: port, tree } = createWorld(inner, library)
    expect(await port.commitPaths(['notes.md'], 'x')).toMatchObject({ kind: 'skipped' })
    await tree()
    for await (const _ of filesBelow(inner, new AbortController().signal));
    expect(existsSync(seen)).toBe(false)
  })
})
