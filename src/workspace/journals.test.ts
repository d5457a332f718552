// The journals of a workspace as folders: the port's suite, then lists that can always be rebuilt, and other files beside them.

import fs from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { meetingsIn } from '../../test/support/repo.js'
import { summarise, workspaceJournals } from '../journals.js'
import { entry, journalsSuite } from '../kernel/line/journal.suite.js'
import { samples } from '../kernel/line/line.suite.js'
import { open } from '../kernel/run/hold.js'
import { temporaryFolder } from './temporary.suite.js'

describe('the journals of a workspace', () => {
  journalsSuite(() => {
    const root = temporaryFolder()
    return { journals: workspaceJournals(root), again: () => workspaceJournals(root) }
  })
})

afterEach(() => {
  vi.restoreAllMocks()
})

function folderOf(root: string, id: string): string {
  return join(meetingsIn(root), id)
}

async function opened(root: string, id: string): Promise<void> {
  const journals = workspaceJournals(root)
  await journals.claim(id)
  const first = { ...samples.opened, id, title: `About ${id}` }
  await open(journals.of(id), first, new Date('2026-01-02T03:04:05.678Z'))
}

async function noted(root: string, id: string): Promise<void> {
  const lease = await workspaceJournals(root).of(id).lease()
  await lease.append(lease.lines.length + 1, entry(2))
  await lease.release()
}

describe('the folder of meetings', () => {
  test('is named to people by the path of the journal in their home', () => {
    const root = temporaryFolder()
    const journals = workspaceJournals(root)
    expect(journals.whereIs('a')).toBe(join(meetingsIn(root), 'a', 'journal.jsonl'))
    expect(() => journals.whereIs('../a')).toThrow('is no id of a meeting')
  })

  test('is kept out of git with everything beside it', async () => {
    const root = temporaryFolder()
    await workspaceJournals(root).claim('a')
    expect(fs.readFileSync(join(root, '.parley', '.gitignore'), 'utf8')).toMatch(/^\*\n!config\.yaml\n/)
  })

  test('keeps each meeting from other users also in a workspace that they may read; the workspace’s own folders are left as they are', async () => {
    const root = temporaryFolder()
    fs.chmodSync(root, 0o755)
    await opened(root, 'a')
    await workspaceJournals(root).summaries()
    const folder = folderOf(root, 'a')
    const modes = ['.', ...fs.readdirSync(folder)].map((name) => fs.statSync(join(folder, name)).mode & 0o077)
    expect(modes.length).toBeGreaterThan(2)
    expect(modes.filter((mode) => mode !== 0)).toEqual([])
    expect(fs.statSync(join(root, '.parley')).mode & 0o055).toBe(0o055 & ~process.umask())
  })

  test('may hold what is no meeting: it is left out', async () => {
    const root = temporaryFolder()
    await opened(root, 'a')
    await workspaceJournals(root).claim('claimed-only')
    fs.writeFileSync(folderOf(root, 'a-file'), '')
    fs.mkdirSync(folderOf(root, '.trash'))
    await workspaceJournals(root).claim('torn')
    fs.writeFileSync(join(folderOf(root, 'torn'), 'journal.jsonl'), '{"n":1,"at":"20')
    expect((await workspaceJournals(root).summaries()).map(({ id }) => id)).toEqual(['a'])
  })
})

describe('a damaged journal', () => {
  test('is listed as far as it can be read', async () => {
    const root = temporaryFolder()
    await opened(root, 'a')
    await noted(root, 'a')
    fs.appendFileSync(
      join(folderOf(root, 'a'), 'journal.jsonl'),
      'garbage\n{"n":3,"at":"","kind":"turn","key":"","data":null,"prev":"","hash":""}\n',
    )
    expect(await workspaceJournals(root).summaries()).toMatchObject([{ id: 'a', lines: 2 }])
  })

  test.each([
    ['no JSON', 'garbage\n'],
    [
      'another kind',
      '{"n":1,"at":"2026-01-02T03:04:05.678Z","kind":"paused","key":"","data":{"reason":""},"prev":"","hash":""}\n',
    ],
    [
      'without data',
      '{"n":1,"at":"2026-01-02T03:04:05.678Z","kind":"opened","key":"","data":null,"prev":"","hash":""}\n',
    ],
    [
      'without a title',
      '{"n":1,"at":"2026-01-02T03:04:05.678Z","kind":"opened","key":"","data":{"id":"bad"},"prev":"","hash":""}\n',
    ],
  ])('whose first line is %s is listed as damaged, and hides no other', async (_, text) => {
    const root = temporaryFolder()
    await opened(root, 'good')
    await workspaceJournals(root).claim('bad')
    fs.writeFileSync(join(folderOf(root, 'bad'), 'journal.jsonl'), text)
    const journals = workspaceJournals(root)
    const listed = new Map((await journals.summaries()).map((summary) => [summary.id, summary]))
    expect(listed.get('good')).toMatchObject({ status: 'running' })
    expect(listed.get('bad')).toMatchObject({
      status: 'damaged',
      detail: expect.stringContaining('Line 1 of the journal is damaged'),
    })
    expect(await journals.has('bad')).toBe(true)
  })
})

describe('a summary', () => {
  async function kept(): Promise<{ root: string; file: string; right: unknown }> {
    const root = temporaryFolder()
    await opened(root, 'a')
    const summary = await summarise(await workspaceJournals(root).of('a').read())
    await workspaceJournals(root).keepSummary(summary)
    return { root, file: join(folderOf(root, 'a'), 'meeting.json'), right: summary }
  }

  test('JRN2: that fits its journal is believed, without reading the journal', async () => {
    const { root } = await kept()
    const whole = vi.spyOn(fs, 'readFileSync')
    expect((await workspaceJournals(root).summary('a'))?.title).toBe('About a')
    expect(whole.mock.calls.filter(([file]) => String(file).endsWith('.jsonl'))).toEqual([])
    vi.restoreAllMocks()
  })

  test('JF6: of a copied folder names the copy as damaged, and leaves the meeting that it is a copy of alone', async () => {
    const { root, right } = await kept()
    fs.cpSync(folderOf(root, 'a'), folderOf(root, 'b'), { recursive: true })
    const journals = workspaceJournals(root)
    expect(await journals.summary('b')).toMatchObject({
      id: 'b',
      status: 'damaged',
      title: expect.stringContaining('it opens the meeting a, but is kept in the folder b'),
    })
    expect(await journals.summary('a')).toEqual(right)
    await expect(journals.of('b').lease()).rejects.toMatchObject({ code: 'DAMAGED', line: 1 })
  })

  test('JRN1: folders whose names could mean something to a shell or a terminal are no meetings', async () => {
    const root = temporaryFolder()
    await opened(root, 'a')
    for (const name of ['$(touch x)', 'a b', "a'b", 'a;b', '\u009b31m', 'a\u202eb', '-rf'])
      fs.cpSync(folderOf(root, 'a'), folderOf(root, name), { recursive: true })
    expect(await workspaceJournals(root).ids()).toEqual(['a'])
  })

  test.each([
    ['missing', undefined],
    ['empty', ''],
    ['garbage', '{"bytes":'],
    ['null', 'null'],
    ['a number', '7'],
    ['without its content', '{"format":2,"bytes":0}'],
  ])('JRN2: that is %s is made anew', async (_, text) => {
    const { root, file, right } = await kept()
    if (text === undefined) fs.rmSync(file)
    else fs.writeFileSync(file, text)
    expect(await workspaceJournals(root).summary('a')).toEqual(right)
    expect(await workspaceJournals(root).summaries()).toEqual([right])
  })

  test('JRN2: of an older journal, of another meeting, of another format or with other fields is made anew', async () => {
    const { root, file, right } = await kept()
    const good = JSON.parse(fs.readFileSync(file, 'utf8')) as { bytes: number; summary: object }
    const lies = [
      { ...good, format: 0 },
      { ...good, bytes: good.bytes - 1 },
      { ...good, summary: { ...good.summary, id: 'b' } },
      { ...good, summary: { ...good.summary, title: 7 } },
      { ...good, summary: { ...good.summary, questions: undefined } },
      { ...good, summary: { ...good.summary, question: 'Where next?' } },
      { ...good, summary: { ...good.summary, degraded: [7] } },
      { format: 2, bytes: good.bytes },
    ]
    for (const lie of lies) {
      fs.writeFileSync(file, JSON.stringify(lie))
      expect(await workspaceJournals(root).summary('a')).toEqual(right)
    }
  })

  test('JRN2: of a journal that has grown since is gone on with, and the lines before it are not read again', async () => {
    const { root } = await kept()
    await noted(root, 'a')
    await noted(root, 'a')
    const whole = vi.spyOn(fs, 'readFileSync')
    const summary = await workspaceJournals(root).summary('a')
    expect(whole.mock.calls.filter(([file]) => String(file).endsWith('.jsonl'))).toEqual([])
    vi.restoreAllMocks()
    expect(summary).toEqual(await summarise(await workspaceJournals(root).of('a').read()))
    expect(summary?.lines).toBe(3)
  })

  test('JRN2: is made anew where the lines that follow do not continue it', async () => {
    const { root, file } = await kept()
    const good = JSON.parse(fs.readFileSync(file, 'utf8')) as { summary: object }
    await noted(root, 'a')
    fs.writeFileSync(file, JSON.stringify({ ...good, summary: { ...good.summary, lines: 7 } }))
    expect(await workspaceJournals(root).summary('a')).toMatchObject({ lines: 2 })
  })

  test('leaves no draft behind', async () => {
    const { root } = await kept()
    expect(fs.readdirSync(folderOf(root, 'a')).toSorted()).toEqual([
      'journal.jsonl',
      'leases',
      'meeting.json',
      'workspace.json',
    ])
  })
})
