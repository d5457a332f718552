// Killed before any change that git makes, and run again (KEEP2): the same end state, one squash, nothing lost.

import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { git, writeFiles } from '../../../../workspace/temporary.suite.js'
import { moveTo } from './move.js'

/** Changes that may still be made; at the next one the power is off, and no call is made any more. */
const power = vi.hoisted(() => ({ left: Number.POSITIVE_INFINITY }))

/** Before a call that only looks, the state is that before the change that follows: one kill tells for all of them. */
const CHANGES =
  /^(worktree (add|unlock|remove)|sparse-checkout|update-ref|read-tree -m|update-index (?!-q)|restore|rm)/

vi.mock('../../../../workspace/git/exec.js', async (original) => {
  const real = await original<typeof import('../../../../workspace/git/exec.js')>()
  return {
    ...real,
    runGit: (...call: Parameters<typeof real.runGit>) => {
      if (power.left > 0 && CHANGES.test(call[0].join(' '))) power.left--
      if (power.left <= 0) return Promise.reject(new Error('killed'))
      return real.runGit(...call)
    },
  }
})

const { activitiesIn, openActivity, removeActivity, squashMerge } = await import('./talk-git.js')
const { everythingOf, filesIn, ID, opened, projectAtWork } = await import('./talk-git.suite.js')

afterEach(() => {
  power.left = Number.POSITIVE_INFINITY
})

/** Whether the kill came before the end of the work. */
async function killedAt(calls: number, work: () => Promise<unknown>): Promise<boolean> {
  power.left = calls + 1
  try {
    await work()
    return power.left === 0
  } catch {
    return true
  } finally {
    power.left = Number.POSITIVE_INFINITY
  }
}

describe('a kill before any change that git makes', () => {
  test('KEEP1, KEEP2: in opening a sparse activity: run again it is whole, and the person is untouched', async () => {
    const made = projectAtWork()
    const before = everythingOf(made)
    for (let calls = 0; await killedAt(calls, () => openActivity(made, ID, 'sparse')); calls++) {
      const { folder } = await openActivity(made, ID, 'sparse')
      expect(Object.keys(filesIn(folder)).sort()).toEqual(['.lore/notes.md', '.lore/old.md', 'README.md'])
      expect(git(folder, 'status', '--porcelain')).toBe('')
      expect(everythingOf(made)).toEqual(before)
      await removeActivity(made, ID)
      git(made.path, 'worktree', 'remove', '--force', join(made.home, 'projects/thumbs'))
      git(made.path, 'branch', '-q', '-D', 'claude/main')
    }
  })

  test('JOIN2: in a squash: run again there is one commit of it, and its files are in the worktree', async () => {
    const made = projectAtWork()
    const before = everythingOf(made)
    for (let calls = 0, isOver = false; !isOver; calls++) {
      const { activity, integration } = await opened(made)
      const round = String(calls)
      writeFiles(activity.folder, { '.lore/notes.md': `talk ${round}\n`, [`src/new-${round}.ts`]: 'n\n' })
      writeFiles(integration.folder, {
        '.lore/notes.md': `other ${round}\n`,
        'src/other.ts': `other ${round}\n`,
      })
      isOver = !(await killedAt(calls, () => squashMerge(made, ID, `Round ${round}`)))
      expect(await squashMerge(made, ID, `Round ${round}`)).toMatchObject({ kind: 'merged' })
      expect(git(integration.folder, 'log', '--format=%s', `--grep=^Round ${round}$`)).toBe(`Round ${round}`)
      expect(git(integration.folder, 'show', '--format=%s', '--name-only', 'HEAD')).toBe(
        `Round ${round}\n\n.lore/notes.md\nsrc/new-${round}.ts`,
      )
      expect(readFileSync(join(integration.folder, '.lore/notes.md'), 'utf8')).toBe(`talk ${round}\n`)
      expect(readFileSync(join(integration.folder, 'src/other.ts'), 'utf8')).toBe(`other ${round}\n`)
      expect(git(integration.folder, 'status', '--porcelain')).toBe('')
      expect(await removeActivity(made, ID)).toMatchObject({
        worktree: { kind: 'removed' },
        branch: { kind: 'removed' },
      })
    }
    expect(everythingOf(made)).toEqual(before)
  })

  test('in a removal: run again nothing is left', async () => {
    const made = projectAtWork()
    for (let calls = 0, isOver = false; !isOver; calls++) {
      const { activity } = await opened(made)
      writeFiles(activity.folder, { [`.lore/${calls}.md`]: 'x\n' })
      await squashMerge(made, ID, 'Talk')
      isOver = !(await killedAt(calls, () => removeActivity(made, ID)))
      expect(await removeActivity(made, ID)).toMatchObject({
        worktree: { kind: 'removed' },
        branch: { kind: 'removed' },
      })
      expect(existsSync(activity.folder)).toBe(false)
      expect(await activitiesIn(made)).toEqual([])
    }
  })
})

describe('a removal that was broken off while files were deleted', () => {
  test.each([
    ['with its .git file', true],
    ['whose .git file went first', false],
  ])(
    'JOIN2, AWAY1: the rest of a worktree, %s, is never committed: the squash is recognised, and the rest removed',
    async (_, pointer) => {
      const made = projectAtWork()
      const { activity, integration } = await opened(made)
      writeFiles(activity.folder, { 'src/new.ts': 'n\n' })
      const squash = await squashMerge(made, ID, 'Talk')
      const head = git(integration.folder, 'rev-parse', 'HEAD')
      for (const path of ['src/app.ts', 'src/new.ts', '.lore/notes.md', ...(pointer ? [] : ['.git'])])
        rmSync(join(activity.folder, path))
      expect(await squashMerge(made, ID, 'Talk')).toEqual({ ...squash, settled: [] })
      expect(git(integration.folder, 'rev-parse', 'HEAD')).toBe(head)
      const tip = squash.kind === 'merged' ? (squash.tip ?? undefined) : undefined
      expect(await removeActivity(made, ID, tip)).toEqual({
        worktree: { kind: 'removed' },
        branch: { kind: 'removed' },
      })
      expect(await activitiesIn(made)).toEqual([])
      expect(filesIn(integration.folder)).toMatchObject({
        'src/app.ts': 'one\ntwo\nthree\n',
        'src/new.ts': 'n\n',
      })
    },
  )

  test('AWAY1: what was taken away and not deleted yet is deleted by the next removal', async () => {
    const made = projectAtWork()
    const { activity } = await opened(made)
    const aside = join(dirname(activity.folder), `.${basename(activity.folder)}.parley-removed-0a0b0c0d`)
    renameSync(activity.folder, aside)
    expect(await removeActivity(made, ID)).toEqual({
      worktree: { kind: 'removed' },
      branch: { kind: 'removed' },
    })
    expect(readdirSync(dirname(activity.folder))).toEqual([])
  })
})

describe('a move that was broken off while files were written', () => {
  test('MOVE1, MOVE3: is finished by whoever comes next, and an edit made meanwhile is kept', async () => {
    const made = projectAtWork()
    const { activity, integration } = await opened(made)
    const { folder } = integration
    const from = git(folder, 'rev-parse', 'HEAD')
    writeFiles(activity.folder, { '.lore/notes.md': 'talk\n', 'src/app.ts': 'talk\n', 'src/new.ts': 'n\n' })
    await squashMerge(made, ID, 'Talk')
    const to = git(folder, 'rev-parse', 'HEAD')
    // As it was in the middle: the branch moved, one file written, one edited by somebody, the index as before.
    git(folder, 'read-tree', '--reset', '-u', from)
    const gitDir = git(folder, 'rev-parse', '--absolute-git-dir')
    writeFiles(gitDir, { 'parley-move': JSON.stringify({ from, to }) })
    writeFiles(folder, { '.lore/notes.md': 'talk\n', 'src/app.ts': 'somebody\n' })
    expect(await squashMerge(made, ID, 'Talk')).toMatchObject({ kind: 'merged', commit: to })
    expect(filesIn(folder)).toMatchObject({
      '.lore/notes.md': 'talk\n',
      'src/app.ts': 'somebody\n',
      'src/new.ts': 'n\n',
    })
    expect(git(folder, 'status', '--porcelain')).toBe(' M src/app.ts')
    expect(existsSync(join(gitDir, 'parley-move'))).toBe(false)
  })
})

test('MOVE2: a branch that somebody moved meanwhile stays where they put it, and the worktree as it was', async () => {
  const made = projectAtWork()
  const { integration } = await opened(made)
  const { folder } = integration
  const from = git(folder, 'rev-parse', 'HEAD')
  const to = git(folder, 'commit-tree', '-p', from, '-m', 'Ours', `${from}^{tree}`)
  const theirs = git(folder, 'commit-tree', '-p', from, '-m', 'Theirs', `${from}^{tree}`)
  git(folder, 'update-ref', 'HEAD', theirs)
  const before = filesIn(folder)
  expect(await moveTo(folder, { from, to }, 'a talk')).toBe(false)
  expect([git(folder, 'rev-parse', 'HEAD'), filesIn(folder)]).toEqual([theirs, before])
})
