// Talks that a host holds over MCP: the server holds them, started where none runs, and the words that its model hands over are relayed.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { stringify } from 'yaml'
import { host } from './support/mcp.js'
import { until } from './support/mcp-holding.js'
import { repository } from './support/repo.js'
import { run, temporary } from './support/run.js'
import { hire, script } from './support/server.js'

test('a host talks with a worker through a server that is started for it; its words are relayed, and only the person closes the talk, which is listed with the meetings', async () => {
  const [repo, home] = [repository(), temporary()]
  hire(home, 'verity')
  const agents = script({ verity: ['The edges.', 'None of it.'] })
  writeFileSync(join(home, 'config.yaml'), stringify({ agents }))
  const env = { PARLEY_HOME: home, PARLEY_STOP_SECONDS: '1' }
  onTestFinished(async () => void (await run(['serve', '--stop'], { cwd: repo.root, env })))
  const here = await host('newer', { cwd: repo.root, env })
  const { call } = here
  const talk = (input: Record<string, unknown>) => call('parley_talk', input)

  const first = { worker: 'verity', message: 'What did the survey miss?', request_id: 'one' }
  const opened = await talk(first)
  const id = /^parley (?:running|ask) (\S+)/.exec(opened.text)?.[1] ?? opened.text
  const asked = await until(here, id, opened.text)
  expect(asked).toMatch(new RegExp(`^parley ask ${id}\n`))
  expect(asked).toContain('Verity:\nThe edges.')
  expect(asked).toContain(
    `Then call parley_talk id=${id} message=… with it; it is recorded as relayed by you.`,
  )
  expect((await talk(first)).text).toMatch(new RegExp(`^parley ask ${id}\n`))

  const said = await call('parley_talk', { id, message: 'And the northern region?' })
  expect(await until(here, id, said.text)).toMatch(/^parley ask/)
  const closing = await call('parley_answer', { id, choose: 'close' })
  expect(closing.text).toMatch(new RegExp(`^parley refused ${id}\nPERSON_ONLY\n`))
  expect(closing.text).toContain(`parley talk close ${id}`)
  expect((await call('parley_verify', { id })).text).toMatch(/^parley verified/)
  const listed = new RegExp(`^- ${id} · waiting · talk · .* · asks: `, 'm')
  expect((await call('parley_list', { status: 'waiting' })).text).toMatch(listed)
  expect((await call('parley_list', { status: 'concluded' })).text).toContain('No meeting fits.')
  expect((await call('parley_show', { id })).text).toContain('(relayed by test-host 3.2.1)')
  const journal = readFileSync(join(home, 'talks', id, 'journal.jsonl'), 'utf8')
    .trim()
    .split('\n')
  const answers = journal
    .map((line) => JSON.parse(line) as { kind: string; data: object })
    .flatMap(({ kind, data }) => (kind === 'answered' ? [data] : []))
  const relayed = { choose: 'say', by: 'relayed', name: 'test-host 3.2.1' }
  expect(answers).toMatchObject([
    { ...relayed, text: 'What did the survey miss?' },
    { ...relayed, text: 'And the northern region?' },
  ])

  const refused = {
    'only reads and speaks': { worker: 'verity', message: 'x', agents: 'host' },
    'no worker "nobody"': { worker: 'nobody', message: 'x' },
    'takes a worker, to open a talk': { message: 'x' },
    'no meeting "never"': { id: 'never', message: 'x' },
    'not taken over MCP': { worker: 'verity', message: 'x', agents: 'command:touch x' },
  }
  for (const [why, input] of Object.entries(refused))
    expect(await talk(input)).toMatchObject({ refused: true, text: expect.stringContaining(why) })
  const never = await host('older', { cwd: repo.root, env, args: ['--relay', 'never'] })
  expect((await never.call('parley_talk', { id, message: 'x' })).text).toMatch(
    /^parley refused.*\nPERSON_ONLY\n/,
  )
})
