// Meetings: ids that are no paths, lists that can always be made anew, and summaries that are believed only when they fit.

import fs from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { WrongUsage } from '../kernel/errors.js'
import { open } from '../kernel/hold.js'
import { entry } from '../kernel/journal.suite.js'
import { summarise } from '../kernel/summary.js'
import {
  claim,
  findMeeting,
  folderOf,
  journalOf,
  keepSummary,
  listMeetings,
  meetingsFolder,
  summaryOf,
} from './meetings.js'
import { temporaryFolder } from './temporary.suite.js'

async function opened(root: string, id: string, at = '2026-01-02T03:04:05.678Z'): Promise<void> {
  claim(root, id)
  const first = {
    id,
    protocol: 'test',
    version: 1,
    parley: '0.0.0',
    title: `About ${id}`,
    input: {},
    agents: {},
  }
  await open(journalOf(root, id), first, new Date(at))
}

async function noted(root: string, id: string): Promise<void> {
  const lease = await journalOf(root, id).lease()
  await lease.append(lease.lines.length + 1, entry(2))
  await lease.release()
}

describe('an id', () => {
  test('is claimed by one caller only', () => {
    const root = temporaryFolder()
    expect([claim(root, 'a'), claim(root, 'a'), claim(root, 'b')]).toEqual([true, false, true])
  })

  test('is found by any part of its beginning that fits no other', async () => {
    const root = temporaryFolder()
    for (const id of ['2026-a', '2026-b', '2026-b-more']) await opened(root, id)
    expect(findMeeting(root, '2026-a')).toBe('2026-a')
    expect(findMeeting(root, '2026-b')).toBe('2026-b')
    expect(findMeeting(root, '2026-b-')).toBe('2026-b-more')
    expect(() => findMeeting(root, '2026')).toThrow('"2026" could be 2026-a, 2026-b, 2026-b-more.')
    expect(() => findMeeting(root, 'x')).toThrow('There is no meeting "x" here.')
  })

  test.each(['', '.', '..', '../', '../meetings/a', 'a/../a', '/', 'a/', '.hidden', 'a\0', 'a\\b', 'a\nb'])(
    'N1: %j finds nothing and names no folder',
    async (id) => {
      const root = temporaryFolder()
      await opened(root, 'a')
      expect(() => findMeeting(root, id)).toThrow(WrongUsage)
      expect(() => folderOf(root, id)).toThrow(WrongUsage)
      expect(() => summaryOf(root, id)).toThrow(WrongUsage)
    },
  )

  test('is kept out of git with everything beside it', () => {
    const root = temporaryFolder()
    claim(root, 'a')
    expect(fs.readFileSync(join(root, '.parley', '.gitignore'), 'utf8')).toBe('*\n')
  })
})

describe('the list', () => {
  test('is empty where no meeting was held', () => {
    expect(listMeetings(temporaryFolder())).toEqual([])
  })

  test('has the newest first, and leaves out what is no meeting', async () => {
    const root = temporaryFolder()
    await opened(root, 'old', '2026-01-01T00:00:00.000Z')
    await opened(root, 'new', '2026-01-03T00:00:00.000Z')
    await opened(root, 'mid', '2026-01-02T00:00:00.000Z')
    claim(root, 'claimed-only')
    fs.writeFileSync(join(meetingsFolder(root), 'a-file'), '')
    fs.mkdirSync(join(meetingsFolder(root), '.trash'))
    expect(listMeetings(root).map(({ id }) => id)).toEqual(['new', 'mid', 'old'])
  })

  test('has a meeting whose journal is damaged, as far as it can be read', async () => {
    const root = temporaryFolder()
    await opened(root, 'a')
    await noted(root, 'a')
    fs.appendFileSync(
      join(folderOf(root, 'a'), 'journal.jsonl'),
      'garbage\n{"n":3,"at":"","kind":"turn","key":"","data":null,"prev":"","hash":""}\n',
    )
    expect(listMeetings(root)).toMatchObject([{ id: 'a', lines: 2 }])
  })
})

describe('a summary', () => {
  async function kept(): Promise<{ root: string; file: string; right: unknown }> {
    const root = temporaryFolder()
    await opened(root, 'a')
    const summary = summarise(await journalOf(root, 'a').read())
    await keepSummary(root, summary)
    return { root, file: join(folderOf(root, 'a'), 'meeting.json'), right: summary }
  }

  test('N2: that fits its journal is believed, without reading the journal', async () => {
    const { root, file } = await kept()
    const text = fs.readFileSync(file, 'utf8')
    fs.writeFileSync(file, text.replace('About a', 'From the summary'))
    expect(summaryOf(root, 'a')?.title).toBe('From the summary')
  })

  test.each([
    ['missing', undefined],
    ['empty', ''],
    ['garbage', '{"bytes":'],
    ['null', 'null'],
    ['a number', '7'],
    ['without its content', '{"format":1,"bytes":0}'],
  ])('N2: that is %s is made anew', async (_, text) => {
    const { root, file, right } = await kept()
    if (text === undefined) fs.rmSync(file)
    else fs.writeFileSync(file, text)
    expect(summaryOf(root, 'a')).toEqual(right)
    expect(listMeetings(root)).toEqual([right])
  })

  test('N2: of an older journal, of another meeting or of another format is made anew', async () => {
    const { root, file, right } = await kept()
    const good = JSON.parse(fs.readFileSync(file, 'utf8')) as { bytes: number; summary: object }
    const lies = [
      { ...good, format: 0 },
      { ...good, bytes: good.bytes - 1 },
      { ...good, summary: { ...good.summary, id: 'b' } },
      { format: 1, bytes: good.bytes },
    ]
    for (const lie of lies) {
      fs.writeFileSync(file, JSON.stringify(lie))
      expect(summaryOf(root, 'a')).toEqual(right)
    }
    fs.writeFileSync(file, JSON.stringify(good))
    await noted(root, 'a')
    expect(summaryOf(root, 'a')?.lines).toBe(2)
  })

  test('leaves no draft behind', async () => {
    const { root } = await kept()
    expect(fs.readdirSync(folderOf(root, 'a')).toSorted()).toEqual([
      'journal.jsonl',
      'leases',
      'meeting.json',
    ])
  })
})
