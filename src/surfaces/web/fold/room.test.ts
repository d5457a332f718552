// The room: journals of every protocol as the page shows them, and the laws F3 and F4.

import { describe, expect, test } from 'vitest'
import { cacheMeeting, haltedMeeting, longMeeting } from '../../../../test/support/fake-house/chartered.js'
import { concludedCouncil, runningCouncil } from '../../../../test/support/fake-house/council.js'
import { Journal } from '../../../../test/support/fake-house/journal.js'
import { closedTalk, openTalk } from '../../../../test/support/fake-house/talks.js'
import type { Line } from '../../../kernel/line.js'
import { sharesOf } from './costs.js'
import { emptyRoom } from './desk.js'
import type { Item, Turn } from './items.js'
import { procedureOf } from './procedure.js'
import { readLines } from './room.js'

const read = (journal: { lines: readonly Line[] }) => readLines(emptyRoom, journal.lines)
const turns = (items: readonly Item[]) => items.filter((item): item is Turn => item.kind === 'turn')

describe('the room of a chartered meeting', () => {
  const room = read(cacheMeeting('cache'))

  test('its turns are those that were let through, with speaker, role and number', () => {
    expect(turns(room.items).map(({ name, label }) => `${name}: ${label}`)).toEqual([
      'Ada: charter',
      'Theo: turn 1',
      'Mira: turn 2',
      'Kai [Agent]: turn 3',
      'Theo: turn 4',
      'Mira: turn 5',
      'Kai [Agent]: turn 6',
      'Ada: turn 7',
      'Theo: turn 8',
      'Mira: turn 9',
      'Kai [Agent]: turn 10',
    ])
  })

  test('a turn carries what its drafts cost, by which model, and the tools they used', () => {
    const theo = turns(room.items)[4]
    expect(theo?.cost).toMatchObject({ model: 'lumen-4', backend: 'model', attempts: 1 })
    expect(theo?.tools.map(({ name, ok }) => [name, ok])).toEqual([
      ['read_file', true],
      ['search_text', false],
    ])
  })

  test('a prelude shows what was prepared, and its citations although they are checked afterwards', () => {
    const prelude = turns(room.items)[1]
    expect(prelude?.text).toContain('- The cache holds 41 000 files and grows by 900 a day (docs/cache.md)')
    expect(prelude?.cited).toMatchObject([{ ref: 'docs/cache.md', state: 'unverified' }])
  })

  test('citations stand with their turn, broken ones with the reason', () => {
    expect(turns(room.items)[6]?.cited).toEqual([
      { ref: 'support/2026-q2.md:88', path: 'support/2026-q2.md', state: 'broken', reason: 'no such lines' },
    ])
    expect(room.citations).toEqual({ verified: 2, unverified: 3, broken: 1 })
  })

  test('a pin that names another replaces it and counts its revisions', () => {
    expect(room.pins).toHaveLength(1)
    expect(room.pins[0]).toMatchObject({ id: 'SP-1', by: 'Theo', revisions: 1, type: 'yaml' })
    expect(room.pins[0]?.content).toContain('share: 0.25')
  })

  test('the words of an interjection are shown once, as the turn that the meeting made of them', () => {
    const said = room.items.filter((item) => 'text' in item && item.text.includes('per customer cost'))
    expect(said.map(({ kind }) => kind)).toEqual(['turn'])
  })

  test('the open question is the last one asked', () => {
    expect(room.questions.map(({ question }) => question.id)).toEqual(['discuss-cadence'])
  })

  test('the ceiling comes with the opening, and rounds are counted from the headers', () => {
    expect(room.ceiling).toBe(60_000)
    expect(room.items.filter(({ kind }) => kind === 'round')).toHaveLength(2)
  })

  test('the procedure shows phases, rounds, choices, where we are and what is ahead', () => {
    const steps = procedureOf(room)
    expect(steps.map(({ name, state }) => `${name} ${state}`)).toEqual([
      'Invite done',
      'Charter done',
      'Continue done',
      'Research done',
      'Continue done',
      'Discuss done',
      'Round 1 done',
      'Interject done',
      'Round 2 now',
      'Yield: discuss-cadence now',
      'Close ahead',
      'Review ahead',
      'Save ahead',
    ])
  })

  test('a phase that was passed over says why, and a halt has its place', () => {
    const halted = read(haltedMeeting('scan'))
    expect(halted.items.find((item) => item.kind === 'phase' && item.name === 'RESEARCH')).toMatchObject({
      skipped: '--skip-research',
    })
    expect(procedureOf(halted).some(({ kind }) => kind === 'halt')).toBe(true)
    expect(halted.summary.status).toBe('halted')
  })
})

describe('the room of a council', () => {
  test('a steer is a turn of the person, a bare choice is one line', () => {
    const room = read(runningCouncil('first'))
    const own = turns(room.items).find(({ seat }) => seat === null)
    expect(own).toMatchObject({ name: 'You', role: 'Steer the next round', cost: null })
    const over = read(concludedCouncil('done'))
    expect(over.items.find(({ kind }) => kind === 'choice')).toMatchObject({ chosen: 'Conclude' })
  })

  test('a structured reply is kept aside, and what was written is listed', () => {
    const room = read(concludedCouncil('done'))
    expect(room.items.find(({ kind }) => kind === 'aside')).toMatchObject({ call: 'chair.synthesize' })
    expect(room.documents).toEqual(['.council/records/done.md', '.council/memory/onboarding.md'])
    expect(room.questions).toEqual([])
  })

  test('a round opens with its phase, not with the note at its end, and the pad is not worth a line', () => {
    const journal = runningCouncil('first')
    journal.add('wrote', { path: '.council/scratch/first.md', sha256: '', bytes: 1 })
    const { items } = read(journal)
    expect(items.findIndex(({ kind }) => kind === 'round')).toBeLessThan(
      items.findIndex(({ kind }) => kind === 'turn'),
    )
    expect(items.filter(({ kind }) => kind === 'round')).toHaveLength(2)
    expect(items.some(({ kind }) => kind === 'wrote')).toBe(false)
  })

  test('costs are summed for each seat in the order of the roster', () => {
    const room = read(runningCouncil('first'))
    const shares = sharesOf(room.faces, room.costs)
    expect(shares.map(({ seat, calls }) => `${seat} ${calls}`)).toEqual([
      'architect 2',
      'qa-engineer 1',
      'product-manager 1',
      'security 1',
    ])
    const whole = shares.reduce((sum, { input, output }) => sum + input + output, 0)
    expect(whole).toBe(room.costs.at(-1)?.total)
    expect(whole).toBe(room.summary.input + room.summary.output)
  })
})

describe('the room of a talk', () => {
  test('the opening message and later ones are turns of the person', () => {
    const journal = openTalk('talk')
    journal.answer('say', 'Draft it first.')
    expect(turns(read(journal).items).map(({ name, text }) => [name, text.slice(0, 16)])).toEqual([
      ['You', 'What did the sur'],
      ['Verity', 'Edge nodes. The '],
      ['You', 'Draft it first.'],
    ])
  })

  test('words that a talk is opened with are there before they are answered, and once afterwards', () => {
    const journal = openTalk('talk')
    const first = readLines(emptyRoom, journal.lines.slice(0, 1))
    expect(turns(first.items).map(({ text }) => text)).toEqual(['What did the survey miss?'])
    expect(
      turns(read(journal).items).filter(({ text }) => text === 'What did the survey miss?'),
    ).toHaveLength(1)
  })

  test('a turn that was stopped keeps what was said, and says that it was stopped', () => {
    const journal = openTalk('talk')
    const failed = {
      result: true,
      seat: 'verity',
      call: 'talk.turn',
      cause: 'interrupted',
      message: 'interrupted',
    }
    journal.add('failed', {
      ...failed,
      partial: 'I was about to',
      tokens: { input: 10, output: 5, estimated: true },
      says: 1,
    })
    const last = turns(read(journal).items).at(-1)
    expect(last).toMatchObject({ seat: 'verity', text: 'I was about to', broken: 'stopped here' })
  })

  test('closing leaves no question open', () => {
    expect(read(closedTalk('talk', 'Retries')).questions).toEqual([])
  })
})

describe('reading', () => {
  const journals = [
    cacheMeeting('a'),
    runningCouncil('b'),
    concludedCouncil('c'),
    openTalk('d'),
    haltedMeeting('e'),
  ]

  test('F3: line by line or all at once gives the same room, and a repeated line changes nothing', () => {
    for (const { lines } of journals) {
      const whole = readLines(emptyRoom, lines)
      const bit = lines.reduce((room, line) => readLines(readLines(room, [line]), [line]), emptyRoom)
      expect(bit).toEqual(whole)
      expect(readLines(whole, lines)).toBe(whole)
    }
  })

  test('F4: what was shown keeps its identity when more is said', () => {
    const journal = longMeeting('long', 30)
    const before = read(journal)
    journal.discuss('theo', 9, 'One more.')
    const after = readLines(before, journal.lines)
    expect(after.items.length).toBeGreaterThan(before.items.length)
    expect(before.items.every((item, at) => item === after.items[at])).toBe(true)
  })

  test('a fork pays nothing for the turns that it took over', () => {
    const journal = new Journal(1)
    journal.add('opened', {
      id: 'f',
      protocol: 'talk',
      version: 1,
      title: 'F',
      input: {},
      agents: {},
      forkedFrom: { id: 'e', at: 2 },
    })
    journal.turn('Verity', 'Taken over.')
    const data = journal.lines[1]?.data as object
    const room = readLines(emptyRoom, [
      journal.lines[0]!,
      { ...journal.lines[1]!, data: { ...data, from: { id: 'e', n: 2 } } } as Line,
    ])
    expect(room.costs.at(-1)?.total).toBe(0)
    expect(room.items[0]).toMatchObject({ kind: 'notice', text: 'Forked from e at line 2.' })
  })

  test('a note of a kind that is not known is shown by its words', () => {
    const journal = new Journal(1)
    journal.add('opened', { id: 'n', protocol: 'analyze', version: 1, title: 'N', input: {}, agents: {} })
    journal
      .note('progress', { text: 'Turn 3/12 — qa-engineer: write the fixture' })
      .note('silent', { count: 3 })
    expect(read(journal).items).toMatchObject([
      { kind: 'notice', text: 'Turn 3/12 — qa-engineer: write the fixture' },
    ])
  })
})
