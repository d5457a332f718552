// A work session whose repository was moved or copied before it went on: it works where it lies now, or says why it cannot.

import { cpSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { convened, onlyId, synthesis } from './support/council.js'
import { folder, type Repo, repository } from './support/repo.js'
import { run, temporary } from './support/run.js'

const route = { call: 'chair.route', value: { next: 'qa-engineer', sub_goal: 'Mend it' } }
const judge = (call: 'continue' | 'stop') => ({ call: 'chair.adjudicate', value: { call, why: 'So.' } })
const write = (path: string) => ({ name: 'write_file', input: { path, content: `${path}\n` } })
const fails = { call: 'seat.turn', error: 'the line is dead' }

/** One turn is done; the second failed, which halts the session. After a resume the seat writes a second file. */
const seats = {
  'staff-engineer': [
    { call: 'chair.select', value: { seats: ['qa-engineer'], why: 'Enough.' } },
    ...[route, route, route],
    ...[judge('continue'), judge('continue'), judge('stop')],
    { call: 'chair.synthesize', value: synthesis },
  ],
  'qa-engineer': [
    { call: 'seat.turn', tools: [write('first.md')], text: 'Begun.' },
    ...[fails, fails],
    { call: 'seat.turn', tools: [write('second.md')], text: 'Done.' },
  ],
}

async function halted(repo: Repo): Promise<string> {
  await convened(repo)
  repo.write('.council/scratch/script.yaml', JSON.stringify({ seats }))
  const words = ['council', 'work', 'Mend the tide table', '--agents', 'script:.council/scratch/script.yaml']
  expect(await run(words, { cwd: repo.root })).toMatchObject({ code: 4 })
  return onlyId(repo)
}

const at = (root: string): Repo => ({
  ...folder(),
  root,
  git: (...args) => folder().git('-C', root, ...args),
})

/** What the session has in its repository: a resume elsewhere must leave it as it is. */
function ownState({ root, git }: Repo, id: string) {
  const admin = join(root, '.git/worktrees', id)
  return {
    tip: git('rev-parse', `council/work-${id}`),
    files: ['gitdir', 'HEAD', 'index'].map((name) => readFileSync(join(admin, name), 'base64')),
    link: readFileSync(join(root, '.council/worktrees', id, '.git'), 'utf8'),
    status: git('-C', join(root, '.council/worktrees', id), 'status', '--porcelain'),
  }
}

describe('a work session that goes on in another place', () => {
  test('stays where it was opened: in a copy of the repository it does not go on, and the original is left as it was', async () => {
    const original = repository()
    const id = await halted(original)
    const before = ownState(original, id)
    const copy = at(join(temporary(), 'copy'))
    cpSync(original.root, copy.root, { recursive: true, preserveTimestamps: true })
    const { code } = await run(['resume', id, '--here'], { cwd: copy.root })
    expect(code).not.toBe(0)
    expect(ownState(original, id)).toEqual(before)
  })

  test('STAND1: in a repository that was moved, its worktree is found again, and the work is committed there', async () => {
    const repo = repository()
    const id = await halted(repo)
    const moved = at(join(temporary(), 'moved'))
    renameSync(repo.root, moved.root)
    const { code, stderr } = await run(['resume', id, '--here'], { cwd: moved.root })
    expect({ code, stderr }).toMatchObject({ code: 0 })
    expect(moved.git('ls-tree', '--name-only', `council/work-${id}`)).toContain('first.md\nsecond.md')
    expect(existsSync(repo.root)).toBe(false)
  })

  test('STAND3: where its worktree is now another repository, it stops and says the way out', async () => {
    const repo = repository()
    const id = await halted(repo)
    const place = join(repo.root, '.council/worktrees', id)
    rmSync(join(place, '.git'))
    at(place).git('init', '--quiet')
    const { code, stderr } = await run(['resume', id], { cwd: repo.root })
    expect(code).toBe(1)
    expect(stderr).toContain('belongs to another repository')
    expect(stderr).toContain('Move that folder away')
    expect(existsSync(join(place, 'second.md'))).toBe(false)
  })

  test('where it worked in place for want of a repository and there is one now, nothing is touched', async () => {
    const plain = folder()
    const id = await halted(plain)
    plain.git('init', '--quiet')
    const { code, stderr } = await run(['resume', id], { cwd: plain.root })
    expect(code).toBe(1)
    expect(stderr).toContain('there is no repository here, but there is one')
    expect(existsSync(join(plain.root, 'second.md'))).toBe(false)
  })
})
