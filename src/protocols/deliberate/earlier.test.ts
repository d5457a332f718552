// A session whose folder is there and whose journal is not goes on after its last complete paper, in a new meeting.

import { describe, expect, test } from 'vitest'
import { folder, goingOn, type Held, inputFor, session, usual } from './harness.suite.js'
import type { Mode } from './modes.js'

type Answers = (string | [string, string])[]

const approving: Answers = [['answer', '1. Much.\n2. Yes.'], 'approve', 'approve', 'approve', 'keep']

const sessions = new Map<Mode, Promise<Map<string, string>>>()

/** Everything that a finished session of that mode left in its folder. Held once for all tests. */
async function finished(mode: Mode): Promise<Map<string, string>> {
  if (!sessions.has(mode)) sessions.set(mode, heldOnce(mode))
  return new Map(await sessions.get(mode)!)
}

const answersIn: Readonly<Partial<Record<Mode, Answers>>> = {
  standard: approving,
  quick: ['keep'],
  meeting: [['answer', 'Much.'], 'approve'],
}

async function heldOnce(mode: Mode): Promise<Map<string, string>> {
  const held = await session(inputFor({ mode }))
  expect(await held.hold(usual(), answersIn[mode] ?? [])).toMatchObject({ kind: 'concluded' })
  return new Map([...held.at.files].filter(([path]) => path.startsWith(folder)))
}

interface Row {
  readonly mode?: Mode
  /** Papers that are gone. */
  readonly gone?: readonly RegExp[]
  readonly head?: (text: string) => string
  readonly asked?: Mode
  readonly wanted?: 'github'
}

async function goneOn({ mode = 'standard', gone = [], head, ...asked }: Row): Promise<Held> {
  const files = await finished(mode)
  for (const path of files.keys()) {
    const name = path.slice(folder.length)
    if (gone.some((one) => one.test(name))) files.delete(path)
  }
  const paper = `${folder}session.md`
  files.set(paper, (head ?? ((text) => text))(files.get(paper)!))
  return goingOn(files, asked)
}

const calls = (held: Held) => held.calls.map(({ prompt }) => prompt.call)
const plan = [/^prd/, /^acceptance/, /^plan/, /^test-stubs/, /^issues/]
const later = [/^design/, /^deliberation/, ...plan]

describe('goes on after the last complete paper', () => {
  test('with the interview, numbered on, where it has no summary', async () => {
    const held = await goneOn({ gone: [/^interview-summary/, /^assembly/, ...later] })
    expect(await held.hold(usual(), ['approve'])).toMatchObject({ kind: 'waiting' })
    expect(calls(held).slice(0, 3)).toEqual(['interview.questions', 'interview.summary', 'assembly.semantic'])
    expect(held.text('interview-transcript.md')).toContain('## Round 1')
  })

  test('with the assembly, by the interview that lies there', async () => {
    const held = await goneOn({ gone: [/^assembly/, ...later] })
    expect(await held.hold(usual(), [])).toMatchObject({ kind: 'waiting' })
    expect([calls(held), held.asked()]).toEqual([['assembly.semantic'], ['assembly.approve']])
    expect(held.calls[0]!.prompt.text).toContain('Water for the trees.')
  })

  test('with the rounds, as a cycle behind those that were held, by the members of assembly.md', async () => {
    const held = await goneOn({ gone: [/^design/, ...plan] })
    const first = held.at.files.get(`${folder}deliberation/round1/alder.md`)
    expect(await held.hold(usual(), ['approve', 'approve', 'keep'])).toMatchObject({ kind: 'concluded' })
    expect(calls(held).slice(0, 4)).toEqual([
      'round1.position',
      'round1.position',
      'round1.position',
      'pairing',
    ])
    expect(held.text('deliberation/round1/alder.md')).toBe(first)
    for (const path of [
      'round1/alder.md',
      'pairs.md',
      'round2/alder-responds-to-birch.md',
      'round3/cedar.md',
    ])
      expect(held.text(`deliberation/cycle2/${path}`), path).not.toBe('')
    expect(held.text('session.md')).toContain('\nAgents: Alder, Birch, Cedar\n')
    expect((await held.verify()).findings).toEqual([])
  })

  test('with the plan, by the design that lies there', async () => {
    const held = await goneOn({ gone: plan })
    const design = held.text('design.md')
    expect(await held.hold(usual(), ['approve', 'keep'])).toMatchObject({ kind: 'concluded' })
    expect([calls(held), held.text('design.md')]).toEqual([['prd'], design])
    expect(held.calls[0]!.prompt.text).toContain('take the water from the river')
    expect(held.text('plan.md')).toContain('T-002')
  })

  test('with the action, and what is missing of the plan is made by code', async () => {
    const held = await goneOn({ gone: [/^acceptance/, /^plan/, /^test-stubs/] })
    const [prd, contract] = [
      held.text('prd.md'),
      (await finished('standard')).get(`${folder}acceptance-contract.md`),
    ]
    expect(await held.hold(usual(), ['keep'])).toMatchObject({ kind: 'concluded' })
    expect([calls(held), held.asked()]).toEqual([[], ['action.choose']])
    expect([held.text('prd.md'), held.text('acceptance-contract.md')]).toEqual([prd, contract])
    expect(held.text('plan.md')).toContain('| T-002 | US-002: Lay the pipe | Birch |')
    expect(held.text('test-stubs/us-001.test.js')).toContain('AC-001')
  })

  test('of a quick session with its tasks, or with what becomes of them', async () => {
    const sketched = await goneOn({ mode: 'quick', gone: [/^plan/] })
    expect(await sketched.hold(usual(), ['keep'])).toMatchObject({ kind: 'concluded' })
    expect(calls(sketched)).toEqual(['tasklist'])
    const planned = await goneOn({ mode: 'quick' })
    expect(await planned.hold(usual(), ['keep'])).toMatchObject({ kind: 'concluded' })
    expect([calls(planned), planned.asked()]).toEqual([[], ['action.quick']])
  })

  test('of a meeting with openings anew, beside the earlier ones', async () => {
    const held = await goneOn({ mode: 'meeting', gone: [/^meeting-notes/] })
    expect(await held.hold(usual(), [])).toMatchObject({ kind: 'concluded' })
    expect(calls(held)[0]).toBe('meeting.opening')
    expect(held.text('deliberation/cycle2/round1/alder.md')).toContain('Opening')
    expect(held.text('meeting-notes.md')).toContain('## Opening Perspectives')
  })
})

describe('papers are nobody’s word', () => {
  test('what they say was chosen is not done again, and what the team would run is named', async () => {
    const head = (text: string) => text.replace('Action: keep', 'Action: github')
    const held = await goneOn({ head })
    expect(await held.hold(usual(), [])).toMatchObject({ kind: 'waiting' })
    const [asked] = (await held.lines()).filter(({ kind }) => kind === 'asked')
    expect(JSON.stringify(asked)).toContain('runs: `npm test`')
    expect(held.text('session.md')).not.toContain('Action:')
  })

  test('auto in them becomes standard, and is said; the flag is the person’s word', async () => {
    const head = (text: string) => text.replace('Mode: standard', 'Mode: auto')
    const asking = await goneOn({ head, gone: plan })
    expect(await asking.hold(usual(), [])).toMatchObject({ kind: 'waiting' })
    expect(JSON.stringify(asking.notes('warning'))).toContain('asks you first')
    const auto = await goneOn({ head, gone: plan, asked: 'auto' })
    expect(await auto.hold(usual(), [])).toMatchObject({ kind: 'concluded' })
    expect(auto.asked()).toEqual([])
  })

  test('unknown lines, sections and earlier approvals stay', async () => {
    const head = (text: string) => text.replace('Phase:', 'Mood: good\nPhase:').concat('\n## Scratch\nmine\n')
    const held = await goneOn({ head })
    await held.hold(usual(), ['keep'])
    expect(held.text('session.md')).toContain('\nMood: good\n')
    expect(held.text('session.md')).toContain('## Scratch\nmine')
    expect(held.text('session.md').match(/^- .* \| person$/gm)).toHaveLength(approving.length + 1)
  })
})

test('the word for the export asks nothing else', async () => {
  const held = await goneOn({ wanted: 'github' })
  expect(await held.hold(usual(), [])).toMatchObject({
    kind: 'concluded',
    outcome: { export: { state: 'undone' } },
  })
  expect([calls(held), held.asked()]).toEqual([[], []])
  expect(held.text('session.md')).toContain('Export: undone — no-gh')
})
