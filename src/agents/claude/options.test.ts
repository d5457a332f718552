// Options: the environment of Claude's program, and how it logs in. No test here starts a process.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { claude } from './claude.js'
import { access, environment } from './options.js'

const home = mkdtempSync(join(tmpdir(), 'parley-claude-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const nobody = { PATH: '/bin', HOME: join(home, 'nobody'), PARLEY_HOME: join(home, 'parley') }
const key = ['sk', 'fake', 'key'].join('-')

describe('the environment of the program', () => {
  const env = environment(
    {
      apiKey: key,
      baseUrl: 'http://127.0.0.1:1/v1/',
      env: {
        ...nobody,
        https_proxy: 'http://proxy',
        NODE_EXTRA_CA_CERTS: '',
        GIT_DIR: '/elsewhere',
        ANTHROPIC_AUTH_TOKEN: 'another',
        AWS_SECRET_ACCESS_KEY: 'secret',
        CLAUDE_CODE_USE_BEDROCK: '1',
        NODE_OPTIONS: '--inspect',
      },
    },
    500,
  )

  test('holds what it needs, where it is to write, and its limit', () => {
    expect(env).toMatchObject({
      PATH: '/bin',
      HOME: nobody.HOME,
      https_proxy: 'http://proxy',
      ANTHROPIC_API_KEY: key,
      ANTHROPIC_BASE_URL: 'http://127.0.0.1:1',
      CLAUDE_CONFIG_DIR: join(home, 'parley', 'claude'),
      // Its own limit, plus tokens for reasoning.
      CLAUDE_CODE_MAX_OUTPUT_TOKENS: '4500',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    })
  })
  test('holds nothing of git, no other secret, and nothing that would change what it does', () => {
    const never = [
      'GIT_DIR',
      'ANTHROPIC_AUTH_TOKEN',
      'AWS_SECRET_ACCESS_KEY',
      'CLAUDE_CODE_USE_BEDROCK',
      'NODE_OPTIONS',
    ]
    for (const name of [...never, 'NODE_EXTRA_CA_CERTS', 'PARLEY_HOME']) expect(env).not.toHaveProperty(name)
  })
})

describe('the way in', () => {
  test('a key that was given goes before the environment, and that before a login', () => {
    const config = join(home, 'login')
    mkdirSync(config)
    writeFileSync(join(config, '.credentials.json'), '{}')
    const env = { ...nobody, CLAUDE_CONFIG_DIR: config }
    const named = { ...env, ANTHROPIC_API_KEY: key }
    expect(access({ apiKey: 'given', env: named }).variables).toEqual({ ANTHROPIC_API_KEY: 'given' })
    expect(access({ env: named })).toMatchObject({
      variables: { ANTHROPIC_API_KEY: key },
      secret: key,
      how: 'with ANTHROPIC_API_KEY',
    })
    expect(access({ env })).toEqual({
      variables: { CLAUDE_SECURESTORAGE_CONFIG_DIR: config },
      how: 'with the login of Claude Code',
      host: 'api.anthropic.com',
    })
  })

  test('a login of the program’s own needs no word, and the person’s usual one is named by nothing', () => {
    const own = join(home, 'own')
    const usual = join(home, 'somebody', '.claude')
    for (const folder of [own, usual]) {
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, '.credentials.json'), '{}')
    }
    expect(access({ configDir: own, env: nobody }).variables).toEqual({})
    const env = { ...nobody, HOME: join(home, 'somebody') }
    expect(environment({ env }, 1)).toMatchObject({ CLAUDE_SECURESTORAGE_CONFIG_DIR: '' })
  })

  test('the check says what there is, what is missing and how to get it, without the key', async () => {
    const ready = await claude({
      apiKey: key,
      model: 'claude-x',
      baseUrl: 'http://127.0.0.1:1',
      env: nobody,
    }).check()
    expect(ready).toEqual({ ready: true, detail: 'Claude Agent SDK, claude-x at 127.0.0.1:1, with a key' })
    expect(await claude({ env: nobody }).check()).toMatchObject({
      ready: false,
      detail: expect.stringContaining('ANTHROPIC_API_KEY'),
    })
    expect(await claude({ apiKey: key, baseUrl: 'localhost', env: nobody }).check()).toMatchObject({
      ready: false,
      detail: expect.stringContaining('base URL'),
    })
  })
})
