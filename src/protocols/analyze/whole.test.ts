// Whole analyses of every tier on the real kernel: to the last sign-off, stopped anywhere, amended anywhere, edited by hand, and taken over from
// another tool.

import { describe, expect, test } from 'vitest'
import { tell } from '../../view/teller.js'
import { loadTellings } from '../tellings.js'
import { withoutHeader } from './documents/artifact.js'
import { put } from './fixtures.suite.js'
import { type Answers, folder, inputFor, meetingId, session } from './harness.suite.js'
import { everything, reply, turn, usual, wholeTurn } from './lead.suite.js'
import { accepting, inputOf, replies, wholeLines } from './whole.suite.js'

const at = (name: string) => `${folder}/${name}`

describe('every tier', () => {
  test.each(['standard', 'epic'] as const)(
    'a %s item is signed off in requirements, architecture and design, and has every document',
    async (tier) => {
      const held = await session(inputOf(tier))
      const ending = await held.hold(wholeLines(), [...replies, ...accepting[tier]])
      expect(held.asked()).toEqual([
        'reply',
        'reply',
        'signoff.requirements',
        'signoff.architecture',
        'signoff.design',
      ])
      expect(ending).toMatchObject({
        outcome: {
          status: 'accepted',
          tier,
          domains: ['requirements', 'architecture', 'design'],
          gaps: [],
          degraded: [],
        },
      })
      const { artifacts } = (ending as { outcome: { artifacts: { path: string; status: string }[] } }).outcome
      expect(artifacts.filter(({ status }) => status === 'Complete')).toHaveLength(10)
      expect(artifacts.filter(({ status }) => status === 'Accepted')).toHaveLength(3)
      expect(held.text('architecture-overview.md')).toContain('**Status**: Accepted\n')
      expect(held.text('architecture-summary.md')).toContain('ADR-001: Queue over Worker. One place to look.')
      expect(JSON.parse(held.text('meta.json'))).toMatchObject({
        analysis_status: 'analyzed',
        phases_completed: [
          '00-quick-scan',
          '01-requirements',
          '02-impact-analysis',
          '03-architecture',
          '04-design',
        ],
        topics_covered: expect.arrayContaining(['security', 'architecture']),
        acceptance: { domains: ['requirements', 'architecture', 'design'], amendment_cycles: 0 },
      })
      expect((await held.verify()).findings).toEqual([])
    },
  )
  test('an epic wants the person’s own word for problem and requirements: what was only inferred keeps the talk going', async () => {
    const held = await session(inputOf('epic'))
    const inferred = wholeLines()['analyze.turn']!.map((one) => {
      const { records = [], ...rest } = one as { records?: ReturnType<typeof everything> }
      return { ...rest, records: records.map((change) => ({ ...change, source: 'inferred' })) }
    })
    await held.hold(wholeLines({ 'analyze.turn': inferred }), [...replies])
    expect(held.asked()).toEqual(['reply', 'reply', 'reply'])
  })
  test('a tier that grows by the answer leads back to the talk, where documents are missing for it', async () => {
    const held = await session(inputOf(null))
    const dropped = {
      kind: 'confirm',
      text: 'So it is light in money, too?',
      targets: ['AR-6'],
      inference: 'x',
    }
    const whole = { ...wholeTurn(), question: { role: 'business-analyst', ...dropped } }
    const lines = usual({
      'analyze.turn': [whole, turn({ ask: 'Which way of counting do you prefer?', targets: ['AR-1'] })],
    })
    await held.hold(lines, [reply, ['say', 'Yes, standard.']])
    expect(held.asked()).toEqual(['reply', 'scope', 'reply'])
    expect(held.notes('shown').at(-1)).toMatchObject({ kind: 'talk', question: { targets: ['AR-1'] } })
    // A "yes" to the scope agrees to nothing that was not asked: the question of the turn before it was never shown.
    const topics = held.notes('coverage').at(-1)?.['topics'] as { topic_id: string; met: string[] }[]
    const architecture = topics.find(({ topic_id }) => topic_id === 'architecture')
    expect(architecture?.met).not.toContain('AR-6')
  })
})

describe('stopping', () => {
  const answers: Answers = [...replies, ['say', 'fits'], 'accept', 'accept', 'accept']
  const states = [
    'IDLE',
    'IDLE',
    'IDLE',
    'PRESENTING_REQUIREMENTS',
    'PRESENTING_ARCHITECTURE',
    'PRESENTING_DESIGN',
  ]

  test.each([...states.entries()])(
    'is possible at question %i (%s): of the talk, at scope and at each sign-off, and leaves what is known with its gaps',
    async (place, state) => {
      const held = await session(inputOf(null), {}, [])
      const many = Array.from({ length: 12 }, (_, n) => ({ path: `src/new-${n}.ts`, category: 'new' }))
      const lines = wholeLines({ 'analyze.scan': [{ ...readingOf(), files: many }] })
      const ending = await held.hold(lines, [...answers.slice(0, place), ['say', '/done'], 'stop'])
      expect([place, ending]).toMatchObject([
        place,
        { kind: 'concluded', outcome: { status: 'early-exit', domains: [], signal: 'ROUNDTABLE_COMPLETE' } },
      ])
      const meta = JSON.parse(held.text('meta.json'))
      expect([place, meta.early_exit.state, meta.analysis_status]).toEqual([place, state, 'partial'])
      expect(meta).not.toHaveProperty('acceptance')
      const spec = held.text('requirements-spec.md')
      expect(spec.includes('## Gaps and Assumptions')).toBe(place < 2)
      expect(spec).not.toContain('**Status**: Complete')
      for (const summary of ['requirements', 'architecture', 'design'])
        expect(held.text(`${summary}-summary.md`)).toBe('')
      expect((await held.verify()).findings).toEqual([])
    },
  )
  test('in an amendment asks once, and goes back to the same question where the person goes on', async () => {
    const held = await session()
    const amending: Answers = [reply, ['say', 'no, rename FR-003']]
    await held.hold(usual(), [...amending, ['say', 'I’m done'], 'continue', ['say', 'The second.']])
    expect(held.asked()).toEqual([
      'reply',
      'signoff.requirements',
      'reply',
      'exit',
      'reply',
      'signoff.requirements',
    ])
    const left = await session()
    const ending = await left.hold(usual(), [...amending, ['say', 'stop here'], ['say', 'wrap up']])
    expect(ending).toMatchObject({ outcome: { status: 'early-exit', amendment_cycles: 1 } })
  })
  test('each document names the gaps of what feeds it, requirements-spec.md all of them, and decisions stand by default', async () => {
    const topics = inputFor().topics.map((topic) => ({
      ...topic,
      sections:
        topic.id === 'architecture'
          ? [{ artifact: 'architecture-overview.md', sections: ['all'] }]
          : [{ artifact: 'requirements-spec.md', sections: ['all'] }],
    }))
    const held = await session(inputOf('standard', { topics }))
    const some = turn({ records: [put('decision'), put('problem')] })
    await held.hold(usual({ 'analyze.turn': [some] }), [reply, ['say', '/done'], 'stop'])
    const architecture = held.text('architecture-overview.md')
    expect(architecture).toContain('architecture: text of AR-6')
    expect(architecture).not.toContain('text of PD-3')
    expect(architecture).toContain('**Status**: Accepted (by default)')
    const spec = held.text('requirements-spec.md')
    for (const words of [
      'text of AR-6',
      'text of PD-3',
      'text of SE-1',
      'nothing is known for it: data-flow.md',
    ])
      expect(spec).toContain(words)
  })
})

const readingOf = () => ({
  ...{ scope: 'medium', why: 'Many files.', complexity: 'low', nature: 'additive', risk: 'low' },
  ...{ files: [], modules: ['queue'], conventions: [], depends: [] },
})

describe('amending', () => {
  const order = ['signoff.requirements', 'signoff.architecture', 'signoff.design']
  test.each([...order.entries()])(
    'at sign-off %i of three (%s) voids what was accepted before, and everything is presented anew from the top',
    async (place) => {
      const held = await session(inputOf('standard'))
      const ending = await held.hold(wholeLines(), [
        ...replies,
        ...order.slice(0, place).map(() => 'accept'),
        'amend',
        ['say', 'The second one is named badly.'],
        ...accepting.standard,
      ])
      expect(held.asked()).toEqual(['reply', 'reply', ...order.slice(0, place + 1), 'reply', ...order])
      expect(ending).toMatchObject({ outcome: { status: 'accepted', amendment_cycles: 1 } })
      expect(held.notes('crosscheck').map(({ run }) => run)).toEqual(['first', 'amend', 'final'])
      expect((await held.verify()).findings).toEqual([])
    },
  )
  test('what it changes stands in the new summary, and a document that falls below its minimum is a draft again', async () => {
    const held = await session()
    const lines = usual({
      'analyze.amend': [
        turn({ ask: 'Which of the three should be first?', targets: ['RD-3'] }),
        turn({
          ask: 'Is there more to change?',
          targets: ['RD-3'],
          records: [
            { op: 'drop', type: 'fr', id: 'FR-003', by: 'business-analyst' },
            put('fr', { id: 'FR-001', data: { title: 'Ten tries' } }),
          ],
          signals: { resolved: true },
        }),
      ],
    })
    await held.hold(lines, [reply, ['say', 'Drop the third, it is wrong.'], ['say', 'Yes, drop it.']])
    const bodies = (await held.lines()).flatMap((line) =>
      line.kind === 'asked' && line.data.id === 'signoff.requirements' ? [line.data.body] : [],
    )
    expect(bodies).toHaveLength(2)
    expect(bodies[0]).toContain('| FR-003 |')
    expect(bodies[1]).toContain('| FR-001 | Ten tries |')
    expect(bodies[1]).not.toContain('FR-003')
    expect(held.text('requirements-spec.md')).toContain('**Status**: Draft')
  })
})

describe('edits by hand', () => {
  const asking = usual({
    'analyze.turn': [
      turn({ records: [put('stakeholder'), ...everything()], claims: [claim('PD-1'), claim('SP-6')] }),
      turn({ ask: 'Since when is that so?', targets: ['PD-5'], claims: [claim('PD-5')] }),
    ],
  })
  test('between two turns go to the next one as the person’s words, survive, and a copy is kept', async () => {
    const held = await session(inputOf('standard'))
    await held.hold(asking, [reply])
    const edited = `${held.text('requirements-spec.md')}\n## Rollout\n\nOn a Monday, not before ten.\n`
    held.at.files.set(at('requirements-spec.md'), edited)
    await held.hold(
      usual({
        'analyze.turn': [
          turn({
            ask: 'Since when is that so?',
            targets: ['PD-5'],
            records: [
              put('context', {
                evidence: [{ ref: 'edit:requirements-spec.md', quote: 'not before ten' }],
                data: { kind: 'constraint', text: 'Rollout on a Monday' },
              }),
            ],
          }),
        ],
      }),
      [['say', 'A year.']],
    )
    const prompt = held.calls.filter(({ prompt: { call } }) => call === 'analyze.turn').at(-1)?.prompt.text
    expect(prompt).toContain('On a Monday, not before ten.')
    expect(held.text('requirements-spec.md')).toContain('## Rollout\n\nOn a Monday, not before ten.')
    expect(held.text('requirements-spec.md')).toContain('Rollout on a Monday')
    expect(held.at.files.get(`.parley/before/${meetingId}/requirements-spec.md`)).toBe(edited)
    expect(held.notes('claims').at(-1)).toMatchObject({
      accepted: [{ record: 'put TC-1', source: 'user' }],
    })
  })
  test('that delete documents are told, and the next batch writes them again, whole and with the person’s own sections', async () => {
    const held = await session(inputOf('standard'))
    await held.hold(asking, [reply])
    const own = `${held.text('requirements-spec.md')}\n## Rollout\n\nOn a Monday.\n`
    held.at.files.set(at('requirements-spec.md'), own)
    const asks = (ask: string, target: string) => turn({ ask, targets: [target] })
    const turns = [asks('Since when is that so?', 'PD-5'), asks('Who told you?', 'PD-2')]
    const says = ['A year.', 'Two years.']
    let before = ''
    const answer = async () => {
      const text = says.shift()
      if (says.length === 0 && before === '') {
        before = held.text('requirements-spec.md')
        for (const file of ['requirements-spec.md', 'quick-scan.md', 'user-stories.json'])
          held.at.files.delete(at(file))
      }
      return text === undefined
        ? undefined
        : { question: 'reply', choose: 'say', text, by: 'person' as const }
    }
    await held.hold(usual({ 'analyze.turn': turns }), [], { answer })
    expect(before).toContain('## Rollout')
    expect(withoutHeader(held.text('requirements-spec.md'))).toBe(withoutHeader(before))
    expect(held.text('quick-scan.md')).toContain('## 2. Keywords')
    expect(held.text('user-stories.json')).toContain('US-001')
    const told = JSON.stringify(tell(await held.lines(), await loadTellings()).items)
    expect(told).toContain('quick-scan.md, requirements-spec.md, user-stories.json was deleted')
  })
  test('of a document that no turn has seen are never overwritten at the end, whatever the sign-off was about', async () => {
    const held = await session()
    await held.hold(usual(), [reply, 'accept'])
    const mine = held
      .text('impact-analysis.md')
      .replace('## 2. Entry Points', '## 2. Entry Points\n\nMine alone.')
    held.at.files.set(at('impact-analysis.md'), mine)
    const ending = await held.hold(usual(), ['accept'])
    expect(held.text('impact-analysis.md')).toBe(mine)
    expect(ending).toMatchObject({
      outcome: {
        status: 'accepted',
        degraded: expect.arrayContaining(['edited:impact-analysis.md', 'known-issues:1']),
        known_issues: [expect.stringContaining('impact-analysis.md was edited')],
        artifacts: expect.arrayContaining([expect.objectContaining({ path: at('impact-analysis.md') })]),
      },
    })
  })
  test('found only at finalization stay the person’s', async () => {
    const whole = await session()
    await whole.hold(usual(), [reply, 'accept', 'accept'])
    const lines = await whole.lines()
    const last = lines.findLastIndex(
      ({ kind, data }) => kind === 'acted' && JSON.stringify(data).includes('digests'),
    )
    const files = Object.fromEntries([...whole.at.files].map(([path, text]) => [path, text]))
    const mine = `${files[at('data-flow.md')]}\n## Mine\n\nKeep.\n`
    const again = await session(inputFor(), { ...files, [at('data-flow.md')]: mine }, lines.slice(0, last))
    const ending = await again.hold(usual(), [])
    expect(ending).toMatchObject({ outcome: { degraded: expect.arrayContaining(['edited:data-flow.md']) } })
    expect(again.text('data-flow.md')).toBe(mine)
  })
})

describe('a folder of another tool', () => {
  const spec =
    '---\nstatus: Accepted\nconfidence: High\n---\n# Retry limits\n\n**Status**: Complete\n\nWritten by hand in spring.\n\n' +
    '## 6. Functional Requirements\n\n### FR-007: Park what fails\n\nA failing delivery is parked.\n\n' +
    '## Rollout\n\nOn a Monday. See FR-099.\n'
  const stories = JSON.stringify([
    {
      id: 'US-004',
      title: 'Quiet',
      story: 'As x',
      acceptance_criteria: ['a'],
      priority: 'Must Have',
      traces: ['FR-007'],
    },
  ])
  const meta = JSON.stringify({
    ...{ slug: 'retry-queue', source: 'github', build_started_at: 'monday', sizing_decision: { x: 1 } },
    ...{
      analysis_status: 'partial',
      phases_completed: ['01-requirements'],
      topics_covered: ['problem-discovery'],
    },
    ...{ acceptance: { domains: { requirements: 'yes' } } },
  })
  const files = {
    [at('requirements-spec.md')]: spec,
    [at('user-stories.json')]: stories,
    [at('traceability-matrix.csv')]: 'Requirement;Test\nFR-007;T1\n',
    [at('module-design-queue.md')]: 'not ours',
    [at('test-plan.md')]: 'a plan',
    [at('meta.json')]: meta,
  }
  test('is taken over whole: ids stay, statuses and sign-offs do not, and what is not ours is left alone', async () => {
    const adopted = {
      records: [
        put('fr', {
          id: 'FR-007',
          source: 'draft',
          evidence: [{ ref: 'kept:requirements-spec.md', quote: 'A failing delivery is parked.' }],
          data: { title: 'Park what fails' },
        }),
        put('ac', {
          id: 'AC-007-01',
          source: 'draft',
          evidence: [{ ref: 'kept:requirements-spec.md', quote: 'A failing delivery is parked.' }],
        }),
        put('fr', {
          id: 'FR-008',
          source: 'user',
          evidence: [{ ref: 'kept:requirements-spec.md', quote: 'never written there' }],
        }),
      ],
    }
    const held = await session(inputFor({ meta }), files)
    const lines = usual({ 'analyze.adopt': [adopted] })
    const ending = await held.hold(lines, [reply, 'accept', 'accept'])
    const [opening, , adopt] = held.calls.map(({ prompt }) => prompt)
    expect(opening?.text).toContain('Written by hand in spring.')
    expect(opening?.text).toMatch(/An earlier analysis covered: problem discovery/)
    expect(held.calls.map(({ prompt }) => prompt.call).slice(0, 2)).toEqual([
      'analyze.opening',
      'analyze.adopt',
    ])
    expect(adopt).toBeDefined()
    expect(held.notes('claims')[0]).toMatchObject({
      accepted: [
        { record: 'put FR-007', source: 'draft' },
        { record: 'put AC-007-01', source: 'draft' },
        { record: 'put US-004' },
      ],
      rejected: [{ what: 'put FR-008', why: expect.stringMatching(/does not stand in/) }],
    })
    const after = held.text('requirements-spec.md')
    expect(after).toContain('### FR-007: Park what fails')
    expect(after).toContain('## Rollout\n\nOn a Monday. See FR-099.')
    expect(after).toContain('Written by hand in spring.')
    expect(after).not.toContain('status: Accepted')
    expect(JSON.parse(held.text('user-stories.json')).map(({ id }: { id: string }) => id)).toEqual([
      'US-001',
      'US-004',
    ])
    expect(held.notes('notice').map(({ text }) => text)).toContain(
      'traceability-matrix.csv has another shape and will be replaced. A copy is kept first.',
    )
    expect(held.text('traceability-matrix.csv')).toMatch(/^FR_ID,AC_ID,User_Story_ID,Confidence,Source\n/)
    expect(held.at.files.get(`.parley/before/${meetingId}/traceability-matrix.csv`)).toBe(
      files[at('traceability-matrix.csv')],
    )
    expect(held.at.files.get(`.parley/before/${meetingId}/requirements-spec.md`)).toBe(spec)
    expect([held.text('module-design-queue.md'), held.text('test-plan.md')]).toEqual(['not ours', 'a plan'])
    expect(JSON.parse(held.text('meta.json'))).toMatchObject({
      build_started_at: 'monday',
      sizing_decision: { x: 1 },
      acceptance: { domains: ['requirements', 'design'] },
    })
    // What it says of a requirement that nobody has any more is a known issue.
    expect(ending).toMatchObject({
      outcome: {
        known_issues: expect.arrayContaining([expect.stringMatching(/^requirements-spec\.md: FR-099/)]),
      },
    })
  })
})

test('whoever comes back is told where the talk stands: what is settled, and what is next', async () => {
  const held = await session()
  await held.hold(usual({ 'analyze.turn': [turn()] }), [reply])
  const early = tell(await held.lines(), await loadTellings())
  expect(early.recap).toBe('Nothing is settled yet; next: problem discovery.')
  const done = await session()
  await done.hold(usual(), [reply])
  expect(tell(await done.lines(), await loadTellings()).recap).toMatch(/^Settled: problem discovery, /)
})

test('a persona that is missing leaves its documents at low confidence, and the end names it', async () => {
  const seats = inputFor().seats.map((seat) => ({ ...seat, missing: seat.id === 'system-designer' }))
  const held = await session(inputFor({ seats }))
  const ending = await held.hold(usual(), [reply, 'accept', 'accept'])
  expect(ending).toMatchObject({ outcome: { degraded: expect.arrayContaining(['persona:system-designer']) } })
  expect(held.text('module-design.md')).toMatch(
    /\*\*Confidence\*\*: Low[\s\S]*\*\*Degraded\*\*: persona:system-designer/,
  )
  expect(held.text('requirements-spec.md')).toContain('**Confidence**: High')
})

function claim(criterion: string) {
  return { criterion, source: 'user' as const, evidence: [{ ref: 'u1', quote: 'stop after ten' }] }
}
