// After a meeting, at the command line: home, follow-ups, going back to an answer, and what two meetings of one origin differ in.

import { describe, expect, test } from 'vitest'
import { convened, meet, onlyId } from './support/council.js'
import { repository } from './support/repo.js'
import { run } from './support/run.js'

describe('a concluded meeting', () => {
  test('home tells it with what is left to do; ticking that off is no edit for verify', async () => {
    const repo = repository()
    await convened(repo)
    expect((await meet(repo, '--conclude')).code).toBe(0)
    const here = { cwd: repo.root }
    const home = await run([], here)
    expect(home.stdout).not.toContain('Nothing')
    expect(home.stdout).toMatch(/Concluded lately:\n {2}When should the gate open\? · /)
    expect(home.stdout).toMatch(/1 open follow-up:\n {2}1\. Write the tide table \(user\)/)
    expect(await run(['council', 'done', '2'], here)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('numbered 1 to 1'),
    })
    const done = await run(['council', 'done', '1'], here)
    expect(done).toMatchObject({ code: 0, stdout: expect.stringContaining('Done: Write the tide table') })
    const record = `.council/records/${onlyId(repo)}.md`
    expect(repo.read(record)).toContain('- [x] Write the tide table')
    expect((await run(['verify'], here)).code).toBe(0)
    repo.write(record, repo.read(record).replace('Open the gate', 'Close the gate'))
    expect(await run(['verify'], here)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('edited since'),
    })
  })

  test('fork lists one’s own answers and goes back to the question after a round; diff says where the two parted and who stands where in each', async () => {
    const repo = repository()
    await convened(repo)
    expect((await meet(repo, '--rounds', '2', '--conclude')).code).toBe(0)
    const here = { cwd: repo.root }
    const listed = await run(['fork'], here)
    expect(listed.code).toBe(2)
    expect(listed.stderr).toMatch(
      /Your answers:\n {2}--at \d+ +Where next\? \(round-1\): another-round\n.*\(round-2\): conclude/,
    )
    const nowhere = await run(['fork', '--at', 'round-9'], here)
    expect(nowhere).toMatchObject({ code: 2, stderr: expect.stringContaining('names no line') })
    const first = onlyId(repo)
    repo.write('other.yaml', '- conclude\n')
    const forked = await run(['fork', '--at', 'round-1', '--answers', 'other.yaml', '--json'], here)
    const ended = forked.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .at(-1)
    expect(ended).toMatchObject({ type: 'ended', id: expect.stringContaining('-fork-1-') })
    const diff = await run(['diff', first, 'fork-1'], here)
    expect(diff.code).toBe(0)
    expect(diff.stdout).toMatch(
      /Where they parted: line \d+\n {2}A {2}you answered another-round\n {2}B {2}you answered conclude/,
    )
    expect(diff.stdout).toMatch(
      /A {2}● → staff-engineer: changed its position[\s\S]*B {2}● staff-engineer: Follow the tide \(1\)/,
    )
    await run(['ask', 'What is a tide?', '--agents', 'script:.council/scratch/script.yaml'], here)
    expect((await run(['diff', first, 'what-is'], here)).stdout).toContain(
      'Where they parted\n  =  nowhere: neither is a fork of the other\n',
    )
  })
})

test('home shows a waiting meeting with its choices, and the command that answers it', async () => {
  const repo = repository()
  await convened(repo)
  expect((await meet(repo)).code).toBe(3)
  const { stdout } = await run([], { cwd: repo.root })
  expect(stdout).toContain('1 meeting waits for you.')
  expect(stdout).toMatch(/ {4}another-round +goes on without new input\n {4}conclude +ends the meeting/)
  expect(stdout).toMatch(/answer \S+ CHOICE --question round-1\/ask:round/)
})

test('-q shows only how it ended, and what will be committed is said before', async () => {
  const repo = repository()
  await convened(repo)
  const asked = await meet(repo, '-q')
  expect(asked).toMatchObject({ code: 3, stdout: expect.not.stringContaining('Noon is a convention') })
  expect(asked.stdout).toContain('the record is committed to the branch that you are on')
  const ended = await run(['answer', 'conclude', '-q'], { cwd: repo.root })
  expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining('Open the gate at high water') })
  expect(ended.stdout).not.toContain('── Finish ──')
})
