// One question, one command: what a single command line can do, from nothing to an answer, with nobody at the terminal.

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { onlyId, script } from './support/council.js'
import { everything, repository } from './support/repo.js'
import { run } from './support/run.js'

const scripted = ['--agents', 'script:script.yaml'] as const

describe('a council meeting where no council is convened', () => {
  test('is refused with both ways to convene one, and leaves nothing behind', async () => {
    const repo = repository()
    const before = everything(repo.root)
    const ran = await run(['council', 'meeting', 'When?'], { cwd: repo.root })
    expect(ran).toMatchObject({ code: 2, stderr: expect.stringMatching(/council convene[\s\S]*--template/) })
    const typo = await run(['council', 'meeting', 'When?', '--template', 'c-sute'], { cwd: repo.root })
    expect(typo).toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean c-suite?') })
    expect(everything(repo.root)).toEqual(before)
  })

  test('--template convenes it, --rounds and --conclude run to the committed record without a question', async () => {
    const repo = repository()
    repo.write('script.yaml', script())
    const words = ['council', 'meeting', 'When should it open?', '--template', 'software-team']
    const ran = await run([...words, '--rounds', '2', '--conclude', ...scripted], { cwd: repo.root })
    expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining('── Round 2 ──') })
    expect(ran.stdout).toMatch(
      /staff-engineer +● +→ +changed \(Noon is a convention\.\) · Follow the tide \(2\)\./,
    )
    expect(ran.stdout).toMatch(/Follow-ups\n {2}1\. Write the tide table \(user\)/)
    expect(repo.read('.council/council.yaml')).toContain('software-team')
    expect(readdirSync(join(repo.root, '.council/records'))).toHaveLength(2)
    expect(repo.git('log', '-1', '--format=%s')).toContain('council: record')
    const pad = repo.read(`.council/records/${onlyId(repo)}.scratch.md`)
    expect(pad).toMatch(/## User input after Round 1\n+\*\*Another round\*\*/)
    expect((await run(['verify'], { cwd: repo.root })).code).toBe(0)
  })
})

describe('parley ask', () => {
  test('holds one blind round and a synthesis, reads what is piped, and leaves no files but the meeting’s own', async () => {
    const repo = repository()
    repo.write('script.yaml', script({ log: 'calls.jsonl' }))
    const before = Object.keys(everything(repo.root))
    const ran = await run(['ask', 'Does', 'this', 'hold?', '-', ...scripted], {
      cwd: repo.root,
      input: 'The sluice opens at six.\n',
    })
    expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining('Open the gate at high water') })
    expect(ran.stdout).toContain('High water moves; noon does not.')
    const news = Object.keys(everything(repo.root)).filter((path) => !before.includes(path))
    expect(news.filter((path) => !path.startsWith('.parley/') && path !== '.parley')).toEqual(['calls.jsonl'])
    expect(repo.git('status', '--porcelain', '--', '.council')).toBe('')
    const calls = repo
      .read('calls.jsonl')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const turns = calls.filter(({ call }) => call === 'seat.turn')
    expect(turns).toHaveLength(4)
    for (const { prompt } of turns) {
      expect(prompt).toContain('The sluice opens at six.')
      expect(prompt).not.toContain('Noon is a convention.')
    }
    const [listed] = (await run(['list', '--json'], { cwd: repo.root })).stdout.trim().split('\n')
    expect(JSON.parse(listed ?? '')).toMatchObject({ title: 'Does this hold?', status: 'concluded' })
    expect((await run(['verify'], { cwd: repo.root })).code).toBe(0)
  })

  test('says that nothing was piped, and begins nothing', async () => {
    const repo = repository()
    const ran = await run(['ask', 'What', 'breaks?', '-', ...scripted], { cwd: repo.root })
    expect(ran).toMatchObject({ code: 2, stderr: expect.stringContaining('there was nothing in it') })
    expect(existsSync(join(repo.root, '.parley'))).toBe(false)
  })
})

test('a rehearsal commits nothing, and nobody is reminded to commit it', async () => {
  const repo = repository()
  const head = repo.git('rev-parse', 'HEAD')
  const words = ['council', 'meeting', 'When?', '--template', 'software-team', '--conclude']
  const ran = await run([...words, '--agents', 'rehearsal'], { cwd: repo.root })
  expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining('a rehearsal is not committed') })
  expect(repo.git('rev-parse', 'HEAD')).toBe(head)
  expect((await run(['council', 'info'], { cwd: repo.root })).stdout).not.toContain('not committed')
})
