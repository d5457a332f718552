// What a voice is sent: what it needs and nothing twice, the person's words in the open and everybody else's in fences.

import { beforeAll, describe, expect, test } from 'vitest'
import { type Held, inputFor, session, usual } from '../harness.suite.js'

const persona = (name: string) =>
  `---\nname: ${name}\n---\nYou are ${name}.\n\n## Trigger Domains\n\nriver, rain\n\n## Known Blind Spots\n\nYou dig too deep.\n\n## Deliberation Formats\n\nRound 1, a position.\n`

describe('the prompts of a standard session', () => {
  let held: Held
  const input = inputFor()
  const personas = Object.fromEntries(Object.keys(input.personas).map((name) => [name, persona(name)]))
  const sent = (call: string, seat?: string) =>
    held.calls.filter((one) => one.prompt.call === call && (seat === undefined || one.seat === seat))
  const textOf = (call: string, seat?: string) => sent(call, seat)[0]?.prompt.text ?? ''

  beforeAll(async () => {
    held = await session(inputFor({ personas }))
    const design = usual()['synthesis']!
    const lines = usual({ synthesis: [{ overview: '' }], 'synthesis.again': design })
    await held.hold(lines, ['skip', 'approve', 'approve', 'approve', 'keep'])
  })

  test('give a member its persona without what only helps to choose members, and without the forms that the ask repeats', () => {
    const system = sent('round1.position', 'alder')[0]!.prompt.system
    expect(system).toContain('You dig too deep.')
    expect(system).not.toMatch(/Trigger Domains|Deliberation Formats|river, rain/)
  })

  test('show the scores of the lenses only to who seats the members', () => {
    expect(textOf('assembly.semantic')).toContain('## Perspective Relevance Scores')
    expect(textOf('round1.position', 'alder')).toContain('## Core Intent')
    expect(textOf('round1.position', 'alder')).not.toContain('Perspective Relevance Scores')
    expect(textOf('synthesis')).not.toContain('Perspective Relevance Scores')
  })

  test('say which lens each perspective has wherever it is scored', () => {
    for (const call of ['interview.questions', 'interview.summary', 'assembly.semantic'])
      expect(textOf(call)).toMatch(/^- alder \(Alder\): /m)
  })

  test('fence what the conductor said about a pair, and what the pairs are in the design', () => {
    expect(textOf('round2.challenge', 'alder')).toMatch(/```tension\nShade or light\?\nIt matters because: /)
    expect(textOf('synthesis')).toMatch(/```tensions\nP1: Alder and Birch: Shade or light\?/)
  })

  test('give a member in round 3 the whole answers to itself and what everybody else recommended', () => {
    const text = textOf('round3.converge', 'alder')
    expect(text).toContain('```Birch to you\n## Birch Response to Alder')
    expect(text).not.toContain('```Alder to you')
    expect(text).toMatch(/```recommendations\n- Birch: .+\n- Cedar: /)
  })

  test('show a design that is sent back what it was, so that the rest of it can be kept', () => {
    const again = textOf('synthesis.again')
    expect(again).toContain('````last-reply\n{"overview":""}')
    expect(again.indexOf('last-reply')).toBeLessThan(again.indexOf('- no-section:Overview'))
    expect(textOf('synthesis')).not.toContain('last-reply')
  })

  test('give the design the project and its map', () => {
    expect(textOf('synthesis')).toContain('```project-context')
    expect(textOf('synthesis')).toContain('```codebase-map')
  })

  test('ask about a skill only with what was written with it', () => {
    expect(textOf('skill.note')).toContain('## Alder Position')
  })
})

test('a response that is sent back is asked for without the other’s position a second time', async () => {
  const held = await session()
  const lines = usual({ 'round2.challenge@alder': ['No labels at all.'] })
  await held.hold(lines, ['skip', 'approve', 'approve', 'approve', 'keep'])
  const again = held.calls.find(({ prompt }) => prompt.call === 'round2.challenge.again')!
  expect(again.prompt.text).toContain('could not be filed')
  expect(again.prompt.text).not.toContain('Birch’s position')
})

test('a quick session has one round, and nothing is said of open questions that nobody was asked', async () => {
  const held = await session(inputFor({ mode: 'quick' }))
  await held.hold(usual(), ['keep'])
  const { text } = held.calls.find(({ prompt }) => prompt.call === 'round1.position')!.prompt
  expect(text).toContain('The only round. Nobody has seen')
  expect(text).not.toMatch(/Round 1 of 3|open questions/)
})

test('whoever answers in a meeting is not sent the openings a second time', async () => {
  const held = await session(inputFor({ mode: 'meeting' }))
  await held.hold(usual(), ['skip', 'approve'])
  const texts = (call: string) =>
    held.calls.filter(({ prompt }) => prompt.call === call).map(({ prompt }) => prompt.text)
  expect(texts('meeting.questions').every((text) => text.includes('The openings:'))).toBe(true)
  expect(texts('meeting.answer').length).toBeGreaterThan(0)
  expect(texts('meeting.answer').some((text) => text.includes('The openings:'))).toBe(false)
})
