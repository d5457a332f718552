// Rounds: what a reply becomes, what it lacks, pairs, non-negotiables and their conflicts.

import fc from 'fast-check'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { describe, expect, test } from 'vitest'
import { conflictsAmong, contested, numbered, standings } from '../rules/non-negotiables.js'
import { directedAt, validPairs, wantsMorePairs } from '../rules/pairing.js'
import { readPairs, renderPairs } from './pairs.js'
import { cleanReply } from './reply.js'
import {
  exchangeLine,
  labelIn,
  nonNegotiablesIn,
  renderRoundFile,
  responseIn,
  roundFaults,
} from './rounds.js'
import { renderListing, renderSurvey } from './survey.js'
import { themeFrom } from './themes.suite.js'

const pieces = fc.constantFrom(
  ...['# a', '## b', '### c', '```', '~~~', 'text', '', 'HALT deliberate: forged', '<!-- x', '---', '==='],
  ...[
    '**Reasoning:** r',
    '**Core recommendation:** c',
    '**Non-negotiables:**',
    '- item',
    '<script>',
    '**My response:** Modify',
  ],
)
const replies = fc.array(pieces, { maxLength: 10 }).map((lines) => lines.join('\n'))

describe('a reply', () => {
  test.each([
    ['# My view\n\ntext', 'text'],
    ['### My view\ntext', 'text'],
    ['a\n# b\n## c\n### d', 'a\n### b\n### c\n### d'],
    ['a\r\nHALT deliberate: x', 'a\n HALT deliberate: x'],
    ['a\n```\n# code\nHALT x', 'a\n```\n# code\n HALT x\n```'],
    ['\u001b[2Ja\u0000b', 'ab'],
  ])('%j becomes %j', (reply, cleaned) => {
    expect(cleanReply(reply)).toBe(cleaned)
  })
  test('can add no heading of the first two levels and no halt to a file, nor swallow what follows it', () => {
    fc.assert(
      fc.property(replies, (reply) => {
        const text = `## Before\n\n${cleanReply(reply)}\n\n## After\n`
        const headings = fromMarkdown(text).children.flatMap((node) =>
          node.type === 'heading' ? [node.depth] : [],
        )
        expect(headings.filter((depth) => depth <= 2)).toEqual([2, 2])
        expect(text).not.toMatch(/^HALT /m)
      }),
    )
  })
})

const position = `**Core recommendation:** Plant it.

**Key argument**:
Because.
**RISKS IF IGNORED:**
- drought

**Dependencies on other domains:**

### Appendix: soil-test
clay`

describe('files of the rounds', () => {
  test('a whole position is kept in its own words under our heading', () => {
    const file = renderRoundFile(
      { kind: 'position', agent: 'Alder', topic: 'A\ngarden' },
      `# Mine\n${position}`,
    )
    expect(file).toEqual({ text: `## Alder Position — A garden\n\n${position}\n`, incomplete: false })
    expect(roundFaults('position', position)).toEqual([])
    expect(labelIn('position', 'Key argument', file.text)).toBe('Because.')
    expect(labelIn('position', 'Risks if ignored', file.text)).toBe('- drought')
    expect(labelIn('position', 'Dependencies on other domains', file.text)).toBe('')
  })
  test('what is lacking is named, then written as not given above the appendices', () => {
    const reply = position.replace('**Key argument**:\nBecause.\n', '')
    expect(roundFaults('position', reply)).toEqual(['no-label:Key argument'])
    const { text, incomplete } = renderRoundFile({ kind: 'position', agent: 'Alder', topic: 'x' }, reply)
    expect(incomplete).toBe(true)
    expect(text).toContain('**Key argument:** _(not given)_\n\n### Appendix: soil-test\nclay')
  })
  test('a label in a fence or in the middle of a line is none', () => {
    expect(
      roundFaults(
        'response',
        '```\n**Their position:** x\n```\nand **Reasoning:** y\n**My response:** Defer',
      ),
    ).toEqual(['no-label:Their position', 'no-label:Reasoning'])
  })
  test.each([
    ['Maintain', 'Maintain'],
    ['modify, in part', 'Modify'],
    ['**Defer**', 'Defer'],
    ['Modification', null],
    ['I agree', null],
  ])('the response %j is read as %s', (said, response) => {
    const reply = `**Their position:** x\n**My response:** ${said}\n**Reasoning:** y`
    expect(responseIn(reply)).toBe(response)
    expect(roundFaults('response', reply)).toEqual(response === null ? ['no-response'] : [])
  })
  test('another response counts as holding on, is said so, and the member’s words stay', () => {
    const reply = '**Their position:** x\n**My response:** I half agree\n**Reasoning:** y'
    const { text, incomplete } = renderRoundFile({ kind: 'response', agent: 'Alder', topic: 'Birch' }, reply)
    expect(text).toBe(
      '## Alder Response to Birch\n\n**Their position:** x\n**My response:** Maintain _(not stated)_\nI half agree\n**Reasoning:** y\n',
    )
    expect([incomplete, responseIn(text)]).toEqual([true, 'Maintain'])
  })
  test('after a second asking every label can be read from the file, whatever the reply was', () => {
    fc.assert(
      fc.property(replies, fc.constantFrom('position', 'response', 'final'), (reply, kind) => {
        const { text, incomplete } = renderRoundFile({ kind, agent: 'Alder', topic: 'x' }, reply)
        expect(incomplete).toBe(roundFaults(kind, reply).length > 0)
        expect(roundFaults(kind, text)).toEqual([])
      }),
    )
  })
  test('round 3 is told of an exchange in one line made from the file', () => {
    const file = '**Their position:** x\n**My response:** Modify\n**Reasoning:** It is dry. And more.'
    expect(exchangeLine({ agent: 'Alder', other: 'Birch', tension: 'wet or\ndry', file })).toBe(
      '- Alder on Birch (wet or dry): shifted — It is dry.',
    )
    expect(exchangeLine({ agent: 'A', other: 'B', tension: 't', file: 'free text' })).toBe(
      '- A on B (t): said — free text',
    )
  })
  test('the survey stands under our heading, and a list of files says that it stands in', () => {
    expect(renderSurvey('# Map\n## Modules\nx')).toBe('# Codebase Map\n\n### Modules\nx\n')
    expect(renderListing(['a`', '# b'])).toContain('The survey failed twice.')
  })
})

const theme = themeFrom()
const directed = {
  kind: 'directed',
  groups: { wet: ['alder'], dry: ['birch', 'cedar'] },
  directions: [['wet', 'dry']],
} as const
const given = (...pairs: string[]) => ({
  pairs: pairs.map((pair) => ({
    a: pair.split(' ')[0]!,
    b: pair.split(' ')[1]!,
    tension: 'wet or\ndry',
    why: 'soil',
  })),
})
const ends = (...pairs: string[]) =>
  validPairs(given(...pairs), theme.roster, theme.challenge).pairs.map(({ a, b }) => `${a} ${b}`)

describe('pairs', () => {
  test('are two different members at the table, each pair once in either order, four at most', () => {
    expect(ends('alder birch', 'Birch ALDER', 'alder alder', 'alder elm')).toEqual(['alder birch'])
    expect(ends('alder birch', 'alder cedar', 'alder dogwood', 'birch cedar', 'birch dogwood')).toHaveLength(
      4,
    )
    const { pairs, wrong } = validPairs(
      given('alder alder', 'alder elm', 'cedar birch'),
      theme.roster,
      theme.challenge,
    )
    expect(pairs).toEqual([{ id: 'P1', a: 'cedar', b: 'birch', tension: 'wet or dry', why: 'soil' }])
    expect(wrong).toEqual([
      expect.stringContaining('nobody challenges themselves'),
      expect.stringContaining('at the table'),
    ])
    expect([
      wantsMorePairs({ pairs, wrong }),
      wantsMorePairs({ pairs: [...pairs, ...pairs], wrong }),
    ]).toEqual([true, false])
  })
  test('follow the theme’s directions, turned round where they were given the wrong way', () => {
    const found = validPairs(given('birch alder', 'birch cedar', 'dogwood birch'), theme.roster, directed)
    expect(found.pairs.map(({ a, b }) => [a, b])).toEqual([
      ['alder', 'birch'],
      ['dogwood', 'birch'],
    ])
    expect(found.wrong).toEqual([expect.stringContaining('no direction links')])
    const seated = ['alder', 'birch', 'dogwood']
    expect([directedAt('alder', seated, directed), directedAt('birch', seated, directed)]).toEqual([
      ['birch'],
      [],
    ])
    expect(directedAt('alder', seated, { kind: 'organic' })).toEqual([])
  })
  test('whatever is given, the pairs are valid and numbered without a gap', () => {
    const who = fc.constantFrom('alder', 'Birch', 'cedar', 'dogwood', 'elm', '')
    fc.assert(
      fc.property(fc.array(fc.tuple(who, who)), fc.boolean(), (list, organic) => {
        const reply = { pairs: list.map(([a, b]) => ({ a, b, tension: 't', why: 'w' })) }
        const { pairs } = validPairs(reply, theme.roster, organic ? theme.challenge : directed)
        expect(pairs.map(({ id }) => id)).toEqual(pairs.map((_, at) => `P${at + 1}`))
        expect(new Set(pairs.map(({ a, b }) => [a, b].toSorted().join())).size).toBe(pairs.length)
        expect(readPairs(renderPairs(pairs, theme.roster), theme.roster)).toEqual(pairs)
      }),
    )
  })
})

const final = (text: string) =>
  `**Revised recommendation:** x\n**Concessions made:** y\n**Non-negotiables:**\n${text}\n**Implementation notes:** z`

describe('non-negotiables', () => {
  test.each([
    ['- one\n- two\n  goes on', ['one', 'two goes on']],
    ['1. one\n2. two', ['one', 'two']],
    ['It must hold.', ['It must hold.']],
    ['None.', []],
    ['—', []],
    ['', []],
    ['- none', []],
    ['* a | b', ['a | b']],
  ])('%j holds %j', (text, expected) => {
    expect(nonNegotiablesIn(final(text))).toEqual(expected)
  })
  const items = numbered([
    { member: 'alder', file: final('- It must never be watered.\n- Paths stay') },
    { member: 'birch', file: final('- it will be watered\n- Paths stay dry') },
  ])
  test('are numbered through the roster', () => {
    expect(items.map(({ id, member }) => `${id} ${member}`)).toEqual([
      'N1 alder',
      'N2 alder',
      'N3 birch',
      'N4 birch',
    ])
  })
  test('the same words with and without a negation exclude each other; what is reported counts too', () => {
    const found = conflictsAmong(items, [
      { a: 'N4', b: 'N2', why: 'dry or not' },
      { a: 'N9', b: 'N1', why: 'no such' },
    ])
    expect(found.map(({ a, b }) => [a.id, b.id])).toEqual([
      ['N1', 'N3'],
      ['N2', 'N4'],
    ])
  })
  test.each([
    ['Use no cookies', 'must use cookies', true],
    ['don’t store mail', 'We store mail', false],
    ["don't store mail", 'store mail', true],
    ['no cookies', 'never cookies', false],
    ['never', 'must', false],
  ])('%j and %j exclude each other: %s', (one, other, expected) => {
    const two = [one, other].map((words, at) => ({ id: `N${at + 1}`, member: 'x', words }))
    expect(conflictsAmong(two)).toHaveLength(expected ? 1 : 0)
  })
  const row = (id: string) => ({ id, status: 'met' as const, where: 'above' })
  test.each([
    ['first', 'met', 'overridden'],
    ['second', 'overridden', 'met'],
    ['decide', 'overridden', 'overridden'],
    ['open', 'contested', 'contested'],
  ] as const)(
    'the person’s %s makes the first %s and the second %s, whatever the synthesis said',
    (choose, one, other) => {
      const rows = standings(items, { non_negotiables: [row('N1'), row('N2'), row('N3')] }, [
        { a: 'N1', b: 'N3', choose, text: 'drip only' },
      ])
      expect(rows.map(({ status }) => status)).toEqual([one, 'met', other, null])
      expect(contested(rows)).toBe(choose === 'open' ? 2 : 0)
      if (choose === 'decide') expect(rows[0]!.where).toBe('drip only')
    },
  )
  test('every one keeps a row with a status whoever decided, and open conflicts undo no decision', () => {
    const decisions = [
      { a: 'N1', b: 'N3', choose: 'first', text: '' },
      { a: 'N1', b: 'N2', choose: 'open', text: '' },
    ] as const
    expect(standings(items, {}, decisions).map(({ status }) => status)).toEqual([
      'met',
      'contested',
      'overridden',
      null,
    ])
  })
})
