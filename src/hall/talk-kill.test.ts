// A talk of two turns and a close whose process is killed again and again: before lines of its journal, and at its git commands.

import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseArtifact } from '../protocols/talk/documents/artifact.js'
import { cleanEnvironment } from '../workspace/git/exec.js'
import { git, repository, temporaryFolder } from '../workspace/temporary.suite.js'
import { hallAt, look, script } from './hall.suite.js'
import { code, hire, machineFiles } from './talk.suite.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
const preload = join(root, 'test/support/kill.mjs')
const longTest = { timeout: 600_000 }
let built = ''

/** Inside the repository, since the program looks for its library upwards from where it runs. */
beforeAll(async () => {
  mkdirSync(join(root, 'node_modules/.cache'), { recursive: true })
  built = mkdtempSync(join(root, 'node_modules/.cache/parley-test-'))
  const bundle = await rolldown({
    input: fileURLToPath(new URL('errand.suite.ts', import.meta.url)),
    platform: 'node',
    external: [/^ai($|\/)/, /^@ai-sdk\//, /^@anthropic-ai\//],
    logLevel: 'silent',
  })
  await bundle.write({
    dir: built,
    format: 'cjs',
    entryFileNames: 'errand.cjs',
    chunkFileNames: '[name]-[hash].cjs',
  })
  await bundle.close()
})
afterAll(() => rmSync(built, { recursive: true, force: true }))

interface Chain {
  readonly home: string
  readonly project: string
  readonly agents: string
}

function chain(): Chain {
  const home = temporaryFolder()
  hire(home, 'verity')
  const spec = { name: 'write_artifact', input: { path: 'specs/cache.md', body: '# Cache\n' } }
  const { agents } = script(
    {
      verity: [
        { call: 'talk.turn', tools: [spec], text: 'Done.' },
        { call: 'talk.notes', text: 'It went well.' },
      ],
    },
    'repeat',
  )
  return { home, project: repository(code), agents }
}

interface Ran {
  readonly code: number | null
  readonly out: string
}

function run({ home, project, agents }: Chain, env: Readonly<Record<string, string>>): Promise<Ran> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(built, 'errand.cjs'), home, project, agents], {
      env: {
        ...cleanEnvironment({ GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' }),
        PARLEY_HOME: home,
        ...env,
      },
    })
    let out = ''
    child.stdout.on('data', (piece) => (out += piece))
    child.stderr.on('data', (piece) => (out += piece))
    child.on('close', (code) => resolve({ code, out }))
  })
}

/** More than an errand has lines or processes to be killed at. */
const mostKills = 500

/** Each process gets `step` further than the one before; the last one finishes. Returns the talk's id. */
async function untilDone(
  of: Chain,
  step: number,
  killing: (at: number) => Promise<Readonly<Record<string, string>>>,
): Promise<{ id: string; kills: number }> {
  for (let at = 1, kills = 0; ; at += step, kills++) {
    const { code: exit, out } = await run(of, await killing(at))
    if (kills > mostKills) throw new Error(`It gets nowhere: it was killed ${kills} times. ${out}`)
    if (exit === 0) return { id: /^done (\S+)$/m.exec(out)?.[1] ?? '', kills }
    if (exit !== null) throw new Error(`It ended with ${exit} instead of being killed: ${out}`)
  }
}

async function expectWhole({ home, project }: Chain, id: string): Promise<void> {
  const integration = join(home, 'projects/demo')
  const artifact = parseArtifact(look(integration, `.lore/meetings/${id}.md`) ?? '')
  expect(artifact).toMatchObject({
    status: 'closed',
    notesSummary: 'It went well.',
    linked: ['specs/cache.md'],
    merge: null,
  })
  expect(artifact.log.map(({ event }) => event)).toEqual(['opened', 'closed'])
  expect(look(integration, '.lore/specs/cache.md')).toContain('# Cache')
  expect(git(integration, 'status', '--porcelain')).toBe('')
  expect(
    git(integration, 'log', '--format=%s', `--grep=^Meeting: ${id}$`, 'claude/main').split('\n'),
  ).toHaveLength(1)
  expect(git(project, 'for-each-ref', 'refs/heads/claude/meeting')).toBe('')
  expect(git(project, 'worktree', 'list', '--porcelain').match(/^worktree /gm)).toHaveLength(2)
  expect(machineFiles(home)).toEqual([])
  expect(git(project, 'status', '--porcelain')).toBe('')
  const hall = await hallAt(home)
  const ref = { project: 'demo', id }
  expect(await hall.meetings({})).toHaveLength(1)
  const said = (await hall.meeting(ref)).lines.flatMap(({ kind, data }) =>
    kind === 'answered' ? [data.text ?? 'close'] : [],
  )
  expect(said.slice(0, 3)).toEqual(['First?', 'Second?', 'close'])
  expect((await hall.verify(ref)).findings).toEqual([])
}

/**
 * Kills its parent at the call with the wanted number. A call has the first number that no other has taken: several are made at once,
 * and each must have one of its own, or nobody would be killed.
 */
function gitThatKills(git: string): string {
  return `#!/bin/sh
set -C
n=1
until { true > "$KILL_CALLS/$n"; } 2>/dev/null; do
  [ -d "$KILL_CALLS" ] || exit 1
  n=$((n + 1))
done
if [ "$n" -eq "$KILL_AT" ] && [ "$KILL_WHEN" = before ]; then
  kill -9 $PPID
  true > "$KILL_CALLS/$n.over"
  exit 1
fi
'${git}' "$@"
code=$?
true > "$KILL_CALLS/$n.over"
if [ "$n" -eq "$KILL_AT" ]; then kill -9 $PPID; fi
exit $code
`
}

/** The calls that have begun and are not over. */
function underWay(calls: string): readonly string[] {
  const names = readdirSync(calls)
  return names.filter((name) => !name.endsWith('.over') && !names.includes(`${name}.over`))
}

describe('SIGKILL', () => {
  test(
    'before lines of the journal, whole and torn: the talk is closed once, with every word once',
    longTest,
    async () => {
      const of = chain()
      const { id, kills } = await untilDone(of, 4, async (at) => ({
        NODE_OPTIONS: `--import ${preload}`,
        PARLEY_TEST_KILL_LINE: String(at),
        ...(at % 8 === 1 ? { PARLEY_TEST_KILL_HALF: '1' } : {}),
      }))
      expect(kills).toBeGreaterThan(8)
      await expectWhole(of, id)
    },
  )

  test(
    'at git commands, before and after each: no commit is made twice, and nothing is lost or left',
    longTest,
    async () => {
      const of = chain()
      const shim = temporaryFolder()
      const real = git(shim, '--exec-path')
      writeFileSync(
        join(shim, 'git'),
        gitThatKills(existsSync(join(real, 'git')) ? join(real, 'git') : 'git'),
      )
      chmodSync(join(shim, 'git'), 0o755)
      const { id, kills } = await untilDone(of, 3, async (at) => {
        // A git that outlived its killed parent is still at work, and its last lock files are its own.
        if (at > 1)
          await expect.poll(() => underWay(join(shim, 'calls')), { message: 'git ends' }).toEqual([])
        rmSync(join(shim, 'calls'), { recursive: true, force: true })
        mkdirSync(join(shim, 'calls'))
        return {
          PATH: `${shim}${delimiter}${process.env['PATH']}`,
          KILL_CALLS: join(shim, 'calls'),
          KILL_AT: String(at),
          KILL_WHEN: at % 2 === 0 ? 'before' : 'after',
        }
      })
      expect(kills).toBeGreaterThan(8)
      await expectWhole(of, id)
    },
  )
})
