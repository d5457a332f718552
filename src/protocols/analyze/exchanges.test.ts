// What one exchange leaves: the turn with or without its question, meta.json once, and at the end what nobody could mend.

import { describe, expect, test } from 'vitest'
import { seal, sha256 } from '../../kernel/line/hash.js'
import type { Line } from '../../kernel/line/line.js'
import { tell } from '../../view/teller.js'
import { voiceless } from '../council/harness.suite.js'
import { loadTellings } from '../tellings.js'
import { put } from './fixtures.suite.js'
import { folder, inputFor, meetingId, session } from './harness.suite.js'
import { everything, reply, turn, usual, wholeTurn } from './lead.suite.js'
import { inputOf, replies, wholeLines } from './whole.suite.js'

const spec = 'requirements-spec.md'
const question = { role: 'business-analyst', kind: 'open', targets: ['SP-6'] }
const claims = [
  { criterion: 'PD-1', source: 'user' as const, evidence: [{ ref: 'u1', quote: 'stop after ten' }] },
]

/** How often meta.json was written between one answer and the next. */
function metaWrites(lines: readonly Line[]): number[] {
  const counts = [0]
  for (const { kind, data } of lines) {
    if (kind === 'answered') counts.push(0)
    else if (kind === 'wrote' && data.path === `${folder}/meta.json`) counts.push((counts.pop() ?? 0) + 1)
  }
  return counts
}

describe('meta.json', () => {
  test('is written once an exchange at most, after everything else and before the person is asked', async () => {
    const held = await session(inputOf(null))
    const issues = [{ check: 'X1', where: 'FR-001', what: 'too short', fix: everything()[0] }]
    const lines = wholeLines({ 'analyze.crosscheck': [{ issues }] })
    await held.hold(lines, [...replies, 'standard', 'accept', 'amend'])
    const all = await held.lines()
    // The opening leaves nothing to tell; afterwards each exchange has one.
    expect(metaWrites(all)).toEqual([0, 1, 1, 1, 1, 1])
    for (const [at, { kind, data }] of all.entries())
      if (kind === 'wrote' && data.path.endsWith('meta.json')) expect(all[at + 1]?.kind).toBe('asked')
    expect(held.notes('crosscheck')[0]).toMatchObject({ corrected: ['FR-001'] })
  })
})

test('a topic that the person does not want to talk about is closed, and what it leaves open is an assumption until it is known', async () => {
  const held = await session()
  const evidence = { ref: 'u1', quote: 'wakes support' }
  const closing = { closed: [{ topic: 'problem-discovery', evidence }] }
  const stays = { ref: 'u2', quote: 'only by hand' }
  const lines = usual({
    'analyze.turn': [
      turn({ signals: closing, targets: ['RD-3'], claims }),
      turn({
        ask: 'Which limits does it have?',
        targets: ['RD-4'],
        claims: [{ criterion: 'PD-5', source: 'user', evidence: [stays] }],
      }),
    ],
  })
  await held.hold(lines, [reply, ['say', 'Today only by hand.']])
  const open = held
    .notes('coverage')
    .map(({ inferences }) => (inferences as { about: string }[]).map(({ about }) => about))
  expect(open).toEqual([
    ['PD-2', 'PD-3', 'PD-4', 'PD-5'],
    ['PD-2', 'PD-3', 'PD-4'],
  ])
})

test('what cannot be written is left out, named and tried again, meta.json too; a judge that fails twice holds nothing back, and the end says so', async () => {
  const held = await session()
  const stuck = new Set(['data-flow.md', 'meta.json'].map((file) => `${folder}/${file}`))
  const unwritable = async (path: string) => (stuck.has(path) ? 'it is a folder' : null)
  Object.assign(held.at.world.files, { unwritable })
  const gone = Array(4).fill(voiceless('gone'))
  await held.hold(usual({ 'analyze.validate': gone }), [reply])
  expect([held.text('data-flow.md'), held.text('meta.json')]).toEqual(['', ''])
  expect(held.text('requirements-spec.md')).toContain('**Status**: Draft')
  const told = held.notes('notice').map(({ text }) => text)
  expect(told).toContainEqual(expect.stringMatching(/data-flow\.md could not be written \(it is a folder\)/))
  expect(told).toContainEqual(expect.stringMatching(/meta\.json .* other tools do not see the progress/))
  stuck.clear()
  const ending = await held.hold(usual({ 'analyze.validate': gone }), ['accept', 'accept'])
  expect(held.text('data-flow.md')).toContain('**Status**: Complete')
  expect(JSON.parse(held.text('meta.json'))).toMatchObject({ analysis_status: 'analyzed' })
  expect(ending).toMatchObject({
    outcome: { degraded: ['unvalidated:requirements-spec.md', 'unvalidated:module-design.md'] },
  })
})

test('a fault of structure that was mended later is no known issue; one that stays is named once, as readers know it', async () => {
  const step = (id: string, order: number, more: object) =>
    put('step', { id, data: { order, frs: ['FR-001'], description: `Step ${id}`, ...more } })
  const some = everything().filter(({ type }) => type !== 'risk-zone')
  const wrong = [...some, step('IS-2', 1, { depends_on: ['IS-1'] })]
  const mended = [put('risk-zone'), step('IS-2', 2, { description: 'Park it, as FR-009 says' })]
  const held = await session()
  const lines = usual({
    'analyze.turn': [
      turn({ records: wrong, claims }),
      { ...wholeTurn(), records: mended, question: { ...question, text: 'Is there more to it?' } },
    ],
  })
  const ending = await held.hold(lines, [reply, ['say', 'No more.'], 'accept', 'accept'])
  // Enough was said about it for a light item, so it is not held back.
  expect(held.notes('artifacts')[0]).toMatchObject({
    files: expect.arrayContaining([expect.objectContaining({ path: `${folder}/impact-analysis.md` })]),
  })
  expect(held.calls.filter(({ prompt }) => prompt.call === 'analyze.turn').at(-1)?.prompt.text).toContain(
    'impact-analysis.md has a fault: IS-2 is not planned after what it depends on',
  )
  expect(ending).toMatchObject({
    outcome: { known_issues: ['Park it, as FR-009 says: FR-009 is used, and is not there'] },
  })
})

describe('the question of a turn', () => {
  test('is left out where the turn has everything, and its voices stand above the summary', async () => {
    const held = await session()
    await held.hold(usual(), [reply])
    expect(held.asked()).toEqual(['reply', 'signoff.requirements'])
    const [, shown] = held.notes('shown')
    expect(shown).toMatchObject({ kind: 'talk', question: null })
    expect(shown?.['text']).not.toContain('What would tell you that it works?')
    expect(shown?.['voices']).toHaveLength(3)
  })
  test('is asked after all where a document that seemed to have enough is held back', async () => {
    const held = await session()
    const fault = { artifact: spec, check: 'vague', why: 'AC-001-01 says fast' }
    const lines = usual({ 'analyze.validate': [{ faults: [fault] }] })
    await held.hold(lines, [reply])
    expect(held.asked()).toEqual(['reply', 'reply'])
    expect(held.text(spec)).toBe('')
    const [, voices, question] = held.notes('shown')
    expect(voices).toMatchObject({ question: null })
    expect(question).toMatchObject({
      voices: [{ name: 'Maya Chen', points: [] }],
      question: { text: 'What would tell you that it works?' },
    })
    const { items } = tell(await held.lines(), await loadTellings())
    expect(items.flatMap((item) => (item.kind === 'turn' ? [`${item.name}: ${item.text}`] : [])).at(-1)).toBe(
      'Maya Chen: What would tell you that it works?',
    )
  })
  test('about the scope is on record as shown, and stands in the thread once', async () => {
    const held = await session(inputFor({ tier: null }))
    await held.hold(usual(), [reply])
    const shown = held.notes('shown').at(-1)
    expect(shown).toMatchObject({
      kind: 'scope',
      question: { text: expect.stringMatching(/^Does .* fit this/) },
    })
    const { items } = tell(await held.lines(), await loadTellings())
    expect(JSON.stringify(items).split('fit this, or is it').length).toBe(2)
  })
})

test('a summary is presented by somebody: the thread names them, whatever they are called', async () => {
  const seats = inputFor().seats.map((seat) =>
    seat.id === 'business-analyst' ? { ...seat, name: 'Ines Prado' } : seat,
  )
  const held = await session(inputFor({ seats }))
  await held.hold(usual(), [reply, 'accept', ['say', 'show me the requirements again']])
  const { items } = tell(await held.lines(), await loadTellings())
  const presented = items.flatMap((item) =>
    item.kind === 'notice' && item.text.includes(' presents ') ? [item.text] : [],
  )
  expect(presented).toEqual([
    'Ines presents the requirements.',
    'Jordan presents the design.',
    'Ines presents the requirements again.',
  ])
})

test('what a model found in the cross-check and nobody could mend is a known issue to the end', async () => {
  const held = await session()
  const issue = { check: 'X3', where: 'IF-1', what: 'it retries eleven times, the requirement says ten' }
  const ending = await held.hold(usual({ 'analyze.crosscheck': [{ issues: [issue] }] }), [
    reply,
    'accept',
    'accept',
  ])
  const words = 'IF-1: it retries eleven times, the requirement says ten'
  expect(ending).toMatchObject({ outcome: { known_issues: [words], degraded: ['known-issues:1'] } })
  expect(held.notes('crosscheck').at(-1)).toMatchObject({ run: 'final', known: [words] })
  expect(held.text('design-summary.md')).toContain('it retries eleven times')
  expect(held.text(spec)).toContain('known-issues:1')
  expect(held.notes('report')[0]?.['text']).toContain('it retries eleven times')
  expect((await held.verify()).findings).toEqual([])
})

test('an issue that an amendment settled is not carried to the end', async () => {
  const held = await session()
  const issue = { check: 'X3', where: 'IF-1', what: 'it retries eleven times' }
  const lines = usual({ 'analyze.crosscheck': [{ issues: [issue] }, { issues: [] }] })
  const ending = await held.hold(lines, [reply, 'amend', ['say', 'Ten.'], 'accept', 'accept'])
  expect(ending).toMatchObject({ outcome: { known_issues: [], degraded: [] } })
})

test('a document as an earlier parley rendered it is no edit of the person’s', async () => {
  const before = await session()
  const asking = usual({ 'analyze.turn': [turn({ records: everything() }), wholeTurn()] })
  await before.hold(asking, [reply])
  const otherwise = before.text(spec).replace('## 7. Out of Scope', '## 7. Out of scope, as it used to be')
  expect(otherwise).not.toBe(before.text(spec))
  const lines = rewritten(await before.lines(), `${folder}/${spec}`, otherwise)
  const files = { ...Object.fromEntries(before.at.files), [`${folder}/${spec}`]: otherwise }
  const after = await session(inputFor(), files, lines)
  await after.hold(usual(), [['say', 'A year.']])
  const seen = (await after.lines()).filter(({ kind, data }) => kind === 'acted' && data.name === 'edits')
  expect(seen.map(({ data }) => (data as { result: { changed: object } }).result.changed)).toEqual([{}])
  expect(after.notes('notice').map(({ text }) => text)).not.toContainEqual(expect.stringContaining('copies'))
})

/** The journal as it would be if this had been written there. */
function rewritten(lines: readonly Line[], path: string, text: string): Line[] {
  const chained: Line[] = []
  for (const line of lines) {
    const data =
      line.kind === 'wrote' && line.data.path === path
        ? { ...line.data, sha256: sha256(text), bytes: Buffer.byteLength(text) }
        : line.data
    const entry = { ...line, data } as Line
    chained.push(seal(entry, line.n, chained.at(-1)?.hash ?? '').line)
  }
  return chained
}

test('a document that cannot be read as text counts as not there, and is moved as it is before another takes its place', async () => {
  const path = `${folder}/${spec}`
  const held = await session(inputFor(), { [path]: 'bytes that are no text' })
  const { read } = held.at.world.files
  // What UTF-8 makes of other bytes is another text than the file.
  const lossy = async (asked: string) =>
    asked === path && !held.text('user-stories.json') ? '\ufffd' : read(asked)
  Object.assign(held.at.world.files, { read: lossy })
  await held.hold(usual(), [reply])
  expect(held.calls.some(({ prompt }) => prompt.call === 'analyze.adopt')).toBe(false)
  expect(held.text(spec)).toContain('# Requirements Specification')
  expect(held.at.files.get(`.parley/before/${meetingId}/${spec}`)).toBe('bytes that are no text')
  const told = held.notes('notice').map(({ text }) => text)
  expect(told).toContainEqual(expect.stringContaining(`${spec} could not be read as text`))
  expect((await held.verify()).findings).toEqual([])
})

test('a domain without documents is not presented, and the thread says so', async () => {
  const held = await session(inputFor({ maxExchanges: 3 }))
  const designs = ['module', 'interface', 'flow', 'error', 'approach']
  const records = everything().filter(({ type }) => !designs.includes(type))
  const asks = ['Since when is that so?', 'How often does it happen?', 'Who else is woken?']
  const turns = asks.map((ask, at) =>
    turn({ ask, targets: ['PD-5'], ...(at === 0 ? { records, claims } : {}) }),
  )
  await held.hold(usual({ 'analyze.turn': turns }), [reply, ['say', 'A year.'], ['say', 'Daily.']])
  expect(held.asked().at(-1)).toBe('signoff.requirements')
  const [warning] = held.notes('notice').filter(({ degree }) => degree === 'WARNING')
  expect(warning?.['text']).toBe('There is no design to sign off: too little is known for its documents.')
})

test('the end says of a summary what its header says', async () => {
  const held = await session()
  const ending = await held.hold(usual(), [reply, 'accept', 'accept'])
  const { artifacts } = (ending as { outcome: { artifacts: { path: string; confidence: string }[] } }).outcome
  const said = artifacts.filter(({ path }) => path.endsWith('-summary.md'))
  expect(said).toHaveLength(2)
  for (const { path, confidence } of said)
    expect(held.at.files.get(path)).toContain(`**Confidence**: ${confidence}\n`)
  expect(held.text('requirements-summary.md')).toContain('**Confidence**: High\n')
})

test('a search that runs out of time goes on after the next reply, puts the files with most hits first, and is read when it is whole', async () => {
  const held = await session(inputFor(), { 'src/far.ts': 'queue' })
  const parts = [{ 'src/queue.ts': 1 }, { 'src/worker.ts': 5 }]
  Object.assign(held.at.world.files, {
    search: async ({ from, words }: { from: number; words: readonly string[] }) => ({
      hits: Object.fromEntries(words.map((word) => [word, parts[from] ?? {}])),
      files: 1,
      complete: from === 1,
      next: from + 1,
    }),
  })
  const first = { ...turn({ ask: 'Since when is that so?', targets: ['PD-5'] }) } as {
    contributions: object[]
  }
  const alone = { ...first, contributions: first.contributions.slice(0, 1) }
  await held.hold(usual({ 'analyze.turn': [alone] }), [reply])
  expect(held.calls.map(({ prompt: { call } }) => call)).not.toContain('analyze.scan')
  expect(held.notes('scan').at(-1)).toMatchObject({ complete: false })
  const stopped = await session(inputFor(), {}, await held.lines())
  const ending = await stopped.hold(usual(), [['say', '/done'], 'stop'])
  expect(ending).toMatchObject({ outcome: { degraded: ['early-exit', 'scan-partial'] } })
  const later = turn({ ask: 'Who told you?', targets: ['PD-2'] })
  await held.hold(usual({ 'analyze.turn': [later] }), [['say', 'A year.']])
  const asked = held.calls.find(({ prompt: { call } }) => call === 'analyze.scan')?.prompt.text ?? ''
  expect(asked).toMatch(/src\/worker\.ts.*src\/queue\.ts/s)
  expect(held.notes('scan').at(-1)).toMatchObject({ complete: true, files: 2 })
})
