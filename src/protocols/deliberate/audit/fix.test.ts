// Fixing what an audit found: in a worktree, a zone at a time, and only as far as the project's own gates hold.

import { expect, test } from 'vitest'
import type { ProgramRun, World } from '../../../kernel/world.js'
import type { Held } from '../harness.suite.js'
import { audited, lines } from './audited.suite.js'
import { type Auditor, auditedBy } from './auditors.suite.js'

const found = (file: string, severity: string, title: string) => ({
  severity,
  file,
  line: 1,
  category: 'loss',
  title,
  detail: 'Water runs out.',
})

/** One warning in docs/, one critical finding in test/, a note in src/. */
const findings: Readonly<Record<string, object[]>> = {
  'docs/': [found('docs/a.ts', 'warning', 'Leaks')],
  'test/': [found('test/b.ts', 'critical', 'Floods')],
  'src/': [found('src/c.ts', 'info', 'Drips')],
}
const auditor: Auditor = ({ files, zone }) => ({ reads: files, findings: findings[zone] ?? [] })

const working = { ...lines, 'task.execute': ['Mended.'], 'task.execute.again': ['Mended again.'] }

function hold(held: Held, answers: (string | [string, string])[], run: () => ProgramRun) {
  const world: World = { ...held.at.world, programs: { run: async () => run() } }
  return held.hold(working, answers, { ...auditedBy(held, auditor, working), world })
}

const passing = () => ({ code: 0, why: null, stdout: '', stderr: '' })
const failing = () => ({ code: 1, why: null, stdout: 'one test is red', stderr: '' })
const made = (held: Held, call: string) => held.calls.filter(({ prompt }) => prompt.call === call)

test('one task for each zone with something to mend, the critical one first, committed on a branch that the person merges', async () => {
  const held = await audited()
  const ending = await hold(held, ['start', 'fix'], passing)
  expect(ending).toMatchObject({
    kind: 'concluded',
    outcome: {
      work: { branch: expect.stringMatching(/^deliberate\//), ahead: 1 },
      audit: { findings: { critical: 1, warning: 1, info: 1 } },
    },
  })
  const asked = made(held, 'task.execute')
  expect(asked.map(({ prompt }) => /FIX-00\d, \S+: .*/.exec(prompt.text)?.[0])).toEqual([
    'FIX-001, test/: 1 finding in test/',
    'FIX-002, docs/: 1 finding in docs/',
  ])
  expect(asked[0]?.prompt.text).toContain('critical test/b.ts:1 loss: Floods — Water runs out.')
  expect(asked[0]?.prompt.text).not.toContain('AC-001')
  const commits = held.at.git.did.filter((did) => did.startsWith('commit in '))
  expect(commits.map((did) => did.replace(/^.*?: /, ''))).toEqual([
    expect.stringMatching(/^fix\(test\/\): 1 findings \(F-00\d\)$/),
    expect.stringMatching(/^fix\(docs\/\): 1 findings \(F-00\d\)$/),
  ])
  expect(held.notes('handover')).toHaveLength(1)
  expect(held.notes('verification')).toEqual([
    expect.objectContaining({ text: '1 of 1 quality gates passed' }),
  ])
})

test('a gate that stays red goes back three times, then the person says how it goes on; stop halts and a resume tries again', async () => {
  const held = await audited()
  const halted = await hold(held, ['start', 'fix', 'stop'], failing)
  expect(halted).toMatchObject({
    kind: 'halted',
    line: expect.stringContaining(
      'HALT deliberate: gate verification failed: 1 of 1 criteria not verified (test)',
    ),
  })
  expect(made(held, 'task.execute.again')).toHaveLength(3)
  expect(made(held, 'task.execute.again')[0]?.prompt.text).toContain('one test is red')
  expect(await hold(held, [], passing)).toMatchObject({ kind: 'concluded' })
})

test('without a commit it is not offered, and the question says why', async () => {
  const held = await audited()
  held.at.git.state = { kind: 'none' }
  await expect(hold(held, ['start', 'fix'], passing)).resolves.not.toMatchObject({ kind: 'concluded' })
  const asked = (await held.lines()).findLast(({ kind }) => kind === 'asked')
  expect(JSON.stringify(asked)).toContain('there is no commit to start a branch from')
  expect(JSON.stringify(asked)).not.toContain('"key":"fix"')
})
