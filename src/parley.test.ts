// parley: one workspace and its meetings, held with a protocol of the test's own.

// parley: one workspace and its meetings, held with a protocol of the test's own.

import fs from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { meetingsIn } from '../test/support/repo.js'
import { WrongUsage } from './kernel/errors.js'
import { memoryJournals } from './kernel/line/memory-journals.suite.js'
import type { Meeting, Protocol } from './kernel/protocol.js'
import type { Fields } from './kernel/request.js'
import { beginAs, kindOf } from './opening.suite.js'
import { type Company, parley } from './parley.js'
import type { MeetingKind } from './protocols/manifest.js'
import { temporaryFolder } from './workspace/temporary.suite.js'

const voice = 'script:seats.yaml'
const agents = { default: voice, seats: {}, ceiling: null, timeoutSeconds: 60 }
/** A folder with a script that nobody plays. */
function scripted(): string {
  const root = temporaryFolder()
  fs.writeFileSync(join(root, 'seats.yaml'), 'seats: {}\n')
  return root
}

const nobody: Company = {
  answer: async () => undefined,
  observe: () => {},
  signal: new AbortController().signal,
}

const asking: Protocol = {
  name: 'asking',
  version: 1,
  input: z.object({ topic: z.string() }),
  title: (input) => (input as { topic: string }).topic,
  boundary: (_, id) => [`docs/${id}.md`],
  async run(meeting: Meeting) {
    await meeting.note('begun', {})
    const options = [{ key: 'yes', label: 'Yes', effect: '' }]
    const { choose } = await meeting.ask({ id: 'q', title: 'Well?', body: '', options })
    await meeting.write(`docs/${meeting.id}.md`, `${choose}\n`)
    return choose
  },
}

async function workspace(topic = 'Tea') {
  const root = temporaryFolder()
  const here = parley(root, { kinds: { asking: kindOf(asking) } })
  await beginAs(here, { protocol: 'asking', id: 'one', input: { topic }, agents })
  return { root, here }
}

describe('a workspace', () => {
  test('opens, waits, is answered from elsewhere, and concludes', async () => {
    const { root, here } = await workspace()
    expect(await here.hold('one', nobody)).toMatchObject({ kind: 'waiting', question: { id: 'q' } })
    expect(await here.list()).toMatchObject([
      { id: 'one', title: 'Tea', status: 'waiting', question: { id: 'q' } },
    ])
    await here.answer('one', { choose: 'yes', by: 'person' })
    expect(await here.hold('one', nobody)).toMatchObject({ kind: 'concluded', outcome: 'yes' })
    expect(fs.readFileSync(join(root, 'docs', 'one.md'), 'utf8')).toBe('yes\n')
    expect(await here.verify('one')).toMatchObject({ findings: [], documents: 1 })
    expect(fs.readdirSync(join(meetingsIn(root), 'one')).toSorted()).toEqual([
      'journal.jsonl',
      'leases',
      'meeting.json',
      'workspace.json',
    ])
  })

  test('proposes another id when one is claimed and its meeting is not opened yet', async () => {
    const here = parley(temporaryFolder(), { kinds: { asking: kindOf(asking) } })
    await here.journals.claim('n-1')
    const propose = async () => {
      const taken = await here.around.takenIds()
      return { id: `n-${taken.length + 1}`, input: { topic: 'Tea' } }
    }
    expect(await here.begin({ kind: 'ready', protocol: 'asking', agents, ready: { propose } })).toBe('n-2')
  })

  test('has an id once', async () => {
    const { here } = await workspace()
    const again = beginAs(here, { protocol: 'asking', id: 'one', input: { topic: 'Coffee' }, agents })
    await expect(again).rejects.toMatchObject({ code: 'EXISTS' })
    expect((await here.summary('one'))?.title).toBe('Tea')
  })

  test('begins a meeting that was found without its journal under its own id, as carefully as a new one', async () => {
    const here = parley(scripted(), { kinds: { asking: kindOf(asking) } })
    const key = `ghp_${'a1B2'.repeat(9)}`
    const propose = async () => ({ id: 'left', input: { topic: `use ${key}` } })
    const ready = { kind: 'ready' as const, seats: ['ada'], propose }
    const found = { protocol: 'asking', ready }
    await expect(here.prepareFound(found, { seats: { bo: voice } })).rejects.toThrow(
      'No seat here is called "bo".',
    )
    const prepared = await here.prepareFound(found, { default: voice })
    expect(await here.begin(prepared)).toBe('left')
    const [first] = await here.lines('left')
    expect(first).toMatchObject({ data: { id: 'left', agents: { default: voice } } })
    expect(JSON.stringify(first)).not.toContain(key)
    await expect(here.begin(prepared)).rejects.toMatchObject({ code: 'EXISTS' })
  })

  test('masks what the person typed before the first line is written', async () => {
    const key = `ghp_${'a1B2'.repeat(9)}`
    const { root } = await workspace(`use ${key}`)
    expect(fs.readFileSync(join(meetingsIn(root), 'one', 'journal.jsonl'), 'utf8')).not.toContain(key)
  })

  test('masks words and lists of names in a request before its protocol sees them, and says which fields they were in', async () => {
    const key = `ghp_${'a1B2'.repeat(9)}`
    const seen: unknown[] = []
    const fields: Fields = {
      topic: { kind: 'text', label: 'Topic', help: '' },
      guests: { kind: 'names', label: 'Guests', help: '' },
    }
    const prepare: MeetingKind['prepare'] = async (request) => {
      seen.push(request)
      return { kind: 'ready', seats: [], propose: async () => ({ id: 'one', input: {} }) }
    }
    const here = parley(scripted(), { kinds: { asking: { ...kindOf(asking), fields, prepare } } })
    const prepared = await here.prepare({
      protocol: 'asking',
      fields: { topic: `use ${key}`, guests: ['Ann', `Bo ${key}`] },
      agents: { default: voice },
    })
    expect(JSON.stringify(seen)).not.toContain(key)
    expect(seen).toMatchObject([
      { topic: expect.stringContaining('REDACTED'), guests: ['Ann', expect.stringContaining('REDACTED')] },
    ])
    expect(prepared).toMatchObject({ secrets: [{ place: 'the topic' }, { place: 'the guests' }] })
  })

  test.each(['none', '../one', '', '..'])(
    'says clearly that there is no meeting %j, and makes none',
    async (id) => {
      const { root, here } = await workspace()
      const attempts: (() => unknown)[] = [
        () => here.lines(id),
        () => here.hold(id, nobody),
        () => here.answer(id, { choose: 'yes', by: 'person' }),
        () => here.verify(id),
        () => here.fork(id, 1, 'two'),
        () => here.abandon(id, 'why'),
        () => here.damage(id),
        () => here.find(id),
      ]
      for (const attempt of attempts) await expect(attempt()).rejects.toBeInstanceOf(WrongUsage)
      expect(fs.readdirSync(meetingsIn(root))).toEqual(['one'])
    },
  )

  test('reads a damaged journal, says what is wrong, does not go on with it, and forks it before the damage', async () => {
    const { root, here } = await workspace()
    await here.hold('one', nobody)
    const file = join(meetingsIn(root), 'one', 'journal.jsonl')
    const lines = fs.readFileSync(file, 'utf8').split('\n')
    fs.writeFileSync(file, [lines[0], lines[1], 'x', ''].join('\n'))
    expect(await here.damage('one')).toBe('Line 3 of the journal is damaged: it is not JSON.')
    expect(await here.lines('one')).toHaveLength(2)
    await expect(here.hold('one', nobody)).rejects.toMatchObject({ code: 'DAMAGED', line: 3 })
    expect((await here.verify('one')).findings).toMatchObject([{ line: 3 }])
    await expect(here.fork('one', 3, 'two')).rejects.toMatchObject({ code: 'DAMAGED' })
    await here.fork('one', 2, 'two')
    expect(await here.hold('two', nobody)).toMatchObject({ kind: 'waiting' })
    expect((await here.lines('two')).map(({ kind }) => kind)).toEqual(['opened', 'noted', 'asked'])
  })

  test('whole lines cut off at the end break no chain, and are missed all the same', async () => {
    const { root, here } = await workspace()
    await here.hold('one', nobody)
    const file = join(meetingsIn(root), 'one', 'journal.jsonl')
    const lines = fs.readFileSync(file, 'utf8').split('\n')
    fs.writeFileSync(file, `${lines.slice(0, -2).join('\n')}\n`)
    const { findings } = await here.verify('one')
    expect(findings.some(({ what }) => what.includes('are missing'))).toBe(true)
  })

  test('H2: only reads a meeting of another version: it is not answered, forked or gone on with', async () => {
    const { root, here } = await workspace()
    await here.hold('one', nobody)
    const other = parley(root, { kinds: { asking: kindOf({ ...asking, version: 2 }) } })
    const refused = { code: 'OTHER_VERSION', hint: expect.stringContaining('parley show ID') }
    const before = await other.lines('one')
    await expect(other.answer('one', { choose: 'yes', by: 'person' })).rejects.toMatchObject(refused)
    await expect(other.fork('one', 2, 'two')).rejects.toMatchObject(refused)
    await expect(other.hold('one', nobody)).rejects.toMatchObject(refused)
    expect(await other.list()).toMatchObject([{ id: 'one', title: 'Tea', status: 'waiting' }])
    expect(await other.lines('one')).toEqual(before)
    expect((await other.verify('one')).findings).toMatchObject([
      { what: expect.stringContaining('it can be read') },
    ])
  })

  test('forks at a line that is there, and only while the journal it leaves is there', async () => {
    const { root, here } = await workspace()
    for (const at of [0, 2, 1.5, -1, Number.NaN]) {
      await expect(here.fork('one', at, 'two')).rejects.toThrow(`Line ${at} is not in this journal.`)
    }
    await here.fork('one', 1, 'two')
    fs.rmSync(join(meetingsIn(root), 'one'), { recursive: true })
    await expect(here.hold('two', nobody)).rejects.toMatchObject({ code: 'NO_SOURCE' })
  })

  test('ends a meeting that nobody will finish, once', async () => {
    const { here } = await workspace()
    await here.abandon('one', 'no use')
    await here.abandon('one', 'again')
    expect((await here.lines('one')).map(({ kind }) => kind)).toEqual(['opened', 'aborted'])
    await expect(here.hold('one', nobody)).rejects.toMatchObject({ code: 'ENDED' })
  })

  test('a first line that opens nothing is a finding at line 1', async () => {
    const { root, here } = await workspace()
    const file = join(meetingsIn(root), 'one', 'journal.jsonl')
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('{', '['))
    expect((await here.verify('one')).findings).toMatchObject([{ line: 1 }])
  })

  test('says which protocols it has when it has not that one', async () => {
    const { here } = await workspace()
    await expect(beginAs(here, { protocol: 'chess', id: 'x', input: {}, agents })).rejects.toMatchObject({
      code: 'NO_PROTOCOL',
    })
  })
})

test('a workspace whose journals are no files opens, waits, forks, verifies and lists its meetings all the same', async () => {
  const root = temporaryFolder()
  const here = parley(root, { kinds: { asking: kindOf(asking) }, journals: memoryJournals() })
  await beginAs(here, { protocol: 'asking', id: 'one', input: { topic: 'Tea' }, agents })
  expect(await here.hold('one', nobody)).toMatchObject({ kind: 'waiting' })
  expect(await here.find('on')).toBe('one')
  await here.fork('one', 2, 'two')
  await here.answer('one', { choose: 'yes', by: 'person' })
  expect(await here.hold('one', nobody)).toMatchObject({ kind: 'concluded' })
  expect((await here.verify('one')).findings).toEqual([])
  await here.abandon('two', 'no use')
  const standing = (await here.list()).map(({ id, status }) => `${id} ${status}`)
  expect(standing.toSorted()).toEqual(['one concluded', 'two aborted'])
  expect(await here.lines('two')).toHaveLength(2)
  expect(fs.readdirSync(root)).toEqual(['docs', '.parley'].toSorted())
  expect(fs.existsSync(meetingsIn(root))).toBe(false)
})
