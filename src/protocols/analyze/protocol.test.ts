// The procedure of an analysis on the real kernel: the talk, its documents, sign-off, amendment, exit, and what goes wrong.

import { describe, expect, test } from 'vitest'
import { voiceless } from '../council/harness.suite.js'
import { put, samples } from './fixtures.suite.js'
import { type Answers, inputFor, meetingId, session } from './harness.suite.js'
import { everything, reply, turn, usual, wholeTurn } from './lead.suite.js'
import { inputOf, replies, wholeLines } from './whole.suite.js'

const signing: Answers = [reply, 'accept', 'accept']

describe('a light analysis', () => {
  test('goes from one reply to signed documents, and the record verifies', async () => {
    const held = await session()
    const ending = await held.hold(usual(), signing)
    expect(ending).toMatchObject({
      kind: 'concluded',
      outcome: {
        status: 'accepted',
        tier: 'light',
        domains: ['requirements', 'design'],
        amendment_cycles: 0,
        signal: 'ROUNDTABLE_COMPLETE',
        degraded: [],
      },
    })
    expect(held.asked()).toEqual(['reply', 'signoff.requirements', 'signoff.design'])
    for (const file of [
      'quick-scan.md',
      'requirements-spec.md',
      'impact-analysis.md',
      'module-design.md',
      'interface-spec.md',
      'data-flow.md',
      'error-taxonomy.md',
    ])
      expect([file, held.text(file).includes('**Status**: Complete')]).toEqual([file, true])
    expect(held.text('requirements-summary.md')).toContain('**Status**: Accepted')
    expect(held.text('design-summary.md')).toContain('Ready: All is there.')
    expect(held.text('draft.md')).toContain('# Bound the retries')
    expect(held.text('architecture-overview.md')).toBe('')
    const meta = JSON.parse(held.text('meta.json'))
    expect(meta).toMatchObject({
      analysis_status: 'analyzed',
      acceptance: { domains: ['requirements', 'design'] },
      session: { meeting: meetingId, state: 'COMPLETE' },
    })
    expect((await held.verify()).findings).toEqual([])
  })
  test('searches nothing and gives nobody a tool before the first reply', async () => {
    const held = await session()
    await held.hold(usual(), [])
    expect(held.calls.map(({ prompt }) => prompt.call)).toEqual(['analyze.opening'])
    expect(
      (await held.lines()).filter(
        ({ kind, data }) => kind === 'acted' && JSON.stringify(data).includes('scan'),
      ),
    ).toEqual([])
  })
  test('the accepted summary is the question’s body, letter for letter', async () => {
    const held = await session()
    await held.hold(usual(), signing)
    const bodies = (await held.lines()).flatMap((line) =>
      line.kind === 'asked' && line.data.id.startsWith('signoff') ? [line.data.body] : [],
    )
    expect(held.text('requirements-summary.md')).toContain(`\n\n${bodies[0]}\n`)
    expect(held.text('design-summary.md')).toContain(`\n\n${bodies[1]}\n\n## Cross-Check Results`)
  })
  test('a path that the reading names and that is not there is dropped', async () => {
    const held = await session()
    await held.hold(usual(), signing)
    expect(held.text('quick-scan.md')).toContain('| total | 2 |')
    expect(held.notes('scan')[0]).toMatchObject({
      complete: true,
      keywords: ['retries', 'queue', 'bound', 'hours'],
    })
  })
  test('can be held one answer at a time, each in a process of its own', async () => {
    const whole = await session()
    await whole.hold(usual(), signing)
    const held = await session()
    await held.hold(usual(), [])
    for (const answer of signing) await held.hold(usual(), [answer])
    expect(held.asked()).toEqual(whole.asked())
    for (const file of ['requirements-spec.md', 'design-summary.md', 'meta.json'])
      expect(held.text(file)).toBe(whole.text(file))
    expect((await held.verify()).findings).toEqual([])
  })
})

describe('what a turn says', () => {
  test('a quote that does not stand in the message is refused, and the rest of the turn stands', async () => {
    const bad = put('metric', { id: 'SM-2', evidence: [{ ref: 'u1', quote: 'never said' }] })
    const held = await session()
    await held.hold(usual({ 'analyze.turn': [turn({ records: [put('stakeholder'), bad] })] }), [reply])
    expect(held.notes('claims').at(-1)).toMatchObject({
      accepted: [{ record: 'put SH-1' }],
      rejected: [{ what: 'put SM-2', why: expect.stringMatching(/does not stand in u1/) }],
    })
  })
  test('a draft that breaks a rule is sent back unseen with its faults, and only the good one is shown', async () => {
    const filler = turn({ contributions: [{ role: 'business-analyst', points: ['Great point!'] }] as never })
    const held = await session()
    await held.hold(usual({ 'analyze.turn': [filler] }), [reply])
    expect(held.notes('retry')).toMatchObject([{ exchange: 2, attempt: 1, rules: ['CV-11'] }])
    expect(held.calls.find(({ prompt }) => prompt.call === 'analyze.retry')?.prompt.text).toContain(
      'it holds praise, thanks or thinking aloud',
    )
    expect(JSON.stringify(held.notes('shown'))).not.toContain('Great point')
  })
  test('a draft that is sent back is also told which of its records would be refused', async () => {
    const bad = put('metric', { id: 'SM-2', evidence: [{ ref: 'u1', quote: 'never said' }] })
    const filler = [{ role: 'business-analyst', points: ['Great point!'] }]
    const held = await session()
    await held.hold(usual({ 'analyze.turn': [turn({ contributions: filler as never, records: [bad] })] }), [
      reply,
    ])
    const retry = held.calls.find(({ prompt }) => prompt.call === 'analyze.retry')?.prompt.text
    expect(retry).toContain(
      'would be refused as they are; correct them or leave them out:\n- put SM-2: “never said”',
    )
    expect(held.notes('retry')).toHaveLength(1)
  })
  test('a light item is not steered to topics that it does not need, and is told the gaps of what is written', async () => {
    const held = await session()
    await held.hold(usual({ 'analyze.turn': [turn(), turn()] }), [reply, ['say', 'Go on.']])
    const asked = held.calls
      .filter(({ prompt }) => prompt.call === 'analyze.turn')
      .map(({ prompt }) => prompt.text)
    expect(asked).toHaveLength(2)
    for (const text of asked) {
      const card = text.slice(text.indexOf('Where we stand'))
      expect(card).not.toMatch(/AR-1|SE-1/)
    }
    expect(asked.at(-1)).toMatch(/quick-scan.md/)
  })
  test('after three drafts what breaks a rule is taken out, and the end says so', async () => {
    const contributions = [{ role: 'business-analyst', points: ['Great point!', 'Nights are bad.'] }]
    const hopeless = turn({ contributions: contributions as never })
    const held = await session()
    await held.hold(usual({ 'analyze.turn': [hopeless], 'analyze.retry': [hopeless] }), [reply])
    expect(held.notes('salvaged')).toEqual([{ exchange: 2, rules: ['CV-11'], removed: 1 }])
    expect(held.notes('shown').at(-1)).toMatchObject({ voices: [{ points: ['Nights are bad.'] }] })
  })
  test('a turn that cannot be made pauses the meeting, and a resume makes it again', async () => {
    const held = await session()
    const mute = usual({ 'analyze.turn': [voiceless('no voice')] })
    expect(await held.hold(mute, [reply])).toMatchObject({ kind: 'paused' })
    expect(await held.hold(usual(), ['accept', 'accept'])).toMatchObject({ kind: 'concluded' })
  })
  test('a reading that fails does not hold the turn up, and is given up after three tries', async () => {
    const held = await session()
    const slow = turn({ ask: 'Since when is that so?', targets: ['PD-5'] })
    const lines = usual({
      'analyze.scan': [voiceless('busy')],
      'analyze.turn': [slow, turn({ ask: 'Who else is woken by it?' }), wholeTurn()],
    })
    const ending = await held.hold(lines, [
      reply,
      ['say', 'For a year.'],
      ['say', 'Nobody.'],
      'accept',
      'accept',
    ])
    expect(ending).toMatchObject({
      outcome: { status: 'accepted', degraded: expect.arrayContaining(['scan-none']) },
    })
  })
})

describe('sign-off', () => {
  test('an amendment voids what was accepted, all three speak, and everything is presented anew', async () => {
    const held = await session()
    const answers: Answers = [
      reply,
      'accept',
      ['say', 'yes, but rename FR-003'],
      ['say', 'The second one.'],
      'accept',
      'accept',
    ]
    const ending = await held.hold(usual(), answers)
    expect(held.asked()).toEqual([
      'reply',
      'signoff.requirements',
      'signoff.design',
      'reply',
      'signoff.requirements',
      'signoff.design',
    ])
    expect(ending).toMatchObject({ outcome: { status: 'accepted', amendment_cycles: 1 } })
    expect(held.notes('state').map(({ to }) => to)).toEqual([
      'PRESENTING_REQUIREMENTS',
      'PRESENTING_DESIGN',
      'AMENDING',
      'PRESENTING_REQUIREMENTS',
      'PRESENTING_DESIGN',
      'FINALIZING',
      'COMPLETE',
    ])
  })
  test('asking to see a summary again changes nothing', async () => {
    const held = await session()
    const ending = await held.hold(usual(), [
      reply,
      'accept',
      ['say', 'show me the requirements again'],
      'accept',
    ])
    expect(ending).toMatchObject({ outcome: { status: 'accepted', amendment_cycles: 0 } })
    expect(held.notes('summary').map(({ domain, again }) => [domain, again])).toEqual([
      ['requirements', false],
      ['design', false],
      ['requirements', true],
    ])
  })
  test('--yes signs nothing off', async () => {
    const held = await session()
    await held.hold(usual(), [reply])
    const asked = (await held.lines()).flatMap((line) => (line.kind === 'asked' ? [line.data] : []))
    expect(asked.every((question) => question.personOnly === true && question.default === undefined)).toBe(
      true,
    )
  })
  test('where the tier is open it is asked for, and a trivial item is recorded without sign-off', async () => {
    const held = await session(inputFor({ tier: null }))
    const ending = await held.hold(usual(), [reply, 'trivial'])
    expect(held.asked()).toEqual(['reply', 'scope'])
    expect(ending).toMatchObject({ outcome: { status: 'recorded', tier: 'trivial' } })
    expect(held.text('requirements-summary.md')).toContain('**Status**: Recorded')
    expect(JSON.parse(held.text('meta.json'))).toMatchObject({
      recommended_scope: { scope: 'trivial', user_confirmed: true },
      acceptance: { domains: [] },
    })
  })
})

describe('stopping early', () => {
  test('at the first question: what is known is written with its gaps, and nothing is accepted', async () => {
    const held = await session()
    const ending = await held.hold(usual(), [['say', '/done'], 'stop'])
    expect(ending).toMatchObject({ outcome: { status: 'early-exit', domains: [], degraded: ['early-exit'] } })
    expect(held.text('requirements-spec.md')).toContain('## Gaps and Assumptions')
    expect(held.text('data-flow.md')).toBe('')
    const meta = JSON.parse(held.text('meta.json'))
    expect(meta).toMatchObject({ early_exit: { state: 'IDLE' }, analysis_status: 'partial' })
    expect(meta).not.toHaveProperty('acceptance')
    expect((await held.verify()).findings).toEqual([])
  })
  test('at every question of a light analysis it is possible, and status is never complete', async () => {
    for (const before of [[reply], [reply, 'accept']] as Answers[]) {
      const held = await session()
      const ending = await held.hold(usual(), [...before, ['say', "that's enough"], ['say', 'yes']])
      expect(ending).toMatchObject({ outcome: { status: 'early-exit' } })
      expect(held.text('requirements-spec.md')).not.toContain('**Status**: Complete')
      expect(held.text('requirements-summary.md')).toBe('')
    }
  })
  test('whoever does not confirm it is asked the same again', async () => {
    const held = await session()
    await held.hold(usual(), [['say', "let's stop"], ['say', 'no, continue'], ...signing])
    expect(held.asked()).toEqual(['reply', 'exit', 'reply', 'signoff.requirements', 'signoff.design'])
  })
  test('other words answer what was asked before', async () => {
    const held = await session()
    const [first, ...others] = signing
    await held.hold(usual(), [['say', "we're done here"], first!, ...others])
    expect(held.asked()).toEqual(['reply', 'exit', 'signoff.requirements', 'signoff.design'])
    expect(held.calls.at(1)?.prompt.text).not.toContain('done here')
  })
})

describe('documents and the person', () => {
  test('a file that was there is copied first, its own sections survive, and other tools’ files are left alone', async () => {
    const old = '# Old\n\n**Status**: Accepted\n\n## Rollout\n\nOn a Monday.\n'
    const held = await session(inputFor(), {
      'docs/requirements/retry-queue/data-flow.md': old,
      'docs/requirements/retry-queue/bug-report.md': 'x',
    })
    await held.hold(usual(), signing)
    expect(held.text('data-flow.md')).toContain('## Rollout\n\nOn a Monday.')
    expect(held.at.files.get(`.parley/before/${meetingId}/data-flow.md`)).toBe(old)
    expect(held.text('bug-report.md')).toBe('x')
  })
  test('an edit before a sign-off is heard as an amendment, and stays in the file', async () => {
    const held = await session()
    await held.hold(usual(), [reply])
    const path = 'docs/requirements/retry-queue/requirements-spec.md'
    held.at.files.set(path, `${held.at.files.get(path)}\n## My own section\n\nKeep me.\n`)
    const ending = await held.hold(usual(), ['accept', ['say', 'It is about rollout.'], 'accept', 'accept'])
    expect(ending).toMatchObject({ outcome: { status: 'accepted', amendment_cycles: 1 } })
    expect(held.text('requirements-spec.md')).toContain('## My own section\n\nKeep me.')
    expect(
      held.calls.some(({ prompt }) => prompt.text.includes('The person has edited requirements-spec.md')),
    ).toBe(true)
  })
  test('a judge’s fault holds a file back, and its reason goes to the next turn', async () => {
    const held = await session(inputFor({ tier: 'standard' }))
    const lines = usual({
      'analyze.turn': [
        turn({
          records: everything(),
          claims: [{ criterion: 'PD-1', source: 'user', evidence: [{ ref: 'u1', quote: 'stop after ten' }] }],
        }),
        turn({ ask: 'Since when is that so?', targets: ['PD-5'] }),
      ],
      'analyze.validate': [
        { faults: [{ artifact: 'requirements-spec.md', check: 'vague', why: 'AC-001-01 says fast' }] },
      ],
    })
    await held.hold(lines, [reply, ['say', 'I see.']])
    expect(held.text('requirements-spec.md')).toBe('')
    expect(held.text('user-stories.json')).not.toBe('')
    expect(held.calls.filter(({ prompt }) => prompt.call === 'analyze.turn')[1]?.prompt.text).toContain(
      'AC-001-01 says fast',
    )
  })
  test('the architect’s documents wait until every decision has two options or says why not, and steps follow what they depend on', async () => {
    const held = await session(inputOf('standard'))
    const lone = samples.decision[1].options.slice(0, 1)
    const faulty = [
      put('step', { id: 'IS-2', data: { order: 1, depends_on: ['IS-1'] } }),
      put('decision', { id: 'ADR-002', data: { options: lone, selected: undefined } }),
    ]
    const [first] = wholeLines()['analyze.turn'] as { records: object[] }[]
    const wrong = { ...first, records: [...first!.records, ...faulty] }
    const last = turn({ ask: 'Since when is that so?', targets: ['PD-5'] })
    await held.hold(wholeLines({ 'analyze.turn': [wrong, last] }), replies)
    expect([held.text('architecture-overview.md'), held.text('impact-analysis.md')]).toEqual(['', ''])
    const asked = held.calls.filter(({ prompt }) => prompt.call === 'analyze.turn').at(-1)?.prompt.text
    expect(asked).toContain('ADR-002 has one option, and no reason why there is no other')
    expect(asked).toContain('IS-2 is not planned after what it depends on')
  })
  test('a talk that reaches its limit goes straight to confirmation, and says that it was capped', async () => {
    const held = await session(inputFor({ maxExchanges: 3 }))
    const ask = (text: string) => turn({ ask: text, targets: ['PD-5'] })
    const lines = usual({
      'analyze.turn': [
        ask('Since when is that so?'),
        ask('How often does it happen?'),
        ask('Who else is woken?'),
      ],
    })
    const ending = await held.hold(lines, [reply, ['say', 'A year.'], ['say', 'Daily.']])
    expect(ending).toMatchObject({
      outcome: { status: 'unsigned', degraded: expect.arrayContaining(['capped']) },
    })
    expect(held.text('requirements-spec.md')).toContain('## Gaps and Assumptions')
  })
})

test('killed after any line of its journal, an analysis goes on to the same end', async () => {
  const whole = await session()
  await whole.hold(usual(), signing)
  const lines = await whole.lines()
  for (let cut = 1; cut < lines.length; cut += 4) {
    const again = await session(inputFor(), {}, lines.slice(0, cut))
    const answered = lines.slice(0, cut).filter(({ kind }) => kind === 'answered').length
    const ending = await again.hold(usual(), signing.slice(answered))
    expect([cut, ending.kind]).toEqual([cut, 'concluded'])
    expect(again.text('requirements-summary.md')).toBe(whole.text('requirements-summary.md'))
  }
})
