// The fold: golden journals of every protocol as a story, and the laws S1 to S3.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Line, parse } from '../kernel/line/line.js'
import { lineOf, samples } from '../kernel/line/line.suite.js'
import { markdownOf } from '../surfaces/cli/export/markdown.js'
import { extended, storyOf, tellLine } from './fold.js'
import type { Item } from './items.js'
import { golden, goldens, tellings, told } from './journals.suite.js'
import { blank, untold } from './story.js'

const of = <K extends Item['kind']>(items: readonly Item[], kind: K) =>
  items.filter((item): item is Extract<Item, { kind: K }> => item.kind === kind)

describe('the story of a council meeting', () => {
  const story = told(golden('council.meeting'))
  const dissenting = of(story.items, 'turn').find(
    ({ seat, round }) => seat === 'security-engineer' && round === 2,
  )

  test('has the seats with their roles, and what each says with its position and dissent', () => {
    expect(story.faces).toContainEqual({ id: 'qa-engineer', name: 'qa-engineer', role: 'QA Engineer' })
    expect(
      of(story.items, 'turn')
        .map(({ seat, round }) => `${seat} ${round}`)
        .slice(3, 5),
    ).toEqual(['product-manager 1', 'staff-engineer 2'])
    expect(story.dissents).toMatchObject([
      { id: 'D1', seat: 'security-engineer', round: 2, state: 'stands', turn: dissenting?.key },
    ])
  })

  test('says where everybody stood after each round, and leads to what they said', () => {
    expect(story.rounds[1]?.rows[0]).toMatchObject({
      seat: 'staff-engineer',
      position: 'staff-engineer in round 2.',
      stands: 'changed',
    })
    expect(story.rounds[1]?.rows[1]).toMatchObject({
      seat: 'security-engineer',
      stands: 'dissents',
      turn: dissenting?.key,
      because: 'An open gate invites smugglers at night, whatever the tide says.',
    })
  })

  test('an answer has the name of its choice, and its words', () => {
    expect(
      of(story.items, 'answered').map(({ chosen, text }) => [chosen, text?.slice(0, 15) ?? null]),
    ).toEqual([
      ['Another round', null],
      ['Steer the next round', 'Mind the winter'],
      ['Conclude', null],
    ])
  })

  test('words that were cut off say so, and a dissent in them counts', () => {
    const lines = golden('council.meeting').map((line) =>
      line.kind === 'turn' && line.n === dissenting?.n
        ? { ...line, data: { ...line.data, cutOff: 'length' as const } }
        : line,
    )
    const cut = told(lines)
    const turns = of(cut.items, 'turn').filter(({ broken }) => broken !== null)
    expect(turns).toMatchObject([{ n: dissenting?.n, broken: 'cut off: it reached its length limit' }])
    expect(cut.dissents).toMatchObject([{ turn: dissenting?.key }])
    expect(markdownOf(cut)).toContain('*cut off: it reached its length limit*')
  })

  test('tells what it came to', () => {
    expect(story.outcome).toMatchObject({
      headline: 'The gate and the tide',
      paragraphs: ['Open the gate with the tide.'],
      decision: 'Open the gate with the tide.',
      facts: [{ label: 'Record' }, { label: 'Memory', value: 'gate-hours' }, { value: '1 verified' }],
    })
    expect(story.questions).toEqual([])
  })

  test('knows its documents by kind, and which of them it only worked with', () => {
    expect([...story.documents.values()].map(({ kind }) => kind)).toEqual(['memory', 'record', 'pad'])
    expect(of(story.items, 'wrote').filter(({ working }) => working)).toHaveLength(2)
  })
})

describe('the story of a council at work', () => {
  const lines = golden('council.work')

  test('a halt is told in words, and the way to merge is a command', () => {
    const reason = 'edits escaped the worktree: README.md'
    const halted = [
      ...lines.slice(0, -1),
      lineOf('halted', { line: `HALT council: ${reason}`, reason }, '', lines.length),
    ]
    expect(of(told(halted).items, 'stop').at(-1)).toMatchObject({ word: 'halted', words: reason })
    const { outcome } = told(lines)
    expect(outcome?.commands[0]).toMatch(/^git merge --no-ff /)
    expect(outcome?.remarks.at(-1)).toMatch(/^Stopped after 6 turns \(the chair called it done\), on branch /)
  })
})

describe('the story of a chartered meeting', () => {
  const story = told(golden('meet'))

  test('its turns are those that were let through, with header, cost and what they cite', () => {
    const ann = of(story.items, 'turn').find(({ label }) => label === 'turn 7')
    expect(ann).toMatchObject({ seat: 'ann', name: 'Ann', role: 'Tester', phase: 'DISCUSS', round: 1 })
    expect(ann?.cost).toMatchObject({ attempts: 1 })
    expect(ann?.cited).toMatchObject([{ ref: 'docs/plan.md:1', state: 'verified' }])
    expect(ann?.parts.map(({ kind }) => kind)).toEqual(['prose', 'challenge', 'request'])
    expect(ann?.verbatim).toMatch(/^\[round 1 \/ turn 7 \/ Ann \(Tester\)/)
  })

  test('a prelude shows what was prepared', () => {
    const prelude = of(story.items, 'turn').find(({ label }) => label === 'turn 2')
    expect(prelude?.text).toMatch(/^- The cache holds thumbnails \(docs\/plan.md:1-2/)
    expect(prelude?.cited).toHaveLength(1)
  })

  test('rounds open with the first turn that counts to them, pins keep their number', () => {
    expect(of(story.items, 'round').map(({ round }) => round)).toEqual([1, 2, 3])
    expect(story.pins).toMatchObject([{ id: 'SP-1', by: 'Ann', revisions: 1, intent: 'the policy, mended' }])
  })

  test('what is printed to the letter is the transcript of the meeting', () => {
    const letters = story.items.flatMap((item) =>
      'verbatim' in item && item.verbatim ? [item.verbatim] : [],
    )
    expect(letters[0]).toBe('## Phase: INVITE')
    expect(letters.at(-1)).toBe('## Phase: SAVE')
  })

  test('says in words what makes it worth less, and counts its citations', () => {
    expect(story.summary.degraded).toEqual(['memory by engine: cy', 'items left out: 1', 'lines removed: 1'])
    expect(story.citations).toEqual({ verified: 3, unverified: 0, broken: 0 })
  })

  test('words that the meeting makes a turn of are marked as repeated', () => {
    expect(of(story.items, 'answered')[0]).toMatchObject({ chosen: 'Interject', repeated: true })
  })
})

describe('the story of a talk', () => {
  const lines = golden('talk')

  test('its first words are shown until an answer holds them', () => {
    const opening = told(lines.slice(0, 1)).items
    expect(opening).toMatchObject([{ kind: 'opening', name: 'You' }])
    const whole = told(lines)
    expect(of(whole.items, 'opening')).toEqual([])
    expect(of(whole.items, 'answered')[0]?.text).toBe(opening[0]?.kind === 'opening' ? opening[0].text : '')
  })

  test('its phases are quiet, its working files no news', () => {
    const { items } = told(lines)
    expect(of(items, 'phase').every(({ quiet }) => quiet)).toBe(true)
    expect(of(items, 'wrote').every(({ working }) => working)).toBe(true)
  })

  test('tells what closing came to', () => {
    expect(told(lines).outcome).toMatchObject({
      paragraphs: [
        '**Decided**\n\n- When? **At noon.** Ships are in then.',
        'The gate opens at noon.\n\nThe survey missed the edge.',
      ],
      decision: 'At noon.',
      remarks: [
        expect.stringMatching(/^Merged into the integration branch as [0-9a-f]{10}, in one commit\.$/),
      ],
    })
  })
})

describe('a journal of a protocol that nobody knows', () => {
  test('is told by its lines and by the words of its notes', () => {
    const story = told(golden('kernel'))
    expect(story.items.map(({ kind }) => kind)).toContain('turn')
    expect(story.outcome?.remarks[0]).toMatch(/^Concluded: \{/)
    expect(of(story.items, 'stop').map(({ words }) => words)).toContain(
      'condition=EXAMPLE detail=stops by a rule',
    )
  })
})

test('what the kernel notes for itself is nobody’s news', () => {
  const note = { kind: 'plan', data: { text: 'A plan.' } }
  const told = (aside: object) =>
    storyOf(
      [lineOf('opened'), lineOf('noted', { ...note, ...aside }, '', 2)],
      tellings.of('none'),
    ).items.some((item) => JSON.stringify(item).includes('A plan.'))
  expect([told({}), told({ aside: true })]).toEqual([true, false])
})

describe('an open question', () => {
  const lines = golden('council.meeting')
  const asked = lines.findIndex(({ kind }) => kind === 'asked') + 1
  const story = told(lines.slice(0, asked))
  const then = (kind: 'paused' | 'aborted') =>
    extended(story, [lineOf(kind, undefined, undefined, asked + 1)], tellings.of('council.meeting')).questions

  test('stays open while the meeting is paused, and is nobody’s any more once the meeting is given up', () => {
    expect(story.questions).toMatchObject([{ n: asked, question: { id: 'round' } }])
    expect(then('paused')).toEqual(story.questions)
    expect(then('aborted')).toEqual([])
  })
})

describe('reading', () => {
  test('TALE1: line by line or all at once gives the same story, and a repeated line changes nothing', () => {
    for (const name of goldens) {
      const lines = golden(name)
      const telling = tellings.of(name)
      const whole = storyOf(lines, telling)
      const bit = lines.reduce(
        (story, line) => extended(extended(story, [line], telling), [line], telling),
        untold,
      )
      expect(bit).toEqual(whole)
      expect(extended(whole, lines, telling)).toBe(whole)
    }
  })

  test('TALE2: no note, act, input or outcome makes it throw, whatever it holds', () => {
    const kinds = tellings.all.flatMap(({ notes }) => Object.keys(notes))
    const texts = fc.constantFrom(
      '[citations verified=1',
      '## Phase: X (skipped — ',
      'x',
      '[pin] a\n```\nb',
      '',
    )
    const value: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 3 },
        texts,
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        tie('list'),
        tie('fields'),
      ),
      list: fc.array(tie('any'), { maxLength: 3 }),
      fields: fc.dictionary(fc.constantFrom(...fieldNames), tie('any'), { maxKeys: 8 }),
    })).fields as fc.Arbitrary<unknown>
    fc.assert(
      fc.property(
        fc.constantFrom(...tellings.protocols, 'unknown'),
        fc.array(fc.tuple(fc.constantFrom(...kinds, 'degraded', 'constructor', 'else'), value), {
          maxLength: 6,
        }),
        value,
        (protocol, notes, input) => {
          const lines = journal(protocol, input, notes)
          expect(told(lines).summary.lines).toBe(lines.length)
        },
      ),
      { numRuns: 500 },
    )
  })

  test('TALE3: what was shown keeps its identity when more is said', () => {
    const lines = golden('council.meeting')
    const before = told(lines.slice(0, -1))
    const after = extended(before, lines, tellings.of('council.meeting'))
    expect(after.items.length).toBeGreaterThan(before.items.length)
    expect(before.items.every((item, at) => item === after.items[at])).toBe(true)
  })

  test('a line adds to what is there and copies nothing, so that a long journal takes no longer a line', () => {
    const draft = blank()
    const telling = tellings.of('council.meeting')
    for (const line of golden('council.meeting')) tellLine(draft, line, telling)
    const { items, costs, dissents } = draft
    const text = '**Position:** yes\n\n**Dissent:** no'
    for (let n = draft.summary.lines + 1; n < 200; n++)
      tellLine(draft, { ...lineOf('turn', { ...samples.turn, text }), n }, telling)
    expect(draft.items === items && draft.costs === costs && draft.dissents === dissents).toBe(true)
  })
})

const fieldNames = [
  'seats',
  'id',
  'name',
  'role',
  'council',
  'worker',
  'person',
  'message',
  'text',
  'what',
  'block',
  'speaker',
  'phase',
  't',
  'round',
  'rows',
  'seat',
  'position',
  'dissents',
  'cited',
  'ref',
  'state',
  'prelude',
  'bullets',
  'sources',
  'lines',
  'degree',
  'endedBy',
  'notes',
  'degraded',
  'title',
  'recommendation',
  'record',
  'work',
  'commit',
  'status',
  'merge',
  'words',
  'kind',
  'shown',
] as const

/** A journal whose notes, acts and outcome hold whatever is given. */
function journal(protocol: string, input: unknown, notes: readonly (readonly [string, unknown])[]): Line[] {
  const opened = { id: 'm', protocol, version: 1, parley: '0', title: 'M', input, agents: input }
  const entries = [
    { kind: 'opened', data: opened },
    { kind: 'phase', data: { name: 'DISCUSS' } },
    ...notes.flatMap(([kind, data]) => [
      { kind: 'noted', data: { kind, data } },
      { kind: 'acted', data: { name: 'check citations', result: data } },
    ]),
    { kind: 'concluded', data: { outcome: notes[0]?.[1] } },
  ]
  return entries.map((entry, at) => {
    const line = { n: at + 1, at: '2026-01-02T03:04:05Z', key: '', prev: '', hash: '', ...entry }
    return parse(JSON.stringify(line), at + 1)
  })
}
