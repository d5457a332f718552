// A rehearsed council: real lines with their locations, real dissent, and a label that says rehearsal wherever it is shown.

import { describe, expect, test } from 'vitest'
import { rehearsal } from '../../agents/rehearsal/rehearsal.js'
import type { Seat } from '../../kernel/agents.js'
import type { Extract } from '../../kernel/desk.js'
import { agreementAmong, conflictAmong } from '../../rules/conflict.js'
import { recordFaults } from './documents/record-reading.js'
import { councilFiles, fakeWorkspace, id, inputFor, scripted, session } from './harness.suite.js'
import { meeting } from './meeting.js'
import { work } from './work.js'

const shelf: Extract[] = [
  { path: 'README.md', line: 3, text: 'The cache holds 512 entries.' },
  { path: 'src/cache.ts', line: 10, text: 'const entries = 256 // the cache holds this many' },
  { path: 'docs/a.md', line: 1, text: 'The cache is flushed at night.' },
  { path: 'docs/b.md', line: 7, text: 'Trim it often.' },
  { path: 'docs/c.md', line: 9, text: 'A trimmed cache is a fast cache.' },
]
const backend = rehearsal({ openDesk: async () => ({ files: 5, find: (_, most) => shelf.slice(0, most) }) })
const more = { backendFor: async () => backend }
const recordPath = `.council/records/${id}.md`
const archivePath = `.council/records/${id}.scratch.md`

describe('a rehearsed meeting', () => {
  test('gives a record worth reading, labelled in title, preamble and pad', async () => {
    const held = await session(fakeWorkspace(councilFiles()), meeting, id, inputFor())
    const ending = await held.hold({}, ['conclude'], more)
    expect(ending).toMatchObject({ kind: 'concluded', outcome: { rehearsed: true } })
    const [record, pad] = [held.text(recordPath), held.text(archivePath)]
    expect(record).toMatch(/^# Record — Rehearsal: Trim the cache\n\nThis is a rehearsal: no model spoke/)
    expect(recordFaults(record, id)).toEqual([])
    expect(pad.match(/\*\*Position:\*\* Rehearsal:/g)).toHaveLength(3)
    expect(pad).toContain('`README.md:3` — "The cache holds 512 entries."')
    expect(record).toContain('`README.md:3`')
    expect(record).toContain('→ memory updated: none')
  })
  test('where a model spoke too, the record does not say that none did', async () => {
    const spoken = scripted([], { 'seat.turn': ['**Position:** Trim it.\n\nIt is too large.'] })
    const backendFor = async (seat: Seat) => (seat.id === 'cfo' ? spoken : backend)
    const held = await session(fakeWorkspace(councilFiles()), meeting, id, inputFor())
    expect(await held.hold({}, ['conclude'], { backendFor })).toMatchObject({ kind: 'concluded' })
    expect((await held.verify()).findings).toEqual([])
    const record = held.text(recordPath)
    expect(record).toMatch(/^# Record — Partly rehearsed: Trim the cache\n\nThis is in part a rehearsal: /)
    expect(record).not.toContain('no model spoke, and')
    expect(recordFaults(record, id)).toEqual([])
  })
  test('a seat that finds lines in conflict dissents, and the record keeps it', async () => {
    const held = await session(fakeWorkspace(councilFiles()), meeting, id, inputFor())
    await held.hold({}, ['conclude'], more)
    expect(held.text(archivePath)).toMatch(
      /^\*\*Dissent:\*\* .*`README\.md:3` says .*`src\/cache\.ts:10` says/m,
    )
    expect(held.text(recordPath)).toMatch(
      /## Dissents \(preserved\)\n- \*\*ceo:\*\* The workspace does not speak with one voice/,
    )
  })
  test('does not quote again what the pad quotes already', async () => {
    const held = await session(fakeWorkspace(councilFiles()), meeting, id, inputFor())
    await held.hold({}, ['conclude'], more)
    expect(held.text(archivePath).match(/`docs\/a\.md:1` — /g)).toHaveLength(1)
    expect(held.text(archivePath)).toContain('are `README.md:3`, `src/cache.ts:10`, `docs/a.md:1`;')
  })
  test('does not take the question for an answer to it', async () => {
    const { task } = inputFor()
    const echo = [{ path: 'log.md', line: 1, text: `They asked: ${task.toUpperCase()}?` }, ...shelf]
    const desk = rehearsal({ openDesk: async () => ({ files: 5, find: (_, most) => echo.slice(0, most) }) })
    const held = await session(fakeWorkspace(councilFiles()), meeting, id, inputFor())
    await held.hold({}, ['conclude'], { backendFor: async () => desk })
    expect(held.text(archivePath)).not.toContain('log.md')
  })
  test('of an empty workspace says that there is nothing, and still concludes', async () => {
    const bare = rehearsal({ openDesk: async () => ({ files: 0, find: () => [] }) })
    const held = await session(fakeWorkspace(councilFiles()), meeting, id, inputFor())
    expect(await held.hold({}, ['conclude'], { backendFor: async () => bare })).toMatchObject({
      kind: 'concluded',
    })
    expect(held.text(recordPath)).toContain('no line of this workspace speaks to the task')
    expect(held.text(recordPath)).not.toContain('on their face')
  })
})

test('rehearsed work hears every seat once and stops', async () => {
  const held = await session(fakeWorkspace(councilFiles()), work, id, inputFor())
  const ending = await held.hold({}, [], more)
  expect(ending).toMatchObject({ kind: 'concluded', outcome: { work: { stop: 'chair-done', turns: 3 } } })
  expect(held.text(recordPath)).toMatch(/^# Record — Rehearsal: /)
})

test('rehearsed work takes its worktree and branch away again', async () => {
  const at = fakeWorkspace(councilFiles())
  at.git.aheadBy = 0
  at.git.commitWorktree = async () => ({ kind: 'nothing' })
  const held = await session(at, work, id, inputFor())
  expect(await held.hold({}, [], more)).toMatchObject({ kind: 'concluded' })
  expect(at.git.did.filter((one) => one.startsWith('remove '))).toEqual([
    `remove worktree .council/worktrees/${id}`,
    `remove branch council/work-${id}`,
  ])
})

describe('conflict', () => {
  const line = (text: string) => ({ text })

  test('is two lines on one subject with other numbers, or one that denies', () => {
    expect(
      conflictAmong([line('The cache holds 5 entries'), line('cache holds 6 entries')], 'cache'),
    ).toBeDefined()
    expect(
      conflictAmong([line('Always trim the cache daily'), line('Never trim cache daily')], 'cache'),
    ).toBeDefined()
  })
  test('agreement is two lines on one subject that say the same of it', () => {
    expect(
      agreementAmong([line('The cache holds 5 entries'), line('A cache of 5 entries')], 'cache'),
    ).toBeDefined()
    expect(
      agreementAmong([line('The cache holds 5 entries'), line('cache holds 6 entries')], 'cache'),
    ).toBeUndefined()
  })
  test('is not two lines on two subjects, or two that agree', () => {
    expect(
      conflictAmong([line('The cache holds 5 entries'), line('Bread costs 6 coins')], 'cache'),
    ).toBeUndefined()
    expect(
      conflictAmong([line('The cache holds 5 entries'), line('A cache of 5 entries')], 'cache'),
    ).toBeUndefined()
    expect(
      conflictAmong(
        [
          line('How does a voyage end after a storm?'),
          line('A voyage resumes after any storm, without a map'),
        ],
        'How does a voyage go on after a storm?',
      ),
    ).toBeUndefined()
  })
})
