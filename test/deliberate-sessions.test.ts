// Sessions of a deliberation that lie on disk: adopted, exported, listed, archived, locked and cleaned up by the real command.

import { cpSync, existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { fakeGitHub } from './support/github.js'
import { everything, type Repo, repository } from './support/repo.js'
import { type Ran, run, temporary } from './support/run.js'
import { atTerminal } from './support/terminal.js'

const fixtures = fileURLToPath(new URL('fixtures/deliberate/', import.meta.url))
const older = 'offline-notes-20260110-0930'
const planned = 'gate-lamp-20260112-1400'
const sessions = '.claude/council/sessions/'

/** A repository that holds the folder of another tool, committed as a clone has it, and a home of its own. */
function holding(fixture: 'older-tool' | 'planned') {
  const repo = repository()
  cpSync(join(fixtures, fixture), repo.root, { recursive: true })
  repo.git('add', '.claude')
  repo.git('commit', '--quiet', '--no-verify', '-m', 'Deliberate', '--', '.claude')
  const home = temporary()
  const env = { HOME: home, PARLEY_HOME: join(home, '.parley') }
  return {
    repo,
    env,
    parley: (words: string[], more: Record<string, string> = {}) =>
      run(['deliberate', ...words], { cwd: repo.root, env: { ...env, ...more } }),
    index: () =>
      JSON.parse(repo.read('.claude/council/index.json')) as { sessions: Record<string, unknown>[] } & Record<
        string,
        unknown
      >,
    registry: () =>
      JSON.parse(readFileSync(join(home, '.claude/council/global-registry.json'), 'utf8')) as {
        sessions: Record<string, unknown>[]
      },
  }
}

const printed = ({ stdout }: Ran) =>
  stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>)

/** With an index and a registry that say when the session was touched last. */
function touched(repo: Repo, days: number): void {
  const index = JSON.parse(repo.read('.claude/council/index.json'))
  index.sessions[0].updated = new Date(Date.now() - days * 86_400_000).toISOString()
  repo.write('.claude/council/index.json', JSON.stringify(index))
}

describe('a session folder of the older tool', () => {
  test('is adopted and finished: what lies there is used as it is, and only the rest is made', async () => {
    const { repo, parley, index, registry, env } = holding('older-tool')
    const before = new Map(
      [
        'deliberation/round1/skeptic.md',
        'deliberation/round3/skeptic.md',
        'deliberation/round2/skeptic-responds-to-architect.md',
        'interview-transcript.md',
      ].map((name) => [name, repo.read(`${sessions}${older}/${name}`)]),
    )
    const ran = await parley(['--resume', 'off', '--agents', 'rehearsal', '--yes', '--json'])
    expect(ran.stderr).toBe('')
    expect(ran.code).toBe(0)
    const lines = printed(ran).flatMap(({ type, line }) =>
      type === 'line' ? [line as { kind: string; data: Record<string, unknown> }] : [],
    )
    const notes = (kind: string) =>
      lines.flatMap(({ kind: own, data }) => (own === 'noted' && data['kind'] === kind ? [data['data']] : []))
    expect(notes('adopted')).toMatchObject([
      {
        session: older,
        mode: 'standard',
        phase: 'deliberation',
        members: ['architect', 'advocate', 'skeptic'],
        missing: ['map'],
      },
    ])
    expect(notes('pairs')).toMatchObject([{ pairs: [{ id: 'P1', a: 'architect', b: 'skeptic' }] }])
    const turns = lines.flatMap(({ kind, data }) =>
      kind === 'turn' ? [`${data['call']}@${data['seat']}`] : [],
    )
    expect(turns.slice(0, 3)).toEqual(['survey@architect', 'round3.converge@advocate', 'synthesis@conductor'])
    expect(lines.some(({ data }) => JSON.stringify(data).includes('"Forge\\" is not in'))).toBe(true)
    for (const [name, text] of before) expect(repo.read(`${sessions}${older}/${name}`)).toBe(text)
    const design = repo.read(`${sessions}${older}/design.md`)
    expect(design).toContain('| N1 | Architect | Reading a copied note makes no request | met |')
    expect(design).toContain('| N2 | Skeptic | A copy is not shown after its expiry | met |')
    const session = repo.read(`${sessions}${older}/session.md`)
    expect(session).toMatch(
      /\nMode: standard\nStatus: completed\nAction: keep\n[\s\S]*\nAdopted: .*\nTeam: council-offline-notes\n/,
    )
    expect(session).toContain('## Scratch\nThe person is on a train twice a day.')
    expect(index()).toMatchObject({
      profile: 'balanced',
      sessions: [
        {
          id: older,
          status: 'completed',
          phase: 'action',
          handoffs_in: [],
          created: '2026-01-10T09:30:00+01:00',
        },
      ],
    })
    expect(registry().sessions).toMatchObject([{ id: older, status: 'completed' }])
    // It was finished by a rehearsal, which commits nothing.
    expect(repo.git('log', '--format=%s').split('\n')[0]).toBe('Deliberate')
    expect(await run(['verify', older], { cwd: repo.root, env })).toMatchObject({ code: 0 })
  })

  test('waits where nobody answers, and goes on by its journal, not by its files', async () => {
    const { repo, parley } = holding('older-tool')
    expect((await parley(['--resume', '--agents', 'rehearsal'])).code).toBe(3)
    const at = printed(await parley(['--list', '--json']))
    expect(at).toMatchObject([
      { type: 'session', id: older, status: 'active', phase: 'planning', meeting: 'waiting' },
    ])
    const again = await parley(['--resume', older, '--agents', 'rehearsal', '--yes', '--json'])
    expect(again.code).toBe(0)
    expect(existsSync(join(repo.root, '.parley/meetings', `${older}--2`))).toBe(false)
  })

  test('a link in it is not followed and a secret in it is masked: neither reaches a prompt or the journal', async () => {
    const { repo, parley } = holding('older-tool')
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
    const ran = await parley(['--resume', 'offline', '--agents', 'rehearsal', '--yes', '--json'])
    expect(ran.stdout).not.toContain('mistletoe')
    expect(ran.stdout).not.toContain(key)
    expect(ran.stdout + ran.stderr).toContain('notes-of-others.md is not read')
  })
})

describe('a finished session', () => {
  test('is exported by its own word, each issue once, and a killed export goes on', async () => {
    const { repo, parley, index, env } = holding('planned')
    const github = fakeGitHub({ fail: { call: 'issue create', nth: 3 } })
    const half = await parley(['--export', 'gate', '--agents', 'rehearsal', '--json'], github.env)
    expect(half.code).toBe(1)
    const rest = await parley(['--resume', 'gate-lamp', '--agents', 'rehearsal', '--json'], github.env)
    expect(rest.code).toBe(0)
    expect(github.state().issues.map(({ title }) => title)).toEqual([
      '[AC] A lamp that shows when the gate opens — Acceptance Contract',
      '[US-001] Light the lamp',
      '[US-002] Say why it is dark',
    ])
    expect(index().sessions).toMatchObject([
      { status: 'completed', export: 'done', contract_issue: expect.stringContaining('/issues/') },
    ])
    expect(repo.read(`${sessions}${planned}/session.md`)).toMatch(/^Export: #\d+–#\d+, A lamp that shows/m)
    const again = await parley(['--export', 'gate', '--agents', 'rehearsal', '--json'], github.env)
    expect(again.code).toBe(0)
    expect(existsSync(join(repo.root, '.parley/meetings', `${planned}--2`))).toBe(true)
    for (const id of [planned, `${planned}--2`])
      expect(await run(['verify', id], { cwd: repo.root, env })).toMatchObject({ code: 0 })
    expect(github.state().issues).toHaveLength(3)
  })

  test('is offered what can be done with its plan', async () => {
    const { repo, parley, index } = holding('planned')
    // What its papers say was chosen is not the person's word: nothing is published before they are asked.
    const head = `${sessions}${planned}/session.md`
    repo.write(head, `${repo.read(head).trimEnd()}\nAction: github\n`)
    const github = fakeGitHub()
    const asked = await parley(['--resume', 'gate-lamp', '--agents', 'rehearsal'], github.env)
    expect([asked.code, asked.stdout]).toEqual([3, expect.stringContaining('`github` was chosen')])
    expect(github.state().issues).toEqual([])
    repo.write('answers.yaml', '- { to: action.choose, choose: ralf }\n')
    const ran = await parley(['--resume', 'gate-lamp', '--agents', 'rehearsal', '--answers', 'answers.yaml'])
    expect(ran.code).toBe(0)
    expect(ran.stdout).toContain('/ralf --from-prd .claude/prd/prd-gate-lamp.md')
    expect(index().sessions).toMatchObject([{ status: 'completed' }])
  })

  test('is archived once, asked about deletion, and deleted only after a yes', async () => {
    const { repo, parley, index, registry } = holding('planned')
    const github = fakeGitHub()
    const first = await parley(['--archive', 'gate', '--yes', '--json'], github.env)
    expect(printed(first)).toMatchObject([
      { type: 'archived', id: planned, url: expect.stringContaining('/issues/1'), cut: [], deleted: false },
    ])
    expect(existsSync(join(repo.root, sessions, planned))).toBe(true)
    expect(index().sessions).toMatchObject([
      { status: 'archived', archived_to: expect.stringContaining('/issues/1') },
    ])
    expect(registry().sessions).toMatchObject([{ status: 'archived' }])
    expect(await parley(['--archive', 'gate'], github.env)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('/issues/1'),
    })
    expect(github.state().issues).toHaveLength(1)
    expect(await parley(['--resume', 'gate'])).toMatchObject({ code: 1 })
  })

  test('deleted after its archive, its folder and links go and the commit says so; the entries stay', async () => {
    const { repo, parley, index } = holding('planned')
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
    expect(index().sessions).toMatchObject([{ id: planned, status: 'archived' }])
    expect(repo.git('log', '-1', '--format=%s').trim()).toBe(`docs(council): remove ${planned}`)
  })

  test('its contract is locked anew as an issue, and its address kept', async () => {
    const { repo, parley, index } = holding('planned')
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
    expect(index().sessions).toMatchObject([{ contract_issue: 'https://github.com/grove/river/issues/2' }])
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

  test('a rehearsed session reaches GitHub by no command', async () => {
    const { repo, parley } = holding('planned')
    const session = repo.read(`${sessions}${planned}/session.md`)
    repo.write(`${sessions}${planned}/session.md`, `${session}Degraded: rehearsal\n`)
    const github = fakeGitHub()
    for (const flag of ['--export', '--archive', '--lock'])
      expect(await parley([flag, 'gate', '--yes'], github.env)).toMatchObject({ code: 1 })
    expect(github.state().calls).toEqual([])
  })
})

describe('lists', () => {
  test('show the newest first with its age, for people and for programs', async () => {
    const { repo, parley } = holding('older-tool')
    touched(repo, 3)
    const list = await parley(['--list'])
    expect(list.stdout).toMatch(
      /^Council Sessions — .*\n\n\| # \| Session \| Status \| Phase \| Age \| Agents \|\n.*\n\| 1 \| offline-notes \| active \| deliberation \| 3d \| Architect, Advocate, Skeptic, Forge \|\n\nActive: 1 \| Completed: 0 \| Archived: 0\n$/,
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
  })

  test('find the folders of a clone that has no index, and of one whose index cannot be read; reading changes nothing', async () => {
    const { repo, parley } = holding('older-tool')
    for (const text of ['{ no json', null]) {
      if (text === null) repo.git('rm', '--quiet', '--force', '.claude/council/index.json')
      else repo.write('.claude/council/index.json', text)
      const before = everything(repo.root)
      expect(printed(await parley(['--list', '--json']))).toMatchObject([
        { id: older, phase: 'deliberation', status: 'active' },
      ])
      expect(everything(repo.root)).toEqual(before)
    }
  })

  test('of all workspaces come from the registry', async () => {
    const { parley, env, repo } = holding('older-tool')
    await parley(['--resume', '--agents', 'rehearsal'])
    const elsewhere = repository()
    const all = await run(['deliberate', '--list', '--all'], { cwd: elsewhere.root, env })
    expect(all.stdout).toContain(`(${repo.root})`)
    expect(all.stdout).toMatch(
      /\| 1 \| offline-notes \| active \| planning \| \d+d \|\n\nTotal: 1 sessions across 1 workspaces\n$/,
    )
  })
})

describe('several sessions that fit', () => {
  function two() {
    const all = holding('older-tool')
    cpSync(join(fixtures, 'planned', sessions), join(all.repo.root, sessions), { recursive: true })
    all.repo.git('rm', '--quiet', '--force', '--cached', '.claude/council/index.json')
    all.repo.write(
      '.claude/council/index.json',
      JSON.stringify({
        sessions: [
          {
            id: older,
            slug: 'lamp-a',
            status: 'active',
            phase: 'deliberation',
            agents: ['Architect', 'Advocate', 'Skeptic'],
          },
          { id: planned, slug: 'lamp-b', status: 'active', phase: 'action' },
        ],
      }),
    )
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
    const { repo, env } = two()
    const { all } = await atTerminal(
      ['deliberate', '--resume', 'lamp', '--agents', 'rehearsal'],
      { cwd: repo.root, env },
      [
        ['Which session?', '\u001b[B\r'],
        ['What becomes of the plan?', '\u0003'],
      ],
    )
    expect(all).toContain(`${planned} goes on without its journal: action.choose`)
  })
})

describe('cleanup', () => {
  test('asks about each stale session, and takes the safe choice by default', async () => {
    const { repo, parley, index } = holding('older-tool')
    touched(repo, 8)
    const nobody = await parley(['--cleanup'])
    expect(nobody).toMatchObject({ code: 0, stdout: expect.stringContaining(older) })
    expect(index().sessions).toMatchObject([{ status: 'active' }])
    const safe = await parley(['--cleanup', '--yes', '--json'])
    expect(printed(safe)).toMatchObject([
      { type: 'stale', id: older, done: 'skip' },
      { type: 'cleaned', skipped: 1, deleted: 0 },
    ])
    expect(index().sessions).toMatchObject([{ status: 'stale', stale_from: 'active' }])
    repo.write('answers.yaml', '- { to: cleanup.session, choose: keep }\n')
    expect((await parley(['--cleanup', '--answers', 'answers.yaml'])).stdout).toContain('Kept: 1')
    expect(index().sessions).toMatchObject([{ status: 'active', stale_from: null }])
    expect((await parley(['--cleanup'])).stdout).toContain('No stale sessions.')
  })

  test('deletes folder and entries after the person’s word, and nothing that cannot be archived first', async () => {
    const { repo, parley, index } = holding('older-tool')
    touched(repo, 8)
    repo.write('answers.yaml', '- { to: cleanup.session, choose: archive-delete }\n')
    const kept = await parley(['--cleanup', '--answers', 'answers.yaml'], fakeGitHub().env)
    expect(kept.stdout).toContain('Skipped: 1')
    expect(kept.stderr).toContain('is not deleted, since it cannot be archived')
    expect(existsSync(join(repo.root, sessions, older))).toBe(true)
    repo.write('answers.yaml', '- { to: cleanup.session, choose: delete }\n')
    const gone = await parley(['--cleanup', '--answers', 'answers.yaml'])
    expect(gone.stdout).toMatch(/Deleted: 1\n {2}Skipped: 0\n {2}Kept: 0\n {2}Disk freed: ~[1-9]\d*KB/)
    expect(existsSync(join(repo.root, sessions, older))).toBe(false)
    expect(index().sessions).toEqual([])
    expect(repo.git('log', '-1', '--format=%s').trim()).toBe(`docs(council): remove ${older}`)
  })

  test('with --all asks about workspaces that are gone, and forgets one only after the person’s word', async () => {
    const { repo, parley, registry, env } = holding('older-tool')
    const file = join(env.HOME, '.claude/council/global-registry.json')
    mkdirSync(join(env.HOME, '.claude/council'), { recursive: true })
    const gone = join(env.HOME, 'gone')
    const known = { name: 'x', session_count: 1, active_sessions: 1 }
    const session = {
      id: 'a-1',
      workspace: gone,
      idea: 'A',
      created: '',
      phase: 'planning',
      status: 'active',
    }
    writeFileSync(
      file,
      JSON.stringify({ workspaces: { [gone]: known, [repo.root]: known }, sessions: [session] }),
    )
    touched(repo, 1)
    const safe = await parley(['--cleanup', '--all', '--yes'])
    expect(safe.stdout).toContain(`Gone: x (${gone}) — kept`)
    expect(registry().sessions).toHaveLength(1)
    repo.write('answers.yaml', '- { to: cleanup.orphan, choose: remove }\n')
    const done = await parley(['--cleanup', '--all', '--answers', 'answers.yaml', '--json'])
    expect(printed(done)).toMatchObject([{ type: 'orphan', path: gone, done: 'remove' }, { type: 'cleaned' }])
    expect(registry()).toMatchObject({ sessions: [], workspaces: { [repo.root]: { name: 'x' } } })
    expect(Object.keys((registry() as unknown as { workspaces: object }).workspaces)).toEqual([repo.root])
  })

  test('removes no folder that an index of a clone names and that is no session', async () => {
    const { repo, parley, index } = holding('older-tool')
    repo.write('.claude/council/sessions/mine/notes.txt', 'mine\n')
    const file = '.claude/council/index.json'
    const old = { ...index().sessions[0], id: 'mine', slug: 'mine', updated: '2020-01-01T00:00:00Z' }
    repo.write(file, JSON.stringify({ version: '1.0', sessions: [old] }))
    repo.write('answers.yaml', '- { to: cleanup.session, choose: delete }\n')
    const ran = await parley(['--cleanup', '--answers', 'answers.yaml'])
    expect(ran.stdout + ran.stderr).toContain('mine has no session.md')
    expect(repo.read('.claude/council/sessions/mine/notes.txt')).toBe('mine\n')
  })

  test('removes a folder that is a link, not what it leads to', async () => {
    const { repo, parley } = holding('older-tool')
    touched(repo, 8)
    cpSync(join(repo.root, sessions, older), join(repo.root, 'mine'), { recursive: true })
    repo.git('rm', '-r', '--quiet', '--force', `${sessions}${older}`)
    mkdirSync(join(repo.root, sessions), { recursive: true })
    symlinkSync('../../../mine', join(repo.root, sessions, older))
    repo.write('answers.yaml', '- { to: cleanup.session, choose: delete }\n')
    await parley(['--cleanup', '--answers', 'answers.yaml'])
    expect(lstatSync(join(repo.root, sessions, older), { throwIfNoEntry: false })).toBeUndefined()
    expect(existsSync(join(repo.root, 'mine/session.md'))).toBe(true)
  })
})
