// The meeting artifact: written fresh, read from any hand, changed one fact at a time.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import {
  addLog,
  artifactPath,
  clearMerge,
  defer,
  linkArtifacts,
  moveStatus,
  parseArtifact,
  renderArtifact,
  setMergePending,
  setNotesSummary,
  setSection,
  setSession,
  type TalkStatus,
  talkStatuses,
  titleFrom,
} from './artifact.js'
import { audienceId, followupId, refName, requestId, safeId, sessionId } from './ids.js'
import { sectionBlock } from './sections.js'

const AT = '2026-05-04T08:12:40.118Z'
const fresh = (status: 'requested' | 'open' = 'open') =>
  renderArtifact({
    title: 'Cache eviction: pick a policy',
    at: AT,
    status,
    worker: 'Verity',
    workerDisplayTitle: 'Pathfinder',
    agenda: 'Compare LRU and TTL for the "thumbs" cache;\nwe ship on Friday',
    referenced: ['research/cache-survey.md'],
    reason: 'User opened the talk',
  })

describe('ids', () => {
  test('name worker and UTC time, and count up when one is taken', () => {
    expect(audienceId('Verity', AT)).toBe('audience-Verity-20260504-081240')
    expect(audienceId('Guild  Master!', AT, 3)).toBe('audience-Guild-Master-20260504-081240-3')
    expect(followupId('Zoë', AT)).toBe('followup-Zoe-20260504-081240')
    expect(requestId(AT, 'Merge of ../x: 2 files')).toBe('meeting-request-20260504-081240-merge-of-x-2-files')
    expect(() => audienceId('V', '2026-05-04T08:12:40+02:00')).toThrow(/UTC/)
  })
  test('SAFE1: that could leave their folder or break a ref are refused', () => {
    for (const bad of [
      '',
      'a/b',
      'a\\b',
      '..',
      'a..b',
      '.a',
      '-a',
      'a b',
      'a\nb',
      'a\u0000',
      'a.lock',
      'a.',
      'a~b',
      'a:b',
      '@{',
      'x'.repeat(151),
    ])
      expect(safeId(bad)).toBeNull()
    for (const good of ['a', 'audience-V-1', 'notes_2.1', 'Überblick', '会议'])
      expect(safeId(good)).toBe(good)
  })
  test('made from any worker name are safe', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        (name) => safeId(audienceId(name, AT)) !== null && /^[A-Za-z0-9-]+$/.test(refName(name)),
      ),
      { numRuns: 100 },
    )
  })
  test('say where their artifact is', () => {
    expect(artifactPath(audienceId('V', AT))).toBe('.lore/meetings/audience-V-20260504-081240.md')
  })
})

describe('a fresh artifact', () => {
  test('has every field, the same for a talk and a request but for its status', () => {
    const fields = parse(fresh().split('---\n')[1]!) as Record<string, unknown>
    expect(Object.keys(fields)).toEqual([
      'title',
      'date',
      'status',
      'tags',
      'worker',
      'workerDisplayTitle',
      'agenda',
      'referenced_artifacts',
      'session_id',
      'deferred_until',
      'linked_artifacts',
      'meeting_log',
      'notes_summary',
    ])
    expect(fields).toMatchObject({ status: 'open', date: '2026-05-04', tags: ['meeting'], session_id: '' })
    expect(
      fresh('requested')
        .replace('status: requested', 'status: open')
        .replace('event: requested', 'event: opened'),
    ).toBe(fresh())
  })
  test('parses back whatever its texts hold', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 40 }).map((one) => one.replace(/\n+$/, ''))
    fc.assert(
      fc.property(
        text,
        text,
        text,
        fc.array(
          text.filter((path) => path !== ''),
          { maxLength: 3 },
        ),
        text,
        (title, worker, agenda, referenced, reason) => {
          const got = parseArtifact(
            renderArtifact({
              title,
              at: AT,
              status: 'open',
              worker,
              workerDisplayTitle: worker,
              agenda,
              referenced,
              reason,
            }),
          )
          expect(got).toMatchObject({
            title,
            worker,
            agenda,
            referenced,
            status: 'open',
            troubles: [],
            log: [{ timestamp: AT, event: 'opened', reason }],
          })
        },
      ),
      { numRuns: 100 },
    )
  })
})

describe('an artifact by hand', () => {
  test('is a request with a status and little else', () => {
    expect(
      parseArtifact('---\nstatus: Requested\nworker: Verity\n---\n\n# Why not Rust\n\nLet us talk.\n'),
    ).toMatchObject({
      status: 'requested',
      worker: 'Verity',
      title: 'Why not Rust',
      log: [],
      linked: [],
      deferredUntil: null,
      sessionId: null,
      troubles: [],
    })
  })
  test('has its blocks of text without the line break at their end', () => {
    expect(parseArtifact('---\nstatus: requested\nagenda: |\n  One\n  two\n---\n').agenda).toBe('One\ntwo')
  })
  test('says what is wrong with it and is still read', () => {
    expect(parseArtifact('no frontmatter').troubles).toHaveLength(2)
    expect(parseArtifact('---\nstatus: maybe\n---\n').troubles).toEqual([
      'its status "maybe" is none of requested, open, closed, declined',
    ])
    expect(parseArtifact('---\nstatus: [a\n b: }\n---\n').status).toBeNull()
  })
  test('ART3: keeps its unknown fields, order and style through every change', () => {
    const hand =
      '---\nmeeting_log:\n- {timestamp: 2026-01-01T00:00:00Z, event: requested, reason: hm}\nmood:   fine # today\nlinked_artifacts: a.md\nstatus: requested\nworker: V\n---\n## Own\n\ntext\n'
    const moved = moveStatus(hand, { to: 'open', at: AT, reason: 'accepted' })
    const text = linkArtifacts(moved.kind === 'moved' ? moved.text : '', ['a.md', 'b.md']).text
    expect(text).toContain(
      'reason: hm}\n- timestamp: 2026-05-04T08:12:40.118Z\n  event: opened\n  reason: "accepted"\nmood:   fine # today\n',
    )
    expect(text.endsWith('status: open\nworker: V\n---\n## Own\n\ntext\n')).toBe(true)
    expect(parseArtifact(text).linked).toEqual(['a.md', 'b.md'])
  })
})

describe('moves', () => {
  const inState = (status: TalkStatus) => fresh().replace('status: open', `status: ${status}`)
  test('ART1: are three, and every other is refused with both states named', () => {
    const legal = talkStatuses.flatMap((from) =>
      talkStatuses
        .filter((to) => {
          const result = moveStatus(inState(from), { to, at: AT, reason: 'r' })
          if (result.kind === 'refused') expect(result.message).toMatch(new RegExp(`${from}.*${to}`))
          return result.kind === 'moved'
        })
        .map((to) => `${from} ${to}`),
    )
    expect(legal).toEqual(['requested open', 'requested declined', 'open closed'])
  })
  test('ART2: add one entry and leave those before it', () => {
    const before = addLog(fresh(), {
      timestamp: AT,
      event: 'progress_summary',
      reason: 'TTL ruled out:\nclock skew',
    })
    const after = moveStatus(before, { to: 'closed', at: AT, reason: 'User closed the talk' })
    const log = parseArtifact(after.kind === 'moved' ? after.text : '').log
    expect(log.slice(0, -1)).toEqual(parseArtifact(before).log)
    expect(log.at(-1)).toEqual({ timestamp: AT, event: 'closed', reason: 'User closed the talk' })
  })
  test('of a file without a legal status are refused', () => {
    expect(moveStatus('---\nstatus: x\n---\n', { to: 'open', at: AT, reason: '' })).toMatchObject({
      kind: 'refused',
    })
  })
  test('a request is deferred and stays one; nothing else is', () => {
    const put = defer(fresh('requested'), { until: '2026-06-01', at: AT, reason: 'later' })
    expect(parseArtifact(put.kind === 'moved' ? put.text : '')).toMatchObject({
      status: 'requested',
      deferredUntil: '2026-06-01',
      log: [{}, { event: 'deferred' }],
    })
    expect(defer(fresh(), { until: '2026-06-01', at: AT, reason: '' }).kind).toBe('refused')
  })
})

describe('changes', () => {
  test('links are added once', () => {
    const once = linkArtifacts(fresh(), ['specs/a.md', 'specs/a.md'])
    expect(once.added).toEqual(['specs/a.md'])
    expect(linkArtifacts(once.text, ['specs/a.md'])).toEqual({ text: once.text, added: [] })
  })
  test('session, summary and sections are set and set again', () => {
    const text = setNotesSummary(setSession(fresh(), sessionId('rt-1')), 'Line one\nline two')
    expect(parseArtifact(text)).toMatchObject({ sessionId: 'rt-1', notesSummary: 'Line one\nline two' })
    expect(parseArtifact(setSession(text, null)).sessionId).toBeNull()
    const noted = setSection(
      setSection(text, 'Notes', sectionBlock('First.\n## Not a section')),
      'Decisions',
      '**Q**\nA',
    )
    expect(parseArtifact(noted).body).toBe(
      '\n## Notes\n\nFirst.\n### Not a section\n\n## Decisions\n\n**Q**\nA\n',
    )
    expect(parseArtifact(setSection(noted, 'notes', 'Second.')).body).toBe(
      '\n## notes\n\nSecond.\n\n## Decisions\n\n**Q**\nA\n',
    )
    expect(parseArtifact(setSection(noted, 'Decisions', null)).body).toBe(
      '\n## Notes\n\nFirst.\n### Not a section\n\n',
    )
    expect(setSection(text, 'Decisions', '  ')).toBe(text)
  })
  test('a merge that waits is marked, and the mark goes when it is done', () => {
    const marked = setMergePending(fresh(), { branch: 'claude/meeting/x', files: ['src/a.ts'] })
    expect(marked).toContain('\nmerge: pending\nbranch: "claude/meeting/x"\n')
    expect(parseArtifact(marked).merge).toEqual({ branch: 'claude/meeting/x', files: ['src/a.ts'] })
    expect(clearMerge(marked)).toBe(fresh())
  })
  test('a title is made from the first words', () => {
    expect(titleFrom('\n\n  What did  the survey miss?\nMore.')).toBe('What did the survey miss?')
    expect(titleFrom('word '.repeat(40))).toHaveLength(80)
    expect(titleFrom(' \n')).toBe('Talk')
  })
})
