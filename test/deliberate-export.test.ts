// The export at the command line, killed inside of its calls of gh: there is one issue for each item. At its lines it is killed by the
// suite of protocols, which compares the numbers of the issues with those of a session that nobody killed.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { call, type Deliberation, deliberation, idea } from './support/deliberation.js'
import { fakeGitHub, type GitHubState } from './support/github.js'
import { meetingsIn } from './support/repo.js'
import { run } from './support/run.js'

const project = { 'package.json': '{"name":"grove","scripts":{"test":"node --test"}}\n' }

const words = ({ script }: Deliberation) => [
  ...['deliberate', '--theme', 'grove', '--agents', `script:${script}`, '--auto', idea],
]

const meetingIn = ({ repo }: Deliberation) => readdirSync(meetingsIn(repo.root))[0]!

/** One of each, whatever happened; and the record says which is which. */
function expectOnce(at: Deliberation, { issues, milestones, labels }: GitHubState): void {
  expect(issues.map(({ title }) => title)).toEqual([
    `[AC] ${idea} — Acceptance Contract`,
    '[US-001] Dig the ditch',
    '[US-002] Lay the pipe',
  ])
  expect(milestones.map(({ title }) => title)).toEqual([idea])
  expect(new Set(labels).size).toBe(labels.length)
  expect(issues[0]!.body.match(/^- #\d+ /gm)).toHaveLength(2)
  const session = `.claude/grove/sessions/${meetingIn(at)}`
  expect(at.repo.read(`${session}/issues.md`).match(/^\| #\d+ \| \[US-\d+\] /gm)).toEqual([
    '| #2 | [US-001] ',
    '| #3 | [US-002] ',
  ])
  expect(at.repo.read(`${session}/session.md`)).toContain(`Export: #2–#3, ${idea}\n`)
  expect(at.repo.git('status', '--porcelain')).toBe('')
}

test('V9: killed after gh made something and before it could be recorded, it is found and not made again, although lists by label lag behind', async () => {
  const at = deliberation(project)
  const gh = fakeGitHub({ lag: true })
  const deaths = [
    { call: 'milestone create', nth: 1 },
    { call: 'label create', nth: 2 },
    { call: 'issue create', nth: 1 },
    { call: 'issue create', nth: 2 },
    { call: 'issue create', nth: 3 },
    { call: 'issue edit', nth: 1 },
  ]
  for (const [n, kill] of deaths.entries()) {
    gh.change({ kill })
    const args = n === 0 ? words(at) : ['resume', meetingIn(at)]
    const ran = await run(args, { cwd: at.repo.root, env: { ...at.env, ...gh.env } })
    expect(ran.code, `${kill.call} ${kill.nth}: ${ran.stderr}`).toBeNull()
  }
  gh.change({ kill: null })
  const last = await run(['resume', meetingIn(at)], { cwd: at.repo.root, env: { ...at.env, ...gh.env } })
  expect(last.code).toBe(0)
  expectOnce(at, gh.state())
}, 200_000)

/** Six stories, which with the contract are seven issues; the last waits for the first. */
const sixStories = call('prd', {
  overview: 'Water flows.',
  goals: ['Wet trees'],
  non_goals: [],
  stories: Array.from({ length: 6 }, (_, at) => ({
    title: `Row ${at + 1}`,
    as_a: 'gardener',
    want: 'a row',
    so_that: 'it grows',
    member: 'alder',
    ...(at === 5 ? { depends_on: ['US-001'] } : {}),
    criteria: [{ text: 'The row returns fruit' }],
  })),
  technical_notes: '',
  dependencies: [],
})

test('V9: a gh that fails at the third of seven issues ends the run: it says what failed and what is there, and a resume makes each issue once', async () => {
  const at = deliberation(project, { first: [sixStories] })
  const gh = fakeGitHub({ fail: { call: 'issue create', nth: 3 } })
  const env = { ...at.env, ...gh.env }
  const failed = await run(words(at), { cwd: at.repo.root, env })
  const said = failed.stdout + failed.stderr
  expect(failed.code, said).toBe(1)
  expect(said).toContain('HTTP 502: Bad Gateway')
  expect(said).toContain('Created [US-001] Row 1 as #2')
  expect(said).not.toContain('Created [US-002]')
  expect(said).toMatch(/parley resume/)
  expect(gh.state().issues.map(({ title }) => title)).toEqual([
    `[AC] ${idea} — Acceptance Contract`,
    '[US-001] Row 1',
  ])
  const session = `.claude/grove/sessions/${meetingIn(at)}`
  expect(at.repo.read(`${session}/issues.md`).match(/^\| #\d+ /gm)).toEqual(['| #2 '])
  expect(readdirSync(join(at.repo.root, session, 'issues'))).toHaveLength(7)
  expect(at.repo.read(`${session}/session.md`)).toMatch(/^Status: active$/m)

  const again = await run(['resume', meetingIn(at)], { cwd: at.repo.root, env })
  expect(again.code, again.stderr).toBe(0)
  const { issues } = gh.state()
  expect(issues.map(({ title }) => title)).toEqual([
    `[AC] ${idea} — Acceptance Contract`,
    ...Array.from({ length: 6 }, (_, n) => `[US-00${n + 1}] Row ${n + 1}`),
  ])
  expect(issues.at(-1)!.body).toContain('Blocked by #2')
  expect(issues[0]!.body.match(/^- #\d+ /gm)).toHaveLength(6)
  expect(at.repo.read(`${session}/session.md`)).toMatch(/^Status: completed$[\s\S]*^Export: #2–#7, /m)
}, 200_000)
