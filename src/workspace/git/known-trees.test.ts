// Known trees: what git said of a folder is given again, and asked again as soon as anything that it follows from has changed.

import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runGit } from './exec.js'
import { knownTree } from './known-trees.js'
import { findTree, type Tree } from './repository.js'

async function git(cwd: string, ...args: string[]): Promise<void> {
  const named = ['-c', 'user.name=T', '-c', 'user.email=t@localhost']
  const { code, stderr } = await runGit([...named, ...args], { cwd })
  if (code !== 0) throw new Error(stderr)
}

function folder(): string {
  const made = realpathSync(mkdtempSync(join(tmpdir(), 'known-')))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

async function repository(): Promise<string> {
  const root = folder()
  await git(root, 'init', '--quiet', '--initial-branch=main')
  await git(root, 'commit', '--quiet', '--allow-empty', '-m', 'Begin')
  return root
}

/** Whether git would be asked again about this folder. */
async function isAsked(cwd: string): Promise<boolean> {
  let asked = false
  await knownTree(cwd, async () => {
    asked = true
    return null
  })
  return asked
}

const changes: Record<string, (root: string) => void | Promise<void>> = {
  'a setting of the repository is changed': (root) => git(root, 'config', 'core.worktree', '/'),
  'settings of the worktree appear': (root) => writeFileSync(join(root, '.git', 'config.worktree'), ''),
  'another branch is checked out': (root) => git(root, 'switch', '--quiet', '-c', 'other'),
  'the repository is gone': (root) => rmSync(join(root, '.git'), { recursive: true }),
  'its objects are gone': (root) => renameSync(join(root, '.git', 'objects'), join(root, '.git', 'away')),
  'another repository takes its place': async (root) => {
    renameSync(join(root, '.git'), join(root, 'away'))
    await git(root, 'init', '--quiet')
  },
  'a repository begins between it and the folder': (root) => git(join(root, 'a'), 'init', '--quiet'),
  'a pointer to a repository lies between': (root) => writeFileSync(join(root, 'a', '.git'), 'gitdir: /x\n'),
  'the folder between looks like a bare repository': (root) => writeFileSync(join(root, 'a', 'HEAD'), 'x'),
}

describe('known trees', () => {
  test('KNOWN1: git is asked once while nothing changes, also when it commits', async () => {
    const root = await repository()
    const inner = join(root, 'a', 'b')
    mkdirSync(inner, { recursive: true })
    const tree = await findTree(inner)
    expect(tree).toEqual({
      cwd: inner,
      gitDir: join(root, '.git'),
      commonDir: join(root, '.git'),
      prefix: 'a/b/',
    })
    await git(root, 'commit', '--quiet', '--allow-empty', '-m', 'More')
    expect(await isAsked(inner)).toBe(false)
    expect(await findTree(inner)).toEqual(tree)
  })

  for (const [what, change] of Object.entries(changes))
    test(`KNOWN1: git is asked again when ${what}`, async () => {
      const root = await repository()
      const inner = join(root, 'a', 'b')
      mkdirSync(inner, { recursive: true })
      await findTree(inner)
      expect(await isAsked(inner)).toBe(false)
      await change(root)
      expect(await isAsked(inner)).toBe(true)
    })

  test('KNOWN1: git is asked again about a worktree whose pointer or whose shared settings are changed', async () => {
    const root = await repository()
    const worktree = join(folder(), 'w')
    const known = async () => {
      await findTree(worktree)
      expect(await isAsked(worktree)).toBe(false)
    }
    await git(root, 'worktree', 'add', '--quiet', worktree)
    const found = await findTree(worktree)
    expect(found).toMatchObject({
      gitDir: join(root, '.git', 'worktrees', 'w'),
      commonDir: join(root, '.git'),
    })
    await known()
    appendFileSync(join(root, '.git', 'config'), '[x]\n')
    expect(await isAsked(worktree)).toBe(true)
    await known()
    writeFileSync(join(worktree, '.git'), 'gitdir: elsewhere\n')
    expect(await isAsked(worktree)).toBe(true)
  })

  test('KNOWN2: that there is no repository is asked each time, and a found one elsewhere is not kept', async () => {
    const bare = folder()
    expect(await findTree(bare)).toBeNull()
    expect(await isAsked(bare)).toBe(true)
    const root = await repository()
    const inner = join(root, 'a')
    mkdirSync(join(inner, '.git'), { recursive: true })
    const around: Tree | null = await findTree(inner)
    expect(around).toMatchObject({ gitDir: join(root, '.git'), prefix: 'a/' })
    expect(await isAsked(inner)).toBe(true)
  })
})
