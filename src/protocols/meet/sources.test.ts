// Sources of a chartered meeting: what preludes list, what turns and notes cite, and whether the web was there.

import { describe, expect, test } from 'vitest'
import { storyOf } from '../../view/fold.js'
import { citedProposals, endOf, proposalWords } from '../../view/proposals.js'
import { asked, file, grandId, holdSmall } from './grand.suite.js'
import { telling } from './telling.js'

const notesFile = `.gaia/artifacts/creative-artifacts/meeting-notes/meeting-${grandId}.md`
const files = { 'src/lock.ts': 'throw new Error("no such lock here")\n' }

const prelude = {
  call: 'research.prelude',
  value: {
    sources: [
      { kind: 'file', ref: 'src/lock.ts', lines: '1', quote: 'Error("no such lock here")' },
      { kind: 'file', ref: 'lockfile.ts', lines: '10' },
      { kind: 'url', ref: 'https://example.org/made-up', title: 'Locks' },
    ],
    known: [
      { text: 'The lock fails loudly.', source: 1 },
      { text: 'Locks are hard.', source: 3 },
    ],
  },
}
const turn = 'Does anybody mind that lockfile.ts:10 waits?'
const notes = {
  call: 'close.notes',
  value: {
    summary: 'The queue waits, lockfile.ts:10, as line 500 of `src/lock.ts` has it.',
    closing: { sections: {} },
    decisions: [],
    open_questions: [{ text: 'Who owns src/lock.ts:7?' }],
  },
}

const held = (input: object, first: object = prelude) =>
  holdSmall({
    seats: {
      ann: [first, turn, turn, turn],
      bo: [{ ...prelude, value: { sources: [], known: [] } }, '[pass]'],
      facilitator: [{ call: 'close.actions', value: { items: [] } }, notes],
    },
    files,
    input: { skipResearch: false, maxTurns: 2, citeRoots: ['docs'], ...input },
  })

describe('a meeting that checks all that is cited', () => {
  test('lists as consulted what was there and what tools opened, and marks in the notes what is not there', async () => {
    const { root, here, said } = await held({ noWeb: true })
    const text = file(root, notesFile)
    const consulted = text.split('Sources consulted:')[1]!.split('What I know:')[0]!
    expect(consulted).toContain('src/lock.ts:1 "Error(\'no such lock here\')"\n')
    expect(consulted).toContain('lockfile.ts:10 [broken: no such file]')
    expect(consulted).not.toContain('example.org')
    expect(said).toContain('  broken: lockfile.ts:10 — no such file')
    const summary = text.split('\n## Summary\n')[1]!.split('\n## ')[0]!
    expect(summary).toContain(
      'lockfile.ts:10 [broken: no such file], as line 500 of `src/lock.ts` [broken: no such lines, the file has 1]',
    )
    expect(text).toContain('- Who owns src/lock.ts:7 [broken: no such lines, the file has 1]?')
    expect(text).toContain('web_search: disabled')
    expect(text).toMatch(/degraded: \[.*broken-citations:\d/)
    expect((await here.verify(grandId)).findings).toEqual([])
  })
  test('calls a claim broken whose source does not hold the two words that it is quoted for, and counts it once', async () => {
    const sources = [{ kind: 'file', ref: 'src/lock.ts', lines: '1', quote: 'fails softly' }]
    const known = [{ text: 'It fails softly.', source: 1 }, { text: 'It is a file, src/lock.ts:1.' }]
    const { said, lines } = await held({ noWeb: true }, { ...prelude, value: { sources, known } })
    expect(said).toContain(
      '[citations verified=1 unverified=0 broken=1]\n  broken: src/lock.ts:1 — quote not found',
    )
    const concluded = lines.find(({ kind }) => kind === 'concluded')
    expect(JSON.stringify(concluded?.data)).toContain('broken-citations:5')
  })
  test('says that there was no web where no seat had a tool for it, whatever was allowed', async () => {
    const { root } = await held({ noWeb: false })
    expect(file(root, notesFile)).toContain('web_search: disabled')
  })
})

describe('the drafts of a meeting that checks all', () => {
  const item = {
    ...{ key: 'A1', type: 'feature', assignee: 'Ann', turns: [1] },
    ...{ context_for_target: 'Mend gone.ts:3', acceptance: 'As src/lock.ts:9 says' },
  }
  const lists = { constraints: [], open_items: [], sources: [], tags: ['locks'] }
  const closing = { sections: { Decision: 'Wait, src/lock.ts:1,500' } }
  const hold = (mend: unknown) =>
    holdSmall({
      seats: {
        ann: [
          'Who knows?',
          { call: 'close.memory', value: { decided: ['The lock holds, src/lock.ts:77'], ...lists } },
        ],
        facilitator: [
          { call: 'close.actions', value: { items: [item] } },
          { ...notes, value: { ...notes.value, closing } },
          mend,
        ],
      },
      files,
      log: 'calls.jsonl',
      input: { maxTurns: 1, citeRoots: ['docs/', 'src/'] },
    })

  test('are mended once where they cite what is not there; what stays broken is marked in all of them, and the notes say so', async () => {
    const lines = [
      { id: 's1', text: 'The queue waits, as src/lock.ts:1 has it.' },
      { id: 'S2', text: 'Wait, src/lock.ts:1.' },
      { id: 'S5', text: 'As src/lock.ts:1\nsays' },
    ]
    const held = await hold({ call: 'close.mend', value: { lines } })
    const { root, here, ending } = held
    const calls = file(root, 'calls.jsonl')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { call: string; prompt: string })
      .filter(({ call }) => call === 'close.mend')
    expect(calls).toHaveLength(1)
    expect(calls[0]?.prompt).toContain(
      'S1 (summary): lockfile.ts:10: no such file; src/lock.ts:500: no such lines, the file has 1\n  The queue waits',
    )
    expect(calls[0]?.prompt).toContain(
      'S2 (closing part 1): src/lock.ts:1,500: no such lines, the file has 1',
    )
    expect(calls[0]?.prompt).toContain('S4 (action item A1): gone.ts:3: no such file')
    const summary = file(root, notesFile).split('\n## Summary\n')[1]!.split('\n## ')[0]!
    expect(summary).toContain('The queue waits, as src/lock.ts:1 has it.')
    expect(summary).toContain('Wait, src/lock.ts:1.')
    expect(summary).toMatch(
      /\*\*These notes rest on a broken citation:\*\* `gone\.ts:3` \(no such file\); .*`src\/lock\.ts:7`/,
    )
    const registry = file(root, '.gaia/state/action-items.yaml')
    expect(registry).toContain('Mend gone.ts:3 [broken: no such file]')
    expect(registry).toContain('As src/lock.ts:1 says')
    expect(file(root, `.gaia/memory/ann-sidecar/decisions/${grandId}.md`)).toContain(
      'src/lock.ts:77 [broken: no such lines, the file has 1]',
    )
    expect(ending).toMatchObject({ outcome: { degraded: ['one-voice', 'broken-citations:3'] } })
    const body = (id: string) =>
      held.lines.flatMap((one) => (one.kind === 'asked' && one.data.id === id ? [one.data.body] : []))[0]
    expect(body('review.action-items')).toContain('**Cites what is not there:** `gone.ts:3` (no such file)')
    expect(body('review.memory.ann')).toContain('**Cites what is not there:** `src/lock.ts:77`')
    expect(body('review.notes')).toContain('**These notes rest on a broken citation:** `src/lock.ts:7`')
    expect(body('pre-save')).toContain('Broken citations: in the drafts: `gone.ts:3`')
    expect((await here.verify(grandId)).findings).toEqual([])
  })

  test('stand as they were drafted, marked, when the facilitator mends nothing', async () => {
    const { root, lines } = await hold({ call: 'close.mend', error: 'gone' })
    expect(file(root, notesFile)).toContain('Wait, src/lock.ts:1,500 [broken: no such lines, the file has 1]')
    expect(asked(lines)).toContain('review.notes')
  })
})

describe('proposals that cite what is not there', () => {
  const settle = {
    call: 'close.settle',
    value: {
      proposals: [
        { id: 'P1', state: 'adopted', why: 'src/lock.ts:1 has it' },
        { id: 'P2', state: 'rejected', why: 'gone.ts:2 says no' },
      ],
    },
  }
  /** A turn that cites what is not there is asked for again, and stands when it comes back the same. */
  const often = (text: string) => [text, text, text]
  const hold = () =>
    holdSmall({
      seats: {
        ann: [...often('[proposal] Keep the lock, lockfile.ts:10'), '[pass]'],
        bo: [...often('[proposal against P1] Drop it, as line 500 of `src/lock.ts` has it'), '[pass]'],
        facilitator: [
          settle,
          { call: 'close.actions', value: { items: [] } },
          { call: 'close.notes', value: { ...notes.value, summary: 'Said.', open_questions: [] } },
        ],
      },
      files,
      input: { maxTurns: 4, citeRoots: ['docs'] },
    })

  test('are marked in the table of the notes and in everything that is shown, once each', async () => {
    const { root, here, lines } = await hold()
    const text = file(root, notesFile)
    const end = 'rejected: gone.ts:2 [broken: no such file] says no'
    expect(text).toContain('| P1 | Keep the lock, lockfile.ts:10 [broken: no such file] | Ann, turn 1 |')
    expect(text).toContain(
      '| P2 | Drop it, as line 500 of `src/lock.ts` [broken: no such lines, the file has 1] has it | Bo, turn 2 |',
    )
    expect(text).toContain('adopted: src/lock.ts:1 has it |')
    expect(text).toContain(`${end} |`)
    expect(text).not.toContain('[broken: no such file] [broken')
    expect(text).toContain('**These notes rest on a broken citation:** `lockfile.ts:10` (no such file);')
    const shown = citedProposals(storyOf(lines, telling))
    expect(shown.map(proposalWords)).toEqual([
      'Keep the lock, lockfile.ts:10 [broken: no such file]',
      'Drop it, as line 500 of `src/lock.ts` [broken: no such lines] has it',
    ])
    expect(endOf(shown[1]!)).toBe(end)
    expect((await here.verify(grandId)).findings).toEqual([])
  })
})
