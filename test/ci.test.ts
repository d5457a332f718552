// Meetings in CI: verdicts and exit codes, nobody speaks unless it is said who, and the action's own scripts in a real bash.

import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { meetingsIn, type Repo, repository } from './support/repo.js'
import { checkout, run, temporary } from './support/run.js'

const evil = '::error title=x::gotcha $(touch pwned) `touch pwned`'
const said = (text: string) => ({ call: 'seat.turn', text })
const synthesis = {
  title: 'Cache for a day',
  preamble: 'The team looked.',
  recommendation: 'Keep thumbnails for one day.\n\nNo longer.',
  reasoning: 'They are asked for again.',
  dissents: [],
  follow_ups: [],
  topics: [],
}

function council(repo: Repo): void {
  const seats = {
    'staff-engineer': [said('**Position:** One day.'), { call: 'chair.synthesize', value: synthesis }],
    'security-engineer': [
      said(`**Position:** No.\n\n**Dissent:** Private ones must not outlive their session.\n\n${evil}`),
    ],
    'qa-engineer': [said('**Position:** Measure first. See nowhere.md:7.')],
    'product-manager': [said(`${evil}\n\n**Position:** Users want speed.`)],
  }
  repo.write('seats.json', JSON.stringify({ seats }))
}

const opening = [
  'council',
  'meeting',
  'How long?',
  '--template',
  'software-team',
  '--conclude',
  '--agents',
  'script:seats.json',
]

test('a verdict is printed and written, exit code 5 says that a named condition holds, and a wrong one costs no meeting', async () => {
  const repo = repository()
  council(repo)
  const at = (...args: string[]) => run(args, { cwd: repo.root })
  const wrong = await at(...opening, '--fail-on', 'dissent,weather')
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('knows no condition "weather"')])
  expect(existsSync(meetingsIn(repo.root))).toBe(false)
  const { code, stdout } = await at(
    ...opening,
    '--fail-on',
    'dissent,unverified-citations',
    '--verdict',
    'verdict.json',
  )
  expect(code).toBe(5)
  expect(stdout).toMatch(
    /\nFAIL dissent\nDecision: Keep thumbnails for one day\.\nDissent of security-engineer: Private ones/,
  )
  const written = JSON.parse(repo.read('verdict.json')) as Record<string, unknown>
  expect(written).toMatchObject({
    type: 'verdict',
    protocol: 'council.meeting',
    status: 'concluded',
    pass: false,
    failed: ['dissent'],
    decision: 'Keep thumbnails for one day.',
    dissents: [{ seat: 'security-engineer', text: expect.stringContaining('must not outlive') }],
    citations: { broken: 1 },
    relayed: 0,
    record: expect.stringContaining('.council/records/'),
    verified: true,
    exit: 5,
  })
  expect(written['seats']).toContainEqual({
    id: 'qa-engineer',
    backend: 'script',
    model: null,
    turns: 1,
    absent: false,
  })
  const again = await at('verdict', 'last', '--fail-on', 'broken-citations', '--json')
  expect([again.code, JSON.parse(again.stdout)]).toMatchObject([5, { failed: ['broken-citations'] }])
  expect((await at('verdict', '--fail-on', 'unverified-citations')).code).toBe(0)
  const { stdout: page } = await at('verdict', '--markdown')
  expect(page).toContain('| verdict | PASS |')
  expect(page).toContain('**security-engineer**')
  const waiting = await at(
    ...opening.filter((word) => word !== '--conclude'),
    '--fail-on',
    'dissent',
    '--json',
  )
  expect(waiting.code).toBe(3)
  const lastTwo = (stdout: string) =>
    stdout
      .trimEnd()
      .split('\n')
      .slice(-2)
      .map((line) => JSON.parse(line) as { type: string })
  expect(lastTwo(waiting.stdout)).toMatchObject([
    { type: 'ended', exit: 3 },
    { type: 'verdict', pass: false, failed: [], status: 'waiting', exit: 3 },
  ])
  const refused = await at(...opening, '--fail-on', 'dissent', '--json')
  expect([refused.code, ...lastTwo(refused.stdout)]).toMatchObject([
    5,
    { type: 'ended', ending: 'concluded', exit: 5 },
    { type: 'verdict', failed: ['dissent'], exit: 5 },
  ])
})

test('a verdict is written through no link that a clone has brought', async () => {
  const repo = repository()
  council(repo)
  const theirs = join(temporary(), 'theirs')
  writeFileSync(theirs, 'as it was')
  symlinkSync(theirs, join(repo.root, 'verdict.json'))
  const { code, stderr } = await run([...opening, '--verdict', 'verdict.json'], { cwd: repo.root })
  expect([code, stderr]).toEqual([1, expect.stringContaining('link')])
  expect(readFileSync(theirs, 'utf8')).toBe('as it was')
})

interface Step {
  readonly name: string
  readonly run: string
  readonly env: Readonly<Record<string, string>>
}
interface Action {
  readonly inputs: Readonly<
    Record<string, { readonly default?: string; readonly required?: boolean; readonly description: string }>
  >
  readonly runs: { readonly using: string; readonly steps: readonly Step[] }
}

test('the action holds a meeting by its own scripts: outputs, summary and exit code, and no word of a task or a reply is a command', async () => {
  const source = readFileSync(join(checkout, 'action.yml'), 'utf8')
  const { inputs, runs } = parse(source) as Action
  expect(runs.using).toBe('composite')
  for (const { run: script } of runs.steps) expect(script).not.toContain('${{')
  const [install, hold] = runs.steps
  const repo = repository()
  council(repo)
  const runner = temporary()
  const bin = join(runner, 'bin')
  mkdirSync(bin)
  const program = (name: string, text: string) => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`)
    chmodSync(join(bin, name), 0o755)
  }
  program('parley', `exec "${process.execPath}" "${join(checkout, 'bin', 'parley.js')}" "$@"`)
  program('npm', `printf '%s\\n' "$@" > "${join(runner, 'npm.txt')}"`)
  const given: Record<string, string> = {
    task: `How long? ${evil}`,
    agents: 'script:seats.json',
    'fail-on': 'dissent',
    seats: 'qa-engineer=script:seats.json\n',
    args: '--template=software-team',
    packages: 'a b; touch pwned',
  }
  const file = (name: string) => join(runner, name)
  const bash = (step: Step | undefined) => {
    const env: Record<string, string> = {}
    for (const [name, from] of Object.entries(step?.env ?? {})) {
      const input = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(from)?.[1] ?? ''
      env[name] = given[input] ?? inputs[input]?.default ?? ''
    }
    return new Promise<{ code: number; out: string }>((done) => {
      execFile(
        'bash',
        ['--noprofile', '--norc', '-e', '-o', 'pipefail', '-c', step?.run ?? ''],
        {
          cwd: repo.root,
          env: {
            ...env,
            PATH: `${bin}:${process.env['PATH']}`,
            HOME: runner,
            PARLEY_HOME: file('home'),
            CI: 'true',
            GITHUB_ACTIONS: 'true',
            GITHUB_ACTION_PATH: checkout,
            RUNNER_TEMP: runner,
            GITHUB_OUTPUT: file('output'),
            GITHUB_PATH: file('path'),
            GITHUB_STEP_SUMMARY: file('summary'),
          },
        },
        (error, stdout, stderr) => done({ code: Number(error?.code ?? 0), out: stdout + stderr }),
      )
    })
  }
  expect((await bash(install)).code).toBe(0)
  const own = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as {
    name: string
    version: string
  }
  const asked = readFileSync(file('npm.txt'), 'utf8').trimEnd().split('\n')
  expect(asked.slice(asked.indexOf('--') + 1)).toEqual([
    `${own.name}@${own.version}`,
    'a',
    'b;',
    'touch',
    'pwned',
  ])
  const { code, out } = await bash(hold)
  expect(code, out).toBe(5)
  const output = readFileSync(file('output'), 'utf8')
  expect(output).toMatch(/^exit-code<<(parley-[0-9a-f]{32})\n5\n\1\n/)
  expect(output).toMatch(/\npass<<(\S+)\nfalse\n\1\n/)
  expect(output).toMatch(/\nrecord<<(\S+)\n\.council\/records\/\S+\n\1\n/)
  const [, bundle = ''] = /\nbundle<<\S+\n(\S+)\n/.exec(output) ?? []
  const [, record = ''] = /\nrecord<<\S+\n(\S+)\n/.exec(output) ?? []
  const kept = await run(['verify', bundle, join(repo.root, record)], { cwd: runner })
  expect([kept.code, kept.stdout]).toEqual([0, expect.stringContaining('verified')])
  const summary = readFileSync(file('summary'), 'utf8')
  expect(summary).toContain('| verdict | FAIL dissent |')
  const [, token] = /^::stop-commands::([0-9a-f]{32})$/m.exec(out) ?? []
  const inside = out.slice(out.indexOf('::stop-commands::'), out.lastIndexOf(`::${token}::`))
  expect(out.split('\n').filter((line) => line.startsWith('::error title=x')).length).toBe(
    inside.split('\n').filter((line) => line.startsWith('::error title=x')).length,
  )
  expect(out).toContain('::error title=parley::FAIL dissent')
  expect(existsSync(join(repo.root, 'pwned'))).toBe(false)
})
