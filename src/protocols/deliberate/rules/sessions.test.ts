// Which session is meant, which are stale, and how sessions are listed.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ageText, renderAll, renderCleanup, renderList, renderStatus } from '../documents/listing.js'
import { readSession } from '../documents/session-file.js'
import { activeSessions, matching } from './matching.js'
import { isFinished, type Status, statusOf } from './status.js'

const hour = 3_600_000
const now = Date.UTC(2026, 1, 20, 12)

function entry(id: string, status: Status = 'active', hoursAgo = 1) {
  const slug = id.replace(/-\d{8}-\d{4}$/, '')
  const touched = now - hoursAgo * hour
  const agents: string[] = []
  return { id, slug, idea: slug, phase: 'planning', status, finished: status !== 'active', agents, touched }
}

const dark = entry('dark-20260201-1000', 'active', 5)
const darkMode = entry('dark-mode-20260202-1000', 'completed', 2)
const darkroom = entry('darkroom-20260203-1000', 'archived')

describe('which session is meant', () => {
  const all = [dark, darkMode, darkroom]
  test.each<[string, unknown]>([
    ['dark', { kind: 'one', entry: dark }],
    ['DARK-MODE', { kind: 'one', entry: darkMode }],
    ['dark-20260201-1000', { kind: 'one', entry: dark }],
    ['dark-m', { kind: 'one', entry: darkMode }],
    ['da', { kind: 'several', entries: [darkroom, darkMode, dark] }],
    ['darkroom', { kind: 'one', entry: darkroom }],
    ['', { kind: 'none' }],
    ['light', { kind: 'none' }],
  ])('%j: an exact slug or id first, else the beginning of one', (word, found) => {
    expect(matching(word, all)).toEqual(found)
  })
  test('several with the same slug are to be picked from, newest first', () => {
    const older = entry('dark-20260101-1000', 'active', 900)
    expect(matching('dark', [older, dark])).toEqual({ kind: 'several', entries: [dark, older] })
  })
  test('what is found always begins with the word, and an exact name is never outnumbered by longer ones', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', '-', 'A'), minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(
        word,
        fc.uniqueArray(word, { maxLength: 6, selector: (one) => one.toLowerCase() }),
        (wanted, slugs) => {
          const entries = slugs.map((slug) => ({ ...entry(`${slug}-20260101-1000`), slug }))
          const found = matching(wanted, entries)
          const hits = found.kind === 'one' ? [found.entry] : found.kind === 'several' ? found.entries : []
          for (const { id } of hits) expect(id.toLowerCase().startsWith(wanted.toLowerCase())).toBe(true)
          if (slugs.some((slug) => slug.toLowerCase() === wanted.toLowerCase())) expect(hits).toHaveLength(1)
          const begins = entries.filter(({ id }) => id.toLowerCase().startsWith(wanted.toLowerCase()))
          expect(hits.length === 0).toBe(begins.length === 0)
        },
      ),
    )
  })
  test('a bare resume takes the active one that changed last', () => {
    expect(activeSessions([entry('old-20260101-1000', 'active', 50), dark, darkMode])[0]).toBe(dark)
  })
})

describe('where a session stands', () => {
  const head = (lines: string) => readSession(`# Council Session: x\n${lines}`)!
  test.each<[Status, string, string[], number | null]>([
    ['active', 'Status: active', ['plan.md'], 7 * 24],
    ['stale', 'Status: active', [], 7 * 24 + 1],
    ['completed', 'Status: completed', [], 14 * 24],
    ['stale', 'Status: completed', [], 14 * 24 + 1],
    ['active', '', ['design.md'], 1],
    ['completed', '', ['plan.md'], 1],
    ['completed', '', ['meeting-notes.md'], 1],
    ['completed', '', ['audit/report.md'], 1],
    ['archived', 'Status: active\nArchived: https://example.com/1', [], 900 * 24],
    ['active', 'Status: active', [], null],
  ])('%s by %j with %j, touched %s hours ago', (expected, lines, paths, hours) => {
    const touched = hours === null ? null : now - hours * hour
    const finished = isFinished(head(lines), paths)
    expect(statusOf(head(lines), finished, touched, now)).toBe(expected)
  })
})

describe('listings', () => {
  test.each([
    [0, '0m'],
    [59, '59m'],
    [60, '1h'],
    [23 * 60 + 59, '23h'],
    [24 * 60, '1d'],
    [-5, '0m'],
  ])('an age of %i minutes is %s', (minutes, text) => {
    expect(ageText(minutes * 60_000)).toBe(text)
  })
  test('the list has the newest first, counts by status, and the stale only where there are any', () => {
    const named = { ...dark, agents: ['Architect', 'Skeptic'] }
    expect(renderList('Council', 'shop', [named, darkMode, darkroom], now)).toBe(`Council Sessions — shop

| # | Session | Status | Phase | Age | Agents | Idea |
|---|---------|--------|-------|-----|--------|------|
| 1 | darkroom-20260203-1000 | archived | planning | 1h |  | darkroom |
| 2 | dark-mode-20260202-1000 | completed | planning | 2h |  | dark-mode |
| 3 | dark-20260201-1000 | active | planning | 5h | Architect, Skeptic | dark |

Active: 1 | Completed: 1 | Archived: 1`)
    expect(renderList('Council', 'shop', [{ ...dark, status: 'stale' as const }], now)).toMatch(
      /Archived: 0 \| Stale: 1$/,
    )
  })
  test('the list of all has a table for each workspace', () => {
    const text = renderAll('Council', [{ name: 'shop', path: '/srv/shop', entries: [dark] }], now)
    expect(text).toContain(
      'Council Sessions — All Workspaces\n\n## shop (/srv/shop)\n\n| # | Session | Status | Phase | Age | Agents | Idea |\n',
    )
    expect(text).toMatch(/\n\nTotal: 1 sessions across 1 workspaces$/)
  })
  test('the status draws the active ones as a tree', () => {
    expect(
      renderStatus('Council', 'shop', [dark, entry('lamp-20260101-1000'), darkMode], now),
    ).toBe(`Council Status — shop

Active sessions: 2
  ├─ lamp — planning, 1h
  └─ dark — planning, 5h
Completed: 1
Stale: 0

Last session: 1h ago`)
    expect(renderStatus('Council', 'shop', [], now)).toContain('Last session: none')
  })
  test('a cleanup says what it did and what it freed', () => {
    expect(renderCleanup({ archived: 1, deleted: 2, skipped: 3, kept: 4, bytes: 5 * 1024 })).toBe(
      'Cleanup complete:\n  Archived: 1\n  Deleted: 2\n  Skipped: 3\n  Kept: 4\n  Disk freed: ~5KB',
    )
  })
  test('what a session.md of somebody else holds cannot forge rows or move the cursor', () => {
    const odd = { ...dark, phase: 'x |\n| 9 | evil', agents: ['\u001b[2J', 'a|b'] }
    expect(renderList('Council', 'shop\u001b[1m', [odd], now).split('\n')).toHaveLength(7)
    expect(
      renderList('Council', 'shop\u001b[1m', [odd], now) + renderStatus('Council', 'shop', [odd], now),
    ).not.toContain('\u001b')
  })
})
