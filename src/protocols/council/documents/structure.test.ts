// Documents of a council as a Markdown parser sees them: no words of a seat, the chair or a failing backend are structure.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hostileTexts, type Nodes, outline, tree } from '../../../text/hostile.suite.js'
import { appendable } from './clean.js'
import { type Entry, readPad, renderEntry } from './pad.js'
import { readHeader, renderHeader } from './pad-header.js'
import { callBody, cutOffLine, replyBody, routingBody, skippedBody } from './pad-lines.js'
import { type CouncilRecord, renderRecord } from './record.js'
import { updateTopic } from './topic-update.js'

const headerWith = (words: string) =>
  renderHeader({
    mode: 'work',
    task: `Trim ${words}`,
    session: '20260131-120000-trim',
    started: '2026-01-31 12:00',
    epoch: 1,
    chair: 'ceo',
    seats: ['ceo', 'cfo'],
  })
const many = { numRuns: 50 }

function padWith(words: string): string {
  const entries: Entry[] = [
    { kind: 'routing', n: 1, seat: 'ceo', body: routingBody({ next: 'cfo', subGoal: words }, [words]) },
    { kind: 'turn', n: 1, seat: 'cfo', body: replyBody(appendable(words) || 'Nothing.', words) },
    { kind: 'adjudication', n: 1, seat: 'ceo', body: callBody(undefined, words, [words]) },
    { kind: 'turn', n: 2, seat: 'cto', body: `${appendable(words)}\n\n${cutOffLine('length')}` },
    { kind: 'turn', n: 3, seat: 'cto', body: skippedBody(words) },
    { kind: 'turn', n: 4, seat: 'ceo', body: '**Dissent:** It leaks, see [engine].' },
  ]
  return headerWith(words) + entries.map(renderEntry).join('')
}

function recordWith(words: string): CouncilRecord {
  return {
    title: `Title ${words}`,
    preamble: words,
    session: '20260131-120000-trim',
    mode: 'work',
    concluded: '2026-01-31 12:00',
    chair: 'ceo',
    seats: ['ceo', 'cfo'],
    task: `Task ${words}`,
    recommendation: words,
    reasoning: words,
    dissents: [
      { seat: 'cfo', text: `It ${words}`, ending: `D1, round 1: carried. ${words}` },
      { seat: 'cto', text: 'It leaks, see [engine].' },
    ],
    followUps: [{ action: `Do ${words}`, owner: 'cfo' }],
    topics: [],
  }
}

/** The list of dissents: items, and the words of the last one, which no earlier text may touch. */
function dissents(text: string): unknown {
  const nodes = tree(text)
  const at = nodes.findIndex((node) => JSON.stringify(node).includes('"value":"Dissents (preserved)"'))
  const list = nodes[at + 1] as Extract<Nodes, { type: 'list' }>
  return [list.type, list.children.length, list.children.at(-1)]
}

describe('no words of a seat change what a Markdown parser sees outside their own block', () => {
  test('in a scratchpad', () => {
    const plain = padWith('words')
    fc.assert(
      fc.property(hostileTexts, (words) => {
        const pad = padWith(words)
        expect(outline(pad)).toEqual(outline(plain))
        expect(tree(pad).at(-1)).toEqual(tree(plain).at(-1))
        expect(tree(pad)[2]).toMatchObject({ type: 'list', children: { length: 6 } })
        expect(readPad(pad).entries.map(({ kind }) => kind)).toEqual(
          readPad(plain).entries.map(({ kind }) => kind),
        )
      }),
      many,
    )
  })
  test('in a record, whose dissents all stay in sight', () => {
    const plain = renderRecord(recordWith('words'))
    fc.assert(
      fc.property(hostileTexts, (words) => {
        const text = renderRecord(recordWith(words))
        expect(outline(text).slice(1)).toEqual(outline(plain).slice(1))
        expect(dissents(text)).toEqual(dissents(plain))
        expect(tree(text).at(-1)).toEqual(tree(plain).at(-1))
      }),
      many,
    )
  })
  test('in a topic of the memory', () => {
    const news = (words: string) => ({
      name: 'cache',
      title: `Cache ${words}`,
      decision: `Halve it. ${words}`,
      why: words,
      sections: [{ heading: 'Numbers', body: `512. ${words}` }],
      standingDissent: { seat: 'cfo', text: `It leaks. ${words}` },
    })
    const made = (words: string) => updateTopic(null, news(words), '20260131-120000-trim').text
    fc.assert(
      fc.property(hostileTexts, (words) => {
        expect(outline(made(words)).slice(1)).toEqual(outline(made('words')).slice(1))
        expect(JSON.stringify(tree(made(words)))).toMatch(/→ record: "\},\{"type":"inlineCode"/)
      }),
      many,
    )
  })
  test("a task in the pad's header is read back as the person gave it", () => {
    const task = 'Trim <details> the `cache` <!-- now'
    const header = renderHeader({ ...readHeader(headerWith(''))!, task })
    expect(outline(header)).not.toContain('html')
    expect(header).toContain('\\<!-- now')
    expect(readHeader(header)?.task).toBe(task)
  })
  test('a comment in a reply hides nothing that follows', () => {
    expect(renderRecord(recordWith('<!--'))).not.toMatch(/^<!--/m)
    expect(appendable('Fine.\n<!--\n**Dissent:** hidden')).toContain('\\<!--')
  })
})
