// The export on the real kernel with a real `gh`: what is made, what is found again, and what keeps GitHub untouched.

import { describe, expect, test, vi } from 'vitest'
import { type FakeGitHub, fakeGitHub, type GitHubState, withoutGh } from '../../../../test/support/github.js'
import { githubIn } from '../../../workspace/github.js'
import { temporaryFolder } from '../../../workspace/temporary.suite.js'
import { voiceless } from '../../council/harness.suite.js'
import { type Held, inputFor, session, usual } from '../harness.suite.js'
import type { DeliberateInput } from '../input.js'
import type { Outcome } from '../outcome.js'

type Answers = (string | [string, string])[]
const upTo: Answers = [['answer', '1. Much.\n2. Yes.'], 'approve', 'approve']
const approved: Answers = [...upTo, 'approve']

function gitHub(more: Partial<GitHubState> = {}): FakeGitHub {
  const gh = fakeGitHub(more)
  for (const [name, value] of Object.entries(gh.env)) vi.stubEnv(name, value)
  return gh
}

async function opened(more: Partial<DeliberateInput> = {}): Promise<Held> {
  const held = await session(inputFor(more))
  Object.assign(held.at.world, { github: githubIn(temporaryFolder()) })
  return held
}

const exports = (held: Held) => held.notes('export') as { state: string; text: string; item?: string }[]
const outcome = (ending: unknown) => (ending as { outcome: Outcome }).outcome

describe('an export', () => {
  test('makes a milestone, the contract issue and one issue a story, with their numbers in each other', async () => {
    const gh = gitHub()
    const held = await opened()
    const ending = await held.hold(usual(), [...approved, 'github'])
    const { issues, milestones, labels } = gh.state()
    expect(milestones.map(({ title }) => title)).toEqual(['Water the grove from the river'])
    expect(issues.map(({ title }) => title)).toEqual([
      '[AC] Water the grove from the river — Acceptance Contract',
      '[US-001] Dig the ditch',
      '[US-002] Lay the pipe',
    ])
    expect(labels).toEqual(['user-story', 'grove-water-the-grove', 'acceptance-contract', 'tracking'])
    const [contract, first, second] = issues
    expect(first).toMatchObject({
      labels: ['user-story', 'grove-water-the-grove'],
      milestone: 'Water the grove from the river',
    })
    expect(second!.body).toContain('## Dependencies\n- Blocked by #2\n')
    expect(second!.body).toContain(`Tracking: ${contract!.url}`)
    expect(second!.body).toMatch(/<!-- parley session=water-the-grove-20260131-1200 item=US-002 -->$/)
    expect(contract!.body).toContain('## Stories\n- #2 [US-001] Dig the ditch\n- #3 [US-002] Lay the pipe\n')
    expect(held.text('issues.md')).toContain('| #3 | [US-002] Lay the pipe | user-story | #2 |')
    expect(held.text('issues/US-002.md')).toContain(`issue: "${second!.url}"`)
    expect(held.text('acceptance-contract.md')).toContain(` | Issue: ${contract!.url}\n`)
    expect(held.text('session.md')).toContain(
      'Action: github\nExport: #2–#3, Water the grove from the river\n',
    )
    expect(outcome(ending)).toMatchObject({
      status: 'completed',
      export: {
        state: 'done',
        reason: null,
        repository: 'grove/river',
        issues: [{ item: 'US-001', number: 2 }, {}],
      },
    })
    expect(exports(held).map(({ state }) => state)).toEqual([
      'begins',
      'created',
      'created',
      'created',
      'done',
    ])
    expect((await held.verify()).findings).toEqual([])
  })

  test('finds what is there by marker, by upstream’s title, and reopens the milestone', async () => {
    const gh = gitHub()
    const one = await opened()
    await one.hold(usual(), [...approved, 'github'])
    const { milestones, issues } = gh.state()
    gh.change({
      milestones: milestones.map((milestone) => ({ ...milestone, state: 'closed' })),
      issues: issues.map((issue) =>
        issue.number === 2 ? { ...issue, body: 'another tool wrote this' } : { ...issue, state: 'CLOSED' },
      ),
    })
    const again = await opened()
    await again.hold(usual(), [...approved, 'github'])
    expect(gh.state().issues).toHaveLength(3)
    expect(gh.state().milestones).toMatchObject([{ state: 'open' }])
    expect(exports(again).map(({ text }) => text)).toContain('Skipped [US-001] — already exists as #2')
    expect(gh.state().issues[0]!.body.match(/## Stories/g)).toHaveLength(1)
  })

  test('ends the run when gh fails in the middle, and goes on there when it is resumed', async () => {
    const gh = gitHub({ fail: { call: 'issue create', nth: 3 } })
    const held = await opened()
    const failed = await held.hold(usual(), [...approved, 'github'])
    expect(failed).toMatchObject({
      kind: 'failed',
      error: { code: 'GITHUB', message: expect.stringContaining('HTTP 502: Bad Gateway') },
    })
    expect(gh.state().issues).toHaveLength(2)
    expect(await held.hold(usual())).toMatchObject({ kind: 'concluded' })
    expect(gh.state().issues.map(({ title }) => title.slice(0, 8))).toEqual([
      '[AC] Wat',
      '[US-001]',
      '[US-002]',
    ])
  })

  test('ends the run when an answer cannot be read', async () => {
    const gh = gitHub({ garbled: 'issue list' })
    const held = await opened()
    expect(await held.hold(usual(), [...approved, 'github'])).toMatchObject({
      kind: 'failed',
      error: { message: expect.stringContaining('its answer cannot be read: <html>busy</html>') },
    })
    expect(gh.state().issues).toEqual([])
  })

  test('leaves labels off that cannot be made, and still finds its issues, by the milestone', async () => {
    const gh = gitHub({ noLabels: true, fail: { call: 'issue create', nth: 3 } })
    const held = await opened()
    await held.hold(usual(), [...approved, 'github'])
    expect(await held.hold(usual())).toMatchObject({ kind: 'concluded' })
    expect(gh.state().issues.map(({ labels }) => labels)).toEqual([[], [], []])
    expect(JSON.stringify(held.notes('warning'))).toContain('The label user-story cannot be made')
  })
})

describe('GitHub is not touched', () => {
  const reasons: [string, () => FakeGitHub, string][] = [
    ['nobody is logged in', () => gitHub({ login: false }), 'no-login'],
    ['there is no repository on it', () => gitHub({ repository: null }), 'no-remote'],
    ['nothing may be made there', () => gitHub({ permission: false }), 'no-permission'],
    [
      'there is no gh',
      () => {
        const gh = gitHub()
        vi.stubEnv('PATH', withoutGh())
        return gh
      },
      'no-gh',
    ],
  ]
  test.each(reasons)(
    'when %s: the files lie ready, and the person is asked again',
    async (_, make, reason) => {
      const gh = make()
      const held = await opened()
      const ending = await held.hold(usual(), [...approved, 'github', 'keep'])
      expect(outcome(ending)).toMatchObject({
        status: 'active',
        action: 'keep',
        export: { state: 'undone', reason },
      })
      expect(held.text('session.md')).toContain(`Export: undone — ${reason}\n`)
      expect(held.text('issues/US-001.md')).toContain('issue: null')
      expect(exports(held).at(-1)!.text).toBe(
        `Export undone (${reason}): 2 issues are ready in .claude/grove/sessions/water-the-grove-20260131-1200/issues/ — parley deliberate --export water-the-grove`,
      )
      expect(gh.state().issues).toEqual([])
    },
  )

  test('by any default', async () => {
    const gh = gitHub()
    const held = await opened()
    const answer = async (question: { id: string; default?: string }) => ({
      question: question.id,
      choose: question.default!,
      by: 'default' as const,
    })
    const ending = await held.hold(usual(), [], { answer })
    expect(outcome(ending)).toMatchObject({ action: 'keep', export: null, degraded: ['unattended'] })
    expect(gh.changes()).toEqual([])
  })

  test('by a degraded session in auto, which starts no gh at all', async () => {
    const gh = gitHub()
    const held = await opened({ mode: 'auto' })
    const quiet = await held.hold(usual({ 'round1.position@cedar': [voiceless('no voice')] }))
    expect(outcome(quiet)).toMatchObject({
      export: { state: 'undone', reason: 'degraded' },
      status: 'active',
    })
    expect(held.asked()).toEqual([])
    expect(held.text('issues/US-001.md')).toContain('## User Story')
    expect(held.notes('passed')).toContainEqual(
      expect.objectContaining({ text: 'auto: export.degraded → keep' }),
    )
    expect(gh.state().calls).toEqual([])
  })

  test('by a degraded session, unless the person has read the marks', async () => {
    const gh = gitHub()
    const held = await opened()
    const lines = usual({ 'round1.position@cedar': [voiceless('no voice')] })
    const answers: Answers = [...approved, 'github', 'keep', 'github', 'publish']
    expect(outcome(await held.hold(lines, answers))).toMatchObject({ export: { state: 'done' } })
    expect(held.asked().slice(-4)).toEqual([
      'action.choose',
      'export.degraded',
      'action.choose',
      'export.degraded',
    ])
    const asked = (await held.lines()).flatMap((line) => (line.kind === 'asked' ? [line.data] : []))
    expect(asked.find(({ id }) => id === 'export.degraded')!.body).toContain('absent:cedar')
    expect(asked.find(({ id }) => id === 'scope.review')!.options.map(({ key }) => key)).not.toContain(
      'approve-issue',
    )
    expect(gh.state().issues).toHaveLength(3)
  })
})

test('auto ends in the export, without a question', async () => {
  const gh = gitHub()
  const held = await opened({ mode: 'auto' })
  expect(outcome(await held.hold(usual()))).toMatchObject({ action: 'github', export: { state: 'done' } })
  expect(held.asked()).toEqual([])
  expect(gh.state().issues).toHaveLength(3)
})

test('the contract issue is made with the approval that names it, and found again by the export', async () => {
  const gh = gitHub()
  const held = await opened()
  await held.hold(usual(), [...upTo, 'approve-issue'])
  expect(gh.state().issues.map(({ title, labels }) => [title.slice(0, 4), labels])).toEqual([
    ['[AC]', ['acceptance-contract', 'tracking']],
  ])
  expect(held.text('session.md')).toContain('Phase: action')
  await held.hold(usual(), ['github'])
  expect(gh.state().issues).toHaveLength(3)
})

test('quick leaves its tasks as issue files with the command that publishes them, and publishes nothing', async () => {
  const gh = gitHub()
  const held = await opened({ mode: 'quick' })
  await held.hold(usual(), ['export'])
  expect(held.text('issues/T-001.md')).toContain('title: "[T-001] Dig"')
  expect(held.text('issues/T-001.md')).toContain('## Context\nA pipe.')
  expect(held.notes('handover')).toMatchObject([
    { lines: ['parley deliberate --theme grove --export water-the-grove'] },
  ])
  expect(gh.state().calls).toEqual([])
})
