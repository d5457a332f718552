// Locks that a killed git left behind: where only parley writes they are taken over, and nothing is promised that was not recorded.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { clearDeadLocks } from '../workspace/git/dead-locks.js'
import { git, deadLock as leave, repository } from '../workspace/temporary.suite.js'
import { atRest, look, put, script } from './hall.suite.js'
import { handWritten, open, say, talking } from './talk.suite.js'

const notes = { call: 'talk.notes', text: 'Done.' }

test("DEAD2: locks of a dead git in parley's own checkouts and on its branches are taken over; the person's own is left", async () => {
  const at = await talking()
  const spec = { name: 'write_artifact', input: { path: 'specs/a.md', body: '# A\n' } }
  const ref = await open(at.hall, script({ verity: ['One.', { tools: [spec], text: 'Two.' }, notes] }).agents)
  await atRest(at.hall, ref)
  const common = join(at.project, '.git')
  const gitDir = (folder: string) => git(folder, 'rev-parse', '--absolute-git-dir')
  const own = [at.integration, at.worktree(ref.id)].flatMap((folder) =>
    ['index.lock', 'HEAD.lock'].map((name) => join(gitDir(folder), name)),
  )
  const refs = ['main', `meeting/${ref.id}`].map((name) => join(common, `refs/heads/claude/${name}.lock`))
  const locks = [...own, ...refs].map(leave)
  const persons = leave(join(common, 'index.lock'))
  expect(await say(at.hall, ref, 'Go on.')).toMatchObject({ lastLine: 'Two.' })
  expect(await at.hall.close(ref)).toMatchObject({ merge: { state: 'done' } })
  expect(locks.filter((file) => existsSync(file))).toEqual([])
  expect(existsSync(persons)).toBe(true)
  expect(look(at.integration, '.lore/specs/a.md')).toContain('# A')
  leave(join(common, 'refs/heads/claude/main.lock'))
  await (await at.restart()).meetings({})
  expect(existsSync(join(common, 'refs/heads/claude/main.lock'))).toBe(false)
  expect((await at.hall.health()).notices).toEqual([])
})

test('DEAD1: a lock stays while a git is at work in the repository, and while it is being written', async () => {
  const root = repository()
  const lock = leave(join(root, '.git/refs/heads/mine.lock'))
  const alive = spawn('git', ['cat-file', '--batch'], { cwd: root, stdio: ['pipe', 'pipe', 'ignore'] })
  onTestFinished(() => void alive.kill('SIGKILL'))
  alive.stdin.write('HEAD\n')
  await once(alive.stdout, 'data')
  expect(await clearDeadLocks([lock], [root], 0)).toEqual([])
  alive.kill('SIGKILL')
  await once(alive, 'exit')
  expect(await clearDeadLocks([lock], [root], 5_000)).toEqual([lock])
  const fresh = join(root, '.git/refs/heads/fresh.lock')
  writeFileSync(fresh, '')
  expect(await clearDeadLocks([fresh], [root], 0)).toEqual([])
})

test('a talk that cannot be opened is not listed as open, takes no message and leaves nothing; its request waits as it was', async () => {
  const at = await talking()
  put(at.integration, '.lore/meetings/wish.md', handWritten())
  await at.hall.requests()
  git(at.integration, 'add', '--all')
  git(at.integration, 'commit', '--quiet', '--no-verify', '-m', 'A wish')
  // A lock that cannot be taken over.
  const lock = join(at.project, '.git/refs/heads/claude/main.lock')
  mkdirSync(lock)
  const { agents } = script({ verity: ['Hello.'] })
  const failed = { code: 'not-possible', message: expect.stringContaining('main.lock') }
  await expect(open(at.hall, agents)).rejects.toMatchObject(failed)
  const wish = { project: 'demo', id: 'wish' }
  await expect(at.hall.accept(wish, { agents })).rejects.toMatchObject(failed)
  const before = at.artifactText('wish')
  for (const hall of [at.hall, await at.restart()]) {
    expect((await hall.meetings({})).map(({ id, detail }) => [id, detail])).toEqual([['wish', 'requested']])
    expect(await hall.projects()).toMatchObject([{ openTalks: 0 }])
    await expect(hall.message(wish, 'Hi')).rejects.toMatchObject({ code: 'wrong-state' })
    expect(at.artifactText('wish')).toBe(before)
  }
  rmdirSync(lock)
  await (await at.restart()).accept(wish, { agents, message: 'Well?' })
  expect(await atRest(at.hall, wish)).toMatchObject({ lastLine: 'Hello.', talk: { state: 'open' } })
})
