// Gates, halts and commit subjects; the documents that the gates of design, sketch and notes look at.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { designTables, renderDesign, renderSketch } from '../documents/design.js'
import {
  exchangeFile,
  openingIn,
  renderExchange,
  renderInsight,
  renderNotes,
  renderOpening,
} from '../documents/meeting-mode.js'
import { sectionOf, sectionsIn } from '../documents/sections.js'
import { members, themeFrom } from '../documents/themes.suite.js'
import type { Design } from '../schemas.js'
import { commitSubjects } from './commits.js'
import {
  designFaults,
  interviewFaults,
  membersSuffice,
  notesFaults,
  planFaults,
  reportFaults,
  sketchFaults,
  tasksFaults,
} from './gates.js'
import { ceilingHalt, escapeHalt, gateHalt, membersHalt, verificationHalt } from './halts.js'
import { exchangesFrom } from './meeting.js'
import { standings } from './non-negotiables.js'

const { roster } = themeFrom()
const pairs = [{ id: 'P1', a: 'alder', b: 'birch', tension: 'wet or dry', why: 'soil' }]
const items = [
  { id: 'N1', member: 'alder', words: 'water' },
  { id: 'N2', member: 'cedar', words: 'timber' },
]
const whole: Design = {
  overview: 'A garden, says Dogwood.',
  architecture: '—',
  user_experience: 'Benches.\n# forged',
  risk_assessment: 'Frost.',
  quality_strategy: 'Weeding.',
  sections: [
    { title: 'Timber', body: 'Oak.' },
    { title: 'decision log', body: 'forged' },
  ],
  resolutions: [{ pair: 'P1', resolution: 'drip | hose', reasoning: 'roots' }],
  decisions: [{ decision: 'hedge', options: ['beech', 'yew'], chosen: 'beech', reasoning: 'fast' }],
  non_negotiables: [
    { id: 'N1', status: 'met', where: 'beds' },
    { id: 'N2', status: 'overridden', where: 'cost' },
  ],
}
const look = (design: Design, decided: string[] = []) => ({
  idea: 'Garden',
  pairs,
  roster,
  spoke: [...members],
  decided,
  rows: standings(items, design, []),
})
const faults = (change: Partial<Design>, decided: string[] = []) => {
  const design = { ...whole, ...change }
  return designFaults(design, look(design, decided))
}

describe('gate design', () => {
  test('a whole design passes', () => {
    expect(faults({})).toEqual([])
  })
  test.each<[string, Partial<Design>, string[]]>([
    [
      'an empty section',
      { risk_assessment: ' ', quality_strategy: undefined },
      ['no-section:Risk Assessment', 'no-section:Quality Strategy'],
    ],
    ['a pair without a row', { resolutions: [] }, ['no-resolution:P1']],
    [
      'a row without reasoning',
      { resolutions: [{ pair: 'P1', resolution: 'x', reasoning: '' }] },
      ['no-resolution:P1'],
    ],
    ['no decision', { decisions: [] }, ['no-decision']],
    [
      'a decision without a choice',
      { decisions: [{ decision: 'x', options: [], chosen: ' ', reasoning: '' }] },
      ['no-decision'],
    ],
    [
      'a non-negotiable that is not there',
      { non_negotiables: [{ id: 'N1', status: 'met', where: 'x' }] },
      ['no-status:N2'],
    ],
    [
      'one without a reason',
      {
        non_negotiables: [
          { id: 'N1', status: 'met', where: '' },
          { id: 'N2', status: 'met', where: 'x' },
        ],
      },
      ['no-reason:N1'],
    ],
    ['a member whom nobody names', { overview: 'A garden.' }, ['unnamed:dogwood']],
    ['ids that do not exist', { conflicts: [{ a: 'N1', b: 'N7, or\nso', why: 'x' }] }, ['unknown:N7-or-so']],
  ])('%s is a fault', (_, change, expected) => {
    expect(faults(change)).toEqual(expected)
  })
  test('faults come in the order of the table', () => {
    const bad = faults({
      overview: '',
      resolutions: [{ pair: 'P9', resolution: 'a', reasoning: 'b' }],
      decisions: [],
      non_negotiables: [],
    })
    expect(bad).toEqual([
      'no-section:Overview',
      'no-resolution:P1',
      'no-decision',
      'no-status:N1',
      'no-status:N2',
      'unnamed:dogwood',
      'unknown:P9',
    ])
  })
  test('what the person decided needs no status of the reply', () => {
    expect(faults({ non_negotiables: [] }, ['N1', 'N2'])).toEqual([])
  })
})

describe('design.md', () => {
  test('has its headings in order; no section of a reply can pass for one of ours', () => {
    const text = renderDesign('Gar\nden', whole, look(whole))
    expect(text.startsWith('# Design Document: Gar den\n\n## Overview\nA garden')).toBe(true)
    expect(sectionsIn(text).map(({ title }) => title)).toEqual([
      ...['Overview', 'Architecture', 'User Experience', 'Risk Assessment', 'Quality Strategy', 'Timber'],
      ...['More on decision log', 'Tension Resolutions', 'Non-Negotiables', 'Decision Log'],
    ])
    expect(sectionOf(text, 'Architecture')).toBe('Nobody at the table held this perspective.')
    expect(text).toContain('| wet or dry | Alder, Birch | drip \\| hose | roots |')
    expect(text).toContain('| N2 | Cedar | timber | overridden | cost |')
    expect(text).toContain(
      '| Decision | Options Considered | Chosen | Reasoning |\n|----------|-------------------|--------|-----------|\n| hedge | beech; yew |',
    )
  })
  test('without pairs and non-negotiables the tables say so', () => {
    const none = designTables(whole, { pairs: [], rows: [], roster })
    expect([none.tensions, none.nonNegotiables]).toEqual(['None.', 'None.'])
  })
})

describe('the other gates', () => {
  test('interview: an intent, and a score for every member', () => {
    const scores = members.slice(1).map((member) => ({ member, score: 1, rationale: '' }))
    expect(interviewFaults({ intent: ' ', decisions: [], open_questions: [], scores }, roster)).toEqual([
      'no-intent',
      'no-score:alder',
    ])
  })
  test('members: two that answered suffice', () => {
    expect([0, 1, 2, 3].map(membersSuffice)).toEqual([false, false, true, true])
  })
  test('sketch: an overview, and a recommendation of each member that spoke', () => {
    const sketch = {
      overview: '',
      recommendations: [{ member: 'Alder', text: 'dig\ndeep' }],
      open_questions: [],
    }
    expect(sketchFaults(sketch, ['alder', 'birch'], roster)).toEqual([
      'no-overview',
      'no-recommendation:birch',
    ])
    expect(renderSketch('Garden', { ...sketch, overview: 'x' }, ['alder'], roster)).toBe(
      '# Design Sketch: Garden\n\n## Overview\nx\n\n## Key Recommendations\n- **Alder:** dig deep\n\n## Open Questions / Trade-offs\nNone.\n',
    )
  })
  test.each([
    [['Q1', 'Q2', 'Q3'], 4, []],
    [['Q1', 'Q2'], 4, ['no-highlights']],
    [['Q1', 'Q2'], 2, []],
    [['Q1', 'Q1', 'Q1'], 3, ['no-highlights']],
    [['Q1', 'Q2', 'Q3', 'Q4', 'Q5', 'Q6'], 9, ['no-highlights']],
    [['Q1', 'Q2', 'Q3', 'Q9'], 4, ['no-exchange:Q9']],
    [[], 0, []],
  ])('notes: the highlights %j of %s exchanges', (highlights, count, expected) => {
    const exchanges = Array.from({ length: count }, (_, at) => `Q${at + 1}`)
    expect(notesFaults({ topic: 'x', summary: 'y', highlights, next_steps: ['a', 'b'] }, exchanges)).toEqual(
      expected,
    )
  })
  test('notes: a topic, and two or three steps', () => {
    expect(notesFaults({ topic: '', summary: 'y', highlights: [], next_steps: ['a'] }, [])).toEqual([
      'no-topic',
      'no-steps',
    ])
  })
  test('tasks: one to twenty, each with a title', () => {
    const task = { title: 'a', description: '' }
    expect(
      [[], [task], Array(20).fill(task), Array(21).fill(task), [{ ...task, title: ' ' }]].map((tasks) =>
        tasksFaults({ tasks }),
      ),
    ).toEqual([['no-tasks'], [], [], ['no-tasks'], ['no-tasks']])
  })
  test('plan: a goal, a story, a criterion in each, and a member at the table', () => {
    const story = {
      title: 's',
      as_a: 'a',
      want: 'w',
      so_that: 't',
      member: 'Alder',
      criteria: [{ text: 'c' }],
    }
    const prd = {
      overview: 'o',
      goals: [],
      non_goals: [],
      stories: [],
      technical_notes: '',
      dependencies: [],
    }
    expect(planFaults(prd, roster)).toEqual(['no-goal', 'no-story'])
    const stories = [story, { ...story, criteria: [] }, { ...story, member: 'elm' }]
    expect(planFaults({ ...prd, goals: ['g'], stories }, roster)).toEqual([
      'no-criterion:US-002',
      'not-seated:US-003',
    ])
  })
  test('report: a summary, and findings that exist', () => {
    const report = { summary: '', recommendations: [{ text: 'x', findings: ['F-001', 'F-009'] }] }
    expect(reportFaults(report, ['F-001'])).toEqual(['no-summary', 'no-finding:F-009'])
  })
})

describe('halts and commits', () => {
  test('each is one line in its own words', () => {
    expect([
      gateHalt('design', ['no-decision', 'no-status:N1']),
      membersHalt(1, 3, 'round-1'),
      verificationHalt(['AC-001', 'AC-004'], 9),
      escapeHalt(['a.ts', 'b\n.ts']),
      ceilingHalt('3 calls need 9000 tokens'),
    ]).toEqual([
      'HALT deliberate: gate design failed after repair: no-decision, no-status:N1; nothing is lost, resume to try again',
      'HALT deliberate: gate members failed: 1 of 3 members answered in round-1; resume to ask the others again',
      'HALT deliberate: gate verification failed: 2 of 9 criteria not verified (AC-001, AC-004); resume to try again',
      'HALT deliberate: edits escaped the worktree: a.ts, b .ts; nothing is committed, look at them and resume to go on',
      'HALT deliberate: 3 calls need 9000 tokens; resume with a higher --token-ceiling',
    ])
  })
  test('a subject is one line, its idea at most 60 characters', () => {
    expect(commitSubjects.design('council', `x\n${'y'.repeat(90)}`)).toBe(
      `docs(council): design document for x ${'y'.repeat(57)}…`,
    )
    expect([
      commitSubjects.plan('grove', 'Garden'),
      commitSubjects.audit('grove', 3, 2),
      commitSubjects.close('grove', 'a-1'),
      commitSubjects.remove('grove', 'a-1'),
      commitSubjects.migrate('grove', 'a-1'),
      commitSubjects.task('garden', 'Dig a bed', 'US-001'),
      commitSubjects.fix('src/', ['F-001', 'F-002']),
    ]).toEqual([
      'docs(grove): execution plan and PRD for Garden',
      'docs(grove): audit report — 3 findings across 2 passes',
      'docs(grove): close a-1',
      'docs(grove): remove a-1',
      'docs(grove): migrate a-1',
      'feat(garden): Dig a bed (US-001)',
      'fix(src/): 2 findings (F-001, F-002)',
    ])
  })
})

describe('a meeting', () => {
  const asked = new Map([
    [
      'birch',
      {
        questions: [
          { to: 'Alder', question: 'How\nwet?' },
          { to: 'birch', question: 'me?' },
          { to: 'elm', question: 'x' },
          { to: 'cedar', question: 'b' },
          { to: 'cedar', question: 'c' },
        ],
      },
    ],
    ['alder', { questions: [{ to: 'birch', question: 'How light?' }] }],
  ])
  const exchanges = exchangesFrom(asked, roster)
  test('questions are numbered in roster order; to oneself, to strangers and beyond the second they are dropped', () => {
    expect(exchanges.map(({ id, question }) => [id, question])).toEqual([
      ['Q1', 'How light?'],
      ['Q2', 'How wet?'],
      ['Q3', 'b'],
    ])
    expect(exchanges.map(exchangeFile)).toEqual([
      'alder-asks-birch-1.md',
      'birch-asks-alder-1.md',
      'birch-asks-cedar-2.md',
    ])
    expect(
      exchangesFrom(
        asked,
        roster.filter(({ id }) => id !== 'alder'),
      ).map(({ target }) => target),
    ).toEqual(['cedar', 'cedar'])
  })
  test('an exchange is question, answer and at most one follow-up; no answer of theirs begins another part', () => {
    expect(
      renderExchange(exchanges[0]!, {
        answer: 'Very.\n**Q:** forged',
        followUp: { question: 'And?', answer: null },
      }),
    ).toBe(
      '**Q:** How light?\n\n**A:** Very.\n **Q:** forged\n\n**Follow-up:** And?\n\n**A:** _(no answer)_\n',
    )
  })
  const insight = renderInsight({
    insight: 'wet',
    tension: 'dry\n**Key insight:** forged',
    recommendation: 'dig',
    question: 'when?',
  })
  const parts = {
    themeName: 'Grove',
    date: '2026-01-31',
    roster,
    panel: ['alder', 'birch'],
    openings: new Map([['alder', renderOpening('Alder', 'Garden', '# Hi\nWater first.\n### Sub')]]),
    insights: new Map([['birch', insight]]),
    exchanges: exchanges.map((exchange) => ({ exchange, file: renderExchange(exchange, { answer: 'A.' }) })),
  }
  test('the notes hold the members’ own words; only highlights and steps are chosen', () => {
    const text = renderNotes(
      { topic: 'Garden', summary: 'About it.', highlights: ['Q2'], next_steps: ['dig', 'plant'] },
      parts,
    )
    expect(text).toBe(`# Grove Meeting: Garden
**Date:** 2026-01-31
**Panel:** Alder, Birch

## Topic
About it.

## Opening Perspectives
### Alder
Water first.
\\### Sub

## Cross-Examination Highlights
### Q2: Birch asks Alder
**Q:** How wet?

**A:** A.

## Key Insights
- **Birch:** wet

## Unresolved Tensions
- **Birch:** dry **Key insight:** forged

## Questions for You
- **Birch:** when?

## Recommended Next Steps
- dig
- plant
`)
  })
  test('whatever members say, the notes have their seven sections', () => {
    const words = fc
      .array(fc.constantFrom('# a', '## Key Insights', '```', 'x', '', '**Q:** y', '<!--'), { minLength: 1 })
      .map((lines) => lines.join('\n'))
    fc.assert(
      fc.property(words, words, (opening, answer) => {
        const text = renderNotes(
          { topic: answer, summary: opening, highlights: ['Q1'], next_steps: [answer] },
          {
            ...parts,
            openings: new Map([['alder', renderOpening('Alder', 't', opening)]]),
            exchanges: [{ exchange: exchanges[0]!, file: renderExchange(exchanges[0]!, { answer }) }],
          },
        )
        expect(sectionsIn(text)).toHaveLength(7)
      }),
    )
    expect(openingIn(renderOpening('Alder', 't', 'a'))).toBe('a')
  })
})
