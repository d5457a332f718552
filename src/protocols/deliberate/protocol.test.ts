// The procedure of a deliberation on the real kernel: its order, its papers, its questions, and what happens when somebody fails.

import { describe, expect, test } from 'vitest'
import { voiceless } from '../council/harness.suite.js'
import { inputFor, position, session, usual } from './harness.suite.js'

const approving = [['answer', '1. Much.\n2. Yes.'], 'approve', 'approve', 'approve', 'keep'] as (
  | string
  | [string, string]
)[]

describe('a standard session', () => {
  test('goes from the interview to a committed plan, asking at each step', async () => {
    const held = await session()
    const ending = await held.hold(usual(), approving)
    expect(ending).toMatchObject({
      kind: 'concluded',
      outcome: { mode: 'standard', phase: 'action', status: 'completed', action: 'keep', degraded: [] },
    })
    expect(held.asked()).toEqual([
      'interview.round',
      'assembly.approve',
      'design.approve',
      'scope.review',
      'action.choose',
    ])
    expect(held.text('interview-transcript.md')).toContain('**Q:** How much water?\n**A:** Much.')
    expect(held.text('assembly.md')).toContain('Cap: 3 of 7 slots used.')
    expect(held.text('deliberation/round1/alder.md')).toMatch(
      /^## Alder Position — Water the grove from the river\n/,
    )
    expect(held.text('deliberation/round2/alder-responds-to-birch.md')).toContain('**My response:** Modify')
    expect(held.text('design.md')).toContain(
      '| N1 | Alder | The river keeps its fish | met | Risk Assessment |',
    )
    expect(held.text('prd.md')).toContain('### US-002: Lay the pipe')
    expect(held.text('acceptance-contract.md')).toContain('Progress: 0/3 verified')
    expect(held.text('plan.md')).toContain('| T-002 | US-002: Lay the pipe | Birch | T-001 | pending |')
    expect(held.text('test-stubs/us-001.test.js')).toContain('Not implemented — AC-001 pending')
    expect(held.at.git.did.map((did) => did.split(':').slice(0, 2).join(':'))).toEqual([
      'commit docs(grove): design document for Water the grove from the river',
      'commit docs(grove): execution plan and PRD for Water the grove from the river',
      'commit docs(grove): close water-the-grove-20260131-1200',
    ])
    expect((await held.verify()).findings).toEqual([])
  })

  test('says in session.md where it stands, who sits there, and every answer', async () => {
    const held = await session()
    await held.hold(usual(), approving)
    expect(held.text('session.md')).toMatch(
      /\nPhase: action\nSlug: water-the-grove\nMode: standard\nStatus: completed\nTouched: \S+\nAgents: Alder, Birch, Cedar\nAction: keep\n/,
    )
    expect(held.text('session.md').match(/^- .* \| person$/gm)).toHaveLength(approving.length)
  })

  test('keeps no secret of a structured reply in its journal or its papers', async () => {
    const held = await session()
    const scrub = async (text: string) => ({
      text: text.replaceAll('Lay the pipe', '[masked]'),
      kinds: text.includes('Lay the pipe') ? ['token'] : [],
    })
    await held.hold(usual(), approving, { scrub })
    expect(held.text('prd.md')).toContain('### US-002: [masked]')
    expect(JSON.stringify(await held.lines())).not.toContain('Lay the pipe')
  })

  test('shows no member another’s words in round 1', async () => {
    const held = await session()
    await held.hold(usual({ 'round1.position@alder': [`${position}\nsecret of the alder`] }), approving)
    const first = held.calls.filter(
      ({ prompt }) => prompt.call === 'round1.position' && prompt.text.includes('secret of the alder'),
    )
    expect(first).toEqual([])
    expect(
      held.calls.some(
        ({ prompt }) => prompt.call === 'pairing' && prompt.text.includes('secret of the alder'),
      ),
    ).toBe(true)
  })

  test('leaves a member out who fails twice, and says so in the design, the PRD and the title', async () => {
    const held = await session()
    const lines = usual({ 'round1.position@cedar': [voiceless('no voice')] })
    const ending = await held.hold(lines, approving)
    expect(ending).toMatchObject({
      outcome: {
        title: 'Water the grove from the river (degraded: absent:cedar)',
        absent: [{ member: 'cedar', where: 'round 1' }],
      },
    })
    for (const name of ['design.md', 'prd.md']) {
      expect(held.text(name)).toContain(' (degraded)\n')
      expect(held.text(name)).toContain('**Left out:** Cedar — round 1: no voice')
    }
    expect(held.text('deliberation/round1/cedar.md')).toBe('')
  })

  test('notes everything that surfaces draw from, each kind with its fields and a line in words', async () => {
    const held = await session()
    await held.hold(usual({ 'round3.converge@cedar': [voiceless('no voice')] }), approving)
    const first = (kind: string) => (held.notes(kind)[0] ?? {}) as Record<string, unknown>
    const keysOf = (kind: string, list?: string) => {
      const [item] = list === undefined ? [first(kind)] : (first(kind)[list] as object[])
      return Object.keys(item ?? {}).toSorted()
    }
    expect(
      Object.fromEntries(
        ['roster', 'round', 'pairs', 'response', 'gate', 'stories', 'absent', 'degraded'].map((kind) => [
          kind,
          keysOf(kind),
        ]),
      ),
    ).toEqual({
      roster: ['cap', 'fallback', 'members', 'text'],
      round: ['cycle', 'label', 'members', 'round', 'text'],
      pairs: ['cycle', 'pairs', 'text'],
      response: ['from', 'pair', 'response', 'text', 'to'],
      gate: ['attempt', 'faults', 'gate', 'ok', 'text'],
      stories: ['methods', 'stories', 'text'],
      absent: ['member', 'reason', 'text', 'where'],
      degraded: ['marks', 'text'],
    })
    expect(keysOf('roster', 'members')).toEqual(
      [
        'color',
        'id',
        'keyword',
        'modifiers',
        'name',
        'rationale',
        'selected',
        'semantic',
        'total',
      ].toSorted(),
    )
    expect(keysOf('pairs', 'pairs')).toEqual(['a', 'b', 'id', 'tension', 'why'])
    expect(keysOf('tensions', 'resolutions')).toEqual([
      'agents',
      'pair',
      'reasoning',
      'resolution',
      'tension',
    ])
    expect(keysOf('non-negotiables', 'items')).toEqual(['id', 'member', 'status', 'where', 'words'])
    expect(keysOf('stories', 'stories')).toEqual(['criteria', 'depends_on', 'id', 'member', 'title'])
  })

  test('halts when fewer than two members answered, and asks the missing again on resume', async () => {
    const held = await session()
    const mute = [voiceless('no voice')]
    const lines = usual({ 'round1.position@cedar': mute, 'round1.position@birch': mute })
    const halted = await held.hold(lines, approving)
    expect(halted).toMatchObject({
      kind: 'halted',
      line: expect.stringContaining(
        'HALT deliberate: gate members failed: 1 of 3 members answered in round 1',
      ),
    })
    const before = held.calls.filter(
      ({ seat, prompt }) => seat === 'alder' && prompt.call === 'round1.position',
    ).length
    expect(await held.hold(usual(), approving.slice(2))).toMatchObject({ kind: 'concluded' })
    expect(
      held.calls.filter(({ seat, prompt }) => seat === 'alder' && prompt.call === 'round1.position'),
    ).toHaveLength(before)
  })

  test('sends a design back once with its faults, then halts, and asks anew on resume', async () => {
    const held = await session()
    const poor = { overview: 'Something.' }
    const halted = await held.hold(usual({ synthesis: [poor], 'synthesis.again': [poor] }), approving)
    expect(halted).toMatchObject({
      kind: 'halted',
      line: expect.stringMatching(
        /^HALT deliberate: gate design failed after repair: no-section:Architecture, /,
      ),
    })
    expect(held.notes('gate')).toContainEqual(
      expect.objectContaining({ gate: 'design', ok: false, attempt: 2 }),
    )
    expect(await held.hold(usual(), approving.slice(2))).toMatchObject({ kind: 'concluded' })
  })
})

test('two non-negotiables that exclude each other are put to the person, and the decision stands in the design', async () => {
  const held = await session()
  const against = position.replace(
    /^.*$/s,
    '**Revised recommendation:** r\n**Concessions made:** c\n**Non-negotiables:** The river never keeps its fish\n**Implementation notes:** i',
  )
  const answers = [...approving.slice(0, 2), 'first', 'second', ...approving.slice(2)]
  await held.hold(usual({ 'round3.converge@birch': [against] }), answers)
  expect(held.asked()).toContain('design.conflict')
  expect(held.text('design.md')).toContain(
    '| N2 | Birch | The river never keeps its fish | overridden | decided by the person |',
  )
})

test('quick holds one round of three, and ends with a sketch, tasks and the chosen command', async () => {
  const held = await session(inputFor({ mode: 'quick' }))
  const ending = await held.hold(usual(), ['keep'])
  expect(ending).toMatchObject({ kind: 'concluded', outcome: { phase: 'planning', action: 'keep' } })
  expect(held.asked()).toEqual(['action.quick'])
  expect(held.text('design-sketch.md')).toContain('- **Alder:** Dig.')
  expect(held.text('plan.md')).toBe(
    '# Task List: Water the grove from the river\n\n1. **Dig** — Until it flows.\n',
  )
})

test('a brainstorm asks nothing and writes nothing', async () => {
  const held = await session(inputFor({ mode: 'brainstorm' }))
  const files = held.at.files.size
  const ending = await held.hold(usual({ 'brainstorm.take@cedar': [voiceless('gone')] }))
  expect(ending).toMatchObject({
    kind: 'concluded',
    outcome: { takes: [{ member: 'alder' }, { member: 'birch' }, { member: 'cedar', text: 'unavailable' }] },
  })
  expect(held.at.files.size).toBe(files)
  expect(held.asked()).toEqual([])
})

test('a meeting has openings, exchanges with at most one follow-up, and notes in the members’ own words', async () => {
  const held = await session(inputFor({ mode: 'meeting' }))
  const ending = await held.hold(usual(), [['answer', 'Much.'], 'approve'])
  expect(ending).toMatchObject({ kind: 'concluded', outcome: { phase: 'deliberation' } })
  expect(held.text('deliberation/round2/alder-asks-birch-1.md')).toBe(
    '**Q:** Is there light?\n\n**A:** Enough.\n\n**Follow-up:** Enough for whom?\n\n**A:** For the trees.\n',
  )
  expect(held.text('meeting-notes.md')).toContain('### Q2: Birch asks Alder')
  expect(held.text('meeting-notes.md')).toContain('- **Cedar:** Water is near.')
})

test('auto asks nothing, and says what it took', async () => {
  const held = await session(inputFor({ mode: 'auto' }))
  await held.hold(usual())
  expect(held.asked()).toEqual([])
  expect(held.notes('passed').map((one) => (one as { text: string }).text)).toEqual([
    'auto: assembly.approve → approve',
    'auto: design.approve → approve',
    'auto: scope.review → approve',
  ])
})

test('guided asks after every part, and goes back from the plan to the design', async () => {
  const held = await session(inputFor({ mode: 'guided' }))
  const answers: (string | [string, string])[] = [
    ['answer', 'Much.'],
    'approve',
    'approve',
    ['feedback', 'Mind the fish.'],
    're-deliberate',
    'approve',
    'back',
    ['revise', 'Shorter.'],
    'approve',
    ['edit', 'Less.'],
    'approve',
    'keep',
  ]
  const ending = await held.hold(usual(), answers)
  expect(ending).toMatchObject({ kind: 'concluded' })
  expect(held.asked()).toEqual([
    'interview.round',
    'interview.approve',
    'assembly.approve',
    'positions.feedback',
    'design.guided',
    'design.guided',
    'prd.guided',
    'design.guided',
    'design.guided',
    'prd.guided',
    'prd.guided',
    'action.choose',
  ])
  expect(held.text('deliberation/cycle2/round3/alder.md')).toContain('## Alder Final Position')
  expect(
    held.calls.some(
      ({ prompt }) => prompt.call === 'round2.challenge' && prompt.text.includes('Mind the fish.'),
    ),
  ).toBe(true)
  expect(held.text('prd.md')).not.toContain('US-002')
  expect(
    held.at.files.has('.claude/grove/sessions/water-the-grove-20260131-1200/test-stubs/us-002.test.js'),
  ).toBe(false)
})
