// A council with coding agents as the command holds it: an agent of the person's own settings beside another kind of mind, killed in the
// middle of a prompt and gone on with.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { convened, onlyId, synthesis } from './support/council.js'
import { fakeModels, type ModelRequest } from './support/fake-models.js'
import { meetingsIn, repository } from './support/repo.js'
import { checkout, run, start, temporary } from './support/run.js'

test('a coding agent and a model sit at one table: a ceiling is told not to bind the agent inside, a prompt under way at a kill leaves its mark, and the next run ends the meeting', async () => {
  const repo = repository()
  await convened(repo)
  const path = '.council/council.yaml'
  repo.write(path, repo.read(path).replace(/ {2}- (qa-engineer|product-manager)\n/g, ''))
  const home = temporary()
  const program = join(checkout, 'test', 'support', 'acp-agent.mjs')
  const agent = { argv: [process.execPath, program], read_mode: 'plan', work_mode: 'build' }
  writeFileSync(join(home, 'config.yaml'), JSON.stringify({ acp: { bot: agent } }))
  let hear = () => {}
  const asked = new Promise<void>((resolve) => {
    hear = resolve
  })
  // The agent's model is `agent-model`; the other seat asks `fake-model` itself.
  const spoken = ({ schema }: ModelRequest) =>
    schema ? { json: synthesis } : { text: '**Position:** Follow the tide.\n\nNoon is a convention.' }
  const isAgent = ({ model }: ModelRequest) => model !== 'fake-model'
  const fake = await fakeModels((request) => {
    if (!isAgent(request)) return spoken(request)
    hear()
    return { hang: true }
  })
  onTestFinished(() => fake.close())
  const env = { PARLEY_HOME: home, ACP_MODEL_URL: fake.urls.compatible }
  const voices = [
    '--agents',
    `model:fake-model@${fake.urls.compatible}`,
    '--seat',
    'security-engineer=acp:bot',
  ]
  const words = ['council', 'meeting', 'When should the gate open?', ...voices, '--conclude']
  const first = start([...words, '--token-ceiling', '400000'], { cwd: repo.root, env })
  await first.said('What acp:bot spends inside a turn cannot be capped')
  await asked
  const open = join(home, 'acp', 'open')
  expect(readdirSync(open)).toHaveLength(1)
  first.signal('SIGKILL')
  await first.ended
  expect(readdirSync(open)).toHaveLength(1)

  const id = onlyId(repo)
  fake.answer(spoken)
  const resumed = await run(['resume', id], { cwd: repo.root, env })
  expect([resumed.code, resumed.stderr]).toEqual([0, expect.not.stringContaining('parley:')])
  const turns = readFileSync(join(meetingsIn(repo.root), id, 'journal.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { kind: string; data: Record<string, unknown> })
    .filter(({ kind }) => kind === 'turn')
  expect(turns.map(({ data }) => [data['seat'], (data['receipt'] as { backend: string }).backend])).toEqual([
    ['staff-engineer', 'model'],
    ['security-engineer', 'acp'],
    ['staff-engineer', 'model'],
  ])
  expect(turns[1]?.data['receipt']).toMatchObject({ guard: expect.stringMatching(/^(sandbox|mode)$/) })
  // The mark of the prompt that was never answered stays: that session is never gone on with.
  expect(readdirSync(open)).toHaveLength(1)
  expect(existsSync(join(repo.root, '.council', 'records', `${id}.md`))).toBe(true)
  expect((await run(['verify', id], { cwd: repo.root, env })).code).toBe(0)
})
