// Configuration: how the two files are merged, and how a mistake in one is reported.

import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { WrongUsage } from '../kernel/errors.js'
import { loadConfig, rememberAgents, settledName } from './config.js'
import { OfPerson, ofWorkspace } from './settings-schemas.js'

let top: string
let root: string
let home: string

beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'parley-config-'))
  root = join(top, 'root')
  home = join(top, 'home')
  mkdirSync(join(root, '.parley'), { recursive: true })
})
afterEach(() => rmSync(top, { recursive: true, force: true }))

const local = (text: string): void => writeFileSync(join(root, '.parley', 'config.yaml'), text)
function own(text: string): void {
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'config.yaml'), text)
}
const ownText = (): string => readFileSync(join(home, 'config.yaml'), 'utf8')

async function wrong(does: Promise<unknown>): Promise<WrongUsage> {
  const error = await does.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(WrongUsage)
  return error as WrongUsage
}

/** The names of all properties of a JSON schema, at every depth. */
function keysIn(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own = 'properties' in schema ? Object.keys(schema.properties as object) : []
  return [...own, ...Object.values(schema).flatMap(keysIn)]
}

describe('loadConfig', () => {
  test.each(['', '# only a comment\n', '---\n', 'null\n'])('nothing (%j) settles nothing', async (text) => {
    local(text)
    expect(await loadConfig(root, home)).toEqual({ seats: {}, voices: {}, models: {}, prices: {} })
  })

  test('every key is read', async () => {
    own(`
agents: claude
seats: { theo: claude }
voices: { careful: "model:openai/big", played: "script:plays/one.yaml" }
models:
  compatible: { model: llama3.3, base_url: "https://llm.example/v1", api_key_env: MY_KEY }
token_ceiling: 50000
timeout_seconds: 90.5
projects: [{ name: one, path: /somewhere }]
prices: { openai/x: { input: 1, cached: 0.25, output: 2 } }
cost_ceiling: 1.5
`)
    expect(await loadConfig(root, home)).toEqual({
      prices: { 'openai/x': { input: 1_000_000, cached: 250_000, written: 1_000_000, output: 2_000_000 } },
      costCeiling: 1_500_000,
      agents: 'claude',
      seats: { theo: 'claude' },
      voices: { careful: 'model:openai/big', played: `script:${join(home, 'plays', 'one.yaml')}` },
      models: { compatible: { model: 'llama3.3', baseUrl: 'https://llm.example/v1', apiKeyEnv: 'MY_KEY' } },
      tokenCeiling: 50_000,
      timeoutSeconds: 90.5,
    })
  })

  test('the settings that the documentation shows are accepted, and leave out no key', async () => {
    const page = readFileSync(new URL('../../docs/settings.md', import.meta.url), 'utf8')
    const [person = '', workspace = ''] = Array.from(page.matchAll(/```yaml\n(.*?)```/gs), ([, text]) => text)
    own(person)
    local(workspace)
    expect(await loadConfig(root, home)).toMatchObject({ tokenCeiling: 100_000, web: false })
    const missing = (schema: z.ZodType, text: string) =>
      keysIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })).filter(
        (key) => key !== 'projects' && !new RegExp(`\\b${key}:`).test(text),
      )
    expect(missing(OfPerson, person)).toEqual([])
    expect(
      missing(
        ofWorkspace(() => undefined),
        workspace,
      ),
    ).toEqual([])
  })

  test('the workspace wins seat by seat, and chooses among what the person has named', async () => {
    own(
      'agents: acp:codex\nseats: { theo: claude, ada: acp:codex }\nvoices: { big: "model:openai/b" }\nmodels: { openai: { model: a, api_key_env: K } }\ntimeout_seconds: 5\n',
    )
    local(
      'agents: claude\nseats: { ada: big, bo: "model:openai/a", cy: "model:openai" }\ntimeout_seconds: 9\n',
    )
    expect(await loadConfig(root, home)).toEqual({
      prices: {},
      agents: 'claude',
      seats: { theo: 'claude', ada: 'model:openai/b', bo: 'model:openai/a', cy: 'model:openai' },
      voices: { big: 'model:openai/b' },
      models: { openai: { model: 'a', apiKeyEnv: 'K' } },
      timeoutSeconds: 9,
    })
  })

  test('a script in the person’s settings is looked for beside them, whoever chooses it', async () => {
    const file = join(home, 'play.yaml')
    own('agents: "script: play.yaml"\nvoices: { played: "script:play.yaml" }\nseats: { ada: played }\n')
    expect(await loadConfig(root, home)).toMatchObject({
      agents: `script:${file}`,
      seats: { ada: `script:${file}` },
    })
    local('agents: "script:play.yaml"\nseats: { bo: played }\n')
    expect(await loadConfig(root, home)).toMatchObject({
      agents: `script:${file}`,
      seats: { ada: `script:${file}`, bo: `script:${file}` },
    })
  })

  test('of two limits the lower one holds: a clone does not raise the person’s own', async () => {
    own('cost_ceiling: 1\ntoken_ceiling: 5000\n')
    local('cost_ceiling: 50\ntoken_ceiling: 9000\n')
    expect(await loadConfig(root, home)).toMatchObject({ costCeiling: 1_000_000, tokenCeiling: 5000 })
    local('cost_ceiling: 0.25\ntoken_ceiling: 400\n')
    expect(await loadConfig(root, home)).toMatchObject({ costCeiling: 250_000, tokenCeiling: 400 })
  })

  test('a workspace in the home folder has one file, read as the person’s own', async () => {
    home = join(root, '.parley')
    own('projects: []\nmodels: { openai: { base_url: "https://llm.example/v1" } }\n')
    expect((await loadConfig(root, home)).models.openai?.baseUrl).toBe('https://llm.example/v1')
  })

  const mistakes: [string, string, string][] = [
    ['an unknown key', 'timeout_seconds: 5\nagnets: claude\n', 'line 2: agnets is not a known key'],
    ['a number for a text', '\n\nagents: 5\n', 'line 3: agents must be a text'],
    ['an empty text', 'agents: ""\n', 'line 1: agents must not be empty'],
    ['a text for a number', 'token_ceiling: lots\n', 'line 1: token_ceiling must be a whole number'],
    ['a ceiling of nothing', 'token_ceiling: 0\n', 'line 1: token_ceiling must be more than zero'],
    [
      'a time that no timer can hold',
      'timeout_seconds: 9e9\n',
      'line 1: timeout_seconds must be at most 86400',
    ],
    ['a list for a map', 'seats: [theo]\n', 'line 1: seats must be a map'],
    ['a key set twice', 'agents: a\nagents: b\n', 'line 2: Map keys must be unique'],
    ['broken YAML', 'agents: a\nseats: {\n', 'line 3: '],
    ['a list', '- agents\n', 'line 1: this must be a map'],
    ['an amount that is none', 'cost_ceiling: much\n', 'line 1: cost_ceiling must be a number of dollars'],
  ]
  test.each(mistakes)('%s is named with its file and line', async (_, text, told) => {
    local(text)
    const error = await wrong(loadConfig(root, home))
    expect(error.message).toContain('.parley/config.yaml')
    expect(error.message).toContain(told)
  })

  const foreign: [string, string][] = [
    ['a program', '"command:rm -rf /"'],
    ['a program in disguise', '" Command : rm"'],
    ['a script', '"script:.parley/s.yaml"'],
    ['a model of a provider', '"model:openai/gpt-5"'],
    ['an agent that is logged in', 'claude'],
    ['a server elsewhere', '"model:x@https://example.org/v1"'],
    ['a server on this machine', '"model:x@http://127.0.0.1:4000/v1"'],
    ['a name from the inside of objects', 'constructor'],
  ]
  test.each(foreign)('KEYS2: a workspace may not name %s that the person has not named', async (_, voice) => {
    own('voices: { careful: "model:openai/mine" }\n')
    local(`token_ceiling: 5\nagents: ${voice}\nseats: { ada: careful, bo: ${voice} }\n`)
    const { message, hint } = await wrong(loadConfig(root, home))
    expect(message).toBe(
      '.parley/config.yaml, line 2: agents may only choose a voice that your own settings name; ' +
        'line 3: seats.bo may only choose a voice that your own settings name.',
    )
    expect(hint).toContain(join(home, 'config.yaml'))
    expect(hint).toContain('--agents')
  })

  test.each([
    ['models', '{ openai: { api_key_env: HOME, base_url: "http://127.0.0.1:4000" } }'],
    ['voices', '{ careful: "command:sh" }'],
    ['prices', '{}'],
    ['name', 'Somebody Else'],
    ['projects', '[]'],
  ])('KEYS2: %s stands in the person’s own settings only', async (key, value) => {
    local(`timeout_seconds: 5\n${key}: ${value}\n`)
    const { message, hint } = await wrong(loadConfig(root, home))
    expect(message).toBe(`.parley/config.yaml, line 2: ${key} may be set in your own settings only.`)
    expect(hint).toContain(
      'A workspace may set: agents, seats, token_ceiling, cost_ceiling, timeout_seconds, web, analyze.',
    )
  })

  test('the settings of a workspace are a plain file: a link, a folder, a pipe and a huge file are refused at once', async () => {
    const file = join(root, '.parley', 'config.yaml')
    const refused = async (made: () => void, told: string) => {
      made()
      const { message, hint } = await wrong(loadConfig(root, home))
      expect(message).toBe(`.parley/config.yaml is ${told}.`)
      expect(hint).toContain('remove it')
      rmSync(file, { recursive: true })
    }
    writeFileSync(join(top, 'elsewhere.yaml'), 'timeout_seconds: 5\n')
    await refused(() => symlinkSync(join(top, 'elsewhere.yaml'), file), 'a link')
    await refused(() => mkdirSync(file), 'a folder')
    await refused(() => void execFileSync('mkfifo', [file]), 'no plain file')
    await refused(() => writeFileSync(file, '#'.repeat(1_000_001)), 'too large for a file of settings')
  })

  test('every mistake of a file is told at once', async () => {
    local('agnets: a\ntoken_ceiling: -1\n')
    const { message } = await wrong(loadConfig(root, home))
    expect(message).toContain('agnets')
    expect(message).toContain('token_ceiling')
  })

  test("a mistake in the person's own file names that file", async () => {
    own('nope: 1\n')
    expect((await wrong(loadConfig(root, home))).message).toContain(join(home, 'config.yaml'))
  })

  test.each([
    [
      'an unknown key deep inside',
      'models:\n  openai:\n    key: abc\n',
      'line 3: models.openai.key is not a known key',
    ],
    ['an unknown provider', 'models:\n  openia: {}\n', 'line 2: models.openia is not a known provider'],
    ['a text for a model', 'models: { openai: gpt }\n', 'line 1: models.openai must be a map'],
    ['an address that is none', 'models: { openai: { base_url: nowhere } }\n', 'base_url must be a URL'],
    ['a voice called as a backend', 'voices:\n  claude: acp:codex\n', 'line 2: voices.claude must'],
  ])('%s is named with its line in the person’s own file', async (_, text, told) => {
    own(text)
    expect((await wrong(loadConfig(root, home))).message).toContain(told)
  })

  test('aliases without end are refused', async () => {
    const levels = Array.from(
      { length: 12 },
      (_, i) =>
        `x${i}: &x${i} [${Array(9)
          .fill(i ? `*x${i - 1}` : 'a')
          .join(', ')}]`,
    )
    local(levels.join('\n'))
    expect((await wrong(loadConfig(root, home))).message).toContain('aliases')
  })

  test('KEYS1: a key where the name of its variable belongs is refused, and not repeated', async () => {
    const key = ['sk', 'ant', 'abc123'].join('-')
    own(`models:\n  anthropic:\n    api_key_env: ${key}\n`)
    const { message } = await wrong(loadConfig(root, home))
    expect(message).toContain(
      'line 3: models.anthropic.api_key_env must be the name of an environment variable',
    )
    expect(message).not.toContain(key)
  })

  test('only the person’s own file allows that seats read files which hold secrets', async () => {
    own('secret_files: [".env.test", "certs/*.pem"]\n')
    expect((await loadConfig(root, home)).secretFiles).toEqual(['.env.test', 'certs/*.pem'])
    local('secret_files: ["*"]\n')
    expect((await wrong(loadConfig(root, home))).message).toContain('secret_files')
  })

  test('the person’s name is read from their own file', async () => {
    expect(await settledName(home)).toBeUndefined()
    own('name: Ada Example\n')
    expect(await settledName(home)).toBe('Ada Example')
    own('name: [Ada]\n')
    expect((await wrong(settledName(home))).message).toContain('name must be a text')
  })
})

describe('rememberAgents', () => {
  test('makes the file when there is none, and the home, for their owner alone', async () => {
    await rememberAgents(home, 'claude')
    expect((await loadConfig(root, home)).agents).toBe('claude')
    const fresh = join(home, 'not-there-yet')
    await rememberAgents(fresh, 'claude')
    const modes = [fresh, join(fresh, 'config.yaml')].map((path) => statSync(path).mode & 0o777)
    expect(modes).toEqual([0o700, 0o600])
  })

  test('changes that one value and keeps comments, order and everything else', async () => {
    own(
      '# mine\n# who sits\nseats:\n  theo: claude # always\nagents: claude # for now\n\n# limits\ntoken_ceiling: 5000\n',
    )
    await rememberAgents(home, 'model:openai/gpt')
    expect(ownText()).toBe(
      '# mine\n# who sits\nseats:\n  theo: claude # always\nagents: model:openai/gpt # for now\n\n# limits\ntoken_ceiling: 5000\n',
    )
  })

  test('keeps a file that holds only comments', async () => {
    own('# to be filled in\n')
    await rememberAgents(home, 'claude')
    expect(ownText()).toContain('# to be filled in')
    expect((await loadConfig(root, home)).agents).toBe('claude')
  })

  test('leaves a file that it cannot read as it is', async () => {
    for (const text of ['seats: {\n', '- a list\n']) {
      own(text)
      await wrong(rememberAgents(home, 'claude'))
      expect(ownText()).toBe(text)
    }
  })

  test('writes through a link to where the file really is', async () => {
    mkdirSync(home)
    writeFileSync(join(top, 'dotfile.yaml'), 'agents: acp:codex\n')
    symlinkSync(join(top, 'dotfile.yaml'), join(home, 'config.yaml'))
    await rememberAgents(home, 'claude')
    expect(readFileSync(join(top, 'dotfile.yaml'), 'utf8')).toBe('agents: claude\n')
    expect(existsSync(join(home, 'config.yaml'))).toBe(true)
  })
})
