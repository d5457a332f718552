// For tests that kill talks: an errand as a process of its own, and a git that ends its processes at a given call.

import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, expect } from 'vitest'
import { compiled } from '../../test/support/run.js'
import { parseArtifact } from '../protocols/talk/documents/artifact.js'
import { cleanEnvironment } from '../workspace/git/exec.js'
import { git, repository, temporaryFolder } from '../workspace/temporary.suite.js'
import type { Hall, MeetingRef } from './api.js'
import { hallAt, look, script } from './hall.suite.js'
import { code, hire, machineFiles } from './talk.suite.js'

export const root = fileURLToPath(new URL('../../', import.meta.url))

/** Builds the errand before the tests of a file. Inside the repository, since it looks for its library upwards from where it runs. */
export function builtErrand(): () => string {
  let built = ''
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
  return () => join(built, 'errand.cjs')
}

export interface Chain {
  readonly home: string
  readonly project: string
  readonly agents: string
}

export function chain(files: Readonly<Record<string, string>> = code): Chain {
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
  return { home, project: repository(files), agents }
}

export interface Ran {
  readonly code: number | null
  readonly out: string
}

/** As the leader of a process group of its own, so that all of it can be killed at once. */
export function run(
  errand: string,
  { home, project, agents }: Chain,
  env: Readonly<Record<string, string>>,
): Promise<Ran> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...compiled.flags, errand, home, project, agents], {
      detached: true,
      env: {
        ...cleanEnvironment({ GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' }),
        PARLEY_HOME: home,
        ...compiled.env,
        ...env,
      },
    })
    let out = ''
    child.stdout.on('data', (piece) => (out += piece))
    child.stderr.on('data', (piece) => (out += piece))
    child.on('close', (code) => resolve({ code, out }))
  })
}

export interface Shim {
  /** The environment of a process that is killed at this call of git, counted from 1. */
  killing(at: number, when: When): Readonly<Record<string, string>>
  /** What git was called with since the last `killing`, in order. */
  calls(): readonly string[]
}

/** `during` kills while git is at work; `midway` also leaves half of a worktree that is being deleted, as a stop in it would. */
export type When = 'before' | 'during' | 'midway' | 'after'

/** A git in front of the real one that kills its whole process group at the call with the wanted number. */
export function killingGit(): Shim {
  const folder = temporaryFolder()
  const real = git(folder, '--exec-path')
  const calls = join(folder, 'calls')
  writeFileSync(join(folder, 'git'), gitThatKills(existsSync(join(real, 'git')) ? join(real, 'git') : 'git'))
  chmodSync(join(folder, 'git'), 0o755)
  return {
    killing(at, when) {
      rmSync(calls, { recursive: true, force: true })
      mkdirSync(calls)
      const PATH = `${folder}${delimiter}${process.env['PATH']}`
      return { PATH, KILL_CALLS: calls, KILL_AT: String(at), KILL_WHEN: when }
    },
    calls() {
      const all: string[] = []
      for (let n = 1; existsSync(join(calls, String(n))); n++)
        all.push(readFileSync(join(calls, String(n)), 'utf8').trim())
      return all
    },
  }
}

/**
 * A call has the first number that no other has taken: several are made at once, and each must have one of its own. The
 * errand leads the group.
 */
function gitThatKills(git: string): string {
  return `#!/bin/sh
set -C
n=1
until { printf '%s\\n' "$*" > "$KILL_CALLS/$n"; } 2>/dev/null; do
  [ -d "$KILL_CALLS" ] || exit 1
  n=$((n + 1))
done
set +C
[ "$n" -eq "$KILL_AT" ] || exec '${git}' "$@"
if [ "$KILL_WHEN" = midway ]; then
  find "$PARLEY_HOME/worktrees" -path '*parley-removed*' -type f | sort | awk 'NR % 2' | tr '\\n' '\\0' | xargs -0 rm -f
fi
if [ "$KILL_WHEN" = during ]; then
  '${git}' "$@" &
  kill -9 "-$PPID"
fi
[ "$KILL_WHEN" = after ] && '${git}' "$@" > /dev/null 2>&1
kill -9 "-$PPID"
`
}

/** The talk is closed and merged once, nothing of it is left on the machine, and the person's own files are as they were. */
export async function expectWhole({ home, project }: Chain, id: string): Promise<void> {
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
  expect(await saidIn(hall, ref)).toEqual(['First?', 'Second?', 'close'])
  expect((await hall.verify(ref)).findings).toEqual([])
}

async function saidIn(hall: Hall, ref: MeetingRef): Promise<readonly string[]> {
  const { lines } = await hall.meeting(ref)
  return lines.flatMap(({ kind, data }) => (kind === 'answered' ? [data.text ?? 'close'] : [])).slice(0, 3)
}
