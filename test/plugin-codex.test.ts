// The portable plugin end to end: the real Codex holds a council with it, against a fake of the Responses API. Codex is large, so this runs
// only with PARLEY_TEST_CODEX=1: it is installed into a scratch folder by npm, or taken from PARLEY_TEST_ACP_AT, where somebody installed it before.

import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { convened, onlyId } from './support/council.js'
import { fakeModels, type ModelReply, type ModelRequest } from './support/fake-models.js'
import { callsIn, council, lines } from './support/mcp-holding.js'
import { type Repo, repository } from './support/repo.js'
import { checkout, plainEnvironment, type Ran, run, temporary } from './support/run.js'

const isWanted = process.env['PARLEY_TEST_CODEX'] === '1'

test.skipIf(!isWanted)(
  'Codex holds a council by the portable plugin: its own model speaks for the seats, nobody is asked in its place, its question is answered in a terminal, verified',
  { timeout: 600_000 },
  async () => {
    const repo = await councilOfTwo()
    const fake = await fakeModels()
    onTestFinished(() => fake.close())
    const home = temporary()
    const env = machine(home, fake.urls.openai)
    await codex(env, repo, 'plugin', 'marketplace', 'add', checkout)
    await codex(env, repo, 'plugin', 'add', 'parley@parley')

    const said: string[] = []
    fake.answer((request) => leading(request, repo, said))
    const first = await codex(env, repo, 'exec', '$council When should the gate open?')
    const id = onlyId(repo)
    expect(first.stdout).toContain(`parley ask ${id}`)
    expect(first.stdout).toContain('Stop here: you cannot answer this.')
    const terminal = { cwd: repo.root, env: { PARLEY_HOME: join(home, '.parley') } }
    const answered = await run(['answer', id, 'conclude'], terminal)
    expect(answered.stdout).toContain('Its seats speak through a host')
    const second = await codex(env, repo, 'exec', `Go on with the meeting ${id}`)
    expect(second.stdout).toContain(`parley verified ${id}`)

    const journal = lines(repo, id)
    expect(journal.find(({ kind }) => kind === 'answered')?.data).toMatchObject({ by: 'person' })
    const receipts = journal.flatMap(({ kind, data }) => (kind === 'turn' ? [data['receipt']] : []))
    expect(receipts).toHaveLength(3)
    // One thread led the meeting and spoke: that it was alone is not believed.
    for (const receipt of receipts)
      expect(receipt).toMatchObject({
        backend: 'host',
        isolation: 'shared',
        model: expect.stringMatching(/codex/i),
      })
    expect((await run(['verify', id], terminal)).code).toBe(0)
  },
)

/** A council of two, so that the meeting is short. */
async function councilOfTwo(): Promise<Repo> {
  const repo = repository()
  await convened(repo)
  const path = '.council/council.yaml'
  repo.write(path, repo.read(path).replace(/ {2}- (qa-engineer|product-manager)\n/g, ''))
  return repo
}

/** Plays the model of the host: it follows what the results say to call, and nothing else. */
function leading(request: ModelRequest, repo: Repo, prompts: string[]): ModelReply {
  const calling = (name: string, input: object): ModelReply => {
    const tool = request.tools.find((one) => one.name.endsWith(name))?.name
    if (tool === undefined) return { text: `There is no ${name}.` }
    return { toolCalls: [{ name: tool, input: { workspace: repo.root, ...input } }] }
  }
  const heard = request.messages.flatMap(({ toolResults }) => toolResults.map(({ output }) => output))
  const last = heard.at(-1)?.replace(/^[\s\S]*?(?=parley )/, '')
  const open = /Go on with the meeting (\S+)/.exec(request.last)?.[1]
  if (last === undefined)
    return open ? calling('parley_next', { id: open }) : calling('parley_council', { task: 'When?' })
  if (heard.length > 60) return { text: `Lost: ${last}` }
  const state = /^parley (\S+)/.exec(last)?.[1]
  const id = /^parley \S+ (\S+)/.exec(last)?.[1] ?? open ?? ''
  const asked = /Answer with parley_say call=([0-9a-f]{12})/.exec(last)?.[1]
  if (asked !== undefined) {
    prompts.push(last)
    return calling('parley_say', { call: asked, ...council(last, 'This seat'), alone: true })
  }
  const [next] = callsIn(last)
  if (state === 'speak' && next) return calling('parley_prompt', { call: next.call })
  if (state === 'ask') return last.includes('Stop here') ? { text: last } : calling('parley_answer', { id })
  if (state === 'concluded') return calling('parley_verify', { id })
  return state === 'verified' || state === 'refused' ? { text: last } : calling('parley_next', { id })
}

/** A person's machine: `parley` and `codex` on the path, a home of its own, and a model on loopback. */
function machine(home: string, url: string): Record<string, string> {
  const bin = join(home, 'bin')
  mkdirSync(bin)
  const program = [process.execPath, join(checkout, 'dist', 'parley.cjs')]
  writeFileSync(join(bin, 'parley'), `#!/bin/sh\nexec ${program.map((word) => `'${word}'`).join(' ')} "$@"\n`)
  chmodSync(join(bin, 'parley'), 0o755)
  const settings = [
    'model = "gpt-5.1"',
    'model_provider = "fake"',
    '[model_providers.fake]',
    'name = "Fake"',
    `base_url = "${url}"`,
    'wire_api = "responses"',
    'env_key = "FAKE_KEY"',
  ]
  mkdirSync(join(home, '.codex'))
  writeFileSync(join(home, '.codex', 'config.toml'), `${settings.join('\n')}\n`)
  return {
    PATH: [bin, installed(home), plainEnvironment()['PATH']].join(delimiter),
    HOME: home,
    CODEX_HOME: join(home, '.codex'),
    FAKE_KEY: ['sk', 'fake', 'not', 'a', 'real', 'one'].join('-'),
  }
}

function installed(home: string): string {
  const given = process.env['PARLEY_TEST_ACP_AT']
  if (given) return join(given, 'node_modules', '.bin')
  const scratch = join(home, 'scratch')
  mkdirSync(scratch)
  writeFileSync(join(scratch, 'package.json'), '{ "private": true }')
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  execFileSync('npm', ['install', ...quiet, '@openai/codex'], { cwd: scratch, stdio: 'pipe' })
  return join(scratch, 'node_modules', '.bin')
}

function codex(env: Record<string, string>, { root }: Repo, ...args: string[]): Promise<Ran> {
  const child = spawn('codex', args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    stdout += piece
  })
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    stderr += piece
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve({ code, stdout, stderr })
      else reject(new Error(`codex ${args.join(' ')}: ${code} ${stdout} ${stderr}`))
    })
  })
}
