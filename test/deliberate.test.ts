// A deliberation at the command line: what its words ask for, what is refused before anything is written, and a session to its plan.

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { voices } from './support/deliberation.js'
import { plantGrove } from './support/grove.js'
import { everything, folder, repository } from './support/repo.js'
import { events, run, temporary } from './support/run.js'

const idea = 'Open the gate by the tide, through an API'

/** A home of its own: the registry of all sessions is kept there. */
const home = () => {
  const at = temporary()
  return { HOME: at, PARLEY_HOME: join(at, '.parley') }
}

describe('what is wrong is said before anything is written', () => {
  const wrong: [string, string[], RegExp][] = [
    ['auto without an idea', ['--auto'], /Auto mode requires an idea\./],
    ['no idea and nobody to ask', [], /There is no idea, and nobody is here/],
    ['an archive without a session', ['--archive'], /--archive wants the session/],
    [
      'an analysis that is not there',
      ['--from', 'analysis'],
      /There is no requirements-spec\.md in analysis/,
    ],
    ['an unknown theme', ['--theme', 'coucil', idea], /There is no theme "coucil"[\s\S]*council, expedition/],
    ['a theme that is a path', ['--theme', '../x', idea], /There is no theme "\.\.\/x"/],
    ['a voice for nobody', ['--seat', 'nobody=claude', '--agents', 'claude', idea], /nobody/],
  ]
  test.each(wrong)('%s is exit 2', async (_, words, message) => {
    const repo = repository()
    const before = everything(repo.root)
    const { code, stderr } = await run(['deliberate', ...words], { cwd: repo.root, env: home() })
    expect(stderr).toMatch(message)
    expect(code).toBe(2)
    expect(everything(repo.root)).toEqual(before)
  })

  test('a bad theme is exit 2 with all of its faults', async () => {
    const repo = repository()
    repo.write(
      '.claude/pair/theme.yaml',
      'theme_id: pair\ntheme_name: Pair\nintake_prompt: What?\nconductor_persona: nobody\nroster:\n' +
        ['back', 'b', 'c'].map((id) => `  - { id: ${id}, name: x${id}, color: Red, lens: all }\n`).join(''),
    )
    const { code, stderr } = await run(['deliberate', '--theme', 'pair', idea], {
      cwd: repo.root,
      env: home(),
    })
    expect(code).toBe(2)
    expect(stderr).toMatch(/"back" is reserved[\s\S]*nobody/)
  })
})

test('help has every mode and the management of sessions', async () => {
  const { code, stdout } = await run(['deliberate', '-h'], { cwd: temporary(), env: home() })
  expect(code).toBe(0)
  expect(stdout).toMatch(/Usage: parley deliberate [\s\S]*\nModes\n[\s\S]*\nSessions\n[\s\S]*\nExamples\n/)
  for (const mode of ['--brainstorm', '--quick', '--deep', '--auto', '--guided', '--meet', '--audit'])
    expect(stdout).toContain(`\n  ${mode} `)
})

/** A quick session of the council, with a home of its own. */
const quick = () => {
  const { env, script } = voices(['architect', 'skeptic', 'herald', 'scout'])
  return { env, words: ['deliberate', '--quick', '--agents', `script:${script}`, '--yes', idea] }
}

test('a session goes to its plan, commits its papers alone, and leaves the person’s work as it was', async () => {
  const repo = repository()
  plantGrove(repo)
  const person = () => [
    repo.git('diff'),
    repo.git('diff', '--cached'),
    repo.git('branch', '--show-current'),
    repo.git('for-each-ref', '--format=%(refname)', 'refs/heads'),
  ]
  const before = person()
  const { env, script } = voices(['alder', 'birch', 'cedar'])
  const ran = await run(
    ['deliberate', '--theme', 'grove', '--agents', `script:${script}`, '--yes', '--json', idea],
    { cwd: repo.root, env },
  )
  expect(ran.code).toBe(0)
  const ended = events(ran).find(({ type }) => type === 'ended')
  expect(ended).toMatchObject({
    ending: 'concluded',
    outcome: {
      title: `${idea} (degraded: unattended)`,
      status: 'completed',
      phase: 'action',
      action: 'keep',
    },
  })
  const [session] = readdirSync(join(repo.root, '.claude/grove/sessions'))
  const prd = `.claude/grove/sessions/${session}/prd.md`
  expect(repo.read(prd)).toContain('### US-002: ')
  expect(repo.git('log', '-1', '--format=%H', '--', prd)).not.toBe('')
  expect(person()).toEqual(before)
  // What a session leaves in the workspace are its papers: no index, and nothing in the home.
  expect(existsSync(join(repo.root, '.claude/grove/index.json'))).toBe(false)
  expect(existsSync(join(env['HOME']!, '.claude'))).toBe(false)
  const verified = await run(['verify', session!], { cwd: repo.root, env })
  expect(verified).toMatchObject({ code: 0 })
})

test('without a repository the folder of the project is used, and nothing is committed', async () => {
  const place = folder()
  const { env, words } = quick()
  const ran = await run(words, { cwd: place.root, env })
  expect(ran.code).toBe(0)
  expect(ran.stderr).toContain('which is in no repository and holds no project file')
  expect(ran.stdout).toContain('Not committed')
  expect(readdirSync(join(place.root, '.claude/council/sessions'))).toHaveLength(1)
})

describe('a session of the older kind, in the theme’s own folder', () => {
  const old = (more: Record<string, string> = {}) => {
    const repo = repository()
    repo.write('.claude/council/session.md', '# Council Session: Dredge the harbour\nPhase: planning\n')
    for (const [name, text] of Object.entries(more)) repo.write(`.claude/council/${name}`, text)
    return repo
  }
  test('is left as it is where nobody says otherwise', async () => {
    const repo = old()
    const { env, words } = quick()
    const ran = await run(words, { cwd: repo.root, env })
    expect(ran.code).toBe(0)
    expect(repo.read('.claude/council/session.md')).toContain('Dredge the harbour')
  })

  test('is moved into a session of its own and committed, on the person’s word', async () => {
    const repo = old({
      'plan.md': '# Plan\n',
      'deliberation/round1/architect.md': 'Dredge.\n',
      'mine.txt': 'mine\n',
    })
    repo.write('answers.yaml', '- { to: legacy.migrate, choose: migrate }\n')
    // As a move that was killed left it: one file is where it goes.
    repo.write('.claude/council/sessions/legacy-dredge-the-harbour-20260101/assembly.md', 'Scores.\n')
    const { env, words } = quick()
    const ran = await run([...words, '--answers', 'answers.yaml'], { cwd: repo.root, env })
    expect(ran.code).toBe(0)
    const sessions = readdirSync(join(repo.root, '.claude/council/sessions'))
    const legacy = sessions.find((name) => /^legacy-dredge-the-harbour-\d{8}$/.test(name))
    expect(repo.read(`.claude/council/sessions/${legacy}/deliberation/round1/architect.md`)).toBe('Dredge.\n')
    expect(existsSync(join(repo.root, '.claude/council/session.md'))).toBe(false)
    expect(repo.read('.claude/council/mine.txt')).toBe('mine\n')
    expect(legacy).toBe('legacy-dredge-the-harbour-20260101')
    const listed = await run(['deliberate', '--list'], { cwd: repo.root, env })
    expect(listed.stdout).toMatch(
      /\| legacy-dredge-the-harbour-20260101 \| completed \| planning \|.*\| Dredge the harbour \|/,
    )
    expect(repo.git('log', '--format=%s')).toContain(`docs(council): migrate ${legacy}`)
  })

  test('is deleted on the person’s word: exactly its files, and the commit says so', async () => {
    const repo = old({ 'design.md': '# Design\n', 'mine.txt': 'mine\n' })
    repo.git('add', '.claude')
    repo.git('commit', '--quiet', '--no-verify', '-m', 'Keep the old session', '--', '.claude')
    repo.write('answers.yaml', '- { to: legacy.migrate, choose: delete }\n')
    const { env, words } = quick()
    const ran = await run([...words, '--answers', 'answers.yaml'], { cwd: repo.root, env })
    expect(ran.code).toBe(0)
    expect(existsSync(join(repo.root, '.claude/council/design.md'))).toBe(false)
    expect(repo.read('.claude/council/mine.txt')).toBe('mine\n')
    expect(repo.git('log', '--format=%s')).toContain('docs(council): remove legacy-dredge-the-harbour-')
    expect(repo.git('status', '--porcelain', '--untracked-files=no', '.claude')).toBe('')
  })
})

test('sessions that nobody touched for long are counted before a new one begins', async () => {
  const repo = repository()
  repo.write(
    '.claude/council/sessions/old-20260101-0000/session.md',
    '# Council Session: Old\nDate: 2026-01-01\nStatus: active\n',
  )
  const { env, words } = quick()
  const ran = await run(words, { cwd: repo.root, env })
  expect(ran.stderr).toContain('1 session is stale. To go through them: parley deliberate --cleanup')
})
