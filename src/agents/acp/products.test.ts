// Backend `acp` with other products: codex-acp, Gemini CLI and OpenCode as they are installed, against a fake of their model's API on
// loopback. They are large and change often, so they run only where PARLEY_TEST_ACP names them: `PARLEY_TEST_ACP=codex,gemini,opencode`.
// Each is installed into a scratch folder by npm, or taken from PARLEY_TEST_ACP_AT, a folder in which somebody installed them before.

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type FakeModels, fakeModels, type ModelRequest } from '../../../test/support/fake-models.js'
import type { Backend, Grant } from '../../kernel/agents.js'
import { BackendFailed } from '../../kernel/errors.js'
import { fakeTool, folder, options, prompt, room, seat } from '../backend.suite.js'
import { acp } from './acp.js'
import { knownAgents } from './catalog.js'

const wanted = (process.env['PARLEY_TEST_ACP'] ?? '').split(',').filter((name) => name !== '')
const key = ['sk', 'fake', 'not', 'a', 'real', 'one'].join('-')

interface Product {
  readonly packages: readonly string[]
  /** Files of its home, so that it asks the fake and nobody else. */
  readonly files: (fake: FakeModels) => Readonly<Record<string, string>>
  readonly env: (fake: FakeModels, home: string) => Readonly<Record<string, string>>
  /** How its model would write a file, by the tools that it is offered. */
  readonly write: (request: ModelRequest, file: string) => { readonly name: string; readonly input: object }
}

const products: Readonly<Record<string, Product>> = {
  codex: {
    packages: ['@agentclientprotocol/codex-acp'],
    files: (fake) => ({
      '.codex/config.toml': [
        'model = "gpt-5.1"',
        'model_provider = "fake"',
        '[model_providers.fake]',
        'name = "Fake"',
        `base_url = "${fake.urls.openai}"`,
        'wire_api = "responses"',
        'env_key = "FAKE_KEY"',
      ].join('\n'),
    }),
    env: (_, home) => ({ CODEX_HOME: join(home, '.codex'), FAKE_KEY: key }),
    write: ({ tools }, file) => {
      const shell = tools.find(({ name }) => /^(exec_command|shell_command|shell)$/.test(name))?.name ?? ''
      const line = `printf owned > ${file}`
      if (shell === 'exec_command') return { name: shell, input: { cmd: line } }
      return { name: shell, input: { command: shell === 'shell' ? ['sh', '-c', line] : line } }
    },
  },
  gemini: {
    packages: ['@google/gemini-cli'],
    files: () => ({
      '.gemini/settings.json': JSON.stringify({
        security: { auth: { selectedType: 'gemini-api-key' } },
        privacy: { usageStatisticsEnabled: false },
        // Without a name it asks a model which model to ask.
        model: { name: 'gemini-2.5-flash' },
      }),
    }),
    env: (fake) => ({ GOOGLE_GEMINI_BASE_URL: fake.urls.google, GEMINI_API_KEY: key }),
    write: (_, file) => ({ name: 'write_file', input: { file_path: file, content: 'owned' } }),
  },
  opencode: {
    packages: ['opencode-ai'],
    files: (fake) => ({
      '.config/opencode/opencode.json': JSON.stringify({
        model: 'fake/m',
        small_model: 'fake/m',
        autoupdate: false,
        provider: {
          fake: {
            npm: '@ai-sdk/openai-compatible',
            options: { baseURL: fake.urls.compatible, apiKey: key },
            models: { m: { name: 'm', limit: { context: 100_000, output: 8_000 } } },
          },
        },
      }),
    }),
    env: () => ({ OPENCODE_DISABLE_MODELS_FETCH: '1' }),
    write: (_, file) => ({ name: 'write', input: { filePath: file, content: 'owned' } }),
  },
}

describe.each(Object.keys(products).filter((name) => wanted.includes(name)))('acp:%s', (name) => {
  const product = products[name]!
  let fake: FakeModels
  let home: string
  let bin: string
  beforeAll(async () => {
    fake = await fakeModels()
    home = realpathSync(mkdtempSync(join(tmpdir(), `parley-acp-${name}-`)))
    bin = binOf(product, home)
    for (const [path, text] of Object.entries(product.files(fake))) {
      mkdirSync(dirname(join(home, path)), { recursive: true })
      writeFileSync(join(home, path), text)
    }
  }, 600_000)
  afterAll(async () => {
    await fake.close()
    rmSync(home, { recursive: true, force: true })
  })

  const made = (): Backend => {
    const env = { PATH: `${bin}:${process.env['PATH']}`, HOME: home, ...product.env(fake, home) }
    const backend = acp({
      agent: knownAgents[name]!,
      env,
      home: join(home, 'parley'),
      sandbox: true,
      secretFiles: [],
    })
    onTestFinished(() => backend.close?.())
    return backend
  }
  const read: Grant = { kind: 'read' }

  test('two seats speak, ours is the only tool that acts, nothing is written, and a seat goes on in another process', async () => {
    const cwd = realpathSync(folder())
    const tool = fakeTool('read_file', 'Ship on Monday.')
    fake.answer((request) => {
      const ours = request.tools.find(({ name: one }) => /parley/.test(one) && /read_file$/.test(one))
      if (!ours || !request.last.includes('Look it up')) return 'Yes.'
      const results = request.messages.reduce((sum, { toolResults }) => sum + toolResults.length, 0)
      if (results === 0) return { toolCalls: [{ name: ours.name, input: { path: 'plan.md' } }] }
      if (results === 1) return { toolCalls: [product.write(request, join(cwd, 'owned.txt'))] }
      return 'Monday.'
    })
    const backend = made()
    expect(await backend.check()).toMatchObject({ ready: true })
    const theo = await backend.open(seat('theo'), room({ cwd }))
    const first = await theo.say(prompt('Look it up.'), options({ grant: read, tools: [tool] }))
    expect(first.text).toContain('Monday.')
    expect(tool.inputs).toEqual([{ path: 'plan.md' }])
    expect(readdirSync(cwd)).toEqual([])
    expect(first.session).toMatch(new RegExp(`^acp:${name}:`))
    const bo = await backend.open(seat('bo'), room({ cwd }))
    expect((await bo.say(prompt('And you?'), options())).text).toBe('Yes.')
    await Promise.all([theo.close(), bo.close()])
    await backend.close?.()

    fake.answer(() => 'Yes.')
    const history = [{ prompt: 'Look it up.', reply: 'Monday.' }]
    const later = await made().open(seat('theo'), room({ cwd, history, session: first.session! }))
    expect((await later.say(prompt('Still?'), options({ grant: read, tools: [tool] }))).text).toBe('Yes.')
  })

  test('a cancel ends the turn and keeps what was said', async () => {
    const voice = await made().open(seat('theo'), room({ cwd: realpathSync(folder()) }))
    const stop = new AbortController()
    fake.answer(() => {
      // Some stream every word and some only whole parts: so it is stopped soon after its model was asked.
      setTimeout(() => stop.abort(), 500)
      return { text: 'Well, let me think about that for a while. ', hang: true }
    })
    const said = voice.say(prompt('And now?'), options({ signal: stop.signal }))
    const error = await said.then(
      () => undefined,
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(BackendFailed)
    expect(error).toMatchObject({ kind: 'interrupted' })
  })
})

/** A suite without a test is a fault to the runner. */
test.skipIf(wanted.length > 0)('products are tried where PARLEY_TEST_ACP names them', () => {
  expect(Object.keys(products).every((name) => Object.hasOwn(knownAgents, name))).toBe(true)
})

function binOf({ packages }: Product, home: string): string {
  const given = process.env['PARLEY_TEST_ACP_AT']
  if (given) return join(given, 'node_modules', '.bin')
  const scratch = join(home, 'scratch')
  mkdirSync(scratch)
  writeFileSync(join(scratch, 'package.json'), '{ "private": true }')
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  execFileSync('npm', ['install', ...quiet, ...packages], { cwd: scratch, stdio: 'pipe' })
  return join(scratch, 'node_modules', '.bin')
}
