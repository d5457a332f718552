// Money in a meeting, through the real clients and the command: recorded with each call, shown wherever tokens are, never passed.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { synthesis } from './support/council.js'
import { type FakeModels, fakeModels, type ModelRequest } from './support/fake-models.js'
import { meetingsIn, type Repo, repository } from './support/repo.js'
import { events, run, temporary, untilFileEnds } from './support/run.js'

const until = untilFileEnds()
const key = ['sk', 'fake', 'not', 'a', 'real', 'one'].join('-')

let fake: FakeModels
beforeAll(async () => {
  fake = await fakeModels()
  until(() => fake.close())
})
beforeEach(() => {
  fake.forget()
  fake.answer(speak)
})

/** Every call reads 10,000 tokens, 4,000 of them from the cache, and says 1,000. */
function speak({ schema, last }: ModelRequest) {
  const usage = { input: 10_000, output: 1000, cached: 4000 }
  return schema !== undefined || last.includes('JSON')
    ? { json: synthesis, usage }
    : { text: '**Position:** With the tide.\n\nNoon is a habit.', usage }
}

const openai = () => ({ OPENAI_API_KEY: key, OPENAI_BASE_URL: fake.urls.openai })
/** At 1.25, 0.125 and 10 dollars for a million tokens. */
const oneCall = 6000 * 1.25 + 4000 * 0.125 + 1000 * 10

async function council(
  home = temporary(),
): Promise<{ repo: Repo; parley: (...args: string[]) => ReturnType<typeof run> }> {
  const repo = repository()
  repo.write('answers.yaml', '- { to: round, choose: conclude }\n')
  const parley = (...args: string[]) => run(args, { cwd: repo.root, env: { ...openai(), PARLEY_HOME: home } })
  expect((await parley('council', 'convene', 'software-team')).code).toBe(0)
  return { repo, parley }
}

const meeting = ['council', 'meeting', 'When should the gate open?', '--answers', 'answers.yaml']

describe('money', () => {
  test('is recorded with each call at the price of the first line, and shown wherever tokens are', async () => {
    const { repo, parley } = await council()
    const held = await parley(...meeting, '--agents', 'model:openai/gpt-5')
    expect(held.code, held.stderr).toBe(0)
    expect(held.stdout).toContain('5 turns · 55,000 tokens, $0.09\n')
    expect(held.stdout).toMatch(/10,000 in · 1,000 out · 4,000 cached · \$0\.02/)
    const [listed] = events(await parley('list', '--json')) as [
      { id: string; money: number; unpriced: number },
    ]
    expect(listed).toMatchObject({ money: 5 * oneCall, unpriced: 0 })
    const journal = readFileSync(join(meetingsIn(repo.root), listed.id, 'journal.jsonl'), 'utf8')
    const lines = journal
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines[0].data.agents.prices).toEqual({
      'model:openai/gpt-5': { input: 1_250_000, cached: 125_000, written: 1_250_000, output: 10_000_000 },
    })
    const turns = lines.filter(({ kind }) => kind === 'turn')
    expect(turns.map(({ data }) => data.receipt.cost)).toEqual(turns.map(() => oneCall))
    expect((await parley('list')).stdout).toMatch(/TOKENS +COST[\s\S]*55,000 +\$0\.09/)
    expect((await parley('show', listed.id)).stdout).toContain('55,000 tokens, $0.09')
    expect((await parley('show', listed.id, '--cost')).stdout).toMatch(
      /staff-engineer .*\$0\.04[\s\S]*total .*\$0\.09/,
    )
    const exported = (await parley('export', listed.id)).stdout
    expect(exported).toContain('- Cost: 5 turns, 55,000 tokens, $0.09\n')
    expect((await parley('verify', listed.id)).code).toBe(0)
  })

  test('that is not known is called unknown, never nothing', async () => {
    const { parley } = await council()
    const held = await parley(...meeting, '--agents', 'model:openai/gpt-of-tomorrow')
    expect(held.stdout).toContain('5 turns · 55,000 tokens, price unknown\n')
    const [listed] = events(await parley('list', '--json')) as [{ id: string }]
    expect(listed).toMatchObject({ money: null, unpriced: 5 })
  })

  test('is nothing with a server on this machine', async () => {
    const { parley } = await council()
    const held = await parley(...meeting, '--agents', `model:llama3@${fake.urls.compatible}`)
    expect(held.stdout).toContain('5 turns · 55,000 tokens, $0\n')
  })
})

describe('a limit on money', () => {
  test('stops before the call that could pass it, says which one would do, and that one goes on', async () => {
    const { parley } = await council()
    const tight = await parley(...meeting, '--agents', 'model:openai/gpt-5', '--cost-ceiling', '0.10')
    expect(tight.code).toBe(4)
    expect(tight.stdout).toContain(
      'the cost ceiling of $0.10 leaves no room for this call; resume with a higher --cost-ceiling',
    )
    const [, needs, given] =
      /The next call needs a ceiling of \$(\d+\.\d+)[\s\S]* --cost-ceiling ([\d.]+)\n/.exec(tight.stdout) ??
      []
    expect(Number(needs), tight.stdout).toBeGreaterThan(0.1)
    expect(Number(given)).toBeGreaterThanOrEqual(Number(needs))
    const [{ id, money }] = events(await parley('list', '--json')) as [{ id: string; money: number }]
    expect(money).toBeGreaterThan(0)
    expect(money).toBeLessThanOrEqual(100_000)
    const more = await parley('resume', id, '--cost-ceiling', '5', '--answers', 'answers.yaml', '--json')
    expect(more.code, more.stderr).toBe(0)
    expect(events(more).at(-1)).toMatchObject({
      type: 'ended',
      summary: { money: 5 * oneCall },
    })
  })

  test('is refused where a price is not known, with the way out, and taken once it is stated', async () => {
    const { parley } = await council()
    const words = [...meeting, '--agents', 'model:openai/mine', '--cost-ceiling', '$5']
    const refused = await parley(...words)
    expect(refused.code).toBe(2)
    expect(refused.stderr).toMatch(
      /price of every voice, and that of model:openai\/mine is not known[\s\S]*config\.yaml[\s\S]*--token-ceiling/,
    )
    expect(fake.requests).toEqual([])
    const home = temporary()
    writeFileSync(join(home, 'config.yaml'), 'prices:\n  openai/mine: { input: 1, output: 2 }\n')
    const stated = await council(home)
    expect((await stated.parley(...words)).code).toBe(0)
  })

  test('goes by the price that the person has stated since the meeting was opened', async () => {
    const home = temporary()
    const { parley } = await council(home)
    expect((await parley(...meeting.slice(0, 3), '--agents', 'model:openai/mine')).code).toBe(3)
    const [{ id }] = events(await parley('list', '--json')) as [{ id: string }]
    const further = ['resume', id, '--cost-ceiling', '1', '--answers', 'answers.yaml']
    expect(await parley(...further)).toMatchObject({ code: 2, stderr: expect.stringContaining('not known') })
    writeFileSync(join(home, 'config.yaml'), 'prices:\n  openai/mine: { input: 1, output: 2 }\n')
    const more = await parley(...further)
    expect(more.code, more.stderr).toBe(0)
    const [listed] = events(await parley('list', '--json')) as [{ id: string }]
    expect(listed).toMatchObject({ money: 10_000 + 2000, unpriced: 4 })
  })

  test.each(['0', '-1', 'much', '1e9'])('of %j is wrong usage', async (amount) => {
    const { code, stderr } = await run([...meeting, '--cost-ceiling', amount], { cwd: repository().root })
    expect({ code, said: /--cost-ceiling cannot be/.test(stderr) }).toEqual({ code: 2, said: true })
  })
})
