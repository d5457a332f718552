// Path A on the real kernel: who builds what, what goes back, what halts, and that nothing counts as verified without a proof.

import { describe, expect, test } from 'vitest'
import type { ProgramRun } from '../../../kernel/world.js'
import { voiceless } from '../../council/harness.suite.js'
import { type Held, inputFor, session, sessionId, usual } from '../harness.suite.js'
import type { DeliberateInput } from '../input.js'
import type { Outcome } from '../outcome.js'

type Answers = (string | [string, string])[]
const approved: Answers = [['answer', '1. Much.\n2. Yes.'], 'approve', 'approve', 'approve']
const worktree = `.parley/worktrees/${sessionId}`
const passing = (id: string): Answered => ({
  code: 0,
  stdout: JSON.stringify({
    testResults: [{ assertionResults: [{ fullName: `US ${id}: b`, status: 'passed' }] }],
  }),
})
type Answered = Partial<ProgramRun>

/** A session whose programs end as `run` says, in whose worktree a test names every criterion. */
async function working(run: (argv: readonly string[]) => Answered, more: Partial<DeliberateInput> = {}) {
  const held = await session(inputFor(more))
  const ran: string[] = []
  const programs = {
    run: async ({ argv }: { argv: readonly string[] }): Promise<ProgramRun> => {
      ran.push(argv.join(' '))
      return { code: 0, why: null, stdout: '', stderr: '', ...run(argv) }
    },
  }
  Object.assign(held.at.world, { programs })
  held.at.files.set(`${worktree}/test/dig-the-ditch.test.js`, "it('AC-001: x')\n")
  held.at.files.set(`${worktree}/test/lay-the-pipe.test.js`, "\nit('AC-002: y')\n")
  return { ...held, ran }
}

const good = (argv: readonly string[]): Answered =>
  argv.includes('-t') ? passing(argv[argv.indexOf('-t') + 1]!) : {}
const lines = usual({ 'task.execute': ['Built.'], 'task.execute.again': ['Mended.'] })
const outcome = (ending: unknown) => (ending as { outcome: Outcome }).outcome
const callsOf = (held: Held, id: string) => held.calls.filter(({ prompt }) => prompt.call === id)

test('each story is built by its member in the worktree, in the order of what waits for what, and committed apart', async () => {
  const held = await working(good)
  const ending = await held.hold(lines, [...approved, 'team', ['verified', 'I saw it.']])
  expect(outcome(ending)).toMatchObject({
    action: 'team',
    verification: { verified: 3, total: 3 },
    work: { branch: `deliberate/${sessionId}`, worktree },
  })
  expect(callsOf(held, 'task.execute').map(({ seat }) => seat)).toEqual(['alder', 'birch'])
  const tasks = (await held.lines()).flatMap((line) =>
    line.kind === 'turn' && line.data.call.startsWith('task') ? [line.data] : [],
  )
  expect(tasks).toHaveLength(2)
  expect(callsOf(held, 'task.execute')[0]!.prompt.text).toContain('Not implemented — AC-001 pending')
  expect(held.at.git.did.filter((did) => did.includes(' in '))).toEqual([
    `commit in ${worktree} without .claude: feat(water-the-grove): Dig the ditch (US-001)`,
    `commit in ${worktree} without .claude: feat(water-the-grove): Lay the pipe (US-002)`,
  ])
  expect(held.ran.slice(0, 2)).toEqual([
    'npm test',
    'npx --no-install vitest run test/dig-the-ditch.test.js -t AC-001 --reporter=json',
  ])
  expect(held.text('acceptance-contract.md')).toContain(
    '- **Evidence:** I saw it.\n- **Verified-by:** the person',
  )
  expect((await held.verify()).findings).toEqual([])
})

describe('what does not hold', () => {
  test('goes back to its member with what was seen, and a failed gate to that of the last task', async () => {
    let gate = 0
    let tested = 0
    const held = await working((argv) => {
      if (argv[0] === 'npm') return gate++ === 0 ? { code: 1, stdout: 'gate says no' } : {}
      if (argv.includes('AC-001') && tested++ === 0) return { code: 1, stderr: 'one is not two' }
      return good(argv)
    })
    expect(outcome(await held.hold(lines, [...approved, 'team', 'later']))).toMatchObject({
      verification: { verified: 2, manual: 1 },
    })
    const again = callsOf(held, 'task.execute.again')
    expect(again.map(({ seat }) => seat)).toEqual(['alder', 'birch'])
    expect(again[0]!.prompt.text).toContain('one is not two')
    expect(again[1]!.prompt.text).toContain('gate says no')
  })

  test('is put to the person after three attempts; a stop halts, and a resume tries on', async () => {
    let broken = true
    const held = await working((argv) => (broken && argv.includes('AC-002') ? { code: 1 } : good(argv)))
    const halted = await held.hold(lines, [...approved, 'team', ['advise', 'Use the other pipe.'], 'stop'])
    expect(halted).toMatchObject({
      kind: 'halted',
      line: 'HALT deliberate: gate verification failed: 1 of 3 criteria not verified (AC-002); resume to try again',
    })
    expect(callsOf(held, 'task.execute.again')).toHaveLength(6)
    expect(callsOf(held, 'task.execute.again')[3]!.prompt.text).toContain('Use the other pipe.')
    expect(held.text('acceptance-contract.md')).toContain('- **Status:** failed')
    broken = false
    expect(await held.hold(lines, ['later'])).toMatchObject({ kind: 'concluded' })
  })

  test('is not taken for verified where no test names it, or where its stub still stands', async () => {
    const held = await working(good)
    held.at.files.delete(`${worktree}/test/dig-the-ditch.test.js`)
    held.at.files.set(
      `${worktree}/test/lay-the-pipe.test.js`,
      "it('AC-002', () => { throw Error('Not implemented — AC-002 pending') })",
    )
    await held.hold(lines, [...approved, 'team', 'stop'])
    expect(held.text('acceptance-contract.md')).toContain('- **Evidence:** no test names AC-001')
    expect(held.text('acceptance-contract.md')).toContain('- **Evidence:** no test names AC-002')
  })
})

test('a member that fails twice leaves its task failed, and the next goes on', async () => {
  const held = await working(good)
  const some = usual({ ...lines, 'task.execute@alder': [voiceless('no voice')] })
  await held.hold(some, [...approved, 'team', 'later'])
  expect(held.text('plan.md')).toContain('| T-001 | US-001: Dig the ditch | Alder | — | failed |')
  expect(held.text('plan.md')).toContain('| T-002 | US-002: Lay the pipe | Birch | T-001 | done |')
})

test('a task that changed nothing is not done by its member’s word, but once its criteria hold', async () => {
  let broken = true
  const held = await working((argv) => (broken && argv.includes('AC-001') ? { code: 1 } : good(argv)))
  const { git } = held.at.world
  const commitWorktree: typeof git.commitWorktree = async (...ask) =>
    ask[1].includes('US-001') ? { kind: 'nothing' } : git.commitWorktree(...ask)
  Object.assign(held.at.world, { git: { ...git, commitWorktree } })
  await held.hold(lines, [...approved, 'team', 'stop'])
  expect(held.text('plan.md')).toContain('| T-001 | US-001: Dig the ditch | Alder | — | failed |')
  expect(held.notes('task')).toContainEqual(
    expect.objectContaining({ task: 'T-001', state: 'failed', text: 'T-001 changed nothing: Dig the ditch' }),
  )
  broken = false
  expect(await held.hold(lines, ['later'])).toMatchObject({ kind: 'concluded' })
  expect(held.text('plan.md')).toContain('| T-001 | US-001: Dig the ditch | Alder | — | done |')
})

test('a change of the person’s tree halts with its name, and nothing of that task is committed', async () => {
  const held = await working(good)
  const escaping = usual({
    ...lines,
    'task.execute@alder': [
      () => {
        held.at.git.statusLines = [' M src/pump.ts']
        return 'Done.'
      },
    ],
  })
  expect(await held.hold(escaping, [...approved, 'team'])).toMatchObject({
    kind: 'halted',
    line: 'HALT deliberate: edits escaped the worktree: src/pump.ts (changed); nothing is committed, look at them and resume to go on',
  })
  expect(held.at.git.did.filter((did) => did.includes(' in '))).toEqual([])
  expect(await held.hold(lines, ['later'])).toMatchObject({ kind: 'concluded' })
})

test('guided asks before each task; a skipped one stays pending and blocks nothing', async () => {
  const held = await working((argv) => (argv.includes('AC-001') ? { code: 1 } : good(argv)), {
    mode: 'guided',
  })
  const answers: Answers = [
    ['answer', 'Much.'],
    ...['approve', 'approve', 'continue', 'approve', 'approve', 'team', 'skip'],
    ['modify', 'Mind the fish.'],
    'later',
  ]
  const ending = await held.hold(lines, answers)
  expect(outcome(ending)).toMatchObject({
    verification: { verified: 1, total: 3, failed: 0 },
    remarks: ['T-001 (Dig the ditch) is skipped.'],
  })
  expect(callsOf(held, 'task.execute').map(({ seat }) => seat)).toEqual(['birch'])
  expect(callsOf(held, 'task.execute')[0]!.prompt.text).toContain('Mind the fish.')
})

describe('a criterion without a command', () => {
  const metric = {
    overview: 'o',
    goals: ['g'],
    non_goals: [],
    stories: [
      {
        title: 'Dig',
        as_a: 'a',
        want: 'b',
        so_that: 'c',
        member: 'alder',
        criteria: [{ text: 'It is fast [metric]' }],
      },
    ],
    technical_notes: '',
    dependencies: [],
  }
  const proof = { met: true, argv: ['node', 'bench.js'], why: 'It ends well.' }

  test('is not verified by the verifier’s word, only by a receipt of the program it names', async () => {
    const held = await working(good)
    const said = usual({ ...lines, prd: [metric], 'verify.criterion': [proof] })
    await held.hold(said, [...approved, 'team', 'stop'])
    expect(held.text('acceptance-contract.md')).toContain(
      '- **Evidence:** no receipt shows that node bench.js ended with exit 0\n- **Verified-by:** verifier',
    )
  })
})

test('without a commit to start from the team is not offered, and the question says why', async () => {
  const held = await working(good)
  held.at.git.state = { kind: 'none' }
  await held.hold(lines, [...approved, 'keep'])
  const asked = (await held.lines()).flatMap((line) =>
    line.kind === 'asked' && line.data.id === 'action.choose' ? [line.data] : [],
  )
  expect(asked[0]!.options.map(({ key }) => key)).not.toContain('team')
  expect(asked[0]!.body).toContain('there is no commit to start a branch from')
})
