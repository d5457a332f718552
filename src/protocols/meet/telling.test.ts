// What surfaces show of a chartered meeting comes from the fields of its journal, never from the text of the transcript.

import { beforeAll, describe, expect, test } from 'vitest'
import type { Line } from '../../kernel/line/line.js'
import { storyOf } from '../../view/fold.js'
import type { Item, Turn } from '../../view/items.js'
import type { Story } from '../../view/story.js'
import { file, grandId, holdGrand, holdSmall, spoken } from './grand.suite.js'
import { telling } from './telling.js'

const turnsOf = ({ items }: Story) => items.filter((item): item is Turn => item.kind === 'turn')

describe('a chartered meeting of today', () => {
  let lines: readonly Line[]
  let root: string
  let story: Story

  beforeAll(async () => {
    const held = await holdGrand()
    root = held.root
    lines = await held.here.lines(grandId)
    story = storyOf(lines, telling)
  })

  test('is printed with the very letters that its notes have', () => {
    const notes = file(root, `.gaia/artifacts/creative-artifacts/meeting-notes/meeting-${grandId}.md`)
    const transcript = notes.slice(notes.indexOf('## Transcript'), notes.indexOf('\n## Decisions'))
    const letters = (text: string) => text.replace(/\n{2,}/g, '\n').trim()
    expect(letters(transcript)).toBe(letters(`## Transcript\n${spoken(lines)}`))
  })

  test('is told without reading those letters: scrambled, they change nothing that is drawn', () => {
    const scrambled = storyOf(lines.map(withoutLetters), telling)
    const drawn = ({ items, ...rest }: Story) => ({ ...rest, items: items.map(withoutVerbatim) })
    expect(drawn(scrambled)).toEqual(drawn(story))
  })

  test('a turn has its header, its cost, its parts and what it cites', () => {
    expect(turnsOf(story).find(({ label }) => label === 'turn 7')).toMatchObject({
      name: 'Ann',
      role: 'Tester',
      phase: 'DISCUSS',
      round: 1,
      cited: [{ ref: 'docs/plan.md:1', path: 'docs/plan.md', state: 'verified', reason: '' }],
      tally: { verified: 1, unverified: 0, broken: 0 },
    })
  })

  test('a loop-break is told by what it asks, without the line of its rule, in the next question too', () => {
    const said = turnsOf(story).find(({ role }) => role === 'breaks a loop')
    expect(said?.text).toMatch(/^Two voices are going back and forth\./)
    expect(said?.verbatim).toContain('LOOP-BREAK turn injected')
    const asked = lines.filter(({ kind }) => kind === 'asked').map(({ data }) => JSON.stringify(data))
    expect(asked.join()).toContain('FACILITATOR: Two voices are going back and forth.')
    expect(asked.join()).not.toContain('turn injected')
  })

  test('a prelude is told by what it found', () => {
    expect(turnsOf(story).find(({ label }) => label === 'turn 2')?.text).toMatch(
      /^- The cache holds thumbnails \(docs\/plan.md:1-2/,
    )
  })

  test('a request for the floor and a mute are told in words', () => {
    const notices = story.items.flatMap((item) => (item.kind === 'notice' ? [item.text] : []))
    expect(notices).toContain('Ann asks Cy to respond: comes next.')
    expect(notices).toContain('Bo asks to look something up: comes next.')
    expect(notices.some((text) => /^Cy has spoken all that a seat may speak/.test(text))).toBe(true)
  })

  test('a pin keeps its content without the indent of the transcript', () => {
    expect(story.pins).toMatchObject([{ id: 'SP-1', content: "export const policy = 'lru'", revisions: 1 }])
  })

  test('a yield carries its facts, the plain names of its options, and which of them is grave', () => {
    const item = story.items.find((one) => one.kind === 'asked')
    const question = item?.kind === 'asked' ? item.question : undefined
    expect(question?.facts?.[0]).toEqual({ name: 'Charter', value: 'Pick a cache eviction policy' })
    expect(question?.body.split('\n')[0]).toBe('Charter: Pick a cache eviction policy')
    expect(question?.options.map(({ name, grave }) => [name, grave])).toEqual([
      ['Continue', false],
      ['Pause', false],
      ['Wrap-up', false],
      ['Abort', true],
    ])
  })
})

describe('the end of a chartered meeting', () => {
  const outcome = {
    endedBy: 'all-pass',
    notes: 'notes.md',
    decisions: ['Open at noon — turns 3', 'Ring a bell — turns 5'],
    risks: [
      'Nobody watches  the gate — Zara, turn 4',
      'Objection to P1 (Open at noon): The tide is late — Theo, turn 6',
      'The bell may crack',
    ],
    proposals: [
      { id: 'P1', by: 'Theo', text: 'Open at noon', state: 'adopted', why: 'Ships wait for noon.' },
      { id: 'P2', by: 'Zara', text: 'Open at', state: 'rejected', why: 'Too early.' },
    ],
  }

  test('tells an objection once: what is among the dissents is not among the risks too', () => {
    const dissents = [
      { name: 'Zara', text: 'Nobody watches the gate' },
      { name: 'Theo', text: 'The tide is late' },
    ]
    const risks = (of: typeof dissents) =>
      telling.tell(outcome, { dissents: of, items: [], decisions: [] })?.paragraphs[1]
    expect(risks(dissents)).toBe('**Risks and objections**\n\n- The bell may crack')
    expect(risks([])).toContain('Nobody watches the gate — Zara, turn 4')
    const spoken = { ...outcome, risks: outcome.risks.slice(0, 2) }
    expect(telling.tell(spoken, { dissents, items: [], decisions: [] })?.paragraphs).toHaveLength(1)
  })

  test('says of one turn that it is one', () => {
    const { decision, paragraphs = [] } = telling.tell(outcome) ?? {}
    expect(paragraphs[0]).toContain('Open at noon — turn 3')
    expect(decision).toBe('Open at noon')
  })

  test('has the reason of its first decision where a proposal became it, and none otherwise', () => {
    expect(telling.tell(outcome)?.because).toBe('Ships wait for noon.')
    expect(telling.tell({ ...outcome, proposals: [] })).not.toHaveProperty('because')
  })
})

describe('a meeting that is worth less than it looks', () => {
  test('says so while it runs, with the note that comes next, and says once what it is', async () => {
    const gone = { error: 'gone', kind: 'failed' }
    const { lines } = await holdSmall({
      seats: { ann: Array(12).fill(gone), bo: Array(6).fill('Yes [inference]') },
    })
    const told = (upTo: number) => storyOf(lines.slice(0, upTo), telling).summary.degraded
    const absent = lines.findIndex(
      (line) => line.kind === 'noted' && JSON.stringify(line).includes('"absent:ann"'),
    )
    expect(absent).toBeGreaterThan(0)
    expect(told(absent)).not.toContain('ann was absent')
    expect(told(absent + 1)).toContain('ann was absent')
    expect(told(lines.length).filter((words) => words === 'ann was absent')).toHaveLength(1)
  })
})

/** Removes the text of the transcript and keeps the fields beside it. */
function withoutLetters(line: Line): Line {
  if (line.kind !== 'noted' || line.data.aside || line.data.kind !== 'line') return line
  return { ...line, data: { ...line.data, data: { ...(line.data.data as object), text: 'x' } } }
}

function withoutVerbatim(item: Item): Item {
  return 'verbatim' in item ? { ...item, verbatim: '' } : item
}
