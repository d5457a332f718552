// All eight modes through the command, in a real repository: played to their ends, and halted by gates with their lines.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  approving,
  call,
  type Deliberation,
  deliberation,
  idea,
  members,
  position,
} from './support/deliberation.js'
import { fakeGitHub, withoutGh } from './support/github.js'
import { meetingsIn } from './support/repo.js'
import { events, type Ran, run } from './support/run.js'

const outcomeOf = (ran: Ran) =>
  events(ran).find(({ type }) => type === 'ended')?.['outcome'] as Record<string, unknown> | undefined

/** The phases of a session, as its journal has them. */
const phasesOf = (ran: Ran) =>
  events(ran).flatMap(({ line }) => {
    const { kind, data } = (line ?? {}) as { kind?: string; data?: { name?: string } }
    return kind === 'phase' ? [data?.name] : []
  })
const outcomeKeys = [
  ...['absent', 'action', 'audit', 'commits', 'degraded', 'documents', 'export', 'members', 'mode'],
  ...['phase', 'remarks', 'session', 'status', 'title', 'verification', 'work'],
]

const project = { 'package.json': '{"name":"grove","scripts":{"test":"node --test"}}\n' }
const held = (at: Deliberation, words: readonly string[] = [], more: Readonly<Record<string, string>> = {}) =>
  run(['deliberate', '--theme', 'grove', '--agents', `script:${at.script}`, ...words, idea], {
    cwd: at.repo.root,
    env: { ...at.env, ...more },
  })

test('every mode ends with its own phases, papers and outcome, commits its papers, and publishes nothing unasked', async () => {
  const at = deliberation(project)
  const gh = fakeGitHub()
  const ended = async (...flags: string[]) => {
    const ran = await held(at, [...flags, '--yes', '--json'], gh.env)
    expect(ran.code, `${flags.join(' ')}: ${ran.stderr}`).toBe(0)
    return ran
  }
  const papers = (ran: Ran) => Object.keys((outcomeOf(ran)?.['documents'] ?? {}) as object)

  const brainstorm = await ended('--brainstorm')
  expect(outcomeOf(brainstorm)).toMatchObject({ mode: 'brainstorm', takes: [{}, {}, {}], next_step: 'Dig.' })
  expect(existsSync(join(at.repo.root, '.claude/grove/sessions'))).toBe(false)

  const quick = await ended('--quick')
  expect(papers(quick)).toEqual(expect.arrayContaining(['sketch', 'plan']))

  const standard = await ended()
  expect(papers(standard)).toEqual(expect.arrayContaining(['design', 'prd', 'contract', 'plan']))
  expect(outcomeOf(standard)).toMatchObject({ phase: 'action', status: 'completed', action: 'keep' })

  const deep = await ended('--deep')
  expect(outcomeOf(deep)).toMatchObject({ phase: 'audit', audit: { convergence: 'stopped', read: 0 } })
  expect(papers(deep)).toEqual(expect.arrayContaining(['prd', 'report']))

  const guided = await ended('--guided')
  expect(papers(guided)).toEqual(expect.arrayContaining(['design', 'prd']))
  const meeting = await ended('--meet')
  expect(papers(meeting)).toContain('notes')
  expect(outcomeOf(meeting)).toMatchObject({ phase: 'deliberation' })
  const audit = await ended('--audit')
  expect(outcomeOf(audit)).toMatchObject({ phase: 'audit', audit: { convergence: 'stopped' } })

  expect(gh.changes()).toEqual([])
  const auto = await ended('--auto')
  expect(
    events(auto).filter(({ line }) => (line as { kind?: string } | undefined)?.kind === 'asked'),
  ).toEqual([])
  expect(outcomeOf(auto)).toMatchObject({ status: 'completed', export: { state: 'done' } })
  expect(gh.changes()).not.toEqual([])

  for (const ran of [quick, standard, deep, auto, guided, meeting, audit]) {
    expect(outcomeOf(ran)!['title']).toMatch(/^Water the grove from the river/)
    expect(Object.keys(outcomeOf(ran)!).toSorted()).toEqual(outcomeKeys)
  }
  const rounds = ['survey', 'round-1', 'round-2', 'round-3', 'design', 'plan']
  const interviewed = ['open', 'interview', 'assembly']
  expect(
    Object.fromEntries(
      Object.entries({ brainstorm, quick, standard, deep, auto, guided, meeting, audit }).map(
        ([mode, ran]) => [mode, phasesOf(ran)],
      ),
    ),
  ).toEqual({
    brainstorm: ['brainstorm'],
    quick: ['open', 'assembly', 'survey', 'round-1', 'sketch', 'tasks', 'action', 'close'],
    standard: [...interviewed, ...rounds, 'action', 'close'],
    deep: [...interviewed, ...rounds, 'audit', 'audit-pass-1', 'audit', 'close'],
    auto: ['open', 'assembly', ...rounds, 'action', 'export', 'close'],
    guided: [...interviewed, ...rounds, 'action', 'close'],
    meeting: [
      ...interviewed,
      'openings',
      'questions',
      'answers',
      'follow-ups',
      'synthesis',
      'notes',
      'close',
    ],
    audit: ['open', 'audit', 'audit-pass-1', 'audit', 'close'],
  })
  expect(at.repo.git('status', '--porcelain')).toBe('')
  expect(readdirSync(join(at.repo.root, '.claude/grove/sessions'))).toHaveLength(7)
}, 300_000)

const meetingIn = ({ repo }: Deliberation) => readdirSync(meetingsIn(repo.root))[0]!
/** The words of the rule that halted it last, as its journal has them; at the screen it is told in plain words. */
function haltIn({ repo }: Deliberation, id: string): string {
  const journal = readFileSync(join(meetingsIn(repo.root), id, 'journal.jsonl'), 'utf8')
  const lines = journal
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  return lines.findLast(({ kind }) => kind === 'halted')?.data.line ?? ''
}
const resume = (at: Deliberation, more: readonly string[] = []) =>
  run(['resume', meetingIn(at), ...more], { cwd: at.repo.root, env: at.env })

describe('halted by a rule: one line, exit 4, and a resume goes on', () => {
  const poorDesign = {
    overview: '',
    architecture: '',
    user_experience: '',
    risk_assessment: '',
    quality_strategy: '',
    resolutions: [],
    decisions: [],
    non_negotiables: [],
  }
  const poorPlan = {
    overview: 'x',
    goals: [],
    non_goals: [],
    stories: [],
    technical_notes: '',
    dependencies: [],
  }
  const poorSummary = { intent: '', decisions: [], open_questions: [], scores: [] }
  const twice = (id: string, value: unknown) => [call(id, value), call(`${id}.again`, value)]
  const silent = [1, 2].map(() => ({ call: 'round1.position', error: 'no voice' }))
  const speaks = { call: 'round1.position', text: position }

  test('a standard session, by its ceiling and by every gate on its way, and then it ends as if nothing had been', async () => {
    const at = deliberation(project, {
      first: [
        ...twice('interview.summary', poorSummary),
        ...twice('synthesis', poorDesign),
        ...twice('prd', poorPlan),
      ],
      seats: { alder: [...silent, speaks], birch: [...silent, speaks] },
      answers: [...approving, { to: 'action.choose', choose: 'keep' }],
    })
    const scores = members.map((id) => `no-score:${id}`).join(', ')
    const sections = [
      'Overview',
      'Architecture',
      'User Experience',
      'Risk Assessment',
      'Quality Strategy',
    ].map((name) => `no-section:${name}`)
    const lines = [
      /^HALT deliberate: .*token ceiling.*; resume with a higher --token-ceiling$/m,
      `HALT deliberate: gate interview failed after repair: no-intent, ${scores}; nothing is lost, resume to try again`,
      'HALT deliberate: gate members failed: 1 of 3 members answered in round 1; resume to ask the others again',
      new RegExp(
        `^HALT deliberate: gate design failed after repair: ${sections.join(', ')}, no-resolution:P1, no-resolution:P2, no-decision(?:, .*)?; nothing is lost, resume to try again$`,
        'm',
      ),
      'HALT deliberate: gate plan failed after repair: no-goal, no-story; nothing is lost, resume to try again',
    ]
    for (const [n, line] of lines.entries()) {
      const ran =
        n === 0
          ? await held(at, ['--token-ceiling', '900'])
          : await resume(at, ['--token-ceiling', '10000000'])
      expect(ran.code, `${n}: ${ran.stdout}${ran.stderr}`).toBe(4)
      expect(ran.stdout).toContain('\nHalted: ')
      if (typeof line === 'string') expect(haltIn(at, meetingIn(at))).toBe(line)
      else expect(haltIn(at, meetingIn(at))).toMatch(line)
    }
    const last = await resume(at, ['--token-ceiling', '10000000'])
    expect(last.code, last.stderr).toBe(0)
    const session = `.claude/grove/sessions/${meetingIn(at)}`
    expect(at.repo.read(`${session}/prd.md`)).not.toContain('Degraded')
    expect(at.repo.git('status', '--porcelain')).toBe('')
  })

  test('a quick session by its sketch and its tasks, an audit by its report, a meeting by its notes', async () => {
    const at = deliberation(project, {
      first: [
        ...twice('sketch', { overview: '', recommendations: [], open_questions: [] }),
        ...twice('tasklist', { tasks: [] }),
        ...twice('audit.report', { summary: '', recommendations: [{ text: 'x', findings: ['F-009'] }] }),
        ...twice('meeting.notes', { topic: '', summary: 'x', highlights: ['Q9'], next_steps: [] }),
      ],
    })
    const chain: [string, string[]][] = [
      [
        '--quick',
        [
          'gate sketch failed after repair: no-overview, no-recommendation:alder, no-recommendation:birch, no-recommendation:cedar',
          'gate tasks failed after repair: no-tasks',
        ],
      ],
      ['--audit', ['gate report failed after repair: no-summary, no-finding:F-009']],
      ['--meet', ['gate notes failed after repair: no-topic, no-highlights, no-exchange:Q9, no-steps']],
    ]
    for (const [flag, halts] of chain) {
      const known = new Set(existsSync(meetingsIn(at.repo.root)) ? readdirSync(meetingsIn(at.repo.root)) : [])
      let ran = await held(at, [flag, '--yes'])
      const id = readdirSync(meetingsIn(at.repo.root)).find((name) => !known.has(name))!
      for (const halt of halts) {
        expect(ran.code, `${flag}: ${ran.stdout}${ran.stderr}`).toBe(4)
        expect(haltIn(at, id)).toBe(`HALT deliberate: ${halt}; nothing is lost, resume to try again`)
        ran = await run(['resume', id, '--yes'], { cwd: at.repo.root, env: at.env })
      }
      expect(ran.code, `${flag}: ${ran.stdout}${ran.stderr}`).toBe(0)
    }
  })
})

test('an export without gh, login or remote is left undone with its reason, and done by its own command when they are there', async () => {
  const at = deliberation(project, {
    answers: [
      ...approving,
      { to: 'action.choose', choose: 'github' },
      { to: 'action.choose', choose: 'keep' },
    ],
  })
  const undone = (reason: string) =>
    new RegExp(
      `Export undone \\(${reason}\\): 2 issues are ready in \\.claude/grove/sessions/\\S+/issues/ — parley deliberate --export `,
    )
  const first = await held(at, [], { PATH: withoutGh() })
  expect(first.stdout + first.stderr).toMatch(undone('no-gh'))
  expect(first.code).toBe(0)
  const session = `.claude/grove/sessions/${meetingIn(at)}`
  expect(at.repo.read(`${session}/session.md`)).toMatch(/^Status: active$[\s\S]*^Export: undone — no-gh$/m)
  const gh = fakeGitHub({ login: false })
  const exporting = () =>
    run(['deliberate', '--theme', 'grove', '--export', 'water'], {
      cwd: at.repo.root,
      env: { ...at.env, ...gh.env },
    })
  const words = async () => {
    const ran = await exporting()
    return { code: ran.code, told: ran.stdout + ran.stderr }
  }
  expect(await words()).toMatchObject({ code: 0, told: expect.stringMatching(undone('no-login')) })
  gh.change({ login: true, repository: null })
  expect(await words()).toMatchObject({ code: 0, told: expect.stringMatching(undone('no-remote')) })
  expect(gh.changes()).toEqual([])
  gh.change({ repository: 'grove/river', fail: { call: 'issue create', nth: 2 } })
  const halfway = await words()
  expect(halfway).toMatchObject({ code: 1, told: expect.stringContaining('HTTP 502: Bad Gateway') })
  expect(await words()).toMatchObject({
    code: 1,
    told: expect.stringContaining('is still under way: go on with'),
  })
  const last = await run(['deliberate', '--theme', 'grove', '--resume', 'water'], {
    cwd: at.repo.root,
    env: { ...at.env, ...gh.env },
  })
  expect(last.code, last.stderr).toBe(0)
  expect(gh.state().issues.map(({ title }) => title)).toEqual([
    `[AC] ${idea} — Acceptance Contract`,
    '[US-001] Dig the ditch',
    '[US-002] Lay the pipe',
  ])
  expect(at.repo.read(`${session}/session.md`)).toMatch(/^Status: completed$[\s\S]*^Export: #2–#3, /m)
}, 200_000)
