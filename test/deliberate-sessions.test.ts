// Sessions of a deliberation that lie in folders: gone on with, exported, listed, archived, locked and cleaned up by the real command.

import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { voices } from './support/deliberation.js'
import { fakeGitHub } from './support/github.js'
import { everything, meetingsIn, type Repo, repository } from './support/repo.js'
import { type Ran, run } from './support/run.js'
import { atTerminal } from './support/terminal.js'

const fixtures = fileURLToPath(new URL('fixtures/deliberate/', import.meta.url))
const older = 'offline-notes-20260110-0930'
const planned = 'gate-lamp-20260112-1400'
const sessions = '.claude/council/sessions/'

/** A repository that holds the folder of another tool, committed as a clone has it, and a home of its own. */
function holding(fixture: 'older-tool' | 'planned', members = ['architect', 'skeptic']) {
  const repo = repository()
  cpSync(join(fixtures, fixture), repo.root, { recursive: true })
  repo.git('add', '.claude')
  repo.git('commit', '--quiet', '--no-verify', '-m', 'Deliberate', '--', '.claude')
  const { env, script } = voices(members)
  return {
    repo,
    env,
    /** Who speaks when a session goes on. */
    agents: ['--agents', `script:${script}`],
    parley: (words: string[], more: Record<string, string> = {}) =>
      run(['deliberate', ...words], { cwd: repo.root, env: { ...env, ...more } }),
    head: () => repo.read(`${sessions}${fixture === 'planned' ? planned : older}/session.md`),
  }
}

const printed = ({ stdout }: Ran) =>
  stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>)

/** With a `session.md` that says when the session was touched last, and how it stands. */
function touched(repo: Repo, id: string, days: number, status = 'active'): void {
  const at = new Date(Date.now() - days * 86_400_000).toISOString()
  const path = `${sessions}${id}/session.md`
  repo.write(path, repo.read(path).replace('\nSlug:', `\nStatus: ${status}\nTouched: ${at}\nSlug:`))
}

describe('a session folder without a journal here', () => {
  test('goes on after its last complete paper: earlier rounds stay, new ones are a cycle behind them', async () => {
    const { repo, parley, head, env, agents } = holding('older-tool')
    const before = new Map(
      ['deliberation/round1/skeptic.md', 'deliberation/round3/skeptic.md', 'interview-transcript.md'].map(
        (name) => [name, repo.read(`${sessions}${older}/${name}`)],
      ),
    )
    repo.write(
      `${sessions}${older}/assembly.md`,
      '# The Assembly\n\n| Agent | Keyword | Semantic | Modifiers | Total | Selected | Rationale |\n|--|--|--|--|--|--|--|\n| Architect | 2 | 4 | 0 | 6 | yes | near |\n| Skeptic | 2 | 3 | 0 | 5 | yes | near |\n',
    )
    const ran = await parley(['--resume', 'off', ...agents, '--yes', '--json'])
    expect(ran.stderr).toBe('')
    expect(ran.code).toBe(0)
    const lines = printed(ran).flatMap(({ type, line }) =>
      type === 'line' ? [line as { kind: string; data: Record<string, unknown> }] : [],
    )
    const material = lines.find(({ kind, data }) => kind === 'noted' && data['kind'] === 'material')
    expect(material?.data['data']).toMatchObject({
      session: older,
      next: 'rounds',
      members: ['architect', 'skeptic'],
    })
    for (const [name, text] of before) expect(repo.read(`${sessions}${older}/${name}`)).toBe(text)
    expect(existsSync(join(repo.root, sessions, older, 'deliberation/cycle2/round1/skeptic.md'))).toBe(true)
    expect(repo.read(`${sessions}${older}/design.md`)).toContain('## Decision Log')
    expect(head()).toMatch(
      /\nMode: standard\nStatus: completed\nTouched: .*\nAgents: Architect, Skeptic\nAction: keep\n[\s\S]*\nTeam: council-offline-notes\n/,
    )
    expect(head()).toContain('## Scratch\nThe person is on a train twice a day.')
    // The paper that another tool laid there is not the session's to commit.
    expect(repo.git('status', '--porcelain', '.claude')).toBe(`?? ${sessions}${older}/assembly.md\n`)
    expect(await run(['verify', older], { cwd: repo.root, env })).toMatchObject({ code: 0 })
  })

  test('waits where nobody answers, and goes on by its journal, not by its files', async () => {
    const { repo, parley, agents } = holding('older-tool', ['architect', 'skeptic', 'scout'])
    expect((await parley(['--from', older, ...agents])).code).toBe(3)
    const at = printed(await parley(['--list', '--json']))
    expect(at).toMatchObject([
      { type: 'session', id: older, status: 'active', phase: 'assembly', meeting: 'waiting' },
    ])
    const twice = await parley(['--from', `${sessions}${older}/`, ...agents])
    expect([twice.code, twice.stderr]).toEqual([2, expect.stringContaining('is still under way')])
    const again = await parley(['--resume', older, ...agents, '--yes', '--json'])
    expect(again.code).toBe(0)
    expect(existsSync(join(meetingsIn(repo.root), `${older}--2`))).toBe(false)
  })

  test('a link in it is not followed and a secret in it is masked: neither reaches a prompt or the journal', async () => {
    const { repo, parley, agents } = holding('older-tool')
    const key = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
    repo.write(
      `${sessions}${older}/interview-summary.md`,
      `# Interview Summary: x\n\n## Core Intent\nUse ${key}\n`,
    )
    repo.write('secrets.txt', 'the word is mistletoe\n')
    symlinkSync('../../../../secrets.txt', join(repo.root, sessions, older, 'notes-of-others.md'))
    mkdirSync(join(repo.root, 'elsewhere'))
    repo.write('elsewhere/alder.md', 'the word is mistletoe\n')
    symlinkSync('../../../../elsewhere', join(repo.root, sessions, older, 'context'))
    const ran = await parley(['--resume', 'offline', ...agents, '--yes', '--json'])
    expect(ran.stdout).not.toContain('mistletoe')
    expect(ran.stdout).not.toContain(key)
    expect(ran.stdout + ran.stderr).toContain('notes-of-others.md is not read')
  })

  test('notes of a meeting are shown, and nothing is opened', async () => {
    const { repo, parley } = holding('planned')
    repo.write(
      `${sessions}${planned}/session.md`,
      `${repo.read(`${sessions}${planned}/session.md`)}\n`.replace('\nSlug:', '\nMode: meeting\nSlug:'),
    )
    repo.write(`${sessions}${planned}/meeting-notes.md`, '# Council Meeting: The lamp\n')
    for (const words of [
      ['--resume', planned],
      ['--from', planned],
    ]) {
      const ran = await parley([...words, '--json'])
      expect([ran.code, printed(ran)]).toMatchObject([0, [{ type: 'finished', id: planned }]])
    }
    expect(existsSync(join(repo.root, '.parley/meetings'))).toBe(false)
  })
})

describe('a finished session', () => {
  test('is exported by its own word, each issue once, and a killed export goes on; nobody needs a voice for that', async () => {
    const { repo, parley, head, env } = holding('planned')
    const github = fakeGitHub({ fail: { call: 'issue create', nth: 3 } })
    const half = await parley(['--export', 'gate', '--json'], github.env)
    expect(half.code).toBe(1)
    const rest = await parley(['--resume', 'gate-lamp', '--json'], github.env)
    expect(rest.code).toBe(0)
    expect(github.state().issues.map(({ title }) => title)).toEqual([
      '[AC] A lamp that shows when the gate opens — Acceptance Contract',
      '[US-001] Light the lamp',
      '[US-002] Say why it is dark',
    ])
    expect(head()).toMatch(/^Status: completed$[\s\S]*^Export: #\d+–#\d+, A lamp that shows/m)
    expect(head()).toMatch(/^Contract issue: .*\/issues\/\d+$/m)
    const again = await parley(['--export', 'gate', '--json'], github.env)
    expect(again.code).toBe(0)
    expect(existsSync(join(meetingsIn(repo.root), `${planned}--2`))).toBe(true)
    for (const id of [planned, `${planned}--2`])
      expect(await run(['verify', id], { cwd: repo.root, env })).toMatchObject({ code: 0 })
    expect(github.state().issues).toHaveLength(3)
  })

  test('is offered what can be done with its plan', async () => {
    const { repo, parley, head, agents } = holding('planned')
    // What its papers say was chosen is not the person's word: nothing is published before they are asked.
    repo.write(`${sessions}${planned}/session.md`, `${head().trimEnd()}\nAction: github\n`)
    const github = fakeGitHub()
    const asked = await parley(['--resume', 'gate-lamp', ...agents], github.env)
    expect([asked.code, asked.stdout]).toEqual([3, expect.stringContaining('What becomes of the plan?')])
    expect(github.state().issues).toEqual([])
    repo.write('answers.yaml', '- { to: action.choose, choose: ralf }\n')
    const ran = await parley(['--resume', 'gate-lamp', ...agents, '--answers', 'answers.yaml'])
    expect(ran.code).toBe(0)
    expect(ran.stdout).toContain('/ralf --from-prd .claude/prd/prd-gate-lamp.md')
    expect(head()).toMatch(/^Status: completed$/m)
  })

  test('is archived once, asked about deletion, and deleted only after a yes', async () => {
    const { repo, parley, head } = holding('planned')
    const github = fakeGitHub()
    const first = await parley(['--archive', 'gate', '--yes', '--json'], github.env)
    expect(printed(first)).toMatchObject([
      { type: 'archived', id: planned, url: expect.stringContaining('/issues/1'), cut: [], deleted: false },
    ])
    expect(existsSync(join(repo.root, sessions, planned))).toBe(true)
    expect(head()).toMatch(/^Status: archived$[\s\S]*^Archived: .*\/issues\/1$/m)
    expect(printed(await parley(['--list', '--json']))).toMatchObject([{ status: 'archived' }])
    expect(await parley(['--archive', 'gate'], github.env)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('/issues/1'),
    })
    expect(github.state().issues).toHaveLength(1)
    const resumed = await parley(['--resume', 'gate'])
    expect([resumed.code, resumed.stdout]).toEqual([1, expect.stringContaining('/issues/1')])
  })

  test('deleted after its archive, its folder and links go and the commit says so', async () => {
    const { repo, parley } = holding('planned')
    mkdirSync(join(repo.root, '.claude/prd'))
    symlinkSync(`../council/sessions/${planned}/prd.md`, join(repo.root, '.claude/prd/prd-gate-lamp.md'))
    repo.write('.claude/prd/contract-gate-lamp.md', 'a file of my own\n')
    repo.git('add', '.claude')
    repo.git('commit', '--quiet', '--no-verify', '-m', 'Link', '--', '.claude')
    repo.write('answers.yaml', '- { to: archive.delete, choose: "yes" }\n')
    const github = fakeGitHub()
    const ran = await parley(['--archive', planned, '--answers', 'answers.yaml', '--json'], github.env)
    expect(printed(ran)).toMatchObject([{ type: 'archived', deleted: true }])
    expect(existsSync(join(repo.root, sessions, planned))).toBe(false)
    expect(repo.read('.claude/prd/contract-gate-lamp.md')).toBe('a file of my own\n')
    expect(repo.git('log', '-1', '--format=%s').trim()).toBe(`docs(council): remove ${planned}`)
  })

  test('its contract is locked anew as an issue, and its address kept', async () => {
    const { repo, parley, head } = holding('planned')
    const github = fakeGitHub()
    const first = await parley(['--lock', 'gate', '--json'], github.env)
    expect(printed(first)).toMatchObject([
      { type: 'locked', id: planned, url: expect.stringContaining('/issues/1'), replaces: null },
    ])
    const second = await parley(['--lock', 'gate', '--json'], github.env)
    expect(printed(second)).toMatchObject([{ replaces: expect.stringContaining('/issues/1') }])
    expect(repo.read(`${sessions}${planned}/acceptance-contract.md`)).toContain(
      ' | Issue: https://github.com/grove/river/issues/2\n',
    )
    expect(head()).toContain('Contract issue: https://github.com/grove/river/issues/2\n')
  })
})

describe('what is refused', () => {
  test.each<[string, string[], number, RegExp]>([
    ['a session that is not there', ['--resume', 'nobody'], 1, /No session here is called "nobody"/],
    ['nothing under way', ['--resume'], 1, /No session is under way/],
    ['an export without a plan', ['--export', 'offline'], 1, /it has no plan/],
    ['an archive without a result', ['--archive', 'offline'], 1, /no design, sketch, notes or report/],
    ['a lock without a contract', ['--lock', 'offline'], 1, /no acceptance contract/],
  ])('%s is told with its exit code, and nothing is changed', async (_, words, exit, message) => {
    const { repo, parley } = holding(
      words.includes('--resume') && words.length === 1 ? 'planned' : 'older-tool',
    )
    const before = everything(repo.root)
    const ran = await parley(words, fakeGitHub().env)
    expect(ran.stdout + ran.stderr).toMatch(message)
    expect(ran.code).toBe(exit)
    expect(everything(repo.root)).toEqual(before)
  })
})

describe('lists', () => {
  test('show the newest first with its age, for people and for programs, and change nothing', async () => {
    const { repo, parley } = holding('older-tool')
    touched(repo, older, 3)
    const before = everything(repo.root)
    const list = await parley(['--list'])
    expect(list.stdout).toMatch(
      /^Council Sessions — .*\n\n\| # \| Session \| Status \| Phase \| Age \| Agents \| Idea \|\n.*\n\| 1 \| offline-notes-20260110-0930 \| active \| deliberation \| 3d \| Architect \| Keep notes readable without a network \|\n\nActive: 1 \| Completed: 0 \| Archived: 0\n$/,
    )
    const status = await parley(['--status', '--json'])
    expect(printed(status)).toMatchObject([
      {
        type: 'status',
        active: [{ slug: 'offline-notes', phase: 'deliberation' }],
        completed: 0,
        stale: 0,
        archived: 0,
        lastAgeSeconds: expect.any(Number),
      },
    ])
    expect((await parley(['--status'])).stdout).toContain(
      'Active sessions: 1\n  └─ offline-notes — deliberation, 3d\n',
    )
    expect(everything(repo.root)).toEqual(before)
  })

  test('of all workspaces are of those in which the person has met', async () => {
    const { parley, env, repo, agents } = holding('older-tool')
    await parley(['--resume', ...agents])
    const elsewhere = repository()
    const all = await run(['deliberate', '--list', '--all'], { cwd: elsewhere.root, env })
    expect(all.stdout).toContain(`(${repo.root})`)
    expect(all.stdout).toMatch(
      /\| 1 \| offline-notes-20260110-0930 \| active \| assembly \| \d+m \|.*\|\n\nTotal: 1 sessions across 1 workspaces\n$/,
    )
  })
})

describe('several sessions that fit', () => {
  function two() {
    const all = holding('older-tool')
    cpSync(join(fixtures, 'planned', sessions), join(all.repo.root, sessions), { recursive: true })
    for (const [id, slug] of [
      [older, 'lamp-a'],
      [planned, 'lamp-b'],
    ] as const) {
      const path = `${sessions}${id}/session.md`
      all.repo.write(path, all.repo.read(path).replace(/^Slug: .*$/m, `Slug: ${slug}`))
      touched(all.repo, id, id === older ? 1 : 2)
    }
    return all
  }

  test('are listed where nobody can pick: exit 3, nothing changed', async () => {
    const { parley, repo } = two()
    const before = everything(repo.root)
    const ran = await parley(['--resume', 'lamp', '--yes'])
    expect(ran.code).toBe(3)
    expect(ran.stdout).toContain(older)
    expect(ran.stdout).toContain(planned)
    expect((await parley(['--resume', '--pick'])).code).toBe(3)
    expect(everything(repo.root)).toEqual(before)
  })

  test('are picked from at a terminal', async () => {
    const { repo, env, agents } = two()
    const { all } = await atTerminal(['deliberate', '--resume', 'lamp', ...agents], { cwd: repo.root, env }, [
      ['Which session?', '\u001b[B\r'],
      ['What becomes of the plan?', '\u0003'],
    ])
    expect(all).toContain(`${planned} goes on after its papers: action`)
  })
})

describe('cleanup', () => {
  test('asks about each stale session, and takes the safe choice by default', async () => {
    const { repo, parley, head } = holding('older-tool')
    touched(repo, older, 8)
    const before = head()
    const nobody = await parley(['--cleanup'])
    expect(nobody).toMatchObject({ code: 0, stdout: expect.stringContaining(older) })
    const safe = await parley(['--cleanup', '--yes', '--json'])
    expect(printed(safe)).toMatchObject([
      { type: 'stale', id: older, done: 'skip' },
      { type: 'cleaned', skipped: 1, deleted: 0 },
    ])
    expect(head()).toBe(before)
    repo.write('answers.yaml', '- { to: cleanup.session, choose: keep }\n')
    expect((await parley(['--cleanup', '--answers', 'answers.yaml'])).stdout).toContain('Kept: 1')
    expect(head()).toContain('## Scratch')
    expect((await parley(['--cleanup'])).stdout).toContain('No stale sessions.')
  })

  test('deletes the folder after the person’s word, and nothing that cannot be archived first', async () => {
    const { repo, parley } = holding('older-tool')
    touched(repo, older, 8)
    repo.write('answers.yaml', '- { to: cleanup.session, choose: archive-delete }\n')
    const kept = await parley(['--cleanup', '--answers', 'answers.yaml'], fakeGitHub().env)
    expect(kept.stdout).toContain('Skipped: 1')
    expect(kept.stderr).toContain('is not deleted, since it cannot be archived')
    expect(existsSync(join(repo.root, sessions, older))).toBe(true)
    repo.write('answers.yaml', '- { to: cleanup.session, choose: delete }\n')
    const gone = await parley(['--cleanup', '--answers', 'answers.yaml'])
    expect(gone.stdout).toMatch(/Deleted: 1\n {2}Skipped: 0\n {2}Kept: 0\n {2}Disk freed: ~[1-9]\d*KB/)
    expect(existsSync(join(repo.root, sessions, older))).toBe(false)
    expect(repo.git('log', '-1', '--format=%s').trim()).toBe(`docs(council): remove ${older}`)
  })

  test('with --all asks about workspaces that are gone, and forgets one only after the person’s word', async () => {
    const { repo, parley, env, agents } = holding('older-tool')
    const gone = repository()
    await run(['deliberate', 'A lamp', ...agents], { cwd: gone.root, env })
    rmSync(gone.root, { recursive: true })
    const safe = await parley(['--cleanup', '--all', '--yes'])
    expect(safe.stdout).toContain(`(${gone.root}) — kept`)
    repo.write('answers.yaml', '- { to: cleanup.orphan, choose: remove }\n')
    const done = await parley(['--cleanup', '--all', '--answers', 'answers.yaml', '--json'])
    expect(printed(done).filter(({ type }) => type === 'orphan')).toMatchObject([
      { path: gone.root, done: 'remove' },
    ])
    expect((await parley(['--cleanup', '--all', '--yes'])).stdout).not.toContain(gone.root)
  })

  test('knows no folder that has no session.md, and none that is a link', async () => {
    const { repo, parley } = holding('older-tool')
    repo.write('.claude/council/sessions/mine/notes.txt', 'mine\n')
    touched(repo, older, 8)
    cpSync(join(repo.root, sessions, older), join(repo.root, 'mine'), { recursive: true })
    repo.git('rm', '-r', '--quiet', '--force', `${sessions}${older}`)
    mkdirSync(join(repo.root, sessions), { recursive: true })
    symlinkSync('../../../mine', join(repo.root, sessions, older))
    repo.write('answers.yaml', '- { to: cleanup.session, choose: delete }\n')
    const ran = await parley(['--cleanup', '--answers', 'answers.yaml'])
    expect(ran.stdout).toContain('No stale sessions.')
    expect(repo.read('.claude/council/sessions/mine/notes.txt')).toBe('mine\n')
    expect(existsSync(join(repo.root, 'mine/session.md'))).toBe(true)
  })
})
