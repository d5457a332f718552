// Backend `acp` with a product: the real claude-agent-acp and the Claude Code that it drives, against a fake of the Messages API on loopback.

import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type FakeModels, fakeModels, type ModelRequest } from '../../../test/support/fake-models.js'
import type { Backend, Grant } from '../../kernel/agents.js'
import { BackendFailed } from '../../kernel/errors.js'
import { fakeTool, folder, options, prompt, room, seat } from '../backend.suite.js'
import { acp } from './acp.js'
import { knownAgents } from './catalog.js'

let fake: FakeModels
let home: string
beforeAll(async () => {
  fake = await fakeModels()
  home = realpathSync(mkdtempSync(join(tmpdir(), 'parley-acp-claude-')))
})
afterAll(async () => {
  await fake.close()
  rmSync(home, { recursive: true, force: true })
})

const program = join(
  dirname(createRequire(import.meta.url).resolve('@agentclientprotocol/claude-agent-acp/package.json')),
  'dist',
  'index.js',
)

/** Its first word is node: this checkout has no link to the program on the path. */
function made(sandbox = true): Backend {
  const config = join(home, 'config')
  mkdirSync(config, { recursive: true })
  const agent = { ...knownAgents['claude']!, argv: [process.execPath, program] }
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    CLAUDE_CONFIG_DIR: config,
    ANTHROPIC_BASE_URL: fake.urls.anthropic,
    ANTHROPIC_API_KEY: ['sk', 'fake', 'not', 'a', 'real', 'one'].join('-'),
  }
  const backend = acp({ agent, env, home: join(home, 'parley'), sandbox, secretFiles: [] })
  onTestFinished(() => backend.close?.())
  return backend
}

const read: Grant = { kind: 'read' }
const everything = ({ system, messages }: ModelRequest): string =>
  [system, ...messages.map(({ text }) => text)].join('\n')
/** The program also asks a model to name each session, whenever it likes, and quotes what was asked. */
const naming = (request: ModelRequest): boolean => everything(request).includes('<session>')
const conversation = () => fake.requests.filter((request) => !naming(request)).map(everything)

test('claude-agent-acp speaks, uses our tool, is refused its own, attaches nothing, and goes on in another process', async () => {
  const cwd = realpathSync(folder())
  const outside = join(realpathSync(folder()), 'kept.md')
  writeFileSync(outside, 'only the person reads this')
  const tool = fakeTool('read_file', 'Ship on Monday.')
  const calls = [
    { name: 'mcp__parley_tools__read_file', input: { path: 'plan.md' } },
    { name: 'Write', input: { file_path: join(cwd, 'owned.txt'), content: 'owned' } },
  ]
  fake.answer((request) => {
    if (naming(request)) return 'A title'
    const after = request.messages.some(({ toolResults }) => toolResults.length > 0)
    return after || !request.last.includes('Look it up') ? { text: 'Monday.' } : { toolCalls: calls }
  })
  const voice = await made().open(seat('theo'), room({ cwd }))
  const first = await voice.say(
    prompt(`Look it up, see @${outside}.`),
    options({ grant: read, tools: [tool] }),
  )
  expect(first).toMatchObject({ text: 'Monday.', guard: 'sandbox', usage: { estimated: false } })
  expect(first.session).toMatch(/^acp:claude:/)
  expect(tool.inputs).toEqual([{ path: 'plan.md' }])
  expect(first.tools.filter(({ name, ok }) => name === 'read_file' && ok)).toHaveLength(1)
  expect(first.tools.filter(({ name, ok }) => /write/i.test(name) && ok)).toEqual([])
  expect(readdirSync(cwd)).toEqual([])
  expect(fake.requests.map(everything).join()).not.toContain('only the person reads this')
  await voice.close()

  const history = [{ prompt: 'Look it up.', reply: 'Monday.' }]
  const later = await made().open(seat('theo'), room({ cwd, history, session: first.session! }))
  const second = await later.say(prompt('Still?'), options({ grant: read, tools: [tool] }))
  expect(second.session).toBe(first.session)
  expect(conversation().at(-1)).toMatch(/Look it up[\s\S]*Still\?/)
  expect(readFileSync(outside, 'utf8')).toBe('only the person reads this')
})

test('claude-agent-acp without a sandbox asks before it writes and is refused; a cancel ends it at once and keeps what was said', async () => {
  const cwd = realpathSync(folder())
  const voice = await made(false).open(seat('theo'), room({ cwd }))
  fake.answer((request) => {
    if (naming(request)) return 'A title'
    const after = request.messages.some(({ toolResults }) => toolResults.length > 0)
    return after
      ? 'I could not.'
      : { toolCalls: [{ name: 'Write', input: { file_path: join(cwd, 'owned.txt'), content: 'x' } }] }
  })
  expect(await voice.say(prompt('Write.'), options({ grant: read }))).toMatchObject({
    text: 'I could not.',
    guard: 'mode',
  })
  expect(readdirSync(cwd)).toEqual([])
  fake.answer(() => ({ text: 'Well, ', hang: true }))
  const stop = new AbortController()
  const said = voice.say(
    prompt('And now?'),
    options({ grant: read, signal: stop.signal, onText: () => stop.abort() }),
  )
  const error = await said.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(BackendFailed)
  expect(error).toMatchObject({ kind: 'interrupted', partial: expect.stringMatching(/^We/) })
})
