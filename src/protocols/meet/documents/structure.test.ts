// Documents of a chartered meeting as a Markdown parser sees them: no words of a seat or of a draft are structure.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { renderMemory } from '../../../text/agent-memory.js'
import { embed } from '../../../text/embedded.js'
import { readFrontmatter } from '../../../text/frontmatter.js'
import { hostileTexts, loudIn, outline, tree } from '../../../text/hostile.suite.js'
import { type MeetingNotes, renderNotes } from '../../../text/meeting-notes.js'
import { renderFinalPins } from '../../../text/scratchpad-state.js'
import { tableOf } from '../../../text/table.js'
import { proposalHead, proposalRow } from '../../../view/proposals.js'
import { renderClosing } from './closing.js'

const many = { numRuns: 40 }
const template = { title: 'Decision record', headings: ['Context', 'Decision', 'Owners', 'Follow-ups'] }

function closingsWith(words: string): string[] {
  const sections = Object.fromEntries(template.headings.map((heading) => [heading, words]))
  const drafted: Readonly<Record<string, object>> = {
    'decision-record': { sections },
    'risk-register': {
      risks: [{ description: words, likelihood: words, impact: 'low', mitigation: words, owner: words }],
      notes: words,
    },
    'machine-readable-ac-list': {
      criteria: [Object.fromEntries(['given', 'when', 'then', 'trace'].map((name) => [name, words]))],
      follow_ups: words,
    },
    'architecture-decisions': {
      adrs: [
        {
          title: words,
          status: words,
          context: words,
          decision: words,
          alternatives: [words],
          consequences: [words],
        },
      ],
      follow_ups: words,
    },
    'alignment-summary': { sections, owners: [{ decision: words, owner: words }] },
  }
  return Object.entries(drafted).map(([bias, closing]) =>
    renderClosing(template, bias, { ...closing }, false),
  )
}

const pin = (words: string) => ({
  id: 'SP-1',
  content: words,
  contentType: 'text',
  agent: words,
  intent: words,
  history: 0,
  disposition: 'keep' as const,
})

function notesWith(words: string): MeetingNotes {
  const proposal = {
    id: 'P1',
    by: 'Bo',
    turn: 1,
    text: words,
    against: [],
    support: [],
    state: 'open',
    why: words,
  } as const
  return {
    date: '2026-01-02',
    slug: 'pick',
    charter: words,
    mode: 'decide',
    costs: [],
    totalTokens: 0,
    extractions: [],
    actionItems: [{ id: 'AI-1', text: words }],
    summary: [`Said. ${words}`, ...closingsWith(words)].map((part) => embed(part)).join('\n\n'),
    preludes: `Looked. ${words}`,
    transcript: `## Phase: DISCUSS\nTurn: 1\n${words}\n## Phase: SAVE`,
    decisions: [words, 'See [engine].'],
    proposals: tableOf(proposalHead, [
      proposalRow({ ...proposal, objections: [{ by: 'Bo', turn: 1, text: words }] }),
    ]),
    risks: [words],
    openQuestions: [words],
    scratchpad: renderFinalPins([pin(words), { ...pin('words'), id: 'SP-2' }]),
    memories: ['bo'],
  }
}

/** Headings of the document down to this level, and whether anything is HTML or defines a reference. */
function skeleton(text: string, level: number): string[] {
  const nodes = tree(text)
  const own = nodes.flatMap((node) =>
    node.type === 'heading' && node.depth <= level ? [`${node.depth}`] : [],
  )
  return [...own, ...loudIn(nodes)]
}

describe('no words of a seat or a draft change what a Markdown parser sees outside their own block', () => {
  test('in the closing part, whatever it is to hold', () => {
    const plain = closingsWith('words').map((text) => skeleton(text, 4))
    fc.assert(
      fc.property(hostileTexts, (words) => {
        const closings = closingsWith(words)
        expect(closings.map((text) => skeleton(text, 4))).toEqual(plain)
      }),
      many,
    )
  })
  test('in a memory, which has its four headings and one line for each thing', () => {
    const memory = (words: string) => {
      const lines = [words, 'See [engine].']
      const draft = { decided: lines, constraints: lines, open_items: lines, sources: lines, tags: [words] }
      return readFrontmatter(
        renderMemory({ ...draft, agent: words, date: '2026-01-02', sourceMeeting: words }),
      ).body
    }
    const lasts = (text: string) =>
      tree(text).flatMap((node) =>
        node.type === 'list' ? [[node.children.length, node.children.at(-1)]] : [],
      )
    fc.assert(
      fc.property(hostileTexts, (words) => {
        expect(outline(memory(words))).toEqual(outline(memory('words')))
        expect(lasts(memory(words))).toEqual(lasts(memory('words')))
      }),
      many,
    )
  })
  test('in the pins that stay, each in a fence of its own', () => {
    const pins = (words: string) => tree(renderFinalPins([pin(words), { ...pin('words'), id: 'SP-2' }]))
    fc.assert(
      fc.property(hostileTexts, (words) => {
        expect(pins(words).map(({ type }) => type)).toEqual(['list', 'code', 'list', 'code'])
        expect(pins(words).slice(2)).toEqual(pins('words').slice(2))
      }),
      many,
    )
  })
  test('in the notes as a whole: ten sections and the phases of the transcript', () => {
    const body = (words: string) => readFrontmatter(renderNotes(notesWith(words))).body
    const plain = body('words')
    fc.assert(
      fc.property(hostileTexts, (words) => {
        expect(outline(body(words))).toEqual(outline(plain))
        expect(tree(body(words)).at(-1)).toEqual(tree(plain).at(-1))
      }),
      many,
    )
  })
})
