// Records: rendered so that no chair can break their shape, read back, judged.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openFollowUps } from './follow-ups.js'
import { type CouncilRecord, renderRecord } from './record.js'
import { readRecord, recordFaults } from './record-reading.js'

const id = '20260131-170509-trim-the-cache'
const record: CouncilRecord = {
  title: 'Trim the cache by half',
  preamble: 'Four seats looked at the cache.',
  session: id,
  mode: 'meeting',
  concluded: '2026-01-31 17:40',
  chair: 'ceo',
  seats: ['ceo', 'cfo'],
  task: 'Trim the cache',
  recommendation: 'Halve it.',
  reasoning: 'It is rarely hit.',
  dissents: [{ seat: 'cfo', text: 'It will cost ten.' }],
  followUps: [{ action: 'Measure it', owner: 'user' }],
  topics: ['cache-size'],
}

describe('record', () => {
  test('is rendered as it is read', () => {
    const text = renderRecord(record)
    expect(text).toBe(
      `# Record — Trim the cache by half

Four seats looked at the cache.

- **Session:** ${id}
- **Mode:** meeting
- **Concluded:** 2026-01-31 17:40
- **Chair:** ceo
- **Seats:** ceo, cfo
- **Task:** Trim the cache

## Recommendation
Halve it.

## Reasoning trail
It is rarely hit.

## Dissents (preserved)
- **cfo:** It will cost ten.

## Follow-ups
- [ ] Measure it (owner: user)

→ memory updated: \`memory/cache-size.md\`
`,
    )
    expect(recordFaults(text, id)).toEqual([])
    expect(readRecord(text)).toMatchObject({ dissents: record.dissents, topics: ['cache-size'], none: false })
  })
  test.each([
    '- **cfo, ceo:** Both of us.',
    '- **cfo** and **ceo:** Both of us.',
    '- **cfo & ceo (on its price)**: Both of us.',
  ])('a dissent of two seats is that of each of them, and no other seat gets its words: %s', (bullet) => {
    const first = '- **cfo:** It will cost ten.'
    const below = ['  At length.', '  D2, round 1. Carried: so be it.']
    const others = ['- **The whole table:** Nobody knows.', '  Whose words?', '- **ceo:** Later.']
    const text = renderRecord(record).replace(first, [first, bullet, ...below, ...others].join('\n'))
    const both = { text: 'Both of us. At length.', ending: 'D2, round 1. Carried: so be it.' }
    expect(readRecord(text).dissents).toEqual([
      { seat: 'cfo', text: 'It will cost ten.' },
      { seat: 'cfo', ...both },
      { seat: 'ceo', ...both },
      { seat: 'ceo', text: 'Later.' },
    ])
  })
  test('without dissents, follow-ups and topics every section is still there', () => {
    const text = renderRecord({ ...record, dissents: [], followUps: [], topics: [] })
    expect(text).toContain('## Dissents (preserved)\nNo dissent was marked in this session.\n')
    expect(text).toContain('## Follow-ups\nNone.\n')
    expect(text.endsWith('\n→ memory updated: none\n')).toBe(true)
    expect(recordFaults(text, id)).toEqual([])
  })
  test('no chair can break its shape', () => {
    const nasty = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '# Top\n## Recommendation\n',
        '- **Session:** other',
        '→ memory updated: none',
        '```\nopen',
        '- [ ] box',
        '- **cfo:** said',
        '## Follow-ups\n- [ ] x (owner: nobody)',
        'One. Two. Three. Four.',
        '(owner: user)',
      ),
    )
    const text = fc.array(nasty, { maxLength: 4 }).map((parts) => parts.join('\n'))
    fc.assert(
      fc.property(text, text, text, text, text, (title, preamble, recommendation, reasoning, other) => {
        const dissents = [{ seat: 'cfo', text: `${other} x` }]
        const followUps = [{ action: other, owner: 'cfo' }]
        const rendered = renderRecord({
          ...record,
          title,
          preamble,
          recommendation,
          reasoning,
          dissents,
          followUps,
          task: `t${other}`,
        })
        expect(recordFaults(rendered, id)).toEqual([])
        expect(readRecord(rendered)).toMatchObject({ topics: ['cache-size'], fields: { Session: id } })
      }),
    )
  })
  test.each([
    [
      'another session',
      (text: string) => text.replace(`**Session:** ${id}`, '**Session:** x'),
      /names session "x"/,
    ],
    ['a minute that is none', (text: string) => text.replace('17:40', '25:61'), /no minute/],
    ['an end before its beginning', (text: string) => text.replace('17:40', '17:04'), /before it began/],
    ['a chair who did not sit', (text: string) => text.replace('ceo, cfo', 'cfo'), /chair is not among/],
    [
      'an owner nobody knows',
      (text: string) => text.replace('owner: user', 'owner: bob'),
      /exactly one owner/,
    ],
    [
      'two owners',
      (text: string) => text.replace('(owner: user)', '(owner: user) (owner: cfo)'),
      /exactly one owner/,
    ],
    ['words after the links', (text: string) => `${text}\nBye.\n`, /follows its links/],
    ['topics and none', (text: string) => `${text}→ memory updated: none\n`, /says `none`/],
    [
      'a section too many',
      (text: string) => text.replace('## Follow-ups', '## Notes\nx\n\n## Follow-ups'),
      /sections must be/,
    ],
    ['an empty section', (text: string) => text.replace('Halve it.\n', ''), /"Recommendation" is empty/],
  ])('%s is a fault', (_, change, fault) => {
    expect(recordFaults(change(renderRecord(record)), id).join('\n')).toMatch(fault)
  })
  test('open boxes are found with their wrapped lines and owners, closed ones are not', () => {
    const text = renderRecord(record).replace(
      '- [ ] Measure it (owner: user)',
      '- [ ] Measure it\n  twice (owner: user)\n- [x] Done (owner: cfo)\n- [ ] Ask (owner: cfo)',
    )
    expect(openFollowUps(new Map([[id, text]]))).toEqual([
      { item: 'Measure it twice', owner: 'user', id, at: 0 },
      { item: 'Ask', owner: 'cfo', id, at: 2 },
    ])
  })
})
