// What surfaces show of a deliberation comes from the fields of its journal.

import { beforeAll, describe, expect, test } from 'vitest'
import { storyOf } from '../../story/fold.js'
import type { Notice } from '../../story/items.js'
import type { Story } from '../../story/story.js'
import { voiceless } from '../council/harness.suite.js'
import { inputFor, session, usual } from './harness.suite.js'
import { telling } from './telling.js'

const approving = ['skip', 'approve', 'approve', 'approve', 'keep']

describe('a standard session', () => {
  let story: Story
  const said = () =>
    story.items.filter((item): item is Notice => item.kind === 'notice').map(({ text }) => text)

  beforeAll(async () => {
    const held = await session()
    await held.hold(usual({ 'round1.position@cedar': [voiceless('no voice')] }), approving)
    story = storyOf(await held.lines(), telling)
  })

  test('shows the assembly as a table with scores and reasons, those at the table first', () => {
    const table =
      said()
        .find((text) => text.startsWith('At the table'))
        ?.split('\n') ?? []
    expect(table[0]).toBe('At the table, 3 of 7 (total = keyword + semantic + bonus):')
    expect(table[1]).toMatch(/^ {2}alder +5 = 1 \+ 4 \+ 0 +reason 0$/i)
    expect(table.at(-1)).toBe('Not seated: Dogwood 1')
  })

  test('shows challenges, tensions with their resolutions, non-negotiables and stories, by the members’ names', () => {
    const text = said().join('\n')
    expect(text).toContain('P1 alder ↔ birch: Shade or light?\n     It decides the rows.')
    expect(text).toContain('P1 alder and birch: Shade or light?\n     → Shade — Trees first.')
    expect(text).toContain('N1 alder: The river keeps its fish\n     → met: Risk Assessment')
    expect(text).toContain('US-002 Lay the pipe — birch, 2 criteria, after US-001')
  })

  test('shows every gate as it passes, and who was left out', () => {
    expect(
      said()
        .filter((text) => text.startsWith('✓ gate'))
        .map((text) => text.slice(7)),
    ).toEqual(['interview passed', 'members passed', 'members passed', 'design passed', 'plan passed'])
    expect(said()).toContain('Cedar is left out of round 1: no voice')
  })

  test('has its documents by kind, and a title that names what it lacks', () => {
    const titles = [...story.documents.values()].filter(({ working }) => !working).map(({ title }) => title)
    expect(titles).toEqual(
      expect.arrayContaining(['Design', 'PRD', 'Acceptance contract', 'Plan', 'Test stub']),
    )
    expect(story.outcome?.headline).toBe('Water the grove from the river (degraded: absent:cedar)')
    expect(story.summary.degraded).toEqual(['absent:cedar'])
  })
})

test('a brainstorm is told as it is printed', async () => {
  const held = await session(inputFor({ mode: 'brainstorm' }))
  await held.hold(usual(), [])
  const { outcome } = storyOf(await held.lines(), telling)
  expect(outcome?.paragraphs[0]).toMatch(
    /^## Quick Grove: `Water the grove from the river`\n\n\*\*Alder\*\* says: [\s\S]*\*\*Recommended next step:\*\* Dig\.$/,
  )
})

test('what anybody wrote into a note or an outcome is told or left out, never an error', () => {
  const strange = [
    null,
    7,
    'x',
    [],
    {},
    { members: 3 },
    { pairs: [null, 4] },
    { zones: [{}] },
    { stories: [[]] },
  ]
  const story = storyOf([], telling)
  for (const data of strange) {
    for (const told of Object.values(telling.notes)) expect(() => told(data, story)).not.toThrow()
    expect(() => telling.tell(data)).not.toThrow()
  }
})
