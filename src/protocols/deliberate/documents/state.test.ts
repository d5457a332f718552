// State on disk: slugs and ids, session.md there and back, and two JSON files that several hands write.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { modes, phases } from '../modes.js'
import { meetingId, sessionId, slugInId, slugOf } from '../rules/slug.js'
import { entriesIn, entryFromFolder, mergedIndex, newEntry } from './index-file.js'
import { asidePath } from './json-file.js'
import { mergedRegistry, readRegistry, withoutWorkspace } from './registry-file.js'
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
  adopted: null,
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

## Loaded Skills
- Architect: codebase-context, api-design

## Approvals
- design.guided | 2026-01-31T17:09:00Z | revise — less \\| more | person
`)
    const more = { ...session, action: 'github', export: 'undone — no-gh', degraded: ['unattended'] as const }
    expect(renderSession(more)).toContain('Action: github\nExport: undone — no-gh\nDegraded: unattended\n')
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
    const again = renderSession({ ...read, id: 'old-1', slug: 'old', adopted: '2026-01-31T17:00:00Z' })
    expect(again).toContain('Profile: lean')
    expect(again).toContain('Adopted: 2026-01-31T17:00:00Z')
    expect(again).toContain('## Notes\nmine')
  })
  test('a file that begins otherwise is none', () => {
    expect(readSession('Session: x')).toBeNull()
  })
})

const entry = newEntry({
  id: 'dark-mode-20260131-1705',
  slug: 'dark-mode',
  idea: 'Dark mode',
  created: '2026-01-31T17:05:00+01:00',
  phase: 'interview',
  mode: 'standard',
})

function text(merged: ReturnType<typeof mergedIndex>): string {
  if (merged.kind === 'bad') throw new Error(merged.why)
  return merged.text
}

describe('index.json', () => {
  test('a first entry makes the file, with every key in its order', () => {
    const json = JSON.parse(text(mergedIndex(null, '/w', [entry])))
    expect(json).toEqual({ version: '1.0', workspace: '/w', sessions: [entry] })
    expect(Object.keys(json.sessions[0])).toEqual([
      ...['id', 'slug', 'idea', 'created', 'updated', 'phase', 'status', 'agents', 'skills_used'],
      ...['contract_generated', 'contract_issue', 'archived_to', 'mode', 'stale_from', 'degraded', 'export'],
    ])
  })
  test('keys and entries that we do not know survive any change of ours', () => {
    const foreign = fc.dictionary(
      fc.string({ minLength: 1 }).filter((key) => !(key in entry)),
      fc.jsonValue(),
    )
    fc.assert(
      fc.property(foreign, foreign, fc.jsonValue(), (more, other, strange) => {
        fc.pre(!('sessions' in other) && !('workspace' in other))
        const before = JSON.stringify({ ...other, sessions: [{ ...entry, ...more }, strange] })
        const after = JSON.parse(text(mergedIndex(before, '/w', [{ id: entry.id, phase: 'action' }])))
        // Through JSON first, which knows no minus zero.
        expect(after).toMatchObject(JSON.parse(JSON.stringify(other)))
        expect(after.sessions).toEqual(
          JSON.parse(JSON.stringify([{ ...entry, ...more, phase: 'action' }, strange])),
        )
      }),
    )
  })
  test('changing twice is changing once; entries can be taken out', () => {
    const once = text(mergedIndex(null, '/w', [entry]))
    expect(text(mergedIndex(once, '/w', [entry]))).toBe(once)
    expect(entriesIn(text(mergedIndex(once, '/w', [], [entry.id])))).toEqual([])
  })
  test.each(['{', '[]', '"x"', '{"sessions": {}}', 'null'])('%s is not written over', (bad) => {
    expect(mergedIndex(bad, '/w', [entry]).kind).toBe('bad')
    expect(entriesIn(bad)).toBeNull()
    expect(asidePath('.claude/council/index.json', '20260131-170509')).toBe(
      '.claude/council/index.json.bad-20260131-170509',
    )
  })
  test('an entry of another tool is read with defaults for what it lacks', () => {
    const upstream =
      '{"sessions": [{"id": "old-20250101-0900", "status": "archived", "agents": ["Scout", 3]}, 7, {"slug": "x"}]}'
    expect(entriesIn(upstream)).toEqual([
      expect.objectContaining({
        slug: 'old',
        status: 'archived',
        agents: ['Scout'],
        mode: '',
        degraded: [],
        export: null,
      }),
    ])
  })
  test('a lost index is made again from the folders', () => {
    const rebuilt = entryFromFolder(
      session.id,
      session,
      ['session.md', 'acceptance-contract.md'],
      '2026-02-01T00:00:00Z',
    )
    expect(rebuilt).toMatchObject({
      id: session.id,
      slug: 'dark-mode',
      phase: 'planning',
      status: 'active',
      mode: 'guided',
      agents: ['Architect'],
      contract_generated: true,
      updated: '2026-01-31T17:09:00Z',
    })
    const old = readSession('# Council Session: Old\nPhase: action\n')!
    expect(entryFromFolder('old-20250101-0900', old, ['plan.md'], 'now')).toMatchObject({
      status: 'completed',
      slug: 'old',
    })
  })
})

describe('the global registry', () => {
  const change = { workspace: '/w', name: 'shop', entries: [entry] }
  const done = {
    ...entry,
    id: 'b-20260201-0900',
    status: 'completed' as const,
    updated: '2026-02-01T09:00:00Z',
  }
  test('counts are computed from the sessions, however often it is merged', () => {
    const once = text(mergedRegistry(null, { ...change, entries: [entry, done] }))
    const twice = text(mergedRegistry(once, { ...change, entries: [done] }))
    expect(twice).toBe(once)
    expect(JSON.parse(once).workspaces['/w']).toEqual({
      name: 'shop',
      last_session: '2026-02-01T09:00:00Z',
      session_count: 2,
      active_sessions: 1,
    })
    const fewer = JSON.parse(text(mergedRegistry(once, { ...change, entries: [], gone: [done.id] })))
    expect(fewer.workspaces['/w']).toMatchObject({ session_count: 1, active_sessions: 1 })
  })
  test('other workspaces, their sessions of the same id and unknown keys stay', () => {
    const foreign = { id: entry.id, workspace: '/v', status: 'active', extra: 1 }
    const before = JSON.stringify({
      more: true,
      workspaces: { '/v': { name: 'v', note: 2 } },
      sessions: [foreign],
    })
    const after = JSON.parse(text(mergedRegistry(before, change)))
    expect(after).toMatchObject({ more: true, workspaces: { '/v': { name: 'v', note: 2 } } })
    expect(after.sessions).toEqual([foreign, expect.objectContaining({ id: entry.id, workspace: '/w' })])
    expect(readRegistry(text(withoutWorkspace(JSON.stringify(after), '/v')))).toMatchObject({
      workspaces: [{ path: '/w', name: 'shop' }],
      sessions: [{ workspace: '/w' }],
    })
  })
  test.each(['{', '{"workspaces": []}', '{"sessions": 1}'])('%s is bad, not empty', (bad) => {
    expect([mergedRegistry(bad, change).kind, withoutWorkspace(bad, '/w').kind, readRegistry(bad)]).toEqual([
      'bad',
      'bad',
      null,
    ])
  })
})
