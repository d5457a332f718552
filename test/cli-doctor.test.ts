// `parley doctor` as a process: what can speak is marked as such, what cannot is a note with its reason, and --try really asks.

import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FakeModels, fakeModels, nobodyAt } from './support/fake-models.js'
import { emptyRepository } from './support/repo.js'
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
  fake.answer(() => ({ text: 'ready', usage: { input: 1200, output: 34 } }))
})

const doctor = (args: readonly string[], env: Record<string, string>) =>
  run(['doctor', ...args], { cwd: temporary(), env: { PARLEY_HOME: temporary(), ...env } })
const lines = (stdout: string) => stdout.split('\n').filter((line) => / agents /.test(line))
const ollama = () => ({ OLLAMA_HOST: fake.urls.anthropic })

describe('doctor', () => {
  test('notes what cannot speak and why, and asks for no reply', async () => {
    fake.offer([])
    const env = { ...ollama(), OPENAI_API_KEY: key, OPENAI_BASE_URL: 'nowhere', GEMINI_API_KEY: key }
    const { code, stdout } = await doctor([], env)
    expect(code).toBe(0)
    expect(stdout).toMatch(/^· agents +OPENAI_API_KEY is set: The base URL of openai is not a URL/m)
    expect(stdout).toMatch(/^✓ agents +GEMINI_API_KEY is set: --agents model:google\/gemini-2\.5-pro$/m)
    expect(stdout).toMatch(/^· agents +Ollama answers at http:\S+: it has no model yet/m)
    expect(fake.requests).toEqual([])
  })

  test('cuts nothing off, however long it is', async () => {
    const home = join(temporary(), 'a long name/'.repeat(30), 'its end')
    const { stdout } = await doctor([], { PARLEY_HOME: home })
    expect(stdout).toContain('its end (your meetings are in its folder meetings, made when needed)')
  })

  test('--try asks each voice once, says what that took and cost, and notes a failure in one sentence', async () => {
    fake.offer(['llama3', 'qwen3:8b'])
    fake.answer(({ provider }) =>
      provider === 'google'
        ? { status: 400, error: 'API key not valid' }
        : { text: 'ready', usage: { input: 1200, output: 34 } },
    )
    const env = { ...ollama(), GEMINI_API_KEY: key, GOOGLE_GEMINI_BASE_URL: fake.urls.google }
    const { code, stdout } = await doctor(['--try', '--json'], env)
    expect(code).toBe(0)
    const [{ checks }] = events({ code, stdout, stderr: '' }) as [{ checks: Record<string, unknown>[] }]
    const tried = checks.filter((check) => 'tried' in check)
    expect(tried.slice(0, 1)).toMatchObject([
      {
        state: 'note',
        voice: 'model:google/gemini-2.5-pro',
        detail: expect.stringMatching(
          /but \S+ did not answer: google \(\S+\) answered 400: API key not valid$/,
        ),
        tried: { ok: false },
      },
    ])
    expect(tried.at(-1)).toMatchObject({
      state: 'fine',
      voice: `model:llama3@${fake.urls.compatible}`,
      detail: expect.stringMatching(
        /of 2 models the first answered in [\d.]+ s, 1,234 tokens, \$0 \(llama3\)$/,
      ),
      tried: { ok: true, usage: { input: 1200, output: 34, estimated: false }, model: 'llama3' },
    })
    expect(fake.requests.filter(({ provider }) => provider === 'compatible')).toHaveLength(1)
    expect(stdout).not.toContain(key)
  })

  test('--try asks only the voices that are named, and fails when one of them does not answer', async () => {
    const here = `model:llama3@${fake.urls.compatible}`
    const fine = await doctor(['--try', '--agents', here], { GEMINI_API_KEY: key })
    expect(fine.code).toBe(0)
    expect(lines(fine.stdout)).toEqual([
      expect.stringMatching(/^✓ agents +model:llama3@\S+, named: answered in /),
    ])
    const bad = await doctor(['--try', '--agents', here, '--seat', `theo=model:x@${nobodyAt}`], {})
    expect(bad.code).toBe(1)
    expect(lines(bad.stdout)[1]).toMatch(
      /^✗ agents +model:x@\S+, named: did not answer: .* could not be reached/,
    )
  })

  test('names coding agents with version and guard, those to get, programs that could hold a meeting, and what the web of seats is', async () => {
    const folder = temporary()
    const home = temporary()
    const at = join(folder, 'node_modules', '@agentclientprotocol', 'codex-acp')
    mkdirSync(at, { recursive: true })
    writeFileSync(join(at, 'package.json'), JSON.stringify({ version: '0.166.0' }))
    for (const program of [join(at, 'codex-acp'), join(folder, 'codex')]) {
      writeFileSync(program, '#!/bin/sh\nexit 1\n')
      chmodSync(program, 0o755)
    }
    symlinkSync(join(at, 'codex-acp'), join(folder, 'codex-acp'))
    writeFileSync(join(home, 'config.yaml'), 'web: { search: provider }\n')
    const bare = (process.env['PATH'] ?? '').split(':').filter((one) => /^\/(usr\/)?bin$/.test(one))
    const env = { PARLEY_HOME: home, PATH: [folder, ...bare].join(':'), HTTPS_PROXY: 'http://127.0.0.1:4' }
    const { code, stdout } = await doctor([], env)
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /^✓ agents +Codex by codex-acp 0\.166\.0, read-only by (sandbox and )?mode: --agents acp:codex$/m,
    )
    expect(stdout).toMatch(
      /^· agents +more coding agents could sit here: .*acp:opencode \(npm install -g opencode-ai\)/m,
    )
    expect(stdout).toMatch(/^✓ hosts +Codex.* can hold meetings with no key: parley mcp --setup codex$/m)
    expect(stdout).toMatch(/^· web .*search by the own provider of each model .*; HTTPS_PROXY is set, but/m)
  })

  test('a voice that is settled for meetings here is wrong when it cannot speak', async () => {
    const repo = emptyRepository()
    const home = temporary()
    writeFileSync(
      join(home, 'config.yaml'),
      'voices: { big: "model:openai/gpt-5", played: "script:seats.yaml" }\n',
    )
    writeFileSync(join(home, 'seats.yaml'), 'seats: {}\n')
    repo.write('.parley/config.yaml', 'agents: big\nseats: { theo: played }\n')
    const { code, stdout } = await run(['doctor'], { cwd: repo.root, env: { PARLEY_HOME: home } })
    expect(code).toBe(1)
    expect(lines(stdout).slice(0, 2)).toEqual([
      expect.stringMatching(
        /^✗ agents +model:openai\/gpt-5, settled for every seat: There is no key for openai/,
      ),
      expect.stringMatching(/^✓ agents +script:\S+seats\.yaml, settled for theo: /),
    ])
  })
})
