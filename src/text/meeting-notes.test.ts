// Meeting notes: laws NOTES1 and NOTES2, the whole form once, and payloads as they are written by hand.
import fc from 'fast-check'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { hostileTexts, outline } from './hostile.suite.js'
import { type MeetingNotes, renderNotes } from './meeting-notes.js'
import { notesFromPayload } from './notes-payload.js'
import { splitFrontmatter } from './split-frontmatter.js'

const bare: MeetingNotes = {
  date: '2026-01-02',
  slug: 'api',
  charter: '',
  mode: '',
  costs: [],
  totalTokens: 0,
  extractions: [],
  actionItems: [],
  summary: '',
  preludes: '',
  transcript: '',
  decisions: [],
  risks: [],
  openQuestions: [],
  scratchpad: '',
  memories: [],
}
const SECTIONS = [
  'Charter',
  'Summary',
  'Research preludes',
  'Transcript',
  'Decisions',
  'Risks identified',
  'Open questions',
  'Scratchpad final state',
  'Action items',
  'Memory write-through',
].map((heading) => `## ${heading}`)

/** The body alone: what stands between the marks of the front matter is YAML. */
const hostileOutline = (words: string) =>
  outline(
    bodyOf(
      renderNotes({
        ...bare,
        charter: words,
        summary: words,
        preludes: words,
        transcript: `## Phase: DISCUSS\n${words}\n\n## Phase: SAVE`,
        decisions: [words, 'Ours'],
        risks: [words],
        openQuestions: [words],
        scratchpad: words,
        actionItems: [{ id: 'AI-1', text: words }],
      }),
    ),
  )

const frontmatter = (text: string) => parse(splitFrontmatter(text)!.yaml)
const bodyOf = (text: string) => text.slice(text.indexOf('\n---\n', 4) + 5)

describe('meeting notes', () => {
  test('full notes have this form', () => {
    const text = renderNotes({
      ...bare,
      charter: 'Choose "REST" or not.',
      mode: 'decide',
      closingArtifactBias: 'decision-record',
      defaultInviteesResolved: ['Theo'],
      missingInvitees: [],
      inviteesOverride: false,
      researchPhase: 'enabled',
      webSearch: 'disabled',
      costs: [{ name: 'Theo', role: 'System Architect', tokens: 120 }],
      totalTokens: 120,
      extractions: ['.gaia/artifacts/x/SP-1-a.md'],
      actionItems: [{ id: 'AI-2026-01-02-1', text: 'feature: add it' }, { id: 'AI-2026-01-02-2' }],
      provenance: {
        meeting: '2026-01-02-api',
        ended_by: 'wrap-up',
        voices: [{ name: 'Theo', backend: 'model', model: 'some/model:1' }],
        input_tokens: 900,
        cost: 42_370,
        estimated: false,
        citations: { verified: 2, unverified: 1, broken: 0 },
        degraded: ['one-voice', 'items-left-out:2'],
      },
      summary: 'We chose.\n\nAnd more.',
      preludes: '[Prelude] Theo (System Architect) — 10 tokens',
      transcript: '## Phase: INVITE\n\nHello.\n\n## Phase: SAVE',
      decisions: ['REST — turns 1, 2'],
      risks: ['Slow — Theo, turn 1'],
      openQuestions: ['Why?'],
      scratchpad: '- SP-1 (keep) — route — theo',
      memories: ['theo'],
    })
    expect(text).toBe(`---
date: 2026-01-02
slug: api
charter: "Choose \\"REST\\" or not."
mode: decide
closing_artifact_bias: decision-record
default_invitees_resolved:
  - Theo
missing_invitees: []
invitees_override: false
research_phase: enabled
web_search: disabled
cost_breakdown:
  - name: Theo
    role: System Architect
    tokens: 120
total_tokens: 120
scratchpad_extractions:
  - ".gaia/artifacts/x/SP-1-a.md"
action_items: [AI-2026-01-02-1, AI-2026-01-02-2]
parley:
  meeting: 2026-01-02-api
  ended_by: wrap-up
  voices: [{ name: Theo, backend: model, model: "some/model:1" }]
  input_tokens: 900
  cost_usd: 0.0424
  estimated: false
  citations: { verified: 2, unverified: 1, broken: 0 }
  degraded: [one-voice, "items-left-out:2"]
---

## Charter

Choose "REST" or not.

## Summary

**Degraded:** one-voice, items-left-out:2

We chose.

And more.

## Research preludes

[Prelude] Theo (System Architect) — 10 tokens

## Transcript

## Phase: INVITE

Hello.

## Phase: SAVE

## Decisions

- REST — turns 1, 2

## Risks identified

_(Sourced from \`[challenge]\` turns in the transcript.)_

- Slow — Theo, turn 1

## Open questions

- Why?

## Scratchpad final state

- SP-1 (keep) — route — theo

## Action items

- AI-2026-01-02-1 — feature: add it
- AI-2026-01-02-2

## Memory write-through

- .gaia/memory/theo-sidecar/decisions/2026-01-02-api.md
`)
    expect(frontmatter(text).parley.voices).toEqual([
      { name: 'Theo', backend: 'model', model: 'some/model:1' },
    ])
  })
  test('notes of nothing have every heading and say that nothing was pinned', () => {
    const text = renderNotes(bare)
    expect(bodyOf(text).match(/^## .*$/gm)).toEqual(SECTIONS)
    expect(text).toContain('\n_(empty — no scratchpad pinned in this meeting)_\n')
    expect(frontmatter(text)).toEqual({
      date: '2026-01-02',
      slug: 'api',
      charter: '',
      mode: '',
      cost_breakdown: [],
      total_tokens: 0,
      scratchpad_extractions: [],
      action_items: [],
    })
  })

  const wild = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '## Decisions',
      '---\ncharter: x\n---',
      '"',
      'a: b',
      '```\nopen',
      '<!--',
      '# t\n===',
      'x\n---',
      '- ## y',
      '\\',
    ),
  )
  const lists = fc.array(wild, { maxLength: 3 })
  const notes = fc
    .record({
      charter: wild,
      mode: wild,
      summary: wild,
      preludes: wild,
      transcript: wild,
      scratchpad: wild,
      name: wild,
      role: wild,
      bias: wild,
      slug: wild,
      lists,
      risks: lists,
      ids: lists,
      model: wild,
    })
    .map(
      (given): MeetingNotes => ({
        ...bare,
        ...given,
        closingArtifactBias: given.bias,
        missingInvitees: given.lists,
        extractions: given.lists,
        decisions: given.lists,
        openQuestions: given.risks,
        actionItems: given.ids.map((id) => ({ id, text: given.summary })),
        costs: [{ name: given.name, role: given.role, tokens: 3 }],
        provenance: {
          meeting: given.slug,
          ended_by: given.mode,
          voices: [{ name: given.name, backend: given.role, model: given.model }],
          input_tokens: 1,
          estimated: true,
          citations: { verified: 0, unverified: 0, broken: 0 },
          degraded: given.ids,
        },
      }),
    )

  test('NOTES1: the frontmatter parses to what was given', () => {
    fc.assert(
      fc.property(notes, (given) => {
        expect(frontmatter(renderNotes(given))).toMatchObject({
          slug: given.slug,
          charter: given.charter,
          mode: given.mode,
          closing_artifact_bias: given.closingArtifactBias,
          missing_invitees: given.missingInvitees,
          scratchpad_extractions: given.extractions,
          action_items: given.actionItems.map((item) => item.id),
          cost_breakdown: given.costs,
          parley: { voices: given.provenance?.voices, degraded: given.provenance?.degraded },
        })
      }),
    )
  })
  test('NOTES2: nobody can add a section, for readers of lines or of Markdown', () => {
    fc.assert(
      fc.property(notes, (given) => {
        const body = bodyOf(renderNotes(given))
        expect(body.match(/^## .*$/gm)).toEqual(SECTIONS)
        const headings = fromMarkdown(body).children.filter(
          (node) => node.type === 'heading' && node.depth <= 2,
        )
        expect(headings).toHaveLength(SECTIONS.length)
      }),
    )
  })
  test('NOTES2: only true phase markers pass in the transcript', () => {
    const transcript = '## Phase: RESEARCH (skipped — wrap-up)\n## Phase: PARTY\n## Phase: SAVE now'
    const text = renderNotes({ ...bare, transcript })
    expect(text).toContain(
      '\n## Phase: RESEARCH (skipped — wrap-up)\n\\## Phase: PARTY\n\\## Phase: SAVE now\n',
    )
  })
})

describe('notes payload', () => {
  test('it is read whatever its indent, and as people write it', () => {
    const payload = `charter: "Say \\"yes\\": or no"
mode: decide
summary: We decided: REST wins # a remark
total_tokens: 150
invitees_override: true
research_phase: skipped
attendees:
    - name: Theo
      role: System Architect
      tokens: 120
    - name: "Ada"
      role: Dev: lead
      tokens: 30
transcript: |
  ## Phase: INVITE

    indented
  [round 1 / turn 1 / Theo (System Architect) / x]
preludes: |
  [Prelude] Theo
decisions:
  - Use REST: it is simple
  - "[challenge] kept"
risks: []
action_items: [AI-2026-01-02-1, AI-2026-01-02-2]
memory_writethrough:
- theo
missing_invitees: []
unknown: x
`
    expect(notesFromPayload(payload, '2026-01-02', 'api')).toMatchObject({
      charter: 'Say "yes": or no',
      summary: 'We decided: REST wins',
      totalTokens: '150',
      inviteesOverride: 'true',
      researchPhase: 'skipped',
      webSearch: undefined,
      costs: [
        { name: 'Theo', role: 'System Architect', tokens: '120' },
        { name: 'Ada', role: 'Dev: lead', tokens: '30' },
      ],
      transcript: '## Phase: INVITE\n\n  indented\n[round 1 / turn 1 / Theo (System Architect) / x]',
      decisions: ['Use REST: it is simple', '[challenge] kept'],
      risks: [],
      actionItems: [{ id: 'AI-2026-01-02-1' }, { id: 'AI-2026-01-02-2' }],
      memories: ['theo'],
      missingInvitees: [],
      defaultInviteesResolved: undefined,
    })
  })
  test('any payload makes notes that parse', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (payload) => {
        const text = renderNotes(notesFromPayload(`charter: ${payload}`, '2026-01-02', 'api'))
        expect(frontmatter(text).date).toBe('2026-01-02')
      }),
    )
  })
  test('no words of a seat change what a Markdown parser sees around them, nor are they HTML', () => {
    const plain = hostileOutline('words')
    fc.assert(
      fc.property(hostileTexts, (words) => {
        expect(hostileOutline(words)).toEqual(plain)
      }),
      { numRuns: 60 },
    )
  })
})
