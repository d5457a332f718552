// Configuration: how the two files are merged, and how a mistake in one is reported.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { WrongUsage } from '../kernel/errors.js'
import { loadConfig, rememberAgents, settledName } from './config.js'

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

describe('loadConfig', () => {
  test.each(['', '# only a comment\n', '---\n', 'null\n'])('nothing (%j) settles nothing', async (text) => {
    local(text)
    expect(await loadConfig(root, home)).toEqual({ seats: {}, models: {}, prices: {} })
  })

  test('every key is read', async () => {
    own(`
agents: rehearsal
seats: { theo: claude }
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
      agents: 'rehearsal',
      seats: { theo: 'claude' },
      models: { compatible: { model: 'llama3.3', baseUrl: 'https://llm.example/v1', apiKeyEnv: 'MY_KEY' } },
      tokenCeiling: 50_000,
      timeoutSeconds: 90.5,
    })
  })

  test('the workspace wins, seat by seat and field by field', async () => {
    own(
      'agents: rehearsal\nseats: { theo: claude, ada: rehearsal }\nmodels: { openai: { model: a, api_key_env: K } }\ntoken_ceiling: 5\n',
    )
    local('agents: claude\nseats: { ada: "model:openai/b" }\nmodels: { openai: { model: b } }\n')
    expect(await loadConfig(root, home)).toEqual({
      prices: {},
      agents: 'claude',
      seats: { theo: 'claude', ada: 'model:openai/b' },
      models: { openai: { model: 'b', apiKeyEnv: 'K' } },
      tokenCeiling: 5,
    })
  })

  test('of two limits on money the lower one holds: a clone does not raise the person’s own', async () => {
    own('cost_ceiling: 1\n')
    local('cost_ceiling: 50\n')
    expect((await loadConfig(root, home)).costCeiling).toBe(1_000_000)
    local('cost_ceiling: 0.25\n')
    expect((await loadConfig(root, home)).costCeiling).toBe(250_000)
  })

  test('a workspace in the home folder has one file, read as the person’s own', async () => {
    home = join(root, '.parley')
    own('projects: []\nmodels: { openai: { base_url: "https://llm.example/v1" } }\n')
    expect((await loadConfig(root, home)).models.openai?.baseUrl).toBe('https://llm.example/v1')
  })

  const mistakes: [string, string, string][] = [
    ['an unknown key', 'agents: rehearsal\nagnets: claude\n', 'line 2: agnets is not a known key'],
    [
      'an unknown key deep inside',
      'models:\n  openai:\n    key: abc\n',
      'line 3: models.openai.key is not a known key',
    ],
    ['an unknown provider', 'models:\n  openia: {}\n', 'line 2: models.openia is not a known provider'],
    ['a number for a text', '\n\nagents: 5\n', 'line 3: agents must be a text'],
    ['a program', 'agents: "command:rm -rf /"\n', 'line 1: agents of a workspace may not name a program'],
    [
      'a server elsewhere',
      'seats: { theo: "model:x@https://example.org/v1" }\n',
      'of a workspace may not name a program or a server elsewhere',
    ],
    ['an empty text', 'agents: ""\n', 'line 1: agents must not be empty'],
    ['a text for a number', 'token_ceiling: lots\n', 'line 1: token_ceiling must be a whole number'],
    ['a ceiling of nothing', 'token_ceiling: 0\n', 'line 1: token_ceiling must be more than zero'],
    ['a list for a map', 'seats: [theo]\n', 'line 1: seats must be a map'],
    ['a text for a model', 'models: { openai: gpt }\n', 'line 1: models.openai must be a map'],
    [
      'an address that is none',
      'models: { openai: { base_url: nowhere } }\n',
      'line 1: models.openai.base_url must be a URL',
    ],
    ['a key set twice', 'agents: a\nagents: b\n', 'line 2: Map keys must be unique'],
    ['broken YAML', 'agents: a\nseats: {\n', 'line 3: '],
    ['a list', '- agents\n', 'line 1: this must be a map'],
    [
      'prices, which are not a workspace’s',
      'prices: {}\n',
      'line 1: prices of a workspace may not be stated',
    ],
    ['an amount that is none', 'cost_ceiling: much\n', 'line 1: cost_ceiling must be a number of dollars'],
    ['projects, which are not a workspace’s', 'projects: []\n', 'line 1: projects is not a known key'],
  ]
  test.each(mistakes)('%s is named with its file and line', async (_, text, told) => {
    local(text)
    const error = await wrong(loadConfig(root, home))
    expect(error.message).toContain('.parley/config.yaml')
    expect(error.message).toContain(told)
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

  test('the person’s name is read from their own file only', async () => {
    expect(await settledName(home)).toBeUndefined()
    own('name: Ada Example\n')
    expect(await settledName(home)).toBe('Ada Example')
    local('agents: rehearsal\nname: Somebody Else\n')
    const error = await wrong(loadConfig(root, home))
    expect(error.message).toContain('line 2: name of a workspace may not say who you are')
    expect(error.hint).not.toContain('name')
    own('name: [Ada]\n')
    expect((await wrong(settledName(home))).message).toContain('name must be a text')
  })

  test('KEYS2: a workspace may name a server on this machine, and no other', async () => {
    for (const url of ['http://127.0.0.1:11434/v1', 'http://localhost:1234', 'http://[::1]:8080/v1']) {
      local(`models: { openai: { base_url: "${url}" } }\n`)
      expect((await loadConfig(root, home)).models.openai?.baseUrl).toBe(url)
    }
    for (const url of [
      'https://llm.example/v1',
      'http://127.0.0.1.evil.example',
      'http://localhost@evil.example',
    ]) {
      local(`models: { openai: { base_url: "${url}" } }\n`)
      expect((await wrong(loadConfig(root, home))).message).toContain('must be on this machine')
    }
  })
})

describe('rememberAgents', () => {
  test('makes the file when there is none', async () => {
    await rememberAgents(home, 'claude')
    expect((await loadConfig(root, home)).agents).toBe('claude')
  })

  test('changes that one value and keeps comments, order and everything else', async () => {
    own(
      '# mine\n# who sits\nseats:\n  theo: claude # always\nagents: rehearsal # for now\n\n# limits\ntoken_ceiling: 5000\n',
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
    writeFileSync(join(top, 'dotfile.yaml'), 'agents: rehearsal\n')
    symlinkSync(join(top, 'dotfile.yaml'), join(home, 'config.yaml'))
    await rememberAgents(home, 'claude')
    expect(readFileSync(join(top, 'dotfile.yaml'), 'utf8')).toBe('agents: claude\n')
    expect(existsSync(join(home, 'config.yaml'))).toBe(true)
  })
})
