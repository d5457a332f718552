// The plugin end to end: the real Claude Code holds a council with it, against a fake of the Messages API that follows the plugin's texts.

import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { convened, onlyId } from './support/council.js'
import { type FakeModels, fakeModels } from './support/fake-models.js'
import { playingHost } from './support/playing-host.js'
import { meetingsIn, type Repo, repository } from './support/repo.js'
import { checkout, compiled, plainEnvironment, type Ran, run, temporary } from './support/run.js'

const claude = join(
  checkout,
  'node_modules',
  '@anthropic-ai',
  `claude-agent-sdk-${process.platform}-${process.arch}`,
  'claude',
)
const plugin = join(checkout, 'integrations', 'claude-code')

/** A council of two, so that the meeting is short. */
async function councilOfTwo(): Promise<Repo> {
  const repo = repository()
  await convened(repo)
  const path = '.council/council.yaml'
  repo.write(path, repo.read(path).replace(/ {2}- (qa-engineer|product-manager)\n/g, ''))
  return repo
}

/** A person's machine: `parley` on the path, a home of its own, and a model on loopback. */
function machine(fake: FakeModels): Record<string, string> {
  const home = temporary()
  const bin = join(home, 'bin')
  mkdirSync(bin)
  const program = [process.execPath, ...compiled.flags, join(checkout, 'dist', 'parley.cjs')]
  writeFileSync(join(bin, 'parley'), `#!/bin/sh\nexec ${program.map((word) => `'${word}'`).join(' ')} "$@"\n`)
  chmodSync(join(bin, 'parley'), 0o755)
  const plain = plainEnvironment()
  return {
    ...plain,
    ...(compiled.env as Record<string, string>),
    HOME: home,
    PARLEY_HOME: join(home, '.parley'),
    PATH: [bin, plain['PATH']].join(delimiter),
    CLAUDE_CONFIG_DIR: join(home, 'claude'),
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    // On a busy machine the server may answer late: the host waits for it, and shows its tools at once.
    MCP_CONNECTION_NONBLOCKING: '0',
    CLAUDE_CODE_MCP_STARTUP_WAIT_MS: '120000',
    MCP_TIMEOUT: '120000',
    MCP_CONNECT_TIMEOUT_MS: '120000',
    ENABLE_TOOL_SEARCH: 'false',
    ANTHROPIC_BASE_URL: fake.urls.anthropic,
    ANTHROPIC_API_KEY: ['sk', 'fake', 'not', 'a', 'real', 'one'].join('-'),
  }
}

interface Session {
  readonly child: ChildProcess
  readonly ended: Promise<Ran>
}

/** One headless session of Claude Code, with the plugin and nothing else of anybody's. */
function session(words: string, cwd: string, env: Record<string, string>): Session {
  const args = ['-p', words, '--plugin-dir', plugin, '--setting-sources', '']
  const child = spawn(claude, [...args, '--allowedTools', 'mcp__plugin_parley_parley__*,Agent'], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    stdout += piece
  })
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    stderr += piece
  })
  const ended = new Promise<Ran>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, stdout, stderr }))
  })
  return { child, ended }
}

const lines = (repo: Repo, id: string) =>
  readFileSync(join(meetingsIn(repo.root), id, 'journal.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { kind: string; data: Record<string, unknown> })

test.skipIf(!existsSync(claude))(
  'Claude Code holds a council by the plugin: each seat in a sub-agent of its own, killed half-way, finished by a second session, its question answered in a terminal, verified',
  async () => {
    const repo = await councilOfTwo()
    const fake = await fakeModels()
    onTestFinished(() => fake.close())
    const env = machine(fake)

    const killed = new Promise<void>((resolve) => {
      fake.answer(
        playingHost({
          asked: async () => false,
          // The second seat never gets to its words: the host is killed while its sub-agent thinks.
          speaking: async (seat) => {
            if (seat === 'staff-engineer') return
            resolve()
            await new Promise(() => {})
          },
        }),
      )
    })
    const first = session('/parley:council When should the gate open?', repo.root, env)
    await Promise.race([killed, first.ended.then((ran) => Promise.reject(new Error(JSON.stringify(ran))))])
    first.child.kill('SIGKILL')
    await first.ended
    const id = onlyId(repo)
    expect(lines(repo, id).filter(({ kind }) => kind === 'turn')).toHaveLength(1)

    const terminals: Ran[] = []
    fake.forget()
    fake.answer(
      playingHost({
        asked: async (meeting) => {
          terminals.push(await run(['answer', meeting, 'conclude'], { cwd: repo.root, env }))
          return true
        },
      }),
    )
    const second = await session(`Go on with the meeting ${id}`, repo.root, env).ended
    expect(second).toMatchObject({ code: 0, stdout: expect.stringContaining('parley verified') })
    expect(terminals).toMatchObject([{ code: 0 }])

    const journal = lines(repo, id)
    expect(journal.flatMap(({ kind, data }) => (kind === 'answered' ? [data] : []))).toMatchObject([
      { choose: 'conclude', by: 'person' },
    ])
    const turns = journal.filter(({ kind }) => kind === 'turn')
    expect(turns.map(({ data }) => data['seat'])).toEqual([
      'staff-engineer',
      'security-engineer',
      'staff-engineer',
    ])
    for (const { data } of turns)
      expect(data['receipt']).toMatchObject({
        backend: 'host',
        model: expect.stringMatching(/^claude-code \d/),
        isolation: 'alone',
      })
    expect(repo.read(`.council/records/${id}.md`)).toContain('Open the gate at high water')
    expect(await run(['verify', id], { cwd: repo.root, env })).toMatchObject({ code: 0 })
  },
)
