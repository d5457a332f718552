// Conversation checks: for each rule lines that pass and lines that fail, and what repair by removal leaves of any turn.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { put, said, stored, topics } from '../fixtures.suite.js'
import { displayNames, type Role, roles } from '../names.js'
import type { Spoken } from '../schemas.js'
import { brevity, type Conversation, checkTurn, type Draft, fixedQuestion, withoutEchoes } from './checks.js'
import { coverageOf, emptyTracker, withClaims } from './coverage.js'
import { cutAtPerson, salvaged } from './salvage.js'

const talk: Conversation = {
  names: displayNames,
  person: 'Robin',
  exchange: 2,
  amending: false,
  heard: new Set(),
  missing: new Set(),
  topics,
  coverage: coverageOf(emptyTracker, { store: stored([]), scanned: true, topics, tier: 'standard' }),
  needed: new Set(topics.map(({ id }) => id)),
  answered: [],
  scanRead: true,
  discovery: 'The queue has one worker per tenant and keeps tries in memory.',
  messages: 2,
  isFile: (path) => path === 'src/queue.ts',
  isRecord: (id) => id === 'FR-001',
}
const maya = 'business-analyst'
const alex = 'solutions-architect'
const jordan = 'system-designer'

interface Told {
  readonly role?: Role
  readonly points?: readonly string[]
  readonly refs?: readonly string[]
}
const refsOf = { [maya]: [], [alex]: ['src/queue.ts:3'], [jordan]: ['u1'] }
function voice({ role = maya, points = ['Retries run for hours.'], refs }: Told = {}) {
  const named = role === alex ? ['The loop in queue.ts never ends.', ...points] : points
  return { role, points: [...(refs ? points : named)], refs: [...(refs ?? refsOf[role])] }
}
const question: Spoken['question'] = {
  role: maya,
  kind: 'open',
  text: 'What would tell you that it works?',
  targets: ['PD-3'],
}
function draft(voices: readonly Told[] = [{}], ask: Partial<Spoken['question']> = {}): Draft {
  return { spoken: { contributions: voices.map(voice), question: { ...question, ...ask } }, prose: null }
}
const rules = (one: Draft, how: Partial<Conversation> = {}) => [
  ...new Set(checkTurn(one, { ...talk, ...how }).faults.map(({ rule }) => rule)),
]
const says = (line: string) => rules(draft([{ points: [line] }]))

describe('a turn that keeps every rule', () => {
  test('passes, with one voice and with three', () => {
    expect(rules(draft())).toEqual([])
    expect(
      rules(
        draft([
          {},
          { role: alex, points: ['The limit belongs there.'] },
          { role: jordan, points: ['An eleventh try must fail loudly.'] },
        ]),
      ),
    ).toEqual([])
  })
  test.each([
    'The first phase of a delivery is its signature.',
    'Stepping back, the night calls are the problem.',
    'Step by step the queue fills until support is called.',
    'Workers hand over a delivery to the endpoint at once.',
    'Alex, the queue in that file is the one they mean.',
    'Passing the tenant to the queue is what fails.',
    'See [the notes](notes.md) and [the log](log.md).',
    'The first entry a[0] and the second b[1] differ.',
    'We could bound tries or bound time; bounding tries is simpler.',
    'The user sees: nothing at all.',
    'It is a great deal of noise at night.',
    'Of all deliveries 40% fail at the first try.',
    'The architecture keeps tries in memory.',
    'Users searching for a parked delivery find none.',
    'Coverage by tests is thin there.',
  ])('“%s” is content', (line) => expect(says(line)).toEqual([]))
})

describe('each rule finds what breaks it', () => {
  test.each([
    ['CV-01', 'Phase 2: Requirements'],
    ['CV-01', '**Phase 1** begins'],
    ['CV-01', '## phase 3'],
    ['CV-02', 'Step 01-02: Users'],
    ['CV-02', '### Step 04'],
    ['CV-02', 'Step 1: the problem'],
    ['CV-04', 'I am handing this off now.'],
    ['CV-04', 'Let me hand over at this point.'],
    ['CV-04', 'Passing this to Alex.'],
    ['CV-04', 'Over to Jordan for the design.'],
    ['CV-04', 'Alex will take it from here.'],
    ['CV-04', 'Bringing in Jordan Park now.'],
    ['CV-04', 'Switching to Maya.'],
    ['CV-05', 'Choose: [E] or [C]'],
    ['CV-05', '[1] small, [2] large'],
    ['CV-05', 'We can continue, skip or elaborate.'],
    ['CV-05', 'Shall we continue or skip'],
    ['CV-09', 'User: it should stop after ten'],
    ['CV-09', '**Human**: yes'],
    ['CV-09', 'Robin: that is right'],
    ['CV-11', 'Great point, the nights are bad.'],
    ['CV-11', 'Thanks for sharing that.'],
    ['CV-11', 'Let me think about the queue.'],
    ['CV-15', 'We have covered 60% so far.'],
    ['CV-15', 'Coverage is at 40 %.'],
    ['CV-15', 'That settles problem-discovery.'],
    ['CV-15', 'PD-3 is still open.'],
    ['CV-15', 'We are now AMENDING.'],
    ['CV-15', 'I will use deep mode here.'],
    ['CV-16', 'Now let’s discuss the users.'],
    ['CV-16', 'Next topic is security.'],
    ['CV-16', 'Moving on to the risks.'],
    ['CV-16', 'We haven’t covered security.'],
    ['CV-17', 'I am searching the codebase for it.'],
    ['CV-17', 'The scan is complete.'],
    ['CV-17', 'Found 12 hits in the repository.'],
    ['CV-17', '| Keyword | Hits | Files |'],
    ['CV-20', 'Call `retry()` at most ten times.'],
    ['CV-20', 'It is retry(limit: number): void here.'],
  ])('%s: “%s”', (rule, line) => expect(says(line)).toEqual([rule]))
  test('CV-03: three questions in one turn, as points or as a list in prose', () => {
    const list = ['Why, and who is hurt? Say both.', 'How often? Say roughly.', 'Since when? Say roughly.']
    expect(rules(draft([{ points: list }]))).toEqual(['CV-03'])
    expect(rules(draft([{ points: list.slice(1) }]))).toEqual([])
    const prose = { text: '1. Why?\n2) Who?\n(3) When?', before: '', running: 0 }
    expect(rules({ ...draft(), prose })).toEqual(['CV-03'])
    expect(rules({ ...draft(), prose: { ...prose, text: 'a) Why?\nb) Who?' } })).toEqual([])
  })
  test('CV-06: the analyst opens alone, and by exchange three each role has spoken unless its persona is missing', () => {
    const three = [{}, { role: alex }, { role: jordan }] as const
    expect(rules(draft(three), { exchange: 1 })).toEqual(['CV-06'])
    expect(rules(draft(), { exchange: 1 })).toEqual([])
    expect(rules(draft(), { exchange: 2 })).toEqual([])
    expect(rules(draft(), { exchange: 3 })).toEqual(['CV-06'])
    expect(rules(draft(three), { exchange: 3 })).toEqual([])
    expect(rules(draft(), { exchange: 3, heard: new Set([alex]), missing: new Set([jordan]) })).toEqual([])
    const { faults } = checkTurn(draft(), { ...talk, exchange: 3 })
    expect(faults.map(({ why }) => why).join()).toMatch(
      /a file and what it implies.*an interface or a failure case/,
    )
  })
  test('CV-07: the question ends in a question mark, and no point does', () => {
    expect(rules(draft([{}], { text: 'Tell me what would work.' }))).toEqual(['CV-07'])
    expect(rules(draft([{}], { text: 'What works? Tell me.' }))).toEqual(['CV-07'])
    expect(rules(draft([{ points: ['Is it the queue?'] }]))).toEqual(['CV-07'])
  })
  test('CV-10: at most four points of at most thirty words, and little running text', () => {
    const words = (count: number) => Array.from({ length: count }, (_, at) => `w${at}`).join(' ')
    expect(rules(draft([{ points: ['a', 'b', 'c', 'd'] }]))).toEqual([])
    expect(rules(draft([{ points: ['a', 'b', 'c', 'd', 'e'] }]))).toEqual(['CV-10'])
    expect([says(words(30)), says(words(31))]).toEqual([[], ['CV-10']])
    const prose = (running: number) => ({ ...draft(), prose: { text: '', before: '', running } })
    expect([rules(prose(0.3)), rules(prose(0.31))]).toEqual([[], ['CV-10']])
    expect(brevity).toEqual({ points: 4, words: 30, running: 0.3 })
  })
  test('CV-12: what the person said, or was asked and answered, is not asked again; one confirmation is allowed', () => {
    const { tracker } = withClaims(
      emptyTracker,
      [{ criterion: 'PD-1', source: 'user', evidence: [...said] }],
      topics,
    )
    const coverage = coverageOf(tracker, { store: stored([]), scanned: true, topics, tier: 'standard' })
    expect(rules(draft([{}], { targets: ['PD-1'] }), { coverage, amending: true })).toEqual([])
    expect(rules(draft([{}], { targets: ['PD-1'] }), { coverage })).toEqual(['CV-12'])
    expect(rules(draft([{}], { targets: ['PD-1', 'PD-3'] }), { coverage })).toEqual([])
    const answered = [{ text: 'What would tell you it works', kind: 'open', targets: ['PD-3'] }] as const
    expect(rules(draft(), { answered })).toEqual(['CV-12'])
    expect(rules(draft([{}], { text: 'Which number should fall?' }), { answered })).toEqual([])
    const confirm = {
      kind: 'confirm',
      inference: 'Support is hurt.',
      text: 'Is support the one that is hurt?',
    } as const
    const once = [{ text: 'Other words entirely', kind: 'confirm', targets: ['PD-3'] }] as const
    expect(rules(draft([{}], confirm))).toEqual([])
    expect(rules(draft([{}], confirm), { answered: once })).toEqual(['CV-12'])
    expect(rules(draft([{}], confirm), { answered: once, amending: true })).toEqual([])
    expect(
      rules(draft([{}], { text: fixedQuestion, targets: [] }), {
        answered: [{ text: fixedQuestion, kind: 'open', targets: [] }],
      }),
    ).toEqual([])
  })
  test('CV-13: what texts or code already tell is stated and confirmed, not asked openly', () => {
    const store = stored([put('metric', { source: 'draft', evidence: [{ ref: 'draft', quote: 'x' }] })])
    const coverage = coverageOf(emptyTracker, { store, scanned: true, topics, tier: 'standard' })
    expect(rules(draft(), { coverage })).toEqual(['CV-13'])
    expect(rules(draft([{}], { kind: 'confirm', inference: 'Calls at night count.' }), { coverage })).toEqual(
      [],
    )
  })
  test('CV-14: one question about one topic, and about a criterion that exists', () => {
    expect(rules(draft([{}], { targets: ['PD-3', 'RD-3'] }))).toEqual(['CV-14'])
    expect(rules(draft([{}], { targets: ['ZZ-1'] }))).toEqual(['CV-14'])
    expect(rules(draft([{}], { text: 'Why? And since when?' }))).toEqual(['CV-14'])
  })
  test('CV-18: the architect shows a file that is there, the designer starts from what was agreed', () => {
    const by = (role: Role, refs: readonly string[], points = ['The loop in queue.ts never ends.']) =>
      rules(draft([{ role, points, refs }]))
    expect(by(alex, ['src/queue.ts:1-4'])).toEqual([])
    expect(by(alex, ['src/other.ts'], ['The loop in other.ts never ends.'])).toEqual(['CV-18'])
    expect(by(alex, ['src/queue.ts'], ['The loop never ends.'])).toEqual(['CV-18'])
    expect(by(alex, [])).toEqual(['CV-18'])
    expect(by(alex, ['discovery'], ['There is one worker per tenant, so one stalls all.'])).toEqual([])
    expect(by(alex, ['discovery'], ['The worker stalls.'])).toEqual(['CV-18'])
    expect(by(alex, ['draft'])).toEqual(['CV-18'])
    expect(rules(draft([{ role: alex, refs: ['draft'], points: ['x'] }]), { scanRead: false })).toEqual([])
    expect([by(jordan, ['u2']), by(jordan, ['FR-001'])]).toEqual([[], []])
    expect([by(jordan, ['u3']), by(jordan, ['FR-009']), by(jordan, ['src/queue.ts'])]).toEqual([
      ['CV-18'],
      ['CV-18'],
      ['CV-18'],
    ])
  })
  test('a fault says which words are meant, and all that is wrong with a question at once', () => {
    const whys = (one: Draft, how: Partial<Conversation> = {}) =>
      checkTurn(one, { ...talk, ...how }).faults.map(({ why }) => why)
    const cites = (refs: readonly string[]) => whys(draft([{ role: alex, points: ['It never ends.'], refs }]))
    expect(cites(['src/queue.ts:3'])).toEqual([
      'the architect cites src/queue.ts, but no point names queue.ts',
    ])
    expect(cites(['src/gone.ts'])).toEqual(['the architect cites src/gone.ts, which is not there'])
    expect(cites(['draft'])).toEqual([expect.stringMatching(/put its path in `refs`/)])
    expect(whys(draft([{ points: ['It calls `retry()`.', 'Fine.'] }]))).toEqual([
      expect.stringMatching(/^“It calls `retry\(\)`.”: the analyst speaks in plain words/),
    ])
    expect(whys(draft([{}], { text: 'Why? And since when?', targets: ['PD-3', 'RD-3'] }))).toEqual([
      expect.stringMatching(/several topics \(problem-discovery, requirements-definition\)/),
      expect.stringMatching(/more than one question/),
    ])
    const claim = { criterion: 'PD-1', source: 'user' as const, evidence: [...said] }
    const { tracker } = withClaims(emptyTracker, [claim], topics.slice(0, 1))
    const coverage = coverageOf(tracker, {
      ...{ store: stored([]), scanned: true, topics: topics.slice(0, 1), tier: 'standard' },
    })
    expect(whys(draft([{}], { targets: ['PD-1'] }), { coverage })).toEqual([
      'the person has said all of PD-1 already; not known yet: PD-2, PD-3, PD-4, PD-5',
    ])
  })
  test('CV-19: architect and designer only ask whether what they state is right', () => {
    expect(rules(draft([{}], { role: alex }))).toEqual(['CV-19'])
    expect(rules(draft([{}], { role: jordan, kind: 'confirm', inference: 'It fails loudly.' }))).toEqual([])
  })
  test('CV-20: code belongs to the others, whose points may hold it', () => {
    expect(rules(draft([{ role: jordan, points: ['`retry(limit: number): void`'] }]))).toEqual([])
  })
  test('CV-21: a point that echoes another voice is dropped silently, and a voice with nothing left stays out', () => {
    const { spoken } = draft([
      { points: ['Night calls hurt support'] },
      { role: jordan, points: ['An eleventh try fails loudly'] },
    ])
    expect(withoutEchoes(spoken).contributions.map(({ role }) => role)).toEqual([maya, jordan])
    const echo = draft([
      { points: ['Night calls hurt support'] },
      { role: jordan, points: ['night calls hurt the support'] },
    ]).spoken
    expect(withoutEchoes(echo).contributions.map(({ role }) => role)).toEqual([maya])
  })
  test('CV-22: each voice once, and no words outside of voices', () => {
    expect(rules(draft([{}, { points: ['More of it.'] }]))).toEqual(['CV-22'])
    expect(rules({ ...draft(), prose: { text: '', before: 'Sure!', running: 0 } })).toEqual(['CV-22'])
    expect(rules({ ...draft([]), prose: { text: '', before: '', running: 0 } })).toEqual(['CV-22'])
  })
  test('a check that breaks down lets the turn pass and is named', () => {
    const broken = {
      ...talk,
      isFile: () => {
        throw new Error('disk')
      },
    }
    expect(checkTurn(draft([{ role: alex }]), broken)).toEqual({ faults: [], crashed: ['CV-18'] })
  })
})

describe('repair by removal', () => {
  test('faulty points and those beyond the fourth go, the rest stays as it was said', () => {
    const result = salvaged(
      draft([{ points: ['Phase 1: users', 'Nights are bad.', 'b', 'c', 'd', 'e'] }]),
      talk,
    )
    expect(result.spoken.contributions[0]?.points).toEqual(['Nights are bad.', 'b', 'c'])
    expect(result).toMatchObject({
      rules: ['CV-01', 'CV-10'],
      removed: 3,
      spoken: { question: { text: question.text } },
    })
  })
  test('voices without evidence, with foreign code or speaking twice go whole', () => {
    const result = salvaged(
      draft([
        { points: ['fine', '`code`'] },
        { role: alex, refs: [], points: ['x'] },
        { role: jordan, points: ['An eleventh try fails.'] },
      ]),
      talk,
    )
    expect(result.spoken.contributions.map(({ role }) => role)).toEqual([jordan])
  })
  test('a question that was asked before stays; one that offers a menu gives way to the fixed one', () => {
    const answered = [{ text: question.text, kind: 'open', targets: [] }] as const
    expect(salvaged(draft(), { ...talk, answered }).spoken.question.text).toBe(question.text)
    expect(salvaged(draft([{}], { role: alex }), talk).spoken.question.role).toBe(alex)
    expect(salvaged(draft([{}], { text: 'Shall we continue or skip?' }), talk).spoken.question).toEqual({
      role: maya,
      kind: 'open',
      text: fixedQuestion,
      targets: [],
    })
  })
  test('a voice that is merely missing removes nothing', () => {
    expect(salvaged(draft(), { ...talk, exchange: 3 })).toMatchObject({
      removed: 0,
      rules: ['CV-06'],
      spoken: draft().spoken,
    })
  })
  test('everything from the first line of the person’s onwards is cut', () => {
    const one = draft([
      { points: ['Nights are bad.', 'User: yes', 'So ten it is.'] },
      { role: jordan, points: ['Ten then.'] },
    ])
    const cut = cutAtPerson(one.spoken, talk)
    expect(cut.contributions.map(({ points }) => points)).toEqual([['Nights are bad.']])
    expect(cut.question.text).toBe(fixedQuestion)
  })
  test('what is left of any turn breaks no rule but those that are borne', () => {
    const line = fc.constantFrom(
      'Phase 1: x',
      'Step 02 y',
      'Great point!',
      'User: no',
      '`code`',
      'Is it?',
      '[A] or [B]',
      'Nights are bad.',
      'The loop in queue.ts never ends.',
      'Over to Alex.',
      'PD-3',
      'word '.repeat(31).trim(),
    )
    const voices = fc.array(
      fc.record({
        role: fc.constantFrom(...roles),
        points: fc.array(line, { minLength: 1, maxLength: 8 }),
        refs: fc.subarray(['src/queue.ts', 'u1', 'FR-001', '/etc/passwd']),
      }),
      { minLength: 1, maxLength: 3 },
    )
    const ask = fc.record({
      role: fc.constantFrom(...roles),
      text: fc.oneof(line, fc.constant('What works?')),
      targets: fc.subarray(['PD-3', 'RD-3', 'ZZ-1'], { minLength: 1 }),
    })
    fc.assert(
      fc.property(voices, ask, fc.integer({ min: 1, max: 4 }), (told, asked, exchange) => {
        const one: Draft = {
          spoken: { contributions: told, question: { ...question, ...asked } },
          prose: null,
        }
        const { spoken } = salvaged(one, { ...talk, exchange })
        const left = rules({ spoken, prose: null }, { exchange }).filter(
          (rule) => !['CV-06', 'CV-12', 'CV-13', 'CV-19'].includes(rule),
        )
        expect(left).toEqual(spoken.contributions.length === 0 ? ['CV-22'] : [])
        const before = new Set(told.flatMap(({ points }) => points))
        expect(spoken.contributions.flatMap(({ points }) => points).every((point) => before.has(point))).toBe(
          true,
        )
      }),
    )
  })
})
