// Every answer of every question that a session may ask, given once in a session that goes on with it.

import { expect, test } from 'vitest'
import type { ProgramRun } from '../../kernel/world.js'
import { members, smallTheme } from './documents/themes.suite.js'
import { final, type Held, inputFor, session, sessionId, usual } from './harness.suite.js'
import type { DeliberateInput } from './input.js'
import type { Mode } from './modes.js'
import { type Touchpoint, touchpoints } from './touchpoints.js'

type Answers = (string | [string, string])[]
type Lines = ReturnType<typeof usual>

interface Scenario {
  readonly title: string
  readonly mode: Mode
  readonly answers: Answers
  readonly lines?: Lines
  readonly input?: Partial<DeliberateInput>
  /** Whether the programs that verify the work fail. */
  readonly red?: boolean
  readonly ends?: 'halted'
}

const start: Answers = [['answer', 'Much.'], 'approve']
const planned: Answers = [...start, 'approve', 'approve']
const built = { 'task.execute': ['Built.'], 'task.execute.again': ['Mended.'] }
const opposed = (text: string) => final.replace('- The river keeps its fish', `- ${text}`)
const conflict: Lines = usual({
  'round3.converge@alder': [opposed('The pipe must be closed')],
  'round3.converge@birch': [opposed('The pipe must not be closed')],
  'round3.converge@cedar': [opposed('none')],
})
const threeNotes = ['a', 'b', 'c'].map((word) => `<!-- 2026-01-01 | x | ${word} -->`).join('\n')
const evolving: Partial<DeliberateInput> = {
  skills: {
    alder: [
      { ...inputFor().skills['alder']![0]!, text: `${inputFor().skills['alder']![0]!.text}${threeNotes}\n` },
    ],
  },
}
const proposing = usual({
  'skill.note': [
    {
      notes: [
        {
          skill: 'alder/digging',
          observation: 'Two were needed.',
          proposal: { process: '1. Look.\n2. Dig.', why: 'Stones.' },
        },
      ],
    },
  ],
})
const crowd = ['elm', 'fir', 'gorse', 'hazel']
/** More than can be seated. */
const crowded: Partial<DeliberateInput> = {
  theme: {
    id: 'grove',
    text: crowd.reduce(
      (text, id) => `${text}  - { id: ${id}, name: ${id}, color: Grey, lens: shade, file: grove-alder }\n`,
      smallTheme,
    ),
  },
}
const audited = usual({
  'audit.criteria': [{ criteria: ['It pumps'], scope: [] }],
  'audit.zone': [{ files_read: [], findings: [] }],
  'audit.gaps': [{ reopen: [] }],
  'audit.report': [{ summary: 'Nothing was read.', recommendations: [] }],
})

const scenarios: Scenario[] = [
  {
    title: 'standard, kept',
    mode: 'standard',
    answers: ['skip', 'approve', 'approve', 'approve', 'review', 'keep'],
  },
  {
    title: 'the design and the scope adjusted, launched',
    mode: 'standard',
    answers: [...start, ['adjust', 'Fish.'], 'approve', ['adjust', 'One.'], 'approve', 'launch'],
  },
  {
    title: 'the interview begun again, handed to ralf',
    mode: 'standard',
    answers: [['answer', 'x'], 'restart', 'approve', 'approve', 'approve', 'ralf'],
  },
  {
    title: 'members added, dropped and removed',
    mode: 'standard',
    input: crowded,
    lines: usual({
      'interview.summary': [
        {
          intent: 'Water for the trees.',
          decisions: [],
          open_questions: [],
          scores: [...members, ...crowd].map((member) => ({ member, score: 3, rationale: 'near' })),
        },
      ],
    }),
    answers: [
      'skip',
      'add',
      'dogwood',
      ...['elm', 'fir', 'gorse'].flatMap((id) => ['add', id]),
      ...['add', 'hazel', 'back'],
      ...['add', 'hazel', 'gorse'],
      ...['add', 'back', 'remove', 'back'],
      ...['dogwood', 'elm', 'fir', 'hazel'].flatMap((id) => ['remove', id]),
      'approve',
      'approve',
      'approve',
      'keep',
    ],
  },
  ...(['first', 'second', 'open'] as const).map(
    (key): Scenario => ({
      title: `a conflict: ${key}`,
      mode: 'standard',
      lines: conflict,
      answers: [...start, key, 'approve', 'approve', 'keep'],
    }),
  ),
  {
    title: 'a conflict decided otherwise',
    mode: 'standard',
    lines: conflict,
    answers: [...start, ['decide', 'A valve.'], 'approve', 'approve', 'keep'],
  },
  {
    title: 'guided, everything sent back once',
    mode: 'guided',
    answers: [
      ['answer', 'x'],
      'revise',
      'approve',
      'approve',
      ['feedback', 'Fish.'],
      ['revise', 'More.'],
      're-deliberate',
      'approve',
      ['edit', 'Less.'],
      'back',
      'approve',
      'approve',
      'keep',
    ],
  },
  {
    title: 'guided, passed',
    mode: 'guided',
    answers: [['answer', 'x'], 'approve', 'approve', 'continue', 'approve', 'approve', 'keep'],
  },
  {
    title: 'guided work',
    mode: 'guided',
    lines: usual(built),
    answers: [
      ['answer', 'x'],
      'approve',
      'approve',
      'continue',
      'approve',
      'approve',
      'team',
      'skip',
      ['modify', 'Mind the fish.'],
      'later',
    ],
  },
  {
    title: 'work that stays red, stopped',
    mode: 'standard',
    lines: usual(built),
    red: true,
    ends: 'halted',
    answers: [...planned, 'team', 'retry', ['advise', 'Otherwise.'], 'stop'],
  },
  {
    title: 'a manual check that failed',
    mode: 'standard',
    lines: usual(built),
    answers: [...planned, 'team', 'failed', 'later'],
  },
  {
    title: 'a manual check that held',
    mode: 'standard',
    lines: usual(built),
    answers: [...planned, 'team', ['verified', 'It opens.']],
  },
  {
    title: 'a plan audited',
    mode: 'standard',
    lines: audited,
    answers: [...planned, 'audit', 'review', 'keep'],
  },
  {
    title: 'an audit adjusted',
    mode: 'audit',
    lines: audited,
    answers: [['adjust', 'Less.'], 'start', 'keep'],
  },
  {
    title: 'a skill’s steps changed',
    mode: 'standard',
    lines: proposing,
    input: evolving,
    answers: [...planned, 'keep', 'accept'],
  },
  {
    title: 'a skill’s steps left',
    mode: 'standard',
    lines: proposing,
    input: evolving,
    answers: [...planned, 'keep', 'keep'],
  },
  ...(['team', 'ralf', 'export', 'keep'] as const).map(
    (key): Scenario => ({ title: `quick: ${key}`, mode: 'quick', answers: [key] }),
  ),
]

/** What needs GitHub, or findings that auditors really read, is answered in the tests of those. */
const elsewhere = [
  'scope.review approve-issue',
  'prd.guided approve-issue',
  'action.choose github',
  'export.degraded publish',
  'export.degraded keep',
  'audit.result fix',
  'audit.result github',
  'task.approve approve',
]

async function answeredIn({ mode, answers, lines, input, red, ends }: Scenario): Promise<string[]> {
  const held = await session(inputFor({ mode, ...input }))
  withPrograms(held, red ?? false)
  const ending = await held.hold(lines ?? usual(), answers)
  expect(ending.kind, JSON.stringify(ending).slice(0, 300)).toBe(ends ?? 'concluded')
  return (await held.lines()).flatMap((line) =>
    line.kind === 'answered' ? [`${line.data.question} ${line.data.choose}`] : [],
  )
}

function withPrograms(held: Held, red: boolean): void {
  const worktree = `.parley/worktrees/${sessionId}`
  held.at.files.set(`${worktree}/test/dig-the-ditch.test.js`, "it('AC-001: x')\n")
  held.at.files.set(`${worktree}/test/lay-the-pipe.test.js`, "it('AC-002: y')\n")
  const run = async ({ argv }: { argv: readonly string[] }): Promise<ProgramRun> => {
    const id = argv[argv.indexOf('-t') + 1] ?? ''
    const assertionResults = [{ fullName: `US ${id}: b`, status: red ? 'failed' : 'passed' }]
    const stdout = JSON.stringify({ testResults: [{ assertionResults }] })
    return { code: red ? 1 : 0, why: null, stdout, stderr: '' }
  }
  Object.assign(held.at.world, { programs: { run } })
}

const given = new Set<string>()

test.each(scenarios.map((one) => [one.title, one] as const))('%s', async (_, scenario) => {
  const answered = await answeredIn(scenario)
  expect(answered).toHaveLength(scenario.answers.length)
  for (const one of answered) given.add(one)
})

test('every answer of every question was given, here or where it says', () => {
  const all = Object.entries<Touchpoint>(touchpoints).flatMap(([id, point]) => {
    if (point.at === 'command') return []
    const free = point.freeText === undefined ? [] : [point.freeText.key]
    return [...point.options.map(({ key }) => key), ...free].map((key) => `${id} ${key}`)
  })
  const missing = all.filter((one) => !given.has(one) && !elsewhere.includes(one))
  expect(missing).toEqual([])
  expect(elsewhere.filter((one) => given.has(one))).toEqual([])
})
