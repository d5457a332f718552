// A council in a real folder with a real repository: what is committed where, and what of the person's is left alone.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { workspaceDocuments } from '../../workspace/documents.js'
import { git, repository } from '../../workspace/temporary.suite.js'
import { createWorld } from '../../workspace/world.js'
import { convene } from './convene.js'
import {
  type FakeWorkspace,
  fakeWorkspace,
  id,
  inputFor,
  type Lines,
  library,
  session,
  synthesis,
} from './harness.suite.js'
import { leftovers } from './leftovers.js'
import { meeting } from './meeting.js'
import type { Outcome } from './outcome.js'
import { settle } from './settle.js'
import { work } from './work.js'

async function project(): Promise<{ root: string; at: FakeWorkspace }> {
  const root = repository({ 'README.md': 'hello\n', 'cache.ts': 'export const size = 512\n' })
  const world = createWorld(root, library)
  const documents = workspaceDocuments(root)
  await convene(world, documents, { template: 'c-suite' }, async () => undefined)
  git(root, 'add', '.council')
  git(root, 'commit', '-q', '-m', 'convene')
  return { root, at: { ...fakeWorkspace(), world, documents } }
}

const read = (root: string, path: string) => readFileSync(join(root, path), 'utf8')
const committed = (root: string, ref = 'HEAD') =>
  git(root, 'show', '--name-only', '--format=', ref).split('\n').toSorted()

const lines = (root: string): Lines => ({
  'chair.select': [{ seats: ['cto'], why: 'Code.' }],
  'chair.route': [{ next: 'cto', sub_goal: 'Halve it' }],
  'seat.turn@ceo': ['Go.'],
  'seat.turn@cfo': ['Dissent: halving costs ten thousand.'],
  'seat.turn@cto': [
    () => {
      const worktree = join(root, '.council/worktrees', id)
      if (existsSync(worktree)) {
        writeFileSync(join(worktree, 'cache.ts'), 'export const size = 256\n')
        writeFileSync(join(worktree, '.council/council.yaml'), 'name: mine now\n')
      }
      return 'Changed cache.ts.'
    },
  ],
  'chair.adjudicate': [{ call: 'stop', why: 'Done.' }],
  'chair.synthesize': [synthesis],
})

describe('in a real repository', () => {
  test('a meeting commits its trail and leaves what is staged and changed alone', async () => {
    const { root, at } = await project()
    writeFileSync(join(root, 'staged.txt'), 'mine\n')
    git(root, 'add', 'staged.txt')
    writeFileSync(join(root, 'README.md'), 'changed\n')
    const held = await session(at, meeting, id, inputFor())
    expect(await held.hold(lines(root), ['conclude'])).toMatchObject({ kind: 'concluded' })
    expect(committed(root)).toEqual([
      '.council/memory/cache-size.md',
      `.council/records/${id}.md`,
      `.council/records/${id}.scratch.md`,
    ])
    expect(git(root, 'log', '-1', '--format=%s')).toBe(`council: record ${id}`)
    expect(git(root, 'status', '--porcelain').split('\n').toSorted()).toEqual([
      ' M README.md',
      'A  staged.txt',
    ])
    expect(read(root, `.council/records/${id}.md`)).toContain('- **cfo:** halving costs ten thousand.')
    expect((await held.verify()).findings).toEqual([])
    expect(await leftovers(at.world, [])).toEqual([])
  })
  test('work changes only its branch; the two halves never cross', async () => {
    const { root, at } = await project()
    const held = await session(at, work, id, inputFor())
    const ending = await held.hold(lines(root))
    const { work: handed } = (ending as { outcome: Outcome }).outcome
    expect(handed!.handOver).toEqual([
      `git merge --no-ff council/work-${id}`,
      `git worktree remove .council/worktrees/${id}`,
    ])
    expect(committed(root, `council/work-${id}`)).toEqual(['cache.ts'])
    expect(git(root, 'log', '-1', '--format=%s', `council/work-${id}`)).toBe('Trim the cache by half')
    expect(committed(root)).not.toContain('cache.ts')
    expect(read(root, 'cache.ts')).toBe('export const size = 512\n')
    expect(git(root, 'status', '--porcelain')).toBe('')
    expect((await held.verify()).findings).toEqual([])
    expect(await leftovers(at.world, [])).toMatchObject([{ kind: 'delivered', id }])
    git(root, 'merge', '--no-ff', '-m', 'merge', `council/work-${id}`)
    expect(read(root, 'cache.ts')).toBe('export const size = 256\n')
  })
  test('an edit that escapes the worktree halts, also in a file that was changed before', async () => {
    const { root, at } = await project()
    writeFileSync(join(root, 'README.md'), 'changed\n')
    const held = await session(at, work, id, inputFor())
    const stray = () => {
      writeFileSync(join(root, 'README.md'), 'changed by somebody else\n')
      return 'Oops.'
    }
    const ending = await held.hold({ ...lines(root), 'seat.turn@cto': [stray] })
    expect(ending).toMatchObject({ kind: 'halted', line: expect.stringContaining('README.md') })
    expect(git(root, 'log', '-1', '--format=%s')).toBe('convene')
  })
  test('a file that git does not know and that was there before may grow', async () => {
    const { root, at } = await project()
    writeFileSync(join(root, 'calls.log'), 'one\n')
    const held = await session(at, work, id, inputFor())
    const log = () => {
      writeFileSync(join(root, 'calls.log'), 'one\ntwo\n')
      return 'Logged.'
    }
    expect(await held.hold({ ...lines(root), 'seat.turn@cto': [log] })).toMatchObject({ kind: 'concluded' })
  })
  test('an unconcluded work session is archived with its branch set aside and nothing lost', async () => {
    const { root, at } = await project()
    const held = await session(at, work, id, inputFor())
    await held.hold({ ...lines(root), 'chair.synthesize': [] })
    const [leftover] = await leftovers(at.world, [])
    expect(leftover).toMatchObject({ kind: 'unconcluded' })
    await settle(at.world, at.documents, leftover!, 'archive')
    expect(git(root, 'show', `council/archived-${id}:cache.ts`)).toBe('export const size = 256')
    expect(existsSync(join(root, '.council/worktrees', id))).toBe(false)
    expect(read(root, `.council/records/${id}.scratch.md`)).toContain('## Archived without conclusion')
    expect(await leftovers(at.world, [])).toEqual([])
  })
})
