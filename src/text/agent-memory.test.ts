// Agent memory: always four headings, frontmatter that parses, and a digest that finds it again.
import fc from 'fast-check'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { digestMemory, type Memory, parseMemoryDraft, renderMemory } from './agent-memory.js'
import { splitFrontmatter } from './split-frontmatter.js'

const memory: Memory = {
  agent: 'theo',
  date: '2026-01-02',
  sourceMeeting: 'meeting-2026-01-02-api',
  decided: ['Use REST', 'No GraphQL'],
  constraints: [],
  open_items: ['AI-2026-01-02-1'],
  sources: ['docs/api.md'],
  tags: ['api', 'rest'],
}
const HEADINGS = [
  'What I decided / agreed to in this meeting',
  'Constraints I committed to',
  "Open items I'm tracking",
  'Sources I relied on',
]
const items = fc.array(
  fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('## x', '---', '```', '- > ## y', 'a\n## b')),
  { maxLength: 3 },
)

describe('agent memory', () => {
  test('it has the form that other tools expect', () => {
    expect(renderMemory(memory)).toBe(`---
agent: theo
date: 2026-01-02
source_meeting: meeting-2026-01-02-api
type: decision
tags:
  - "api"
  - "rest"
---

## What I decided / agreed to in this meeting

- Use REST
- No GraphQL

## Constraints I committed to

## Open items I'm tracking

- AI-2026-01-02-1

## Sources I relied on

- docs/api.md
`)
  })
  test('a draft is read from frontmatter or from a bare mapping', () => {
    const lists =
      'agent: someone\ndecided:\n  - "Use REST"\n  - No: GraphQL\nconstraints: []\nopen_items:\ntags:\n- api\n'
    const expected = {
      decided: ['Use REST', 'No: GraphQL'],
      constraints: [],
      open_items: [],
      sources: [],
      tags: ['api'],
    }
    expect(parseMemoryDraft(`---\n${lists}---\n\nsources:\n  - not these\n`)).toEqual(expected)
    expect(parseMemoryDraft(lists)).toEqual(expected)
  })
  test('whatever was said, the frontmatter parses and there are four headings, no more', () => {
    const any = fc.record({
      decided: items,
      constraints: items,
      open_items: items,
      sources: items,
      tags: items,
    })
    fc.assert(
      fc.property(any, fc.string(), fc.string(), (draft, agent, sourceMeeting) => {
        const text = renderMemory({ ...draft, agent, sourceMeeting, date: '2026-01-02' })
        expect(parse(splitFrontmatter(text)!.yaml)).toMatchObject({
          agent,
          source_meeting: sourceMeeting,
          tags: draft.tags,
        })
        const body = text.slice(text.indexOf('\n---\n', 4) + 5)
        const headings = fromMarkdown(body).children.filter((node) => node.type === 'heading')
        expect(headings).toHaveLength(4)
        expect(body.match(/^## .*$/gm)).toEqual(HEADINGS.map((heading) => `## ${heading}`))
      }),
    )
  })
  test('its digest tells a later meeting what it is about', () => {
    expect(digestMemory(renderMemory(memory))).toEqual({
      agent: 'theo',
      date: '2026-01-02',
      sourceMeeting: 'meeting-2026-01-02-api',
      tags: ['api', 'rest'],
      gist: 'Use REST',
    })
    expect(digestMemory('no frontmatter')).toEqual({
      agent: '',
      date: '',
      sourceMeeting: '',
      tags: [],
      gist: '',
    })
  })
  test('reading never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => void [parseMemoryDraft(text), digestMemory(text)]),
    )
  })
})
