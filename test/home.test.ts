// Where meetings are kept: below PARLEY_HOME, by the folder in which they were opened. Nothing that comes with a repository is one.

import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parleyHome } from '../src/workspace/home.js'
import { convened, meet, onlyId } from './support/council.js'
import { everything, meetingsIn, type Repo, repository } from './support/repo.js'
import { checkout, plainEnvironment, run, temporary } from './support/run.js'

/** A meeting that waits for its person. */
async function waiting(): Promise<{ repo: Repo; id: string }> {
  const repo = repository()
  repo.git('remote', 'add', 'origin', 'https://forge.example/harbour.git')
  await convened(repo)
  expect((await meet(repo)).code).toBe(3)
  return { repo, id: await onlyId(repo) }
}

/** The repository with all that lies in it, elsewhere; its old folder is gone. */
function moved(repo: Repo): string {
  const to = join(temporary(), 'moved')
  renameSync(repo.root, to)
  return to
}

describe('meetings', () => {
  test('lie in the home, closed to others, and nothing of them in the repository', async () => {
    const { repo, id } = await waiting()
    const folder = meetingsIn(repo.root)
    expect(folder.startsWith(join(parleyHome(), 'meetings', basename(repo.root)))).toBe(true)
    for (const place of [parleyHome(), folder, join(folder, id)]) expect(statSync(place).mode & 0o077).toBe(0)
    expect(Object.keys(everything(repo.root)).filter((path) => path.endsWith('.jsonl'))).toEqual([])
  })

  test('HOME1: of all worktrees of a repository are one list, and each goes on in the folder in which it was opened', async () => {
    const { repo, id } = await waiting()
    const other = join(temporary(), 'other')
    repo.git('worktree', 'add', '--quiet', other)
    const { stdout } = await run(['list'], { cwd: other })
    expect(stdout).toContain(id)
    expect((await run(['answer', id, 'conclude'], { cwd: other })).code).toBe(0)
    expect(existsSync(join(repo.root, '.council/records', `${id}.md`))).toBe(true)
    expect(existsSync(join(other, '.council'))).toBe(false)
  })

  test('HOME1: that a repository brings along are not looked at: they are counted in a line, and nothing of them runs', async () => {
    const { repo, id } = await waiting()
    const clone = repository()
    const lain = join(clone.root, '.parley/meetings', id)
    cpSync(join(meetingsIn(repo.root), id), lain, { recursive: true })
    const journal = join(lain, 'journal.jsonl')
    writeFileSync(journal, readFileSync(journal, 'utf8').replaceAll('script:', 'command:touch owned; '))
    const at = { cwd: clone.root }
    const { stdout } = await run(['list'], at)
    expect(stdout).not.toContain(id)
    expect(stdout).toContain('1 meeting of an earlier parley lies in .parley/meetings')
    for (const words of [
      ['resume', id],
      ['answer', id, 'conclude'],
      ['show', id],
      ['verify', id],
    ])
      expect(await run(words, at)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('There is no meeting'),
      })
    expect(existsSync(join(clone.root, 'owned'))).toBe(false)
    expect((await run(['doctor'], at)).stdout).toContain('1 meeting of an earlier parley')
  })
})

describe('a folder that is gone', () => {
  test('has its meetings offered in the same repository elsewhere, and they go on there only when that is said', async () => {
    const { repo, id } = await waiting()
    const folder = meetingsIn(repo.root)
    const root = moved(repo)
    expect((await run(['list'], { cwd: root })).stdout).toMatch(/folder that is gone/)
    const unasked = await run(['answer', id, 'conclude'], { cwd: root })
    expect(unasked).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('the same command with --here'),
    })
    expect(readdirSync(folder)).toContain(id)
    const said = await run(['answer', id, 'conclude', '--here'], { cwd: root })
    expect(said.code, said.stderr).toBe(0)
    expect(existsSync(join(root, '.council/records', `${id}.md`))).toBe(true)
    expect((await run(['verify', id], { cwd: root })).code).toBe(0)
  })

  test('has them offered in no other repository, whatever it says of its remote', async () => {
    const { repo, id } = await waiting()
    moved(repo)
    const stranger = repository()
    stranger.git('commit', '--quiet', '--no-verify', '--amend', '-m', 'Another beginning')
    stranger.git('remote', 'add', 'origin', 'https://forge.example/harbour.git')
    expect((await run(['list', '--all'], { cwd: stranger.root })).stdout).not.toContain(id)
    expect(await run(['resume', id, '--here'], { cwd: stranger.root })).toMatchObject({ code: 2 })
  })

  test('GONE1: a meeting that was brought half is in one place, and is brought again', async () => {
    const { repo, id } = await waiting()
    const from = join(meetingsIn(repo.root), id)
    const root = moved(repo)
    const to = join(meetingsIn(root), id)
    // Killed after the rename and before the meeting was bound.
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
    renameSync(from, to)
    expect((await run(['list'], { cwd: root })).stdout).toContain(id)
    const said = await run(['answer', id, 'conclude', '--here'], { cwd: root })
    expect(said.code, said.stderr).toBe(0)
    expect(existsSync(from)).toBe(false)
  })
})

describe('drop --erase', () => {
  test('removes a journal for good once that is said, and leaves the documents', async () => {
    const { repo, id } = await waiting()
    const at = { cwd: repo.root }
    expect((await run(['answer', id, 'conclude'], at)).code).toBe(0)
    expect(await run(['drop', id, '--erase'], at)).toMatchObject({ code: 1 })
    expect(readdirSync(meetingsIn(repo.root))).toContain(id)
    expect(await run(['drop', id, '--erase', '--yes'], at)).toMatchObject({ code: 0 })
    expect((await run(['list'], at)).stdout).not.toContain(id)
    expect(existsSync(join(repo.root, '.council/records', `${id}.md`))).toBe(true)
  })

  test('GONE2: what a kill left of an erased meeting is listed nowhere, and goes with the next', async () => {
    const { repo, id } = await waiting()
    const folder = meetingsIn(repo.root)
    cpSync(join(folder, id), join(folder, '.erased-before'), { recursive: true })
    expect((await run(['list', '--all'], { cwd: repo.root })).stdout).not.toContain('before')
    expect((await run(['drop', id, '--erase', '--yes'], { cwd: repo.root })).code).toBe(0)
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('a home that cannot be written', () => {
  const opening = ['council', 'meeting', 'When?', '--template', 'software-team', '--agents']

  test('is said in words before anything is made, and leaves the workspace as it was', async () => {
    const repo = repository()
    const script = join(temporary(), 'script.yaml')
    writeFileSync(script, "seats: { '*': ['Yes.'] }\nthen: repeat\n")
    const file = join(temporary(), 'a-file')
    writeFileSync(file, '')
    const places = [[join(file, 'home'), 'a file stands where a folder should be']]
    // Where nobody may make a folder, whoever they are.
    if (existsSync('/sys/kernel')) places.push(['/sys/home', 'permission was denied|read-only'])
    for (const [home = '', why = ''] of places) {
      const at = { cwd: repo.root, env: { PARLEY_HOME: home } }
      const before = everything(repo.root)
      const { code, stderr } = await run([...opening, `script:${script}`], at)
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: expect.stringMatching(new RegExp(`Could not keep meetings in ${home}: (${why})`)),
      })
      expect(everything(repo.root)).toEqual(before)
    }
  })

  test('because the disk is full has no half meeting, and the next try opens one', async () => {
    const { repo } = await waiting()
    const home = join(temporary(), 'home')
    const command = `ulimit -f 0; exec "${process.execPath}" "${join(checkout, 'dist/parley.cjs')}" council meeting When --agents script:script.yaml`
    const env = { ...plainEnvironment(), PARLEY_HOME: home }
    repo.write('script.yaml', "seats: { '*': ['Yes.'] }\nthen: repeat\n")
    const full = spawnSync('bash', ['-c', command], { cwd: repo.root, env, encoding: 'utf8' })
    expect({ code: full.status, stderr: full.stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/larger than the system allows.*\nRaise the limit/),
    })
    expect(
      (await run(['list', '--json'], { cwd: repo.root, env: { PARLEY_HOME: home } })).stdout,
    ).not.toContain('"meeting"')
    const again = ['council', 'meeting', 'When', '--agents', 'script:script.yaml']
    expect((await run(again, { cwd: repo.root, env: { PARLEY_HOME: home } })).code).toBe(3)
  })
})
