// Topics, the manifest and the gates: memory that only grows, and links that close both ways.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lostDissents, markedDissents, openLinks } from './gates.js'
import { manifestOf } from './manifest.js'
import { renderRecord } from './record.js'
import { linkedRecords, readTopic, recordLink, topicText, transcriptFault } from './topic.js'
import { sameTopic, topicName, topicTitle } from './topic-names.js'
import { type TopicNews, updateTopic } from './topic-update.js'

const first = '20260131-170509-trim-the-cache'
const second = '20260207-080000-cache-again'
const news: TopicNews = {
  name: 'cache-size',
  title: 'cache size',
  decision: 'Halve the cache.',
  why: 'It is rarely hit.',
  sections: [{ heading: 'Numbers', body: '512 MB.' }],
  standingDissent: { seat: 'cfo', text: 'It will cost ten.' },
}
const later: TopicNews = {
  ...news,
  decision: 'Halve it again.',
  why: 'Still rarely hit.',
  sections: [],
  standingDissent: null,
}

describe('topic', () => {
  test('a new topic holds the decision with its link, the reasons and the dissent that travels with it', () => {
    expect(updateTopic(null, news, first).text).toBe(
      `# Memory: Cache Size

## Decision
Halve the cache.
→ record: \`records/${first}.md\`

## Why
It is rarely hit.

## Numbers
512 MB.

## Standing dissent (cfo)
It will cost ten.
`,
    )
  })
  test('TOPIC1: a later session appends its paragraph and its link, and changes nothing else', () => {
    const before = updateTopic(null, news, first).text
    const { text, parts } = updateTopic(before, later, second)
    expect(text).toBe(
      before
        .replace(`${recordLink(first)}\n`, `${recordLink(first)}\n\nHalve it again.\n${recordLink(second)}\n`)
        .replace('It is rarely hit.\n', 'It is rarely hit.\n\nStill rarely hit.\n'),
    )
    expect(linkedRecords(text)).toEqual([first, second])
    expect(parts.every((part) => text.includes(part))).toBe(true)
  })
  test('adding the same session again changes nothing, and it owns the same parts', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (decision, why) => {
        const said = { ...news, decision: `d ${decision}`, why }
        const once = updateTopic(updateTopic(null, news, first).text, said, second)
        expect(updateTopic(once.text, said, second)).toEqual(once)
        expect(once.parts.every((part) => once.text.includes(part))).toBe(true)
        expect(linkedRecords(once.text)).toEqual([first, second])
      }),
    )
  })
  test('whoever made the file owns every byte of it, and still does when others have added theirs', () => {
    const { text, parts } = updateTopic(null, news, first)
    const kept = (changed: string) => parts.every((part) => changed.includes(part))
    for (let at = 0; at < text.length; at++)
      expect(kept(`${text.slice(0, at)}~${text.slice(at + 1)}`)).toBe(false)
    expect(kept(updateTopic(text, later, second).text)).toBe(true)
  })
  test('a standing dissent that is added to a topic owns the heading that names whose it is', () => {
    const { text } = updateTopic(null, { ...news, standingDissent: null }, first)
    const dissenting = { ...later, standingDissent: { seat: 'cfo', text: 'It will cost twenty.' } }
    for (const before of [text, updateTopic(null, news, first).text]) {
      const added = updateTopic(before, dissenting, second)
      const kept = (changed: string) => added.parts.every((part) => changed.includes(part))
      expect(kept(added.text)).toBe(true)
      expect(kept(added.text.replaceAll('Standing dissent (cfo)', 'Standing dissent (legal)'))).toBe(false)
      expect(updateTopic(added.text, dissenting, second)).toEqual(added)
      const third = { ...dissenting, standingDissent: { seat: 'cfo', text: 'Thirty.' } }
      expect(kept(updateTopic(added.text, third, '20260301-080000-once-more').text)).toBe(true)
    }
  })
  test('a decision cannot forge a link, and conversation headings are dropped', () => {
    expect(topicText(`## Round 2 — cfo\nHalve it.\n${recordLink(second)}`)).toBe(
      `Halve it.\n ${recordLink(second)}`,
    )
  })
  test('a file of the person’s own without our sections gets them, and keeps its text', () => {
    const { text } = updateTopic('# Memory: Cache\n\nOur notes.\n\n## Numbers\n512 MB.\n', later, second)
    expect(readTopic(text)).toMatchObject({ title: 'Cache', preamble: 'Our notes.' })
    expect(readTopic(text).sections.map(({ heading }) => heading)).toEqual(['Decision', 'Why', 'Numbers'])
  })
  test('notes and practices that no session set are links too', () => {
    const text =
      '## Decision\nx\n→ record: STANDING (house rule)\n→ record: `records/a-b.md` (revised)\n→ record: `records/c.md` and more'
    expect(linkedRecords(text)).toEqual(['a-b'])
  })
})

describe('a transcript is no memory', () => {
  const pad = 'One line.\n\nTwo lines.\nThree lines.\nFour lines.\n'

  test('four lines that open with a seat and a colon are one', () => {
    const lines = ['- **ceo:** a', 'cfo: b', '> ceo: c', 'cfo : d']
    expect(transcriptFault(lines.join('\n'), pad, ['ceo', 'cfo'])).toMatch(/conversation/)
    expect(transcriptFault(lines.slice(1).join('\n'), pad, ['ceo', 'cfo'])).toBeUndefined()
  })
  test('three lines in a row from the pad are one, two are none', () => {
    expect(transcriptFault('Before.\nOne line.\nTwo lines.\n\nThree lines.', pad, ['ceo'])).toMatch(
      /scratchpad/,
    )
    expect(transcriptFault('One line.\nTwo lines.\nMine.\nThree lines.', pad, ['ceo'])).toBeUndefined()
  })
})

describe('topic names', () => {
  test.each([
    ['Cache Size', '', 'cache-size'],
    ['memory/cache-size.md', '', 'cache-size'],
    ['2026-01-31 cache size', '', 'cache-size'],
    ['20260131-170509-cache', '', 'cache'],
    ['', 'Cache size', 'cache-size'],
    ['trim-the-cache', 'Cache size', 'cache-size'],
    ['trim-the-cache', '', 'trim-the-cache-decision'],
    ['—', '', ''],
  ])('%j titled %j is %j', (name, title, expected) => {
    expect(topicName({ name, title }, first)).toBe(expected)
  })
  test('the same words in another order or number are the same topic', () => {
    expect(sameTopic('sizes-of-caches', ['cache-of-size', 'other'])).toBe('cache-of-size')
    expect(sameTopic('cache-glass', ['cache-glas'])).toBe('cache-glass')
  })
  test('a title is in title case, and keeps capitals of its own', () => {
    expect(topicTitle('# Memory: the URL cache', 'x')).toBe('The URL Cache')
    expect(topicTitle('', 'cache-size')).toBe('Cache Size')
  })
})

describe('manifest', () => {
  const topic = (name: string, ...ids: string[]) => ({
    name,
    text: `# Memory: ${name.toUpperCase()}\n\n## Decision\n\nUse ${name}.\n${ids.map(recordLink).join('\n')}\n\n## Why\nx\n`,
  })

  test('newest first, practices last by name, unreadable files by their name', () => {
    const topics = [
      topic('z'),
      topic('old', first),
      topic('a'),
      topic('new', first, second),
      { name: 'odd', text: 'hm' },
    ]
    expect(manifestOf(topics, null)).toBe(
      [
        '- `memory/new.md` — NEW — Use new.',
        '- `memory/old.md` — OLD — Use old.',
        '- `memory/a.md` — A — Use a.',
        '- `memory/odd.md` — odd — (no decision line)',
        '- `memory/z.md` — Z — Use z.',
      ].join('\n'),
    )
  })
  test('no topics are none yet', () => {
    expect(manifestOf([], 10)).toBe('none yet')
  })
  test('a cap keeps the longest run of leading lines and counts the rest', () => {
    const topics = [topic('é', second), topic('b', first), topic('a')]
    const line = '- `memory/é.md` — É — Use é.\n'
    const bytes = new TextEncoder().encode(line).length
    const rest = (n: number) => `- (+${n} older topics — list .council/memory/ and Read as needed)`
    expect(manifestOf(topics, bytes)).toBe(`${line}${rest(2)}`)
    expect(manifestOf(topics, bytes - 1)).toBe(rest(3))
  })
})

describe('gate 1: the record keeps every dissent', () => {
  const marked = markedDissents([
    { kind: 'turn', n: 1, seat: 'cfo', body: 'Fine. Dissent: halving costs ten thousand every quarter.' },
    { kind: 'adjudication', n: 1, seat: 'ceo', body: '**Call:** continue\n\nDissent: not counted here.' },
  ])

  test('GATE1: only a seat’s own entry marks a dissent', () => {
    expect(marked).toEqual([{ seat: 'cfo', text: 'halving costs ten thousand every quarter.' }])
  })
  test.each([
    ['gone', [], 1],
    ['given to another seat', [{ seat: 'ceo', text: marked[0]!.text }], 1],
    ['flattened', [{ seat: 'cfo', text: 'Some cost concerns.' }], 1],
    ['half kept', [{ seat: 'cfo', text: 'Halving costs thousand' }], 0],
    [
      'kept in two bullets',
      [
        { seat: 'cfo', text: 'Halving costs.' },
        { seat: 'cfo', text: 'Every quarter.' },
      ],
      0,
    ],
  ])('GATE1: whether a dissent that is %s is lost', (_, kept, lost) => {
    expect(lostDissents(marked, kept)).toHaveLength(lost)
  })
})

describe('gate 2: links close both ways', () => {
  const record = (session: string, topics: string[]) =>
    renderRecord({
      title: 't',
      preamble: 'p',
      session,
      mode: 'meeting',
      concluded: '2026-02-07 09:00',
      chair: 'ceo',
      seats: ['ceo'],
      task: 't',
      recommendation: 'r',
      reasoning: 'w',
      dissents: [],
      followUps: [],
      topics,
    })
  const sound = {
    records: new Map([[first, record(first, ['cache-size'])]]),
    topics: new Map([['cache-size', updateTopic(null, news, first).text]]),
    live: new Set([first]),
  }

  test('a sound tree has no open link', () => {
    expect(openLinks(sound, first)).toEqual([])
  })
  test.each([
    ['a topic that does not exist', { ...sound, topics: new Map() }, /does not exist/],
    [
      'a topic that does not link back',
      { ...sound, topics: new Map([['cache-size', '# Memory: x']]) },
      /link back/,
    ],
    ['a record that does not exist', { ...sound, records: new Map() }, /does not exist/],
    [
      'a record that does not name its topic',
      { ...sound, records: new Map([[first, record(first, [])]]) },
      /does not name/,
    ],
    [
      'a record that says none as well',
      { ...sound, records: new Map([[first, `${record(first, ['cache-size'])}→ memory updated: none\n`]]) },
      /says `none`/,
    ],
  ])('%s is an open link', (_, tree, fault) => {
    expect(openLinks(tree, first).join('\n')).toMatch(fault)
  })
  test('links of every session are checked, but for others that are not archived yet', () => {
    const topics = new Map([
      ...sound.topics,
      ['other', updateTopic(null, { ...news, name: 'other' }, second).text],
    ])
    expect(openLinks({ ...sound, topics }, first)).toHaveLength(1)
    expect(openLinks({ ...sound, topics, live: new Set([first, second]) }, first)).toEqual([])
  })
})
