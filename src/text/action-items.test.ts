// Action items: laws ITEM1 and ITEM2, drafts as people write them, and the registry as other tools read it.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { ACTION_TYPES } from '../rules/action-types.js'
import { type ActionDraft, idsFiledBy, openItems, parseDrafts, planRegistry } from './action-items.js'

const draft = (over: Partial<ActionDraft> = {}): ActionDraft => ({
  type: 'feature',
  priority: 'normal',
  assignee: 'unassigned',
  context_for_target: '',
  acceptance: '',
  ...over,
})
const request = {
  date: '2026-01-02',
  created: '2026-01-02T03:04:05Z',
  sourceMeeting: 'meeting-2026-01-02-api',
}

function planned(registry: string | undefined, drafts: readonly ActionDraft[]) {
  const plan = planRegistry({ ...request, registry, drafts })
  if (plan.kind === 'refused') throw new Error(plan.messages.join('\n'))
  return plan
}

const anyDraft = fc.record({
  type: fc.constantFrom(...ACTION_TYPES),
  priority: fc.string({ unit: 'binary' }),
  assignee: fc.string({ unit: 'binary' }),
  context_for_target: fc.string({ unit: 'binary' }),
  acceptance: fc.string({ unit: 'binary' }),
})

describe('drafts of action items', () => {
  test('an item opens with its type and goes on indented; what is missing has a default', () => {
    const text = `- type: feature
  priority: high
  assignee: "Theo"
  context_for_target: "say \\"hi\\": now"
  acceptance: it works: always
- type: adr-draft
`
    expect(parseDrafts(text)).toEqual({
      drafts: [
        draft({
          priority: 'high',
          assignee: 'Theo',
          context_for_target: 'say "hi": now',
          acceptance: 'it works: always',
        }),
        draft({ type: 'adr-draft' }),
      ],
      unknownKeys: [],
    })
  })
  test('a key may come first, and keys that mean nothing are named', () => {
    const { drafts, unknownKeys } = parseDrafts('- key: A1\n  type: feature\n  colour: red\n')
    expect(drafts).toEqual([draft({ key: 'A1' })])
    expect(unknownKeys).toEqual(['colour'])
  })
  test.each(['', '[]', '\n', '# nothing\n', 'items:\n'])('%j holds no drafts', (text) => {
    expect(parseDrafts(text).drafts).toEqual([])
  })
  test('an item without a type is kept, so that it is refused and not lost', () => {
    expect(parseDrafts('- priority: high\n').drafts).toEqual([draft({ type: '', priority: 'high' })])
  })
  test('nothing throws, whatever the text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void parseDrafts(text)))
  })
})

describe('registry of action items', () => {
  test('a new registry has its heading and its items', () => {
    const { ids, text } = planned(undefined, [draft({ assignee: 'Theo', context_for_target: 'a "b"' })])
    expect(ids).toEqual(['AI-2026-01-02-1'])
    expect(text).toBe(`# Action Items — canonical registry
schema_version: 2
items:

- id: AI-2026-01-02-1
  created: "2026-01-02T03:04:05Z"
  source_meeting: meeting-2026-01-02-api
  type: feature
  priority: normal
  status: open
  target_command: "/gaia-add-feature"
  assignee: "Theo"
  context_for_target: "a \\"b\\""
  acceptance: ""
`)
  })
  test('ITEM1: an old registry gets its schema line before the first entry and keeps every other byte', () => {
    const old = '# mine\r\n\n- id: AI-2025-12-31-4\n  colour: "odd\\q"  \n  text: é'
    const { text } = planned(old, [draft()])
    expect(
      text.startsWith(
        `# mine\r\n\nschema_version: 2\n${old.slice('# mine\r\n\n'.length)}\n\n- id: AI-2026-01-02-1\n`,
      ),
    ).toBe(true)
  })
  test('ITEM1: a registry with its schema line is only appended to', () => {
    const old = planned(undefined, [draft()]).text
    expect(planned(old, [draft(), draft()]).text.startsWith(`${old}\n- id: AI-2026-01-02-2\n`)).toBe(true)
  })
  test('ITEM1: a registry of remarks only gets the schema line at its end', () => {
    expect(
      planned('# just\n# remarks', [draft()]).text.startsWith(
        '# just\n# remarks\nschema_version: 2\n\n- id:',
      ),
    ).toBe(true)
    expect(planned('', [draft()]).text.startsWith('schema_version: 2\n\n- id:')).toBe(true)
  })
  test('ITEM1: in a registry of the first schema the version changes, and every entry keeps its indent and its bytes', () => {
    const entries = '\n  - id: AI-2025-12-31-1\n    text: "é"  \n\n    colour: red\n'
    const { text } = planned(`# ours\nschema_version: 1 # old\nitems:\n${entries}`, [draft(), draft()])
    expect(
      text.startsWith(`# ours\nschema_version: 2 # old\nitems:\n${entries}\n  - id: AI-2026-01-02-1\n`),
    ).toBe(true)
    expect(parse(text)).toMatchObject({
      schema_version: 2,
      items: [{ colour: 'red' }, { id: 'AI-2026-01-02-1', status: 'open' }, { id: 'AI-2026-01-02-2' }],
    })
    const again = planned(text, [draft({ context_for_target: 'two\nlines' })])
    expect(again.text.startsWith(text)).toBe(true)
    expect(parse(again.text).items[3]).toMatchObject({ context_for_target: 'two\nlines' })
  })
  test('a registry that was left with two version lines can be read again', () => {
    const { text } = planned('schema_version: 2\nschema_version: 1\nitems:\n- id: AI-2025-12-31-1\n', [
      draft(),
    ])
    expect(parse(text)).toMatchObject({ schema_version: 2, items: [{}, { id: 'AI-2026-01-02-1' }] })
  })
  test('items are added to the list also where the registry has a key below it', () => {
    const { text } = planned('items:\n  - id: AI-2025-12-31-1\nowner: us\n', [draft()])
    expect(parse(text)).toMatchObject({ owner: 'us', items: [{}, { id: 'AI-2026-01-02-1' }] })
  })
  test('an empty list in brackets is opened, so that the file can still be read', () => {
    const { text } = planned('schema_version: 2\nitems: []\n', [draft()])
    expect(parse(text).items).toHaveLength(1)
  })
  test('ITEM2: numbers go on from the highest of the same date', () => {
    const old =
      '- id: AI-2026-01-02-9\n- id: AI-2026-01-02-10\n  - id: "AI-2026-01-02-11"\n- id: AI-2026-01-03-50\n- id: AI-2026-01-02-x\n'
    expect(planned(old, [draft(), draft()]).ids).toEqual(['AI-2026-01-02-12', 'AI-2026-01-02-13'])
  })
  test('one unknown type refuses them all', () => {
    const plan = planRegistry({
      ...request,
      registry: undefined,
      drafts: [draft(), draft({ type: 'risk-followup' })],
    })
    expect(plan).toEqual({
      kind: 'refused',
      messages: [
        "REJECTED — unknown action-item type 'risk-followup'",
        `known types: ${ACTION_TYPES.join(' ')}`,
      ],
    })
    const empty = planRegistry({ ...request, registry: undefined, drafts: [draft({ type: '' })] })
    expect(empty).toEqual({ kind: 'refused', messages: ['REJECTED — empty type'] })
  })
  test('whatever the drafts hold, the registry parses and holds exactly that', () => {
    fc.assert(
      fc.property(
        fc.array(anyDraft, { minLength: 1, maxLength: 4 }),
        fc.array(anyDraft, { minLength: 1, maxLength: 3 }),
        (one, two) => {
          const first = planned(undefined, one)
          const second = planned(first.text, two)
          const items = parse(second.text).items as Record<string, string>[]
          expect(items.map((item) => item['id'])).toEqual([...first.ids, ...second.ids])
          expect(new Set(items.map((item) => item['id'])).size).toBe(one.length + two.length)
          expect(items).toMatchObject([...one, ...two])
        },
      ),
    )
  })
  test('a meeting finds the ids it has filed', () => {
    const other = planned(undefined, [draft()]).text
    const both = planRegistry({
      ...request,
      registry: other,
      drafts: [draft(), draft()],
      sourceMeeting: 'meeting: odd',
    })
    if (both.kind === 'refused') throw new Error('refused')
    expect(idsFiledBy(both.text, 'meeting: odd')).toEqual(both.ids)
    expect(idsFiledBy(both.text, request.sourceMeeting)).toEqual(['AI-2026-01-02-1'])
    expect(idsFiledBy(both.text, 'meeting-2026')).toEqual([])
  })
})

test('what is open in a registry is listed with who owns it; what somebody closed is not', () => {
  const drafts = ['Try it', 'Write: "it" down'].map((context_for_target) =>
    draft({ context_for_target, assignee: 'Theo' }),
  )
  const { text, ids } = planned(undefined, drafts)
  const [first, second] = ids
  const written = { id: second, item: 'Write: "it" down', owner: 'Theo' }
  expect(openItems(text)).toEqual([{ id: first, item: 'Try it', owner: 'Theo' }, written])
  expect(openItems(text.replace('status: open', 'status: done'))).toEqual([written])
  expect(openItems('nothing: that\nis a list')).toEqual([])
})
