// What always holds of a session, each under its number. Of V9, the publishing, test/deliberate-export.test.ts has the kills.

import { expect, test } from 'vitest'
import type { ProgramRun } from '../../kernel/world.js'
import { scripted, voiceless } from '../council/harness.suite.js'
import { readSession } from './documents/session-file.js'
import { folder, type Held, inputFor, position, session, sessionId, usual } from './harness.suite.js'
import type { Outcome } from './outcome.js'

type Answers = (string | [string, string])[]
const approving: Answers = [['answer', 'Much.'], 'approve', 'approve', 'approve', 'keep']
const outcomeOf = (ending: unknown) => (ending as { outcome: Outcome }).outcome

async function approvals(held: Held): Promise<string[]> {
  return readSession(held.text('session.md'))!.approvals.map(
    ({ touchpoint, choose }) => `${touchpoint} ${choose}`,
  )
}

const answered = async (held: Held) =>
  (await held.lines()).flatMap((line) =>
    line.kind === 'answered' ? [`${line.data.question} ${line.data.choose}`] : [],
  )

test('V1: auto asks nothing, and every approval on file is an answer in the journal', async () => {
  const auto = await session(inputFor({ mode: 'auto' }))
  await auto.hold(usual(), [])
  expect(auto.asked()).toEqual([])
  expect(await approvals(auto)).toEqual([])
  const held = await session()
  await held.hold(usual(), approving)
  expect(await approvals(held)).toEqual(await answered(held))
})

/** Where the session stands by its file, and by what its journal came to. */
const stands = (held: Held) => {
  const { phase, status } = readSession(held.text('session.md'))!
  return `${phase} ${status}`
}

test('V2: session.md says how far a session came wherever it waits, halts or ends', async () => {
  const at: string[] = []
  for (let given = 0; given <= approving.length; given++) {
    const held = await session()
    const ending = await held.hold(usual(), approving.slice(0, given))
    expect(ending.kind).toBe(given < approving.length ? 'waiting' : 'concluded')
    at.push(stands(held))
  }
  expect(at).toEqual([
    'interview active',
    'assembly active',
    'planning active',
    'planning active',
    'action active',
    'action completed',
  ])
  const halted = await session()
  const dead = usual({ 'round1.position': [voiceless('no voice')] })
  expect(await halted.hold(dead, approving)).toMatchObject({ kind: 'halted' })
  expect(stands(halted)).toBe('deliberation active')
})

test('V3: no prompt of round 1 holds a word of another member’s reply, in whatever order they come', async () => {
  const held = await session()
  const own = (id: string) => position.replace('It is near.', `Secret of ${id}.`)
  const lines = usual(
    Object.fromEntries(['alder', 'birch', 'cedar'].map((id) => [`round1.position@${id}`, [own(id)]])),
  )
  await held.hold(lines, approving)
  const prompts = held.calls.filter(({ prompt }) => prompt.call === 'round1.position')
  expect(prompts).toHaveLength(3)
  for (const { prompt } of prompts) expect(prompt.text + prompt.system).not.toContain('Secret of')
})

test('V4: who is named as author of a file has a turn behind it, and an absent one has none after it failed', async () => {
  const held = await session()
  await held.hold(usual({ 'round2.challenge@birch': [voiceless('no voice')] }), approving)
  const spoke = new Set(
    (await held.lines()).flatMap((line) =>
      line.kind === 'turn' && line.data.call.startsWith('round')
        ? [`${line.data.call} ${line.data.seat}`]
        : [],
    ),
  )
  const files = [...held.at.files.keys()].flatMap((path) => {
    const found = /deliberation\/round(\d)\/([a-z]+)(?:-responds-to-[a-z]+)?\.md$/.exec(path)
    return found ? [{ round: found[1]!, member: found[2]! }] : []
  })
  const callOf: Record<string, string> = { 1: 'round1.position', 2: 'round2.challenge', 3: 'round3.converge' }
  expect(files.length).toBeGreaterThan(5)
  for (const { round, member } of files) expect(spoke).toContain(`${callOf[round]} ${member}`)
  expect(files.filter(({ member }) => member === 'birch')).toEqual([{ round: '1', member: 'birch' }])
})

test('V5: every non-negotiable of round 3 is a row of the design, met or overridden with a reason, or contested', async () => {
  const held = await session()
  await held.hold(usual(), approving)
  const rows = held.text('design.md').match(/^\| N\d+ \|.*$/gm)!
  expect(rows).toHaveLength(3)
  for (const row of rows) expect(row).toMatch(/\| (?:met|overridden|contested) \| \S.* \|$/)
})

test('V6: every row, box, block and stub of the plan names an id that exists, and no id twice', async () => {
  const held = await session()
  await held.hold(usual(), approving)
  const ids = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, id]) => id!)
  const contract = held.text('acceptance-contract.md')
  const stories = ids(held.text('prd.md'), /^### (US-\d+):/gm)
  const blocks = ids(contract, /^#### (AC-\d+):/gm)
  expect(new Set(stories).size).toBe(stories.length)
  expect(new Set(blocks).size).toBe(blocks.length)
  expect(ids(contract, /^### (US-\d+):/gm)).toEqual(stories)
  expect(ids(contract, /^\| (AC-\d+) \| (?!test-stubs).* \| pending \|/gm)).toEqual(blocks)
  expect(held.text('prd.md').match(/^- \[ \] /gm)).toHaveLength(blocks.length)
  expect(ids(held.text('plan.md'), /\| (US-\d+):/g)).toEqual(stories)
  const stubs = [...held.at.files.keys()].filter((path) => path.startsWith(`${folder}test-stubs/`))
  expect(stubs).toHaveLength(stories.length)
  for (const path of stubs)
    for (const id of ids(held.at.files.get(path)!, /(AC-\d+): /g)) expect(blocks).toContain(id)
})

test('V7: commits hold only papers of the session, by name', async () => {
  const held = await session()
  await held.hold(usual(), approving)
  const committed = held.at.git.did.flatMap((did) => /^commit docs\([^:]*: .*?: (\..*)$/.exec(did)?.[1] ?? [])
  expect(committed.length).toBeGreaterThan(2)
  const strange = committed
    .flatMap((paths) => paths.split(' '))
    .filter((path) => !/^\.claude\/(?:grove\/sessions\/|prd\/|skills\/grove\/)/.test(path))
  expect(strange).toEqual([])
})

const worktree = `.parley/worktrees/${sessionId}`

test('V8: no criterion is verified without a command that exited 0, a receipt that shows it, or the person’s words', async () => {
  const held = await session()
  held.at.files.set(`${worktree}/test/dig-the-ditch.test.js`, "it('AC-001: x')\n")
  held.at.files.set(`${worktree}/test/lay-the-pipe.test.js`, "it('AC-002: y')\n")
  const claims: Partial<ProgramRun>[] = [
    { code: 1, stdout: 'AC-001 passed' },
    { code: 0, stdout: 'ok: all verified' },
    { code: null, why: 'it ran too long' },
  ]
  let n = 0
  const run = async (): Promise<ProgramRun> => ({
    code: 0,
    why: null,
    stdout: '',
    stderr: '',
    ...claims[n++ % 3],
  })
  Object.assign(held.at.world, { programs: { run } })
  const lines = usual({
    'task.execute': ['AC-001 and AC-002 are verified. Status: verified'],
    'task.execute.again': ['Verified now.'],
  })
  await held.hold(lines, [...approving.slice(0, 4), 'team', 'stop'])
  expect(held.text('acceptance-contract.md')).not.toContain('- **Status:** verified')
  expect(held.text('acceptance-contract.md')).toContain('Progress: 0/3 verified')
})

test('V9: nothing is published by a default, or unasked by a degraded session', async () => {
  const asked: string[] = []
  const github = {
    call: async ({ argv }: { argv: readonly string[] }) => {
      asked.push(argv.join(' '))
      return { kind: 'missing' as const }
    },
  }
  const auto = await session(inputFor({ mode: 'auto' }))
  Object.assign(auto.at.world, { github })
  expect(outcomeOf(await auto.hold(usual({ 'round1.position@cedar': [voiceless('x')] }), []))).toMatchObject({
    export: { state: 'undone', reason: 'degraded' },
  })
  expect(asked).toEqual([])
})

test('V10: a file counts as read only if a receipt shows all its lines', async () => {
  const held = await session(inputFor({ mode: 'audit' }), { 'src/long.ts': 'a\n'.repeat(400) })
  const zone = { files_read: ['src/pump.ts', 'src/long.ts'], findings: [] }
  const lines = usual({
    'audit.criteria': [{ criteria: ['It pumps'], scope: [] }],
    'audit.zone': [zone],
    'audit.gaps': [{ reopen: [] }],
    'audit.report': [{ summary: 'x', recommendations: [] }],
  })
  const backend = scripted(held.calls, lines)
  const ending = await held.hold(lines, ['start', 'keep'], { backendFor: async () => backend })
  expect(outcomeOf(ending)).toMatchObject({ audit: { read: 0, convergence: 'stopped' } })
  expect(held.text('audit/coverage.md')).toMatch(/Read: 0 of \d+ files/)
})

test('V11: a resume calls, asks and commits nothing twice, wherever it was left', async () => {
  const whole = await session()
  await whole.hold(usual(), approving)
  const step = await session()
  for (let given = 0; given <= approving.length; given++)
    await step.hold(usual(), given === 0 ? [] : [approving[given - 1]!])
  const turns = (await step.lines()).filter(({ kind }) => kind === 'turn')
  expect(step.calls.map(({ prompt }) => prompt.call)).toEqual(whole.calls.map(({ prompt }) => prompt.call))
  expect(await answered(step)).toEqual(await answered(whole))
  expect(step.at.git.did).toEqual(whole.at.git.did)
  expect(turns).toHaveLength(whole.calls.length)
})

test('V12: marks stand in the title of the outcome and in every paper that was written after they arose', async () => {
  const held = await session()
  const ending = await held.hold(usual({ 'round3.converge@cedar': [voiceless('no voice')] }), approving)
  expect(outcomeOf(ending).title).toBe('Water the grove from the river (degraded: absent:cedar)')
  for (const name of ['design.md', 'prd.md']) {
    expect(held.text(name), name).toMatch(/^# .* \(degraded\)$/m)
    expect(held.text(name), name).toMatch(
      /\*\*Degraded:\*\* absent:cedar\n+\*\*Left out:\*\* Cedar — round 3: .*no voice/,
    )
  }
  expect(held.text('session.md')).toContain('Degraded: absent:cedar\n')
})
