// How seats are heard in a session: ceilings, calls that fail, and a workspace that changes under readers.

import { describe, expect, test } from 'vitest'
import { BackendFailed } from '../../kernel/errors.js'
import { voiceless } from '../council/harness.suite.js'
import { position, session, usual } from './harness.suite.js'

const approving = ['skip', 'approve', 'approve', 'approve', 'keep']

describe('a conductor’s call that nothing can stand in for', () => {
  test('halts where the ceiling leaves no room, and is made when somebody resumes with a higher one', async () => {
    const held = await session()
    expect(await held.hold(usual(), approving, { ceiling: 900 })).toMatchObject({
      kind: 'halted',
      line: expect.stringMatching(/^HALT deliberate: .*; resume with a higher --token-ceiling$/),
    })
    expect(held.calls).toEqual([])
    expect(await held.hold(usual(), approving)).toMatchObject({ kind: 'concluded' })
  })

  test('halts at a spent ceiling on cost in the same way, and the record says which ceiling it was', async () => {
    const held = await session()
    const dear = { input: 1_000_000, cached: 0, written: 0, output: 1_000_000 }
    const money = { ceiling: 10, priceOf: () => dear, mustKnow: () => {}, dearest: dear }
    expect(await held.hold(usual(), approving, { money })).toMatchObject({
      kind: 'halted',
      line: expect.stringMatching(/^HALT deliberate: .*; resume with a higher --cost-ceiling$/),
    })
    expect(await held.lines()).toContainEqual(
      expect.objectContaining({
        kind: 'halted',
        data: expect.objectContaining({ rule: 'ceiling', over: 'cost' }),
      }),
    )
  })

  test('halts as well where its second attempt finds no room, and then makes only that one', async () => {
    const held = await session()
    const [summary] = usual()['interview.summary']!
    const usage = { input: 98_300, output: 0, estimated: false }
    const dear = new BackendFailed('failed', 'the line is dead', { usage })
    const lines = usual({ 'interview.summary': [dear, summary!] })
    expect(await held.hold(lines, approving, { ceiling: 100_000 })).toMatchObject({
      kind: 'halted',
      line: expect.stringMatching(/^HALT deliberate: .*; resume with a higher --token-ceiling$/),
    })
    expect(held.calls.at(-1)?.prompt.call).toBe('interview.summary')
    const before = held.calls.length
    expect(await held.hold(usual(), approving.slice(1))).toMatchObject({ kind: 'concluded' })
    expect(held.calls.filter(({ prompt }) => prompt.call === 'interview.summary')).toHaveLength(2)
    expect(held.calls[before]?.prompt.call).toBe('interview.summary')
  })

  test('is made once more where it failed, with the same words', async () => {
    const held = await session()
    const [summary] = usual()['interview.summary']!
    const lines = usual({ 'interview.summary': [voiceless('the line is dead'), summary!] })
    expect(await held.hold(lines, approving)).toMatchObject({ kind: 'concluded', outcome: { degraded: [] } })
    const made = held.calls.filter(({ prompt }) => prompt.call === 'interview.summary')
    expect(made).toHaveLength(2)
    expect(made[1]?.prompt.text).toBe(made[0]?.prompt.text)
  })

  test('fails the run when it fails twice, and is made again by a resume', async () => {
    const held = await session()
    const dead = usual({ prd: [voiceless('the line is dead')] })
    expect(await held.hold(dead, approving)).toMatchObject({ kind: 'failed' })
    const before = held.calls.filter(({ prompt }) => prompt.call === 'synthesis').length
    expect(await held.hold(usual(), ['approve', 'keep'])).toMatchObject({ kind: 'concluded' })
    expect(held.calls.filter(({ prompt }) => prompt.call === 'synthesis')).toHaveLength(before)
  })
})

describe('members that speak at the same time', () => {
  test('halt once where the ceiling leaves no room for some, and a resume asks only those', async () => {
    const held = await session()
    const usage = { input: 94_300, output: 0, estimated: false }
    const dear = new BackendFailed('failed', 'the line is dead', { usage })
    const [summary] = usual()['interview.summary']!
    const lines = usual({ 'interview.summary': [dear, summary!] })
    expect(await held.hold(lines, approving, { ceiling: 100_000 })).toMatchObject({ kind: 'halted' })
    const spoken = (id: string) =>
      held.calls.filter(({ seat, prompt }) => seat === id && prompt.call === 'round1.position').length
    expect(['alder', 'birch', 'cedar'].map(spoken)).toEqual([1, 0, 0])
    expect(await held.hold(usual(), approving.slice(2))).toMatchObject({
      kind: 'concluded',
      outcome: { degraded: [] },
    })
    expect(['alder', 'birch', 'cedar'].map(spoken)).toEqual([1, 1, 1])
    const halts = (await held.lines()).filter(({ kind }) => kind === 'halted')
    expect(halts).toHaveLength(1)
  })
})

describe('the workspace while members read it', () => {
  test('is compared after a part with tools: what changed is told and marks the result', async () => {
    const held = await session()
    const edited = () => {
      held.at.git.statusLines.push(' M src/pump.ts', ' M .claude/other.md')
      return position
    }
    const lines = usual({ 'round1.position@alder': [edited] })
    const ending = await held.hold(lines, approving, { backendFor: held.withTools(lines) })
    expect(ending).toMatchObject({ outcome: { degraded: ['tree-changed'] } })
    expect(held.notes('warning')).toEqual([{ text: 'src/pump.ts changed while members were reading' }])
    expect(held.text('prd.md')).toContain('**Degraded:** tree-changed')
  })
})
