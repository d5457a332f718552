// Path A at the command line: members build the plan in a worktree with real tools, and the engine verifies it with real programs.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { approving, type Deliberation, deliberation, type Entry, idea } from './support/deliberation.js'
import { fakeGitHub } from './support/github.js'
import { everything, meetingsIn } from './support/repo.js'
import { events, type Ran, run } from './support/run.js'

const project = {
  'package.json': '{"name":"grove","type":"module","scripts":{"test":"node --test"}}\n',
  'src/pump.mjs': 'export const pump = 1\n',
  '.gitignore': '.parley/\n',
}

const testFile = (cases: string) => `import test from 'node:test'\nimport assert from 'node:assert'\n${cases}`
const passing = (id: string) => `test('${id}: it holds', () => assert.equal(1, 1))\n`
const writes = (path: string, content: string) => ({ name: 'write_file', input: { path, content } })

const execute = (tools: readonly unknown[]): Entry => ({
  call: 'task.execute',
  tools,
  text: 'Built, run, and it passes.',
})

function session(ran: Ran): Readonly<Record<string, never>> {
  return events(ran).find(({ type }) => type === 'ended')!['outcome'] as Readonly<Record<string, never>>
}

const start = ({ repo, env, script }: Deliberation, words: readonly string[] = []) =>
  run(['deliberate', '--theme', 'grove', '--agents', `script:${script}`, '--json', ...words, idea], {
    cwd: repo.root,
    env,
  })

/** The person's own files, branch and index; what parley itself keeps aside. */
function own({ repo }: Deliberation) {
  const files = Object.entries(everything(repo.root)).filter(
    ([path]) => !/^\.(?:claude|parley)(?:\/|$)/.test(path),
  )
  return {
    files: Object.fromEntries(files),
    staged: repo.git('diff', '--cached'),
    unstaged: repo.git('diff'),
    branch: repo.git('branch', '--show-current'),
  }
}

const folderOf = ({ repo }: Deliberation) => {
  const [id] = readdirSync(join(repo.root, '.claude/grove/sessions'))
  return { id: id!, text: (name: string) => repo.read(`.claude/grove/sessions/${id}/${name}`) }
}

describe('team execution', () => {
  test('builds each story on a branch, verifies it by its tests, and leaves the person’s tree as it was, byte for byte', async () => {
    const at = deliberation(project, {
      seats: {
        alder: [
          execute([
            writes('test/dig-the-ditch.test.mjs', testFile(passing('AC-001'))),
            { name: 'run_command', input: { argv: ['node', '--test'] } },
          ]),
        ],
        birch: [execute([writes('test/lay-the-pipe.test.mjs', testFile(passing('AC-002')))])],
      },
      answers: [
        ...approving,
        { to: 'action.choose', choose: 'team' },
        { to: 'verify.manual', choose: 'verified', text: 'I saw it open.' },
      ],
    })
    at.repo.write('src/pump.mjs', 'export const pump = 2\n')
    at.repo.write('notes.txt', 'mine\n')
    at.repo.write('staged.txt', 'staged\n')
    at.repo.git('add', 'staged.txt')
    // What the person says of the project elsewhere is found by the name that its remote has.
    const map = join(at.env['HOME']!, '.claude/workspaces/harbour')
    mkdirSync(map, { recursive: true })
    writeFileSync(join(map, 'INFRASTRUCTURE_MAP.md'), `Pumps.\n${'w'.repeat(20_000)}`)
    at.repo.git('remote', 'add', 'origin', 'https://example.org/town/harbour.git')
    const before = own(at)
    const ran = await start(at)
    expect(ran.stderr).toBe('')
    expect(ran.code).toBe(0)
    const { id, text } = folderOf(at)
    expect(own(at)).toEqual(before)
    const subjects = at.repo.git('log', '--format=%s', `main..deliberate/${id}`).trim().split('\n')
    expect(subjects).toEqual([
      'feat(water-the-grove-from-the-river): Lay the pipe (US-002)',
      'feat(water-the-grove-from-the-river): Dig the ditch (US-001)',
    ])
    expect(at.repo.git('show', '--stat', '--format=', `deliberate/${id}`)).toMatch(
      /test\/lay-the-pipe\.test\.mjs/,
    )
    expect(text('plan.md')).toContain('| T-002 | US-002: Lay the pipe | Birch | T-001 | done |')
    const contract = text('acceptance-contract.md')
    expect(contract).toContain('Progress: 3/3 verified')
    expect(contract).toContain(
      '- **Evidence:** test/dig-the-ditch.test.mjs:3; `node --test --test-reporter=tap --test-name-pattern=AC-001 test/dig-the-ditch.test.mjs` → exit 0\n- **Verified-by:** parley',
    )
    expect(contract).toContain('- **Evidence:** I saw it open.\n')
    expect(session(ran)).toMatchObject({
      action: 'team',
      verification: { verified: 3, total: 3, failed: 0, manual: 0 },
      work: {
        branch: `deliberate/${id}`,
        ahead: 2,
        handOver: [`git merge --no-ff deliberate/${id}`, `git worktree remove .parley/worktrees/${id}`],
      },
    })
    expect((await run(['verify', id], { cwd: at.repo.root, env: at.env })).code).toBe(0)
    const [opened = ''] = readFileSync(join(meetingsIn(at.repo.root), id, 'journal.jsonl'), 'utf8').split(
      '\n',
    )
    expect(JSON.parse(opened).data.input.context.workspaceConfig).toMatch(
      /^Pumps\.\nw{19900,20000}\n[\s\S]*INFRASTRUCTURE_MAP\.md/,
    )
    expect(at.repo.git('status', '--porcelain', '.claude')).toBe('')
  })
})
describe('review, verifier and tracking issue', () => {
  const metric = {
    overview: 'Water flows.',
    goals: ['Wet trees'],
    non_goals: [],
    stories: [
      {
        title: 'Dig the ditch',
        as_a: 'gardener',
        want: 'a ditch',
        so_that: 'water flows',
        member: 'alder',
        criteria: [{ text: 'The ditch returns the water' }, { text: 'It is dug within a day [metric]' }],
      },
    ],
    technical_notes: 'src/pump.mjs',
    dependencies: [],
  }
  const proves = (argv: string[], tools: readonly unknown[]): Entry => ({
    call: 'verify.criterion',
    tools,
    value: { met: true, argv, why: 'It ended well.' },
  })
  const runs = (argv: string[]) => ({ name: 'run_command', input: { argv } })
  const argv = ['node', '--check', 'src/pump.mjs']

  test('a metric is verified by the receipt of its command alone, and the boxes of the issue follow', async () => {
    const gh = fakeGitHub()
    const at = deliberation(project, {
      first: [{ call: 'prd', value: metric }],
      seats: {
        alder: [
          execute([writes('test/dig-the-ditch.test.mjs', testFile(passing('AC-001')))]),
          { call: 'task.execute.again', text: 'Nothing to mend.' },
        ],
        verifier: [proves(argv, []), proves(argv, [runs(argv)])],
      },
      answers: [
        { to: 'interview.round', choose: 'answer', text: 'Much.' },
        { to: 'assembly.approve', choose: 'approve' },
        { to: 'design.approve', choose: 'approve' },
        { to: 'scope.review', choose: 'approve-issue' },
        { to: 'action.choose', choose: 'team' },
      ],
    })
    const { repo, env, script } = at
    const ran = await run(
      ['deliberate', '--theme', 'grove', '--agents', `script:${script}`, '--json', idea],
      { cwd: repo.root, env: { ...env, ...gh.env } },
    )
    expect(ran.code, ran.stderr).toBe(0)
    const { id, text } = folderOf(at)
    expect(repo.git('log', '--format=%s', `main..deliberate/${id}`).trim().split('\n')).toHaveLength(1)
    const calls = events(ran).flatMap(({ line }) => {
      const { kind, data } = (line ?? {}) as { kind?: string; data?: { call?: string } }
      return kind === 'turn' && /^(?:task|verify)/.test(data?.call ?? '') ? [data!.call!] : []
    })
    // The verifier's first word had no command behind it, so it counted for nothing and went back.
    expect(calls).toEqual(['task.execute', 'verify.criterion', 'task.execute.again', 'verify.criterion'])
    expect(text('acceptance-contract.md')).toContain(
      '`node --check src/pump.mjs` → exit 0\n- **Verified-by:** verifier',
    )
    expect(session(ran)).toMatchObject({ verification: { verified: 2, total: 2 } })
    const [issue] = gh.state().issues
    expect(issue!.body).toContain('- [x] AC-001: ')
    expect(issue!.body).toContain('- [x] AC-002: ')
    expect(gh.state().issues).toHaveLength(1)
  })
})
