// State on disk: slugs and ids, and session.md there and back.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { modes, phases } from '../modes.js'
import { meetingId, sessionId, slugInId, slugOf } from '../rules/slug.js'
import { readSession, renderSession, type SessionFile } from './session-file.js'
import { dayOf, isoOf, msOf } from './time.js'

const opened = { ms: Date.UTC(2026, 0, 31, 16, 5, 9), offset: 60 }

describe('slugs and ids', () => {
  test.each([
    ['Add a Dark Mode!', 'add-a-dark-mode'],
    ['  --C++ & Rust--  ', 'c-rust'],
    ['日本語', 'session'],
    ['Käse', 'kse'],
    ['a/../../b', 'ab'],
    ['x'.repeat(50), 'x'.repeat(40)],
    [`${'y'.repeat(39)} z`, 'y'.repeat(39)],
  ])('%j becomes %j', (idea, slug) => {
    expect(slugOf(idea)).toBe(slug)
  })
  test('a slug is always a file name of at most 40 characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (idea) => {
        expect(slugOf(idea)).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
        expect(slugOf(idea).length).toBeLessThanOrEqual(40)
      }),
    )
  })
  test('an id is the slug and the local minute, numbered while it is taken, and tells its slug again', () => {
    const taken = ['dark-mode-20260131-1705', 'dark-mode-20260131-1705-2']
    expect(sessionId('Dark mode', opened, () => false)).toBe('dark-mode-20260131-1705')
    const third = sessionId('Dark mode', opened, (id) => taken.includes(id))
    expect(third).toBe('dark-mode-20260131-1705-3')
    expect([slugInId(third), slugInId('legacy-old-20250101'), slugInId('odd')]).toEqual([
      'dark-mode',
      'legacy-old',
      'odd',
    ])
    expect(meetingId('a-20260131-1705', (id) => id === 'a-20260131-1705')).toBe('a-20260131-1705--2')
  })
})

describe('times', () => {
  test('a time with its offset is read back to the second, as the machine’s own calendar has it', () => {
    const ms = fc.integer({ min: 0, max: 4_000_000_000 }).map((seconds) => seconds * 1000)
    const offset = fc.integer({ min: -14 * 60, max: 14 * 60 })
    fc.assert(
      fc.property(ms, offset, (at, away) => {
        const iso = isoOf({ ms: at, offset: away })
        expect(msOf(iso)).toBe(at)
        expect(Date.parse(iso)).toBe(at)
        expect(msOf(new Date(at + 7).toISOString())).toBe(at + 7)
      }),
    )
    expect([isoOf(opened), dayOf(opened)]).toEqual(['2026-01-31T17:05:09+01:00', '2026-01-31'])
  })
  test.each(['', 'soon', '2026-13-01', '2026-01-01T25:00:00Z', '2026-01-32'])('%j is no time', (text) => {
    expect(msOf(text)).toBeNull()
  })
  test('a date alone is its midnight', () => {
    expect(msOf('2026-01-31')).toBe(Date.UTC(2026, 0, 31))
  })
})

const session: SessionFile = {
  themeName: 'Council',
  idea: 'Dark mode',
  date: '2026-01-31',
  id: 'dark-mode-20260131-1705',
  phase: 'planning',
  slug: 'dark-mode',
  mode: 'guided',
  status: 'active',
  action: null,
  export: null,
  degraded: [],
  touched: '2026-01-31T17:10:00Z',
  agents: ['Architect', 'Skeptic'],
  contractIssue: null,
  archived: null,
  skills: [{ agent: 'Architect', skills: ['codebase-context', 'api-design'] }],
  approvals: [
    {
      touchpoint: 'design.guided',
      at: '2026-01-31T17:09:00Z',
      choose: 'revise',
      text: 'less | more',
      by: 'person',
    },
  ],
  otherLines: [],
  otherSections: [],
}

describe('session.md', () => {
  test('has its lines in their order, and only those that say something', () => {
    expect(renderSession(session)).toBe(`# Council Session: Dark mode
Date: 2026-01-31
Session ID: dark-mode-20260131-1705
Phase: planning
Slug: dark-mode
Mode: guided
Status: active
Touched: 2026-01-31T17:10:00Z
Agents: Architect, Skeptic

## Loaded Skills
- Architect: codebase-context, api-design

## Approvals
- design.guided | 2026-01-31T17:09:00Z | revise — less \\| more | person
`)
    const [contractIssue, archived] = ['https://example.com/1', 'https://example.com/2']
    const more = { ...session, action: 'github', contractIssue, archived, degraded: ['unattended'] as const }
    expect(renderSession({ ...more, export: 'undone — no-gh' })).toContain(
      'Action: github\nExport: undone — no-gh\nContract issue: https://example.com/1\nArchived: https://example.com/2\nDegraded: unattended\n',
    )
  })
  test('what is written is read back whole, whatever the idea and the answers say', () => {
    const line = fc.string({ unit: fc.constantFrom('a', '|', '\\', ' ', '#', ':', '-', '—', '\n', '`') })
    const shown = (text: string) => text.replace(/\s+/g, ' ').trim()
    fc.assert(
      fc.property(
        line,
        line,
        fc.constantFrom(...modes),
        fc.constantFrom(...phases),
        (idea, text, mode, phase) => {
          fc.pre(!shown(text).startsWith('— ') && !text.includes(' — ') && shown(idea) !== '')
          const approvals = [{ ...session.approvals[0]!, text: shown(text) }]
          const written = {
            ...session,
            idea: shown(idea),
            mode,
            phase,
            approvals,
            status: 'completed' as const,
          }
          expect(readSession(renderSession({ ...written, idea, approvals }))).toEqual(written)
        },
      ),
    )
  })
  test('lines and sections of other hands survive a rewrite; words that mean nothing are no values', () => {
    const text =
      '# Council Session: Old\nDate: 2025-01-01\nPhase: dreaming\nProfile: lean\n\n## Notes\nmine\n'
    const read = readSession(text)!
    expect(read).toMatchObject({
      phase: null,
      mode: null,
      status: null,
      id: '',
      otherLines: ['Profile: lean'],
    })
    const again = renderSession({ ...read, id: 'old-1', slug: 'old', touched: '2026-01-31T17:00:00Z' })
    expect(again).toContain('Profile: lean')
    expect(again).toContain('Touched: 2026-01-31T17:00:00Z')
    expect(again).toContain('## Notes\nmine')
  })
  test('a file that begins otherwise is none', () => {
    expect(readSession('Session: x')).toBeNull()
  })
})
