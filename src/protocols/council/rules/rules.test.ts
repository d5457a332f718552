// The council's rules: when to stop, where a session stands, what counts as kept, what lies around.

import { describe, expect, test } from 'vitest'
import { keepsHalf, significantWords } from '../../../rules/kept-words.js'
import type { Entry } from '../documents/pad.js'
import { callBody, inputBody, routingBody, skippedBody } from '../documents/pad-lines.js'
import { type Findings, leftoversIn, underWayIn } from './leftovers.js'
import {
  attendance,
  everyoneOut,
  failuresInARow,
  nextInMeeting,
  nextInWork,
  nobodyAnswered,
  sitting,
} from './standing.js'
import { type Boundary, stopReason } from './stop.js'

const seats = ['ceo', 'cfo', 'cto']
const said = (n: number, seat: string): Entry => ({ kind: 'round', n, seat, body: 'x' })
const failed = (n: number, seat: string): Entry => ({ kind: 'round', n, seat, body: skippedBody('died') })
const input = (n: number, kind: 'another-round' | 'conclude'): Entry => ({
  kind: 'input',
  n,
  body: inputBody({ kind }),
})

describe('stopping', () => {
  const calm: Boundary = { chairDone: false, turns: 1, padBytes: 10, elapsed: 5, userStop: false }
  const limits = { maxTurns: 3, scratchMaxBytes: 10, maxWallSeconds: 60 }

  test.each([
    ['nothing holds', {}, undefined],
    ['the chair is done', { chairDone: true }, 'chair-done'],
    ['the turns are taken', { turns: 3 }, 'max_turns'],
    ['the pad is over its size', { padBytes: 11 }, 'scratch_max_bytes'],
    ['the wall clock has run out', { elapsed: 60 }, 'max_wall_seconds'],
    ['the person wants it', { userStop: true }, 'user-stop'],
    [
      'all hold, the first decides',
      { chairDone: true, turns: 9, padBytes: 99, elapsed: 99, userStop: true },
      'chair-done',
    ],
    ['all but the first hold', { turns: 9, padBytes: 99, elapsed: 99, userStop: true }, 'max_turns'],
    ['the last three hold', { padBytes: 99, elapsed: 99, userStop: true }, 'scratch_max_bytes'],
    ['the last two hold', { elapsed: 99, userStop: true }, 'max_wall_seconds'],
  ])('when %s', (_, change, reason) => {
    expect(stopReason({ ...calm, ...change }, limits)).toBe(reason)
  })
  test('a pad of exactly its size, and a clock without a limit, stop nothing', () => {
    expect(stopReason({ ...calm, elapsed: 1e9 }, { ...limits, maxWallSeconds: null })).toBeUndefined()
  })
})

describe('where a meeting stands', () => {
  test.each<[string, Entry[], ReturnType<typeof nextInMeeting>]>([
    ['a new pad begins', [], { kind: 'speak', round: 1, seat: 'ceo' }],
    ['a partial round goes on', [said(1, 'ceo')], { kind: 'speak', round: 1, seat: 'cfo' }],
    ['a whole round asks', seats.map((seat) => said(1, seat)), { kind: 'ask', round: 1 }],
    [
      'another round begins',
      [said(1, 'cto'), input(1, 'another-round')],
      { kind: 'speak', round: 2, seat: 'ceo' },
    ],
    ['conclude finishes', [said(1, 'cto'), input(1, 'conclude')], { kind: 'finish' }],
    [
      'a seat that is out is passed over',
      [failed(1, 'ceo'), said(1, 'cfo'), said(1, 'cto'), input(1, 'another-round')],
      { kind: 'speak', round: 2, seat: 'cfo' },
    ],
    [
      'a seat that fails in this round leaves the others their turn',
      [failed(1, 'ceo')],
      { kind: 'speak', round: 1, seat: 'cfo' },
    ],
    [
      'after a round without an answer everybody is asked once more',
      seats.map((seat) => failed(1, seat)),
      { kind: 'speak', round: 2, seat: 'ceo' },
    ],
  ])('%s', (_, entries, step) => {
    expect(nextInMeeting(entries, seats)).toEqual(step)
  })
  test('a seat that was let back in and answered stays', () => {
    const entries = [
      ...seats.map((seat) => failed(1, seat)),
      said(2, 'ceo'),
      failed(2, 'cfo'),
      said(2, 'cto'),
    ]
    expect(sitting(entries, seats)).toEqual(['ceo', 'cto'])
    expect(nextInMeeting(entries, seats)).toEqual({ kind: 'ask', round: 2 })
  })
  test('a round is without answer only when every seat of it failed', () => {
    expect(nobodyAnswered([failed(1, 'ceo'), failed(1, 'cfo')], 1)).toBe(true)
    expect(nobodyAnswered([failed(1, 'ceo'), said(1, 'cfo')], 1)).toBe(false)
    expect(nobodyAnswered([], 1)).toBe(false)
  })
})

describe('where work stands', () => {
  const routing: Entry = {
    kind: 'routing',
    n: 4,
    seat: 'ceo',
    body: routingBody({ next: 'cfo', subGoal: 'Price it' }),
  }
  const turn = (n: number, body = 'x', seat = 'cfo'): Entry => ({ kind: 'turn', n, seat, body })
  const call = (stop?: string): Entry => ({
    kind: 'adjudication',
    n: 4,
    seat: 'ceo',
    body: callBody(stop, ''),
  })

  test.each<[string, Entry[], ReturnType<typeof nextInWork>]>([
    ['a new pad is routed', [], { kind: 'route', turn: 1 }],
    [
      'a routing without its seat runs that seat',
      [routing],
      { kind: 'act', turn: 4, seat: 'cfo', subGoal: 'Price it' },
    ],
    ['a turn without its call is adjudicated', [routing, turn(4)], { kind: 'adjudicate', turn: 4 }],
    ['continue goes to the next turn', [routing, turn(4), call()], { kind: 'route', turn: 5 }],
    [
      'stop finishes',
      [routing, turn(4), call('max_turns')],
      { kind: 'finish', turn: 4, reason: 'max_turns' },
    ],
  ])('%s', (_, entries, step) => {
    expect(nextInWork(entries)).toEqual(step)
  })
  test('failures are counted back to the last turn that did not fail', () => {
    const bad = skippedBody('died')
    expect(failuresInARow([turn(1), turn(2, bad), routing, turn(3, bad)])).toBe(2)
    expect(failuresInARow([turn(1, bad), turn(2)])).toBe(0)
    expect(failuresInARow([])).toBe(0)
  })
  test('everyone is out when each seat’s last turn was skipped', () => {
    const bad = skippedBody('died')
    expect(everyoneOut([turn(1, bad), turn(2, bad, 'ceo')], ['cfo', 'ceo'])).toBe(true)
    expect(everyoneOut([turn(1, bad)], ['cfo', 'ceo'])).toBe(false)
  })
  test('attendance names who spoke and who was skipped, in roster order', () => {
    const entries = [turn(1, 'x', 'cto'), turn(2), turn(3, skippedBody('died'))]
    expect(attendance(entries, seats)).toEqual({ spoke: ['cfo', 'cto'], skipped: ['cfo'] })
  })
})

describe('kept words', () => {
  test('significant words are distinct, lower-case, four characters or more, in any script', () => {
    expect([...significantWords('The Cache, the CACHE: über größe x12345')]).toEqual([
      'cache',
      'über',
      'größe',
      'x12345',
    ])
  })
  test('half is enough, less is not, and nothing to keep is kept', () => {
    expect(keepsHalf('alpha beta gamma delta', 'gamma and alpha')).toBe(true)
    expect(keepsHalf('alpha beta gamma delta', 'gamma')).toBe(false)
    expect(keepsHalf('no!', '')).toBe(true)
  })
})

describe('leftovers', () => {
  const id = '20260131-170509-x'
  const clean: Findings = {
    pads: [],
    records: [],
    worktrees: {},
    branches: [],
    merged: [],
    uncommitted: {},
    tasks: {},
    meetings: [],
  }
  const worktrees = { [id]: `.council/worktrees/${id}` }
  const kinds = (found: Partial<Findings>) =>
    leftoversIn({ ...clean, ...found }).map(({ kind, offers }) => [kind, offers])

  test('a clean council has none', () => {
    expect(leftoversIn(clean)).toEqual([])
  })
  test.each<[string, Partial<Findings>, unknown]>([
    ['a live pad without a record', { pads: [id] }, [['unconcluded', ['resume', 'archive', 'keep']]]],
    [
      'its worktree is part of it',
      { pads: [id], worktrees, branches: [id] },
      [['unconcluded', ['resume', 'archive', 'keep']]],
    ],
    ['a live pad and a record', { pads: [id], records: [id] }, [['unarchived', ['archive', 'keep']]]],
    ['a worktree with a record', { worktrees, records: [id] }, [['delivered', ['keep', 'delete']]]],
    ['a branch without a record', { branches: [id] }, [['unaudited', ['archive', 'keep', 'delete']]]],
    [
      'a record that is not committed',
      { records: [id], uncommitted: { [id]: ['r'] } },
      [['uncommitted', ['archive', 'keep']]],
    ],
  ])('%s', (_, found, expected) => {
    expect(kinds(found)).toEqual(expected)
  })
  test.each([
    ['waiting', false],
    ['paused', false],
    ['running', true],
  ])('a session that is %s (held: %s) is no leftover', (status, held) => {
    const found = { ...clean, pads: [id], worktrees, branches: [id], meetings: [{ id, status, held }] }
    expect(leftoversIn(found)).toEqual([])
    expect(underWayIn(found)).toMatchObject([{ id }])
  })
  test('a session that waits for its host is no leftover, and is named as waiting for it', () => {
    const led = { id, status: 'running', held: false, awaitsHost: true }
    const found = { ...clean, pads: [id], worktrees, branches: [id], uncommitted: { [id]: ['r'] } }
    expect(leftoversIn({ ...found, meetings: [led] })).toEqual([])
    expect(underWayIn({ ...found, meetings: [led] })).toMatchObject([{ id, what: 'waits for its host' }])
  })
  test('a session without a live pad is not under way', () => {
    expect(underWayIn({ ...clean, meetings: [{ id, status: 'waiting', held: false }] })).toEqual([])
  })
  test.each(['halted', 'failed', 'running'])(
    'a session that is %s and that nobody holds is a leftover',
    (status) => {
      expect(kinds({ pads: [id], meetings: [{ id, status, held: false }] })).toHaveLength(1)
    },
  )
  test('a session that the person dropped is no leftover, unless work of it lies in git', () => {
    const dropped = { pads: [id], meetings: [{ id, status: 'aborted', held: false }] }
    expect(kinds(dropped)).toEqual([])
    // That is set aside, and nothing goes on from it.
    for (const work of [{ worktrees }, { branches: [id] }])
      expect(kinds({ ...dropped, ...work })).toEqual([['unconcluded', ['archive', 'keep']]])
    expect(kinds({ ...dropped, records: [id] })).toHaveLength(1)
  })
  test('a journal that has ended is none to resume from', () => {
    const journal = (status: string) =>
      leftoversIn({ ...clean, branches: [id], records: [id], meetings: [{ id, status, held: false }] })[0]!
        .journal
    expect(['concluded', 'aborted', 'halted'].map(journal)).toEqual([false, false, true])
  })
  test('merging is offered only where there is a record', () => {
    const text = (found: Partial<Findings>) => JSON.stringify(leftoversIn({ ...clean, ...found }))
    expect(text({ branches: [id], records: [id] })).toContain(`git merge --no-ff council/work-${id}`)
    expect(text({ branches: [id] })).not.toContain('git merge')
    expect(text({ branches: [id], pads: [id] })).not.toContain('git merge')
  })
  test('what is merged is not to be merged again: its worktree and branch are left to remove', () => {
    const [merged] = leftoversIn({ ...clean, branches: [id], merged: [id], worktrees, records: [id] })
    expect(merged).toMatchObject({
      kind: 'delivered',
      suggestion: `git worktree remove ${worktrees[id]}, then git branch -d council/work-${id}`,
    })
    expect(merged?.what).toMatch(/^merged work/)
  })
})
