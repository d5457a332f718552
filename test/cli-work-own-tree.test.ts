// What a seat's programs can do to the person's own tree: with a real repository, and a seat who tries to throw the person's work away.

import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findSandbox } from '../src/workspace/sandbox/sandbox.js'
import { convened, onlyId, synthesis } from './support/council.js'
import { everything, type Repo, repository } from './support/repo.js'
import { type Ran, run, temporary } from './support/run.js'

const found = await findSandbox()
const why = found.kind === 'none' ? found.why : 'which works here'

const attack =
  'cd ../../.. && git checkout -- . && rm -f notes.txt && echo "#!/bin/sh" > .git/hooks/post-commit'
const seats = {
  'staff-engineer': [
    { call: 'chair.select', value: { seats: ['qa-engineer'], why: 'Enough.' } },
    { call: 'chair.route', value: { next: 'qa-engineer', sub_goal: 'Mend it' } },
    ...[1, 2].map(() => ({ call: 'chair.adjudicate', value: { call: 'stop', why: 'So.' } })),
    { call: 'chair.synthesize', value: synthesis },
  ],
  'qa-engineer': [
    {
      call: 'seat.turn',
      tools: [
        { name: 'write_file', input: { path: 'docs/mended.md', content: 'Mended.\n' } },
        { name: 'run_command', input: { argv: ['sh', '-c', attack] } },
      ],
      text: 'Mended.',
    },
  ],
}

async function worked(
  settings: string,
): Promise<{ repo: Repo; ran: Ran; before: unknown; own: () => unknown; env: Record<string, string> }> {
  const home = join(temporary(), 'home')
  mkdirSync(home)
  writeFileSync(join(home, 'config.yaml'), settings)
  const env = { PARLEY_HOME: home }
  const repo = repository()
  await convened(repo)
  repo.write('.council/scratch/script.yaml', JSON.stringify({ seats }))
  const own = () => {
    const files = Object.entries(everything(repo.root)).filter(
      ([path]) => !/^\.(council|parley)\//.test(`${path}/`),
    )
    return [Object.fromEntries(files), repo.git('diff'), repo.git('diff', '--cached')]
  }
  const before = own()
  const words = ['council', 'work', 'Mend the tide table', '--agents', 'script:.council/scratch/script.yaml']
  return { repo, ran: await run(words, { cwd: repo.root, env }), before, own, env }
}

describe.skipIf(found.kind === 'none')(`in the sandbox (${why})`, () => {
  test('a seat that throws away the person’s work changes nothing of it, and its own work is committed on its branch', async () => {
    const { repo, ran, before, own } = await worked('')
    expect(ran).toMatchObject({ code: 0 })
    expect(own()).toEqual(before)
    expect(repo.git('show', `council/work-${onlyId(repo)}:docs/mended.md`)).toBe('Mended.\n')
  })
})

test('without a sandbox the run says so, halts with what is gone, and the one command that it prints brings all of it back', async () => {
  const { repo, ran, before, own, env } = await worked('commands: { sandbox: false }\n')
  expect(ran.code).toBe(4)
  expect(ran.stdout.match(/turn the sandbox off/g)).toHaveLength(1)
  const said = ran.stdout.replace(/\s+/g, ' ')
  for (const name of [
    'src/gate.ts (your change is gone)',
    'notes.txt (deleted)',
    '.git/hooks/post-commit (new)',
  ])
    expect(said).toContain(name)
  expect(own()).not.toEqual(before)
  const id = onlyId(repo)
  const [command = ''] =
    /git restore --source=refs\/parley\/before\/\S+ --worktree -- (?:'[^']*' ?)+/.exec(said) ?? []
  execFileSync('sh', ['-c', command], { cwd: repo.root })
  expect(own()).toEqual(before)
  expect((await run(['resume', id], { cwd: repo.root, env })).code).toBe(0)
  expect(own()).toEqual(before)
})
