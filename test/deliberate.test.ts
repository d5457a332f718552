// A deliberation at the command line: what its words ask for, what is refused before anything is written, and a rehearsal to its plan.

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
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
    ['an unknown theme', ['--theme', 'coucil', idea], /There is no theme "coucil"[\s\S]*council, expedition/],
    ['a theme that is a path', ['--theme', '../x', idea], /There is no theme "\.\.\/x"/],
    ['a voice for nobody', ['--seat', 'nobody=rehearsal', '--agents', 'rehearsal', idea], /nobody/],
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
      'theme_id: pair\ntheme_name: Pair\nintake_prompt: What?\nconductor_persona: nobody\nbrainstorm: [a]\n' +
        'roster:\n  - { id: back, name: A, color: Red, lens: all }\n',
    )
    const { code, stderr } = await run(['deliberate', '--theme', 'pair', idea], {
      cwd: repo.root,
      env: home(),
    })
    expect(code).toBe(2)
    expect(stderr).toMatch(/"back" is reserved[\s\S]*exactly three[\s\S]*nobody/)
  })
})

test('help has the theme’s name, all eight modes and the management of sessions', async () => {
  const { code, stdout } = await run(['deliberate', '-h'], { cwd: temporary(), env: home() })
  expect(code).toBe(0)
  expect(stdout).toMatch(/^Council: [\s\S]*USAGE[\s\S]*MODES[\s\S]*SESSION MANAGEMENT[\s\S]*EXAMPLES/)
  for (const mode of ['--brainstorm', '--quick', '--deep', '--auto', '--guided', '--meet', '--audit'])
    expect(stdout).toContain(mode)
})

test('a rehearsal goes to its plan, and leaves the person’s work as it was', async () => {
  const repo = repository()
  const person = () => [repo.git('diff'), repo.git('diff', '--cached'), repo.git('branch', '--show-current')]
  const before = person()
  const env = home()
  const ran = await run(['deliberate', '--agents', 'rehearsal', '--yes', '--json', idea], {
    cwd: repo.root,
    env,
  })
  expect(ran.code).toBe(0)
  const ended = events(ran).find(({ type }) => type === 'ended')
  expect(ended).toMatchObject({
    ending: 'concluded',
    outcome: {
      title: `Rehearsal: ${idea} (degraded: unattended)`,
      status: 'completed',
      phase: 'action',
      action: 'keep',
    },
  })
  const [session] = readdirSync(join(repo.root, '.claude/council/sessions'))
  expect(repo.read(`.claude/council/sessions/${session}/prd.md`)).toContain('### US-002: ')
  expect(repo.read(`.claude/council/sessions/${session}/prd.md`)).not.toContain('.claude/council/sessions')
  expect(person()).toEqual(before)
  expect(repo.git('status', '--porcelain', '.claude')).toBe('')
  expect(existsSync(join(env.HOME, '.claude/council/global-registry.json'))).toBe(true)
  const verified = await run(['verify', session!], { cwd: repo.root, env })
  expect(verified).toMatchObject({ code: 0 })
})

test('without a repository the folder of the project is used, and nothing is committed', async () => {
  const place = folder()
  const ran = await run(['deliberate', '--quick', '--agents', 'rehearsal', '--yes', idea], {
    cwd: place.root,
    env: home(),
  })
  expect(ran.code).toBe(0)
  expect(ran.stderr).toContain('which is in no repository and holds no project file')
  expect(ran.stdout).toContain('Not committed')
  expect(existsSync(join(place.root, '.claude/council/index.json'))).toBe(true)
})
