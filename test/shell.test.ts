// Completion, by the real bash, and by zsh and fish where they are installed.

import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { parleyHome } from '../src/workspace/home.js'
import { script } from './support/council.js'
import { repository } from './support/repo.js'
import { checkout, run, temporary } from './support/run.js'

const exec = promisify(execFile)

async function installed(program: string): Promise<boolean> {
  return exec(program, ['--version']).then(
    () => true,
    () => false,
  )
}

interface Asking {
  readonly script: string
  readonly lines: readonly string[]
  readonly cwd: string
  readonly env: Record<string, string>
}

/** What zsh offers for each line, by its own completion in a pseudo-terminal. */
async function zshReplies({ script, lines, cwd, env }: Asking): Promise<string[][]> {
  const out = join(env['HOME'] ?? '', 'offered')
  const driver = join(checkout, 'test', 'support', 'complete.zsh')
  await exec('zsh', ['-f', driver, script, out, ...lines], { cwd, env: { ...env, TERM: 'dumb' } })
  return readFileSync(out, 'utf8')
    .split('\n')
    .map((line) => line.replaceAll('--agents=', '').split(' ').filter(Boolean))
}

/** What fish offers, without the descriptions. */
async function fishReplies({ script, lines, cwd, env }: Asking): Promise<string[][]> {
  const driver = 'source $argv[1]; for line in $argv[2..]; complete -C "$line"; echo ==; end'
  const { stdout } = await exec('fish', ['--no-config', '-c', driver, script, ...lines], { cwd, env })
  return stdout.split(/^==$/m).map((told) =>
    told
      .split('\n')
      .map((line) => line.split('\t')[0]?.replace(/^--agents=/, '') ?? '')
      .filter(Boolean),
  )
}

/** Bash breaks words at a colon, and offers what stands behind it. */
function wholeWords(line: string, words: readonly string[]): readonly string[] {
  const before = / (\S+:)\S*$/.exec(line)?.[1] ?? ''
  return words.map((word) => `${before}${word}`).toSorted()
}

test('bash, and zsh and fish where they are installed, complete commands, flags, values and ids of meetings from the table of commands, and run nothing that a title says', async () => {
  const repo = repository()
  repo.write('seats.yaml', script())
  const title = 'How $(touch pwned) `touch pwned` "long"'
  const held = await run(
    [
      'council',
      'meeting',
      title,
      '--template',
      'software-team',
      '--agents',
      'script:seats.yaml',
      '--conclude',
      '--json',
    ],
    { cwd: repo.root },
  )
  const ended = JSON.parse(held.stdout.trimEnd().split('\n').at(-1) ?? '') as { id: string }
  const { stdout: completion } = await run(['completion', 'bash'], { cwd: repo.root })
  const bin = temporary()
  mkdirSync(join(bin, 'bin'))
  writeFileSync(join(bin, 'completion.bash'), completion)
  writeFileSync(
    join(bin, 'bin', 'parley'),
    `#!/bin/sh\nexec "${process.execPath}" "${join(checkout, 'bin', 'parley.js')}" "$@"\n`,
  )
  chmodSync(join(bin, 'bin', 'parley'), 0o755)
  const lines = [
    'parley cou',
    'parley council ',
    'parley council meeting --ro',
    'parley --json council conv',
    'parley meet --no-w',
    'parley council meeting x --agents acp:c',
    'parley council meeting x --agents=cla',
    'parley completion ',
    'parley deliberate --qu',
    'parley export --format h',
    'parley export --for',
    'parley --agents claude veri',
    'parley show 20',
    'parley verify --cwd sr',
    'parley nothing-such ',
  ]
  const driver = `source "$1"; shift; for line in "$@"; do COMP_LINE="$line"; COMP_POINT=\${#line}; COMPREPLY=(); _parley; printf '%s\\n' "\${COMPREPLY[*]}"; done`
  const env = {
    PATH: `${join(bin, 'bin')}${delimiter}${process.env['PATH']}`,
    HOME: bin,
    PARLEY_HOME: parleyHome(),
  }
  const { stdout, stderr } = await exec(
    'bash',
    ['--noprofile', '--norc', '-c', driver, 'bash', join(bin, 'completion.bash'), ...lines],
    {
      cwd: repo.root,
      env,
    },
  )
  expect(stderr).toBe('')
  const replies = new Map(
    stdout.split('\n').map((reply, at) => [lines[at], reply.trim().split(' ').filter(Boolean)]),
  )
  const of = (line: string) => replies.get(line)
  expect(of('parley cou')).toEqual(['council'])
  expect(of('parley council ')).toEqual(expect.arrayContaining(['convene', 'meeting', 'work']))
  expect(of('parley council meeting --ro')).toEqual(['--rounds'])
  expect(of('parley --json council conv')).toEqual(['convene'])
  expect(of('parley meet --no-w')).toEqual(['--no-web'])
  expect(of('parley council meeting x --agents acp:c')).toEqual(['claude', 'codex'])
  expect(of('parley council meeting x --agents=cla')).toEqual(['claude'])
  expect(of('parley deliberate --qu')).toEqual(expect.arrayContaining(['--quick']))
  expect(of('parley export --format h')).toEqual(['html'])
  expect(of('parley --agents claude veri')).toEqual(['verify'])
  expect(of('parley show 20')).toEqual([ended.id])
  expect(of('parley verify --cwd sr')).toEqual([])
  expect(of('parley nothing-such ')).toEqual(expect.arrayContaining(['council']))
  expect(existsSync(join(repo.root, 'pwned'))).toBe(false)
  expect(of('parley completion ')).toEqual([])
  const others = { zsh: zshReplies, fish: fishReplies }
  for (const [shell, replies] of Object.entries(others)) {
    const { stdout: other, code } = await run(['completion', shell], { cwd: repo.root })
    expect(code).toBe(0)
    writeFileSync(join(bin, shell), other)
    if (!(await installed(shell))) continue
    const told = await replies({ script: join(bin, shell), lines, cwd: repo.root, env })
    for (const [at, line] of lines.entries()) {
      // Where bash is offered nothing, they name files themselves.
      if (of(line)?.length === 0) continue
      expect([shell, line, told[at]?.toSorted()]).toEqual([shell, line, wholeWords(line, of(line) ?? [])])
    }
  }
  expect(existsSync(join(repo.root, 'pwned'))).toBe(false)
  const silent = await run(['_complete', 'show', ''], { cwd: temporary() })
  expect(silent).toEqual({ code: 0, stdout: '', stderr: '' })
  expect((await run(['completion', 'tcsh'], { cwd: repo.root })).code).toBe(2)
})
