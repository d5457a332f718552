// All eight modes through the command, in a real repository: rehearsed to their ends, and halted by gates with their lines.

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
import { meetingsIn, repository } from './support/repo.js'
import { events, type Ran, run, temporary } from './support/run.js'

const outcomeOf = (ran: Ran) =>
  events(ran).find(({ type }) => type === 'ended')?.['outcome'] as Record<string, unknown> | undefined
const _textsOf = (ran: Ran) => JSON.stringify(events(ran))

/** The phases of a session, as its journal has them. */
const phasesOf = (ran: Ran) =>
  events(ran).flatMap(({ line }) => {
    const { kind, data } = (line ?? {}) as { kind?: string; data?: { name?: string } }
    return kind === 'phase' ? [data?.name] : []
  })
const outcomeKeys = [
  ...['absent', 'action', 'audit', 'commits', 'degraded', 'documents', 'export', 'members', 'mode'],
  ...['phase', 'rehearsed', 'remarks', 'session', 'status', 'title', 'verification', 'work'],
]

test('every mode ends offline in a rehearsal, with its own phases, papers and outcome, and starts no gh', async () => {
  const repo = repository()
  const home = temporary()
  const gh = fakeGitHub()
  const env = { HOME: home, PARLEY_HOME: join(home, '.parley'), ...gh.env }
  const held = async (...flags: string[]) => {
    const ran = await run(
      ['deliberate', ...flags, '--agents', 'rehearsal', '--yes', '--json', 'Open the gate by the tide'],
      {
        cwd: repo.root,
        env,
      },
    )
    expect(ran.code, `${flags.join(' ')}: ${ran.stderr}`).toBe(0)
    return ran
  }
  const papers = (ran: Ran) => Object.keys((outcomeOf(ran)?.['documents'] ?? {}) as object)

  const brainstorm = await held('--brainstorm')
  expect(outcomeOf(brainstorm)).toMatchObject({ mode: 'brainstorm', rehearsed: true, takes: [{}, {}, {}] })
  expect(repo.git('status', '--porcelain', '.claude')).toBe('')

  const quick = await held('--quick')
  expect(papers(quick)).toEqual(expect.arrayContaining(['sketch', 'plan']))

  const standard = await held()
  expect(papers(standard)).toEqual(expect.arrayContaining(['design', 'prd', 'contract', 'plan']))
  expect(outcomeOf(standard)).toMatchObject({ phase: 'action', status: 'completed', action: 'keep' })

  const deep = await held('--deep')
  expect(outcomeOf(deep)).toMatchObject({ phase: 'audit', audit: { convergence: 'stopped', read: 0 } })
  expect(papers(deep)).toEqual(expect.arrayContaining(['prd', 'report']))

  const auto = await held('--auto')
  expect(
    events(auto).filter(({ line }) => (line as { kind?: string } | undefined)?.kind === 'asked'),
  ).toEqual([])
  expect(outcomeOf(auto)).toMatchObject({
    status: 'active',
    export: { state: 'undone', reason: 'rehearsal' },
  })

  const guided = await held('--guided')
  expect(papers(guided)).toEqual(expect.arrayContaining(['design', 'prd']))
  const meeting = await held('--meet')
  expect(papers(meeting)).toContain('notes')
  expect(outcomeOf(meeting)).toMatchObject({ phase: 'deliberation' })
  const audit = await held('--audit')
  expect(outcomeOf(audit)).toMatchObject({ phase: 'audit', audit: { convergence: 'stopped' } })

  for (const ran of [quick, standard, deep, auto, guided, meeting, audit]) {
    expect(outcomeOf(ran)!['title']).toMatch(/^Rehearsal: Open the gate by the tide/)
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
  expect(gh.state().calls).toEqual([])
  // A rehearsal commits nothing, so its papers are untracked.
  expect(repo.git('status', '--porcelain', '.claude')).toBe('?? .claude/\n')
  expect(readdirSync(join(repo.root, '.claude/council/sessions'))).toHaveLength(7)
}, 300_000)

const project = { 'package.json': '{"name":"grove","scripts":{"test":"node --test"}}\n' }
const held = (at: Deliberation, words: readonly string[] = [], more: Readonly<Record<string, string>> = {}) =>
  run(['deliberate', '--theme', 'grove', '--agents', `script:${at.script}`, ...words, idea], {
    cwd: at.repo.root,
    env: { ...at.env, ...more },
  })
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
        call('audit.criteria', { criteria: ['It pumps'], scope: [] }),
        ...twice('audit.report', { summary: '', recommendations: [{ text: 'x', findings: ['F-009'] }] }),
        call('audit.report', { summary: 'Nothing was read.', recommendations: [] }),
        call('interview.topic', { topic: 'Water', summary: 'Where from.' }),
        ...twice('meeting.notes', { topic: '', summary: 'x', highlights: ['Q9'], next_steps: [] }),
        call('meeting.notes', {
          topic: 'Water',
          summary: 'x',
          highlights: ['Q1'],
          next_steps: ['Dig', 'Plant'],
        }),
      ],
      seats: {
        '*': [
          ...Array.from({ length: 4 }, () => speaks),
          ...Array.from({ length: 30 }, () => call('audit.zone', { files_read: [], findings: [] })),
          ...Array.from({ length: 4 }, () => ({ call: 'meeting.opening', text: 'From the river.' })),
          ...Array.from({ length: 3 }, (_, at) =>
            call('meeting.questions', {
              questions:
                at === 0
                  ? [
                      { to: 'birch', question: 'Light?' },
                      { to: 'alder', question: 'Water?' },
                    ]
                  : [],
            }),
          ),
          ...Array.from({ length: 4 }, () => call('meeting.answer', { answer: 'Enough.' })),
          ...Array.from({ length: 4 }, () =>
            call('meeting.synthesis', { insight: 'a', tension: 'b', recommendation: 'c', question: 'd' }),
          ),
        ],
      },
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
