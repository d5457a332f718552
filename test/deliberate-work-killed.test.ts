// Path A, killed: the members build a plan that lies on disk, and every process dies at another kind of line. What stands at the end is what
// a run leaves that nobody killed, and the person's own tree is never touched, not even between two deaths.

import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Line } from '../src/kernel/line/line.js'
import { crashChain, deathsIn } from './support/crash-chain.js'
import { withoutJournal } from './support/protocol-suite-stage.js'
import { emptyRepository, everything, meetingsIn, type Repo } from './support/repo.js'
import { run, temporary } from './support/run.js'

const fixture = fileURLToPath(new URL('fixtures/deliberate/planned/', import.meta.url))
const session = 'gate-lamp-20260112-1400'
const branch = `deliberate/${session}`

interface Place {
  readonly repo: Repo
  readonly env: Readonly<Record<string, string>>
  /** Opens the meeting that builds the plan. */
  readonly begin: readonly string[]
}

const writes = (path: string, content: string) => ({ name: 'write_file', input: { path, content } })
const lamp = "import test from 'node:test'\ntest('AC-001: the lamp returns green from noon', () => {})\n"

/** The first attempt has no test that names the criterion, so the work goes back once; the person saw the sign. */
const script = {
  seats: {
    architect: [
      { call: 'task.execute', tools: [writes('src/lamp.mjs', 'export const lamp = 1\n')], text: 'Lit.' },
      {
        call: 'task.execute.again',
        tools: [writes('tests/light-the-lamp.test.mjs', lamp)],
        text: 'Now it is tested.',
      },
    ],
    advocate: [{ call: 'task.execute', tools: [writes('src/sign.mjs', 'export {}\n')], text: 'Said.' }],
  },
  answers: [
    { to: 'action.choose', choose: 'team' },
    { to: 'verify.manual', choose: 'verified', text: 'I saw it.' },
  ],
}

/** A repository with the plan, and work of the person's own: staged, changed, untracked and ignored. */
function place(): Place {
  const repo = emptyRepository()
  cpSync(fixture, repo.root, { recursive: true })
  repo.write('package.json', '{"name":"gate","type":"module","scripts":{"test":"node --test"}}\n')
  repo.write('src/gate.mjs', 'export const gate = 1\n')
  repo.write('.gitignore', '.parley/\nignored.txt\n')
  repo.git('add', '--all')
  repo.git('commit', '--quiet', '--no-verify', '-m', 'Begin')
  repo.write('src/gate.mjs', 'export const gate = 2\n')
  repo.write('mine.txt', 'mine\n')
  repo.write('ignored.txt', 'mine too\n')
  repo.write('staged.txt', 'staged\n')
  repo.git('add', 'staged.txt')
  const home = temporary()
  const file = join(home, 'script.json')
  writeFileSync(file, JSON.stringify(script))
  const begin = ['deliberate', '--resume', 'gate-lamp', '--agents', `script:${file}`]
  return { repo, env: { HOME: home, PARLEY_HOME: join(home, '.parley') }, begin }
}

/** Everything of the person's, byte for byte. */
function own({ repo }: Place) {
  const files = Object.entries(everything(repo.root)).filter(
    ([path]) => !/^\.(?:claude|parley)(?:\/|$)/.test(path),
  )
  return {
    files: Object.fromEntries(files),
    staged: repo.git('diff', '--cached'),
    unstaged: repo.git('diff', '--', '.', ':!.claude'),
    branch: repo.git('branch', '--show-current'),
  }
}

function leftBy({ repo }: Place) {
  const paper = (name: string) => repo.read(`.claude/council/sessions/${session}/${name}`)
  return {
    commits: repo.git('log', '--format=%s', `main..${branch}`),
    tree: repo.git('ls-tree', '-r', branch, 'src', 'tests'),
    plan: paper('plan.md'),
    contract: paper('acceptance-contract.md').replace(/\(\d[^)]*ms\)/g, ''),
    session: withoutJournal(paper('session.md')).replace(/\d{4}-\d\d-\d\dT\S+/g, 'TIME'),
    branches: repo.git('for-each-ref', '--format=%(refname)', 'refs/heads'),
  }
}

function linesOf({ repo }: Place): Line[] {
  const journal = readFileSync(join(meetingsIn(repo.root), session, 'journal.jsonl'), 'utf8')
  return journal
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
}

test('V7, V8, V11: killed at a line of every kind while the plan is built and verified, it comes to the same branch and papers, and the person’s tree is as it was after every death', async () => {
  const whole = place()
  const ran = await run(whole.begin, { cwd: whole.repo.root, env: whole.env })
  expect(ran.code, ran.stderr + ran.stdout).toBe(0)
  expect(leftBy(whole)).toMatchObject({
    commits:
      'feat(gate-lamp): Light the lamp (US-001)\nfeat(gate-lamp): Say why it is dark (US-002)\nfeat(gate-lamp): Light the lamp (US-001)\n',
    contract: expect.stringContaining('Progress: 2/2 verified'),
  })
  const lines = linesOf(whole)
  // How a session opens, saves and closes is no different here; the suite of protocols dies at those lines.
  const deaths = deathsIn(lines.filter(({ key }) => /^(?:work|verification)\//.test(key)))
  expect(deaths.length).toBeGreaterThan(15)

  const at = place()
  const before = own(at)
  await crashChain({
    cwd: at.repo.root,
    env: at.env,
    begin: at.begin,
    goOn: (id) => ['resume', id],
    deaths,
    ended: async () => expect(own(at)).toEqual(before),
  })
  expect(leftBy(at)).toEqual(leftBy(whole))
  expect(linesOf(at).filter(({ kind }) => kind === 'turn')).toHaveLength(
    lines.filter(({ kind }) => kind === 'turn').length,
  )
  expect((await run(['verify', session], { cwd: at.repo.root, env: at.env })).code).toBe(0)
}, 400_000)
