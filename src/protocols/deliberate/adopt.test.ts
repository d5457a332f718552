// A session that lies on disk goes on without its journal, at the first thing that is missing: one test a row of the table.

import { describe, expect, test } from 'vitest'
import { adoptedInput } from './adopting.js'
import { entriesIn } from './documents/index-file.js'
import { readSession } from './documents/session-file.js'
import { themeFrom } from './documents/themes.suite.js'
import { folder, type Held, inputFor, session, sessionId, usual } from './harness.suite.js'
import type { DeliberateInput } from './input.js'
import type { Mode } from './modes.js'

type Answers = (string | [string, string])[]

const approving: Answers = [['answer', '1. Much.\n2. Yes.'], 'approve', 'approve', 'approve', 'keep']
const guided: Answers = [
  ['answer', 'Much.'],
  'approve',
  'approve',
  ['feedback', 'Mind the fish.'],
  'approve',
  'approve',
  'keep',
]
const panel: Answers = [['answer', 'Much.'], 'approve']

const sessions = new Map<string, Promise<Map<string, string>>>()

/** Everything that a finished session of that mode left. Held once for all tests. */
async function finished(mode: Mode, answers: Answers): Promise<Map<string, string>> {
  const key = JSON.stringify([mode, answers])
  if (!sessions.has(key)) sessions.set(key, heldOnce(mode, answers))
  return new Map(await sessions.get(key)!)
}

async function heldOnce(mode: Mode, answers: Answers): Promise<Map<string, string>> {
  const held = await session(inputFor({ mode }))
  expect(await held.hold(usual(), answers)).toMatchObject({ kind: 'concluded' })
  return new Map([...held.at.files].filter(([path]) => path.startsWith('.claude/')))
}

interface Row {
  readonly mode?: Mode
  readonly answers?: Answers
  /** Files of the session that are gone. */
  readonly gone: readonly (string | RegExp)[]
  readonly phase: string
  /** How many approvals are still listed. */
  readonly approvals?: number
  readonly status?: 'active' | 'completed'
  readonly action?: string
}

/** The folder of a session that stopped there, and a meeting that adopts it. */
async function adopting(
  row: Row,
  wanted: 'github' | null = null,
  isOwn = true,
): Promise<Held & { readonly before: Map<string, string>; readonly input: DeliberateInput }> {
  const files = await finished(row.mode ?? 'standard', row.answers ?? approving)
  for (const path of [...files.keys()]) {
    const name = path.slice(folder.length)
    if (
      path.startsWith(folder) &&
      row.gone.some((one) => (typeof one === 'string' ? one === name : one.test(name)))
    )
      files.delete(path)
  }
  const head = files.get(`${folder}session.md`)!
  const lines = head.split('\n')
  const first = lines.indexOf('## Approvals') + 1
  const kept = lines
    .slice(0, first + (row.approvals ?? 99))
    .filter((line) => !/^(?:Action|Status): /.test(line))
  const text = kept
    .join('\n')
    .replace(
      /^Phase: .*$/m,
      `Phase: ${row.phase}\nStatus: ${row.status ?? 'active'}${row.action ? `\nAction: ${row.action}` : ''}\nMood: good`,
    )
  files.set(`${folder}session.md`, `${text}\n`)
  return adopt(files, wanted, isOwn)
}

async function adopt(files: Map<string, string>, wanted: 'github' | null = null, isOwn = true) {
  const own = new Map(
    [...files].flatMap(([path, text]) =>
      path.startsWith(folder) ? [[path.slice(folder.length), text] as const] : [],
    ),
  )
  const found = readSession(own.get('session.md')!)!
  own.delete('session.md')
  const entry =
    entriesIn(files.get('.claude/grove/index.json') ?? null)?.find(({ id }) => id === sessionId) ?? null
  const made = adoptedInput({
    id: sessionId,
    folder: { session: found, entry, files: own },
    theme: themeFrom(),
    at: '2026-02-01T10:00:00+01:00',
    wanted,
    own: isOwn,
  })
  const input = inputFor(made)
  return { ...(await session(input, Object.fromEntries(files))), before: files, input }
}

const calls = (held: Held) =>
  held.calls.map(({ prompt, seat }) =>
    /^round|opening|synthesis$/.test(prompt.call) && seat !== 'conductor'
      ? `${prompt.call}@${seat}`
      : prompt.call,
  )
const round = (n: number) => new RegExp(`^deliberation/round${n}/`)
const later = [/^design/, /^prd/, /^acceptance/, /^plan/, /^test-stubs/, /^meeting-notes/]

describe('goes on at the first thing that is missing', () => {
  test('interview: the next round', async () => {
    const held = await adopting({
      gone: [
        'interview-transcript.md',
        'interview-summary.md',
        'assembly.md',
        'context/codebase-map.md',
        round(1),
        round(2),
        round(3),
        /pairs/,
        ...later,
      ],
      phase: 'interview',
      approvals: 0,
    })
    expect(await held.hold(usual(), approving)).toMatchObject({ kind: 'concluded' })
    expect(calls(held)[0]).toBe('interview.questions')
    expect(held.asked()[0]).toBe('interview.round')
  })

  test('interview: a second round is numbered on, and what was answered before stays in the transcript', async () => {
    const held = await adopting({
      gone: [
        'interview-summary.md',
        'assembly.md',
        'context/codebase-map.md',
        round(1),
        round(2),
        round(3),
        /pairs/,
        ...later,
      ],
      phase: 'interview',
      approvals: 1,
    })
    const more = {
      scores: [{ member: 'alder', score: 5 }],
      questions: [{ member: 'alder', question: 'How deep?' }],
      more: false,
    }
    await held.hold(usual({ 'interview.questions': [more] }), [
      ['answer', 'Two spades.'],
      ...approving.slice(1),
    ])
    expect(held.text('interview-transcript.md')).toMatch(
      /^## Round 1\n[\s\S]*\*\*A:\*\* Much\.[\s\S]*\n\n## Round 2\n\n\*\*Q:\*\* How deep\?\n\*\*A:\*\* Two spades\.\n$/,
    )
  })

  test('interview: the summary where all rounds are there, and the guided approval where the summary is', async () => {
    const rest = ['assembly.md', 'context/codebase-map.md', round(1), round(2), round(3), /pairs/, ...later]
    const two = await adopting({ gone: ['interview-summary.md', ...rest], phase: 'interview', approvals: 1 })
    two.input.adopted!.files['interview-transcript.md'] += '\n## Round 2\n\n**Q:** Deep?\n**A:** Yes.\n'
    const asked = await session(two.input, Object.fromEntries(two.before))
    await asked.hold(usual(), approving.slice(1))
    expect(calls(asked)[0]).toBe('interview.summary')
    const summed = await adopting({
      mode: 'guided',
      answers: guided,
      gone: rest,
      phase: 'interview',
      approvals: 1,
    })
    await summed.hold(usual(), guided.slice(1))
    expect(summed.asked()[0]).toBe('interview.approve')
    expect(calls(summed)[0]).toBe('assembly.semantic')
  })

  test('assembly: scoring, or the question where the scores lie there without an answer', async () => {
    const rest = ['context/codebase-map.md', round(1), round(2), round(3), /pairs/, ...later]
    const unscored = await adopting({ gone: ['assembly.md', ...rest], phase: 'assembly', approvals: 1 })
    await unscored.hold(usual(), approving.slice(1))
    expect(calls(unscored)[0]).toBe('assembly.semantic')
    const scored = await adopting({ gone: rest, phase: 'assembly', approvals: 1 })
    await scored.hold(usual(), approving.slice(1))
    expect(scored.asked()[0]).toBe('assembly.approve')
    expect(calls(scored)[0]).toBe('survey')
    expect(scored.text('assembly.md')).toBe(scored.before.get(`${folder}assembly.md`))
  })

  test('deliberation: the map, then only the members without a position', async () => {
    const held = await adopting({
      gone: [
        'context/codebase-map.md',
        'deliberation/round1/birch.md',
        round(2),
        round(3),
        /pairs/,
        ...later,
      ],
      phase: 'deliberation',
      approvals: 2,
    })
    expect(await held.hold(usual(), approving.slice(2))).toMatchObject({
      kind: 'concluded',
      outcome: { members: ['alder', 'birch', 'cedar'] },
    })
    expect(calls(held).slice(0, 3)).toEqual(['survey', 'round1.position@birch', 'pairing'])
    expect(held.text('deliberation/round1/alder.md')).toBe(
      held.before.get(`${folder}deliberation/round1/alder.md`),
    )
  })

  test('deliberation: pairs, then the missing responses, then the missing final positions, then the design', async () => {
    const unpaired = await adopting({
      gone: [round(2), round(3), /pairs/, ...later],
      phase: 'deliberation',
      approvals: 2,
    })
    await unpaired.hold(usual(), approving.slice(2))
    expect(calls(unpaired)[0]).toBe('pairing')
    const half = await adopting({
      gone: ['deliberation/round2/cedar-responds-to-birch.md', 'deliberation/round3/alder.md', ...later],
      phase: 'deliberation',
      approvals: 2,
    })
    await half.hold(usual(), approving.slice(2))
    expect(calls(half).slice(0, 3)).toEqual(['round2.challenge@cedar', 'round3.converge@alder', 'synthesis'])
    expect(half.notes('pairs')).toMatchObject([
      {
        pairs: [
          { id: 'P1', a: 'alder', b: 'birch' },
          { id: 'P2', a: 'birch', b: 'cedar' },
        ],
      },
    ])
    expect(half.notes('response')).toHaveLength(4)
    expect(half.text('design.md')).toContain('| N3 | Cedar | The river keeps its fish | met |')
  })

  test('deliberation: pairs are told by the names of the response files where no list of pairs is there', async () => {
    const held = await adopting({
      gone: [/pairs/, 'deliberation/round2/birch-responds-to-alder.md', round(3), ...later],
      phase: 'deliberation',
      approvals: 2,
    })
    await held.hold(usual(), approving.slice(2))
    expect(calls(held)[0]).toBe('round2.challenge@birch')
    expect(held.text('design.md')).toContain(
      '| What Alder and Birch answered each other in round 2 | Alder, Birch |',
    )
  })

  test('deliberation: a response or final position that does not parse is used as text', async () => {
    const held = await adopting({
      gone: ['deliberation/round3/cedar.md', ...later],
      phase: 'deliberation',
      approvals: 2,
    })
    const { files } = held.input.adopted!
    files['deliberation/round2/alder-responds-to-birch.md'] =
      '# Reply\n\nShade is worth more than light. And so on.'
    files['deliberation/round3/alder.md'] =
      '# Where I end\n\nDig.\n\n### Non-negotiables\n\n- No pump at night\n'
    files['deliberation/round3/birch.md'] = 'Light first.'
    const again = await session(held.input, Object.fromEntries(held.before))
    await again.hold(usual(), approving.slice(2))
    const converge = again.calls.find(({ prompt }) => prompt.call === 'round3.converge')!
    expect(converge.prompt.text).toContain(
      '- Alder on Birch (Shade or light?): said — Shade is worth more than light.',
    )
    expect(again.text('design.md')).toContain('| N1 | Alder | No pump at night | met |')
    expect(again.text('design.md')).toContain('| N2 | Cedar | The river keeps its fish | met |')
    expect(again.calls.find(({ prompt }) => prompt.call === 'synthesis')!.prompt.text).toContain(
      'Light first.',
    )
  })

  test('deliberation: a design without an answer is asked about as it lies there, and revised with the decisions in it', async () => {
    const held = await adopting({ gone: later.slice(1), phase: 'deliberation', approvals: 2 })
    held.input.adopted!.files['design.md'] = held.input.adopted!.files['design.md']!.replace(
      '| met | Risk Assessment |',
      '| contested | in conflict with N2, left open |',
    )
    const again = await session(held.input, Object.fromEntries(held.before))
    await again.hold(usual(), [['adjust', 'Shorter.'], 'approve', 'approve', 'keep'])
    expect(calls(again)[0]).toBe('design.revise')
    expect(again.text('design.md')).toContain(
      '| N1 | Alder | The river keeps its fish | contested | in conflict with N2, left open |',
    )
    expect(again.asked().slice(0, 2)).toEqual(['design.approve', 'design.approve'])
  })

  test('guided: feedback that was given joins round 2, and another cycle that was wanted is held', async () => {
    const held = await adopting({
      mode: 'guided',
      answers: guided,
      gone: [round(2), round(3), /pairs/, ...later],
      phase: 'deliberation',
      approvals: 4,
    })
    await held.hold(usual(), guided.slice(4))
    expect(held.asked()[0]).toBe('design.guided')
    expect(held.calls.find(({ prompt }) => prompt.call === 'round2.challenge')!.prompt.text).toContain(
      'Mind the fish.',
    )
    const answers: Answers = [...guided.slice(0, 4), 're-deliberate', ...guided.slice(4)]
    const again = await adopting({
      mode: 'guided',
      answers,
      gone: ['deliberation/cycle2/round3/cedar.md', ...later.slice(1)],
      phase: 'planning',
      approvals: 5,
    })
    expect(await again.hold(usual(), guided.slice(4))).toMatchObject({ kind: 'concluded' })
    expect(calls(again).slice(0, 2)).toEqual(['round3.converge@cedar', 'synthesis'])
  })

  test('planning: PRD, contract, stubs, plan: only what is missing is made, from what is there', async () => {
    const unplanned = await adopting({ gone: later.slice(1), phase: 'planning', approvals: 3 })
    await unplanned.hold(usual(), approving.slice(3))
    expect(calls(unplanned)[0]).toBe('prd')
    const half = await adopting({
      gone: [/^acceptance/, /^test-stubs/, /^plan/],
      phase: 'planning',
      approvals: 3,
    })
    await half.hold(usual(), approving.slice(3))
    expect(calls(half)).toEqual(['skill.note'])
    expect(half.text('prd.md')).toBe(half.before.get(`${folder}prd.md`))
    expect(half.text('acceptance-contract.md')).toContain('Progress: 0/3 verified')
    expect(half.text('test-stubs/us-002.test.js')).toContain('Not implemented — AC-003 pending')
    expect(half.text('plan.md')).toContain('| T-002 | US-002: Lay the pipe | Birch | — | pending |')
    expect(half.asked()).toEqual(['scope.review', 'action.choose'])
  })

  test('planning: the scope is asked about where all papers are there', async () => {
    const held = await adopting({ gone: [], phase: 'planning', approvals: 3 })
    await held.hold(usual(), ['approve', 'keep'])
    expect(held.asked()).toEqual(['scope.review', 'action.choose'])
    for (const name of ['prd.md', 'acceptance-contract.md', 'plan.md', 'design.md'])
      expect(held.text(name)).toBe(held.before.get(`${folder}${name}`))
  })

  test('action: the recorded one without a question, else the question', async () => {
    const recorded = await adopting({ gone: [], phase: 'action', approvals: 4, action: 'ralf' })
    expect(await recorded.hold(usual(), [])).toMatchObject({
      kind: 'concluded',
      outcome: { action: 'ralf', status: 'completed' },
    })
    expect(recorded.asked()).toEqual([])
    const open = await adopting({ gone: [], phase: 'action', approvals: 4 })
    await open.hold(usual(), ['keep'])
    expect(open.asked()).toEqual(['action.choose'])
    expect(calls(open)).toEqual(['skill.note'])
  })

  test('action: one that may have come with a clone is asked about, whatever its papers say was chosen, and what it would run is shown', async () => {
    for (const action of ['github', 'team', 'audit']) {
      const held = await adopting({ gone: [], phase: 'action', approvals: 4, action }, null, false)
      expect(await held.hold(usual(), ['keep'])).toMatchObject({ outcome: { action: 'keep' } })
      expect(held.asked()).toEqual(['action.choose'])
      const [question] = (await held.lines()).flatMap((line) => (line.kind === 'asked' ? [line.data] : []))
      expect(question?.body).toContain(`They say that \`${action}\` was chosen.`)
      expect(question?.body).toContain('Building it with the team runs: `npm test`')
    }
  })

  test('action: auto in the papers of a clone is nobody’s word for an export', async () => {
    const files = await finished('auto', [])
    const head = files.get(`${folder}session.md`)!
    files.set(
      `${folder}session.md`,
      head.replace(/^Status: .*$/m, 'Status: active').replace(/^Action: .*\n/m, ''),
    )
    const held = await adopt(files, null, false)
    expect(held.input.mode).toBe('standard')
    expect(await held.hold(usual(), ['keep'])).toMatchObject({ outcome: { action: 'keep' } })
    expect(held.asked()).toContain('action.choose')
  })

  test('a completed session with a PRD is offered its actions, and says nothing about its skills again', async () => {
    const held = await adopting({ gone: [], phase: 'action', status: 'completed', action: 'keep' })
    expect(await held.hold(usual(), ['launch'])).toMatchObject({
      kind: 'concluded',
      outcome: { action: 'launch' },
    })
    expect(held.asked()).toEqual(['action.choose'])
    expect(calls(held)).toEqual([])
  })

  test('quick: sketch, tasks and the question, as far as they are missing', async () => {
    const unsketched = await adopting({
      mode: 'quick',
      answers: ['keep'],
      gone: [/^design/, /^plan/],
      phase: 'deliberation',
      approvals: 0,
    })
    await unsketched.hold(usual(), ['keep'])
    expect(calls(unsketched).slice(0, 2)).toEqual(['sketch', 'tasklist'])
    const done = await adopting({
      mode: 'quick',
      answers: ['keep'],
      gone: [],
      phase: 'planning',
      status: 'completed',
    })
    await done.hold(usual(), ['ralf'])
    expect(done.asked()).toEqual(['action.quick'])
    expect(calls(done)).toEqual([])
  })

  test('meeting: its missing parts', async () => {
    const unasked = await adopting({
      mode: 'meeting',
      answers: panel,
      gone: ['deliberation/round1/cedar.md', round(2), round(3), ...later],
      phase: 'deliberation',
    })
    await unasked.hold(usual(), [])
    expect(calls(unasked).slice(0, 2)).toEqual(['meeting.opening@cedar', 'meeting.questions'])
    const asked = await adopting({
      mode: 'meeting',
      answers: panel,
      gone: ['deliberation/round3/birch.md', ...later],
      phase: 'deliberation',
    })
    expect(await asked.hold(usual(), [])).toMatchObject({
      kind: 'concluded',
      outcome: { phase: 'deliberation' },
    })
    expect(calls(asked).slice(0, 2)).toEqual(['meeting.synthesis@birch', 'meeting.notes'])
    expect(asked.text('meeting-notes.md')).toContain('### Q2: Birch asks Alder')
  })
})

describe('what adoption writes', () => {
  test('before its first new step only session.md, index and registry change, and unknown lines stay', async () => {
    const held = await adopting({ gone: [], phase: 'planning', approvals: 3 })
    expect(await held.hold(usual(), [])).toMatchObject({ kind: 'waiting' })
    const changed = [...held.at.files]
      .filter(([path, text]) => held.before.get(path) !== text)
      .map(([path]) => path)
    const known = [`${folder}session.md`, '.claude/grove/index.json', '~/.claude/grove/global-registry.json']
    expect(changed.filter((path) => !known.includes(path) && path !== 'src/pump.ts')).toEqual([])
    expect(held.text('session.md')).toContain('\nAdopted: 2026-02-01T10:00:00+01:00\nMood: good\n')
    expect(held.notes('adopted')).toMatchObject([
      {
        session: sessionId,
        phase: 'planning',
        missing: ['scope.review'],
        members: ['alder', 'birch', 'cedar'],
      },
    ])
    expect((await held.verify()).findings).toEqual([])
  })

  test('a replay needs none of the files that were there', async () => {
    const held = await adopting({ gone: [], phase: 'planning', approvals: 3 })
    await held.hold(usual(), [])
    for (const path of held.before.keys()) held.at.files.delete(path)
    expect(await held.hold(usual(), ['approve', 'keep'])).toMatchObject({ kind: 'concluded' })
  })

  test('skills that are listed were counted, and are not counted again', async () => {
    const held = await adopting({
      gone: [round(1), round(2), round(3), /pairs/, ...later],
      phase: 'assembly',
      approvals: 2,
    })
    const before = held.before.get('.claude/skills/grove/registry.json')
    await held.hold(usual(), approving.slice(2))
    expect(held.at.files.get('.claude/skills/grove/registry.json')).toBe(before)
    expect(held.calls.find(({ prompt }) => prompt.call === 'round1.position')!.prompt.text).toContain(
      'skill digging',
    )
  })

  test('marks and who was left out stay with the session', async () => {
    const held = await adopting({ gone: later.slice(1), phase: 'planning', approvals: 3 })
    held.input.adopted!.marks = 'absent:cedar'
    held.input.adopted!.files['design.md'] = held.input.adopted!.files['design.md']!.replace(
      '## Overview\n',
      '## Overview\n**Degraded:** absent:cedar\n**Left out:** Cedar — round 1: no voice\n\n',
    )
    const again = await session(held.input, Object.fromEntries(held.before))
    expect(await again.hold(usual(), approving.slice(3))).toMatchObject({
      outcome: { title: expect.stringContaining('(degraded: absent:cedar)') },
    })
    expect(again.text('prd.md')).toContain('**Left out:** Cedar — round 1: no voice')
  })
})
