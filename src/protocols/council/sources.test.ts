// Sources of a council: what is cited is looked at, the chair mends what is broken once, and a record that rests on it says so.

import { describe, expect, test } from 'vitest'
import { storyOf } from '../../view/fold.js'
import { readRecord, recordFaults } from './documents/record-reading.js'
import {
  councilFiles,
  fakeWorkspace,
  id,
  inputFor,
  type Lines,
  ready,
  session,
  synthesis,
  voiceless,
} from './harness.suite.js'
import { meeting } from './meeting.js'
import type { Outcome } from './outcome.js'
import { telling } from './telling.js'
import { work } from './work.js'

const recordPath = `.council/records/${id}.md`
const archivePath = `.council/records/${id}.scratch.md`
const lock = `const tries = 3\nthrow new Error("no such lock here")\n`
const app = `${'line\n'.repeat(108)}`

function project() {
  const at = fakeWorkspace({ ...councilFiles(), 'src/lock.ts': lock, 'src/app.ts': app })
  at.git.committed.set(`${ready.head}:src/lock.ts`, lock)
  return at
}

const said = (reasoning: string, more: object = {}): Lines => ({
  'seat.turn@ceo': ['**Position:** halve it, as src/lock.ts:1 has it'],
  'seat.turn@cfo': ['The queue is in lockfile.ts:10.'],
  'seat.turn@cto': ['`src/lock.ts:2` says "throw new Error(\'no such lock here\')".'],
  'chair.synthesize': [{ ...synthesis, reasoning, ...more }],
})

async function held(lines: Lines, at = project()) {
  const sat = await session(at, meeting, id, inputFor())
  const ending = await sat.hold(lines, ['conclude'])
  expect(ending.kind).toBe('concluded')
  const outcome = (ending as { outcome: Outcome }).outcome
  return { sat, outcome, record: sat.text(recordPath), story: storyOf(await sat.lines(), telling) }
}

const states = ({ sources = [] }: Outcome) => sources.map(({ ref, outcome }) => [ref, outcome.kind])

describe('the sources of a turn', () => {
  test('SRC1: are recorded with their state, the hash of the bytes and the commit that holds them, and shown with the turn', async () => {
    const { sat, story } = await held(said('It is rarely hit.'))
    const [ceo, cfo, cto] = story.items.flatMap((item) => (item.kind === 'turn' ? [item] : []))
    expect(ceo?.cited).toMatchObject([
      {
        ref: 'src/lock.ts:1',
        state: 'verified',
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        commit: { hash: ready.head, path: 'src/lock.ts' },
      },
    ])
    expect(cfo?.cited).toMatchObject([{ ref: 'lockfile.ts:10', state: 'broken', reason: 'no such file' }])
    expect(cto?.cited).toMatchObject([{ ref: 'src/lock.ts:2', state: 'verified' }])
    expect(story.citations).toEqual({ verified: 2, unverified: 0, broken: 1 })
    expect(story.items).toContainEqual(
      expect.objectContaining({
        kind: 'line',
        verbatim: 'Sources: 1 broken (lockfile.ts:10: no such file).',
      }),
    )
    expect(sat.text(archivePath)).toContain(
      'The queue is in lockfile.ts:10.\n\n(Checked by the engine, and broken: `lockfile.ts:10` (no such file).)',
    )
    expect(await sat.verify()).toMatchObject({ findings: [], sources: { stand: 2, gone: [] } })
    sat.workspace.git.committed.set(`${ready.head}:src/lock.ts`, 'const tries = 3\n')
    const { findings } = await sat.verify()
    expect(findings.map(({ what }) => what)).toEqual([
      `Line 6 calls src/lock.ts:1 verified, but commit ${ready.head.slice(0, 10)} does not hold what it cites.`,
      expect.stringContaining('calls src/lock.ts:2 verified'),
    ])
  })
})

describe('a synthesis that cites what is not there', () => {
  const wrong = 'Line 500 of `src/app.ts` was changed.\nThe lock tries thrice, src/lock.ts:1.'

  test('goes back to the chair once, line by line, and what the chair mends is what is written', async () => {
    const mend = { lines: [{ id: 'S1', text: 'Line 100 of `src/app.ts` was changed.' }] }
    const { sat, outcome, record, story } = await held({ ...said(wrong), 'chair.mend': [mend] })
    const asked = sat.calls.filter(({ prompt }) => prompt.call === 'chair.mend')
    expect(asked).toHaveLength(1)
    expect(asked[0]!.prompt.text).toContain('S1 (reasoning): src/app.ts:500: no such lines, the file has 108')
    expect(asked[0]!.prompt.text).not.toContain('S2')
    expect(record).toContain('Line 100 of `src/app.ts` was changed.\nThe lock tries thrice, src/lock.ts:1.')
    expect(record).not.toContain('[broken')
    expect(record).toContain('Cited on the way and broken: `lockfile.ts:10` (no such file) by cfo.')
    expect(states(outcome)).toEqual([
      ['src/app.ts:100', 'verified'],
      ['src/lock.ts:1', 'verified'],
    ])
    expect(record).toContain(
      `Sources checked against commit \`${ready.head.slice(0, 10)}\` and files that were not committed; verified: \`src/app.ts:100\`, \`src/lock.ts:1\`.`,
    )
    expect(story.summary.degraded).toEqual([])
  })
  test('and is not mended is marked in the record, which says that it rests on it and keeps its format', async () => {
    const { sat, outcome, record, story } = await held({ ...said(wrong), 'chair.mend': [{ lines: [] }] })
    expect(sat.calls.filter(({ prompt }) => prompt.call === 'chair.mend')).toHaveLength(1)
    expect(record).toContain(
      'Line 500 of `src/app.ts` [broken: no such lines, the file has 108] was changed.',
    )
    expect(record).toContain(
      'broken: `src/app.ts:500` (no such lines, the file has 108). **This record rests on a broken citation.**',
    )
    expect(recordFaults(record, id)).toEqual([])
    expect(states(outcome)).toContainEqual(['src/app.ts:500', 'broken'])
    expect(story.summary.degraded).toEqual([
      'the record rests on a broken citation: src/app.ts:500, no such lines, the file has 108',
    ])
    expect(story.outcome?.facts).toContainEqual({
      label: 'Sources in the record',
      value: '1 verified, 1 broken (src/app.ts:500: no such lines, the file has 108)',
    })
    expect((await sat.verify()).findings).toEqual([])
  })
  test('is written as it stands when the chair cannot be asked, and a chair whose sources hold is not asked', async () => {
    const { record } = await held({ ...said(wrong), 'chair.mend': [voiceless('gone')] })
    expect(record).toContain('[broken: no such lines')
    const { sat } = await held(said('src/lock.ts:2 says "no such lock here", see https://example.org/why.'))
    expect(sat.calls.map(({ prompt }) => prompt.call)).not.toContain('chair.mend')
    expect(sat.text(recordPath)).toContain('unverified: `https://example.org/why`')
  })
  test('is looked at everywhere: follow-ups, memory, and the words of a dissent, which nobody changes', async () => {
    const lines = {
      ...said('It is rarely hit.', {
        follow_ups: [{ action: 'Mend gone.ts:1', owner: 'cto' }],
        topics: [
          { name: 'cache-size', title: 'Cache size', decision: 'Halve it, gone.ts:2.', why: 'gone.ts:3' },
        ],
        dissents: [{ id: 'D1', answer: 'rebutted', reason: 'gone.ts:4 says so' }],
      }),
      'seat.turn@cfo': ['**Dissent:** gone.ts:5 shows what it costs us.'],
      'chair.mend': [{ lines: [] }],
    }
    const { sat, record, outcome } = await held(lines)
    expect(readRecord(record).followUps[0]?.action).toBe('Mend gone.ts:1 [broken: no such file]')
    expect(sat.text('.council/memory/cache-size.md')).toContain('Halve it, gone.ts:2 [broken: no such file].')
    expect(record).toContain('- **cfo:** gone.ts:5 [broken: no such file] shows what it costs us.')
    expect(record).toContain('gone.ts:4 [broken: no such file] says so')
    expect(states(outcome)).toHaveLength(4)
    const asked = sat.calls.find(({ prompt }) => prompt.call === 'chair.mend')!.prompt.text
    expect(asked).toContain('gone.ts:4')
    expect(asked).not.toContain('gone.ts:5')
  })
})

describe('work', () => {
  test('is checked in its worktree, where the record’s sources are in the commit that the branch ends with', async () => {
    const at = project()
    const folder = `.council/worktrees/${id}`
    at.files.set(`${folder}/src/new.ts`, 'one\ntwo\n')
    at.files.set('.council/memory/keys.md', '# Memory: Keys\n')
    at.git.committed.set(`${'c'.repeat(40)}:src/new.ts`, 'one\ntwo\n')
    const sat = await session(at, work, id, inputFor())
    const ending = await sat.hold({
      'chair.select': [{ seats: ['cto'], why: 'Enough.' }],
      'chair.route': [{ next: 'cto', sub_goal: 'Add it' }],
      'seat.turn@cto': [
        'Added src/new.ts:1-2 as ../../memory/keys.md:1 wants; src/lock.ts:1 and ../../council.yaml:1.',
      ],
      'chair.adjudicate': [{ call: 'stop', why: 'Done.' }],
      'chair.synthesize': [{ ...synthesis, reasoning: 'It is in src/new.ts:2.' }],
    })
    const { outcome } = ending as { outcome: Outcome }
    const [turn] = storyOf(await sat.lines(), telling).items.flatMap((item) =>
      item.kind === 'turn' ? [item] : [],
    )
    expect(turn?.cited.map(({ ref, state, reason }) => [ref, state, reason])).toEqual([
      ['src/new.ts:1-2', 'verified', ''],
      ['../../memory/keys.md:1', 'verified', ''],
      ['src/lock.ts:1', 'broken', 'no such file'],
      ['../../council.yaml:1', 'broken', 'outside the workspace'],
    ])
    expect(outcome.sources).toMatchObject([
      { ref: 'src/new.ts:2', commit: { hash: 'c'.repeat(40), path: 'src/new.ts' } },
    ])
    expect(sat.text(recordPath)).toContain('Sources checked against files that were not committed;')
  })
})

describe('the chair of work', () => {
  const lines: Lines = {
    'chair.select': [{ seats: ['cto'], why: 'It is about src/lock.ts:1 and gone.ts:1.' }],
    'chair.route': [
      { next: 'cto', sub_goal: 'Mend src/lock.ts:1, src/lock.ts:9 and https://example.org/why' },
    ],
    'seat.turn@cto': ['Mended.'],
    'chair.adjudicate': [{ call: 'stop', why: 'Done, as lockfile.ts:10 shows.' }],
    'chair.synthesize': [synthesis],
  }
  async function worked() {
    const at = project()
    at.files.set(`.council/worktrees/${id}/src/lock.ts`, lock)
    const sat = await session(at, work, id, inputFor())
    expect((await sat.hold(lines)).kind).toBe('concluded')
    return { sat, story: storyOf(await sat.lines(), telling) }
  }

  test('is checked in what it selects, routes and adjudicates with: in the journal, the pad, the record and the story', async () => {
    const { sat, story } = await worked()
    const replies = story.items.flatMap((item) => (item.kind === 'reply' ? [item] : []))
    expect(
      replies.map(({ call, cited }) => [call, cited.map(({ ref, state }) => `${ref} ${state}`)]),
    ).toEqual([
      ['chair.select', ['src/lock.ts:1 verified', 'gone.ts:1 broken']],
      [
        'chair.route',
        ['src/lock.ts:1 verified', 'src/lock.ts:9 broken', 'https://example.org/why unverified'],
      ],
      ['chair.adjudicate', ['lockfile.ts:10 broken']],
      ['chair.synthesize', []],
    ])
    expect(story.citations).toEqual({ verified: 2, unverified: 1, broken: 3 })
    expect(story.items).toContainEqual(
      expect.objectContaining({
        kind: 'line',
        verbatim: 'Sources: 1 broken (lockfile.ts:10: no such file).',
      }),
    )
    const pad = sat.text(archivePath)
    expect(pad).toContain('(Checked by the engine, and broken: `gone.ts:1` (no such file).)')
    expect(pad).toContain(
      '(Checked by the engine, and broken: `src/lock.ts:9` (no such lines, the file has 2).)\n\n## Turn 1 — cto',
    )
    expect(pad).toContain(
      'Done, as lockfile.ts:10 shows.\n\n(Checked by the engine, and broken: `lockfile.ts:10` (no such file).)\n',
    )
    expect(sat.text(recordPath)).toContain(
      'Cited on the way and broken: `gone.ts:1` (no such file); `src/lock.ts:9` (no such lines, the file has 2); `lockfile.ts:10` (no such file) by ceo.',
    )
    expect(recordFaults(sat.text(recordPath), id)).toEqual([])
    expect((await sat.verify()).findings).toEqual([])
  })
})
