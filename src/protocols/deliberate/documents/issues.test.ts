// GitHub: issue files and markers, bodies, the map, what is left of an interrupted export, and an archive that fits.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  contractIssueIn,
  exportField,
  heldBack,
  issueOf,
  milestoneStep,
  skippedLine,
  undoneLine,
} from '../rules/export.js'
import {
  alreadyExists,
  createdIn,
  gh,
  issueIn,
  issuesIn,
  labelsOf,
  milestonesIn,
  repositoryIn,
  sessionLabel,
} from '../rules/gh.js'
import { archiveTitle, canArchive, renderArchive } from './archive.js'
import { contractIssue, withStories, withTicks } from './contract-issue.js'
import {
  hasMarker,
  type IssueFile,
  issueTitle,
  markerOf,
  publishedBody,
  readIssue,
  renderIssue,
  storyBody,
  taskBody,
  withNumbers,
} from './issue-file.js'
import { renderMap, rowsIn, withRow } from './issue-map.js'
import { sectionsIn } from './sections.js'

const session = 'garden-20260131-1705'
const body = storyBody({
  session,
  description: 'As a gardener, I want a bed so that things grow.',
  criteria: [
    {
      id: 'AC-001',
      words: 'It grows <!-- parley session=x item=US-001 -->',
      method: 'unit-test',
      test: 'tests/a.test.ts',
    },
  ],
  technicalNotes: '# forged\nnotes',
  dependsOn: ['US-002'],
})
const file = (item: string, dependsOn: string[] = []): IssueFile => ({
  item,
  title: issueTitle(item, `Story ${item}`),
  labels: ['user-story', 'grove-garden'],
  milestone: 'Garden: "beds"',
  dependsOn,
  issue: null,
  body,
})

describe('issue files', () => {
  test('have a title, labels, milestone and what they wait for; the last line is the marker', () => {
    expect(renderIssue(session, file('US-001', ['US-002']))).toBe(`---
title: "[US-001] Story US-001"
labels: [user-story, grove-garden]
milestone: "Garden: \\"beds\\""
depends_on: [US-002]
issue: null
---
${body}
<!-- parley session=garden-20260131-1705 item=US-001 -->
`)
  })
  test('are read back whole, whatever title and address they have', () => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .filter((words) => words.trim() === words && !/\s\s|[\n\r\t\u0085\u2028\u2029]/.test(words))
    fc.assert(
      fc.property(text, text, (title, issue) => {
        fc.pre(title.replace(/\s+/g, ' ') === title && issue.replace(/\s+/g, ' ') === issue)
        const written = { ...file('US-001'), title, issue }
        expect(readIssue(renderIssue(session, written), 'US-001')).toEqual(written)
      }),
    )
    expect(readIssue('no frontmatter', 'US-001')).toBeNull()
  })
  test('a body shows story, criteria, tests, notes and what blocks it, and holds no other marker', () => {
    expect(sectionsIn(body).map(({ title }) => title)).toEqual([
      'User Story',
      'Acceptance Criteria',
      'Testing',
      'Technical Notes',
      'Dependencies',
    ])
    expect(body).toContain('- [ ] AC-001: It grows &lt;!-- parley')
    expect(body.endsWith('---\nTracking: —\nSession: `garden-20260131-1705`')).toBe(true)
    expect(publishedBody(session, file('US-001')).match(/<!-- parley/g)).toHaveLength(1)
    expect(
      storyBody({ session, description: '', criteria: [], technicalNotes: '', dependsOn: [] }),
    ).not.toContain('## Dependencies')
  })
  test('numbers and the tracking issue are filled in when they are known', () => {
    const numbered = withNumbers(body, new Map([['US-002', 7]]), 'https://x/issues/3')
    expect(numbered).toContain('- Blocked by #7')
    expect(numbered).toContain('Tracking: https://x/issues/3')
    expect(withNumbers(body, new Map(), null)).toBe(body)
  })
  test('a quick task has its description and the sketch as context', () => {
    expect(taskBody(session, 'Dig.', 'A garden.')).toBe(
      '## Task\nDig.\n\n## Context\nA garden.\n\n---\nTracking: —\nSession: `garden-20260131-1705`',
    )
  })
  test('a title is cut to 240 characters, a session’s label to 50', () => {
    expect(issueTitle('US-001', 'x'.repeat(300))).toHaveLength(240)
    expect(sessionLabel('council', `${'a'.repeat(41)}-b`)).toBe(`council-${'a'.repeat(41)}`)
    const labels = labelsOf('council', 'dark-mode')
    expect(labels['story']).toMatchObject({ name: 'user-story', color: '0E8A16' })
    expect(labels['session']).toMatchObject({ name: 'council-dark-mode', color: '5319E7' })
  })
})

describe('the map', () => {
  test('gets a row at once after each issue, never twice, and is read back', () => {
    const empty = renderMap('Garden', session, 'https://x/milestone/1')
    const one = withRow(empty, { number: 7, item: 'US-002', title: '[US-002] Buy a | spade' }, [])
    const two = withRow(one, { number: 8, item: 'US-001', title: '[US-001] Dig' }, [7])
    expect(two).toBe(`# GitHub Issues: Garden
Session: garden-20260131-1705 | Milestone: https://x/milestone/1

| Issue | Title | Labels | Depends On |
|-------|-------|--------|------------|
| #7 | [US-002] Buy a \\| spade | user-story | — |
| #8 | [US-001] Dig | user-story | #7 |
`)
    expect(withRow(two, { number: 8, item: 'US-001', title: '[US-001] Dig' }, [])).toBe(two)
    expect(rowsIn(two)).toEqual([
      { number: 7, item: 'US-002', title: '[US-002] Buy a | spade' },
      { number: 8, item: 'US-001', title: '[US-001] Dig' },
    ])
  })
})

describe('what is left of an export', () => {
  const onGitHub = (item: string, number: number, marked = true) => ({
    number,
    title: `[${item}] Story`,
    body: marked ? `text\n${markerOf(session, item)}\nadded later` : 'upstream’s',
    state: 'CLOSED',
    url: `https://x/issues/${number}`,
  })
  test('an issue is known by its marker; by its title only where all have the session’s label and it has no marker', () => {
    const issues = [onGitHub('US-002', 4, false), onGitHub('US-001', 3)]
    expect(issueOf('US-001', session, issues, true)?.number).toBe(3)
    expect(issueOf('US-002', session, issues, true)?.number).toBe(4)
    expect(issueOf('US-002', session, issues, false)).toBeUndefined()
    expect(issueOf('US-001', 'a-later-session', issues, true)).toBeUndefined()
  })
  test('the row of an issue that is gone is replaced, any other stays', () => {
    const first = withRow(
      renderMap('Garden', session, 'm'),
      { number: 5, item: 'US-003', title: '[US-003] x' },
      [],
    )
    const second = withRow(first, { number: 6, item: 'US-004', title: '[US-004] y' }, [5])
    const mended = withRow(second, { number: 9, item: 'US-003', title: '[US-003] x' }, [])
    expect(rowsIn(mended).map(({ item, number }) => [item, number])).toEqual([
      ['US-004', 6],
      ['US-003', 9],
    ])
  })
  test('an issue of another session is another issue', () => {
    expect(
      issueOf('US-001', 'other-1', [{ ...onGitHub('US-001', 1), title: 'renamed' }], true),
    ).toBeUndefined()
    expect(hasMarker(`  ${markerOf(session, 'US-001')}`, session, 'US-0011')).toBe(false)
  })
  test('of several contract issues the newest counts', () => {
    const issues = [2, 9, 4].map((number) => onGitHub('contract', number))
    expect(contractIssueIn(session, issues)?.number).toBe(9)
    expect(contractIssueIn(session, [])).toBeUndefined()
  })
  test('GitHub is touched for a degraded session only when the person says so', () => {
    expect([
      heldBack(['unread:3'], false),
      heldBack(['unread:3'], true),
      heldBack(['unattended'], false),
    ]).toEqual(['degraded', null, null])
  })
  test('a milestone is found by its exact title, and a closed one is opened again', () => {
    const milestone = (title: string, open: boolean) => ({ number: 1, title, open, url: 'u' })
    expect(milestoneStep('Garden', [milestone('garden', true)]).kind).toBe('create')
    expect(milestoneStep('Garden', [milestone('Garden', false)]).kind).toBe('reopen')
    expect(milestoneStep('Garden', [milestone('Garden', false), milestone('Garden', true)]).kind).toBe('use')
  })
  test('lines and fields say what happened', () => {
    expect(skippedLine('US-001', 4)).toBe('Skipped [US-001] — already exists as #4')
    expect(undoneLine('no-gh', 3, '.claude/grove/sessions/g', 'garden')).toBe(
      'Export undone (no-gh): 3 issues are ready in .claude/grove/sessions/g/issues/ — parley deliberate --export garden',
    )
    expect(exportField({ reason: 'no-gh' })).toBe('undone — no-gh')
    expect(exportField({ numbers: [9, 7, 8], milestone: 'Garden' })).toBe('#7–#9, Garden')
  })
})

describe('gh', () => {
  test('texts of the person reach it only as one argument or by standard input', () => {
    const nasty = '--repo x; $(rm) "q"'
    expect(gh.newIssue({ title: nasty, body: nasty, labels: [nasty], milestone: nasty })).toEqual({
      argv: [
        'gh',
        'issue',
        'create',
        '--title',
        nasty,
        '--body-file',
        '-',
        '--label',
        nasty,
        '--milestone',
        nasty,
      ],
      stdin: nasty,
    })
    expect(gh.newMilestone('o/r', nasty)).toMatchObject({
      stdin: JSON.stringify({ title: nasty, state: 'open' }),
    })
  })
  test('a milestone is opened again by its number, and issues are listed by its title', () => {
    expect(gh.reopenMilestone('o/r', 2).argv).toEqual([
      'gh',
      'api',
      'repos/o/r/milestones/2',
      '--method',
      'PATCH',
      '--input',
      '-',
    ])
    expect(gh.issues({ milestone: 'm' }).argv).toContain('--milestone')
  })
  test('answers are read in all their forms, and what cannot be read is null', () => {
    const page = (...titles: string[]) =>
      JSON.stringify(titles.map((title, at) => ({ number: at + 1, title, state: 'closed', html_url: 'u' })))
    expect(
      milestonesIn(`${page('a')}\n${page('b][', 'c"]')}`)?.map(({ title, open }) => [title, open]),
    ).toEqual([
      ['a', false],
      ['b][', false],
      ['c"]', false],
    ])
    expect([milestonesIn('{}'), milestonesIn(''), milestonesIn('[1'), milestonesIn('[] oops')]).toEqual([
      null,
      null,
      null,
      null,
    ])
    expect(
      issuesIn('[{"number": 4, "title": "t", "body": "a\\r\\nb", "state": "OPEN", "url": "u"}]'),
    ).toEqual([{ number: 4, title: 't', body: 'a\nb', state: 'OPEN', url: 'u' }])
    expect([issueIn('{"number": 4}')?.number, issueIn('[]'), issueIn('x')]).toEqual([4, null, null])
    expect(repositoryIn('{"nameWithOwner": "o/r", "url": "u"}')).toEqual({ name: 'o/r', url: 'u' })
    expect(repositoryIn('{"nameWithOwner": "o/r/../x"}')).toBeNull()
    expect(createdIn('Creating issue\n\nhttps://github.com/o/r/issues/12\n')).toEqual({
      number: 12,
      url: 'https://github.com/o/r/issues/12',
    })
    expect(createdIn('done')).toBeNull()
    expect(['already_exists', 'label already exists', 'forbidden'].map(alreadyExists)).toEqual([
      true,
      true,
      false,
    ])
  })
})

describe('the contract issue', () => {
  const row = {
    id: 'AC-001',
    story: 'US-001',
    words: 'It grows',
    method: 'unit-test',
    test: 't',
    status: 'verified',
    evidence: '',
    by: '',
  } as const
  const parts = {
    idea: 'Garden',
    session,
    path: 'x/acceptance-contract.md',
    gates: [],
    rows: [row, { ...row, id: 'AC-002', status: 'failed' as const }],
    replaces: null,
  }
  test('has boxes as they stand, none ticked for a session that is held back', () => {
    const issue = contractIssue(parts)
    expect(issue).toMatchObject({
      title: '[AC] Garden — Acceptance Contract',
      labels: ['acceptance-contract', 'tracking'],
    })
    expect(issue.body).toContain('- [x] AC-001: It grows\n- [ ] AC-002: It grows')
    expect(contractIssue(parts, false).body).not.toContain('[x]')
    expect(contractIssue({ ...parts, replaces: '#4' }).body).toMatch(/Replaces #4$/)
  })
  test('boxes follow verification, and the list of stories is replaced, not added twice', () => {
    const live = `${publishedBody(session, contractIssue(parts))}\na comment below`
    const ticked = withTicks(live, [
      { id: 'test', status: 'verified' },
      { id: 'AC-001', status: 'failed' },
      { id: 'AC-002', status: 'verified' },
    ])
    expect(ticked).toContain('- [ ] AC-001: It grows\n- [x] AC-002: It grows')
    const once = withStories(ticked, [{ number: 7, title: '[US-001] Dig' }])
    const twice = withStories(once, [
      { number: 7, title: '[US-001] Dig' },
      { number: 8, title: '[US-002] Buy' },
    ])
    expect(twice.match(/## Stories/g)).toHaveLength(1)
    expect(twice).toContain('## Stories\n- #7 [US-001] Dig\n- #8 [US-002] Buy\n\n---\nContract:')
    expect(hasMarker(twice, session, 'contract')).toBe(true)
    expect(withStories('no lines of ours', [])).toBe('no lines of ours\n## Stories\n')
  })
})

describe('the archive', () => {
  const files = new Map([
    [
      'design.md',
      '# Design Document: Garden\n\n## Overview\nx </details> <!-- y -->\n\n## Decision Log\n| a |\n',
    ],
    ['prd.md', `# PRD: Garden\n\n${'p '.repeat(300)}`],
    ['interview-transcript.md', `## Round 1\n${'t '.repeat(300)}`],
    [
      'deliberation/round1/alder.md',
      `## Alder Position — x\n\n**Core recommendation:** dig\n\n${'r '.repeat(300)}`,
    ],
    ['deliberation/round1/birch.md', '## Birch Position — x\n\n**Core recommendation:** plant\n'],
  ])
  const parts = { date: '2026-01-31', agents: ['Alder'], skills: ['alder/dig'], phase: 'action', files }
  test('holds the files there are, with their headings below ours', () => {
    const { body: text, cut } = renderArchive(parts)
    expect(cut).toEqual([])
    expect(sectionsIn(text).map(({ title }) => title)).toEqual([
      'Session Metadata',
      'Design Document',
      'PRD',
      'Decision Log',
    ])
    expect(text).toContain('### Design Document: Garden')
    expect(text).toContain(
      '<details>\n<summary>Deliberation — Round 1 Positions</summary>\n\n#### Alder Position',
    )
    expect(text.match(/<\/details>/g)).toHaveLength(2)
    expect(text).not.toContain('<!--')
  })
  test('is shortened in steps, each with a note, until it fits', () => {
    const whole = renderArchive(parts).body.length
    const first = renderArchive(parts, whole - 100)
    expect(first.cut).toEqual(['rounds reduced to their first lines'])
    expect(first.body).toContain('**Core recommendation:** dig')
    expect(first.body).not.toContain('r r')
    const second = renderArchive(parts, whole - 900)
    expect(second.cut).toContain('transcript left out')
    expect(second.body).toContain('_(Left out: the issue would be too long.)_')
    const third = renderArchive(parts, whole - 1500)
    expect(third.cut).toEqual(expect.arrayContaining(['PRD cut']))
    expect(third.body).toMatch(/_\(Cut here: \d+ more characters/)
  })
  test('fits, however long the files are', () => {
    const size = fc.integer({ min: 0, max: 30_000 })
    const names = [
      'design.md',
      'prd.md',
      'acceptance-contract.md',
      'interview-summary.md',
      'deliberation/round3/a.md',
    ]
    fc.assert(
      fc.property(fc.array(size, { minLength: 5, maxLength: 5 }), (sizes) => {
        const long = new Map(names.map((name, at) => [name, 'word\n'.repeat(sizes[at]! / 5)]))
        expect(renderArchive({ ...parts, files: long }, 20_000).body.length).toBeLessThanOrEqual(20_000)
      }),
      { numRuns: 30 },
    )
  })
  test('needs a result, and says in its title when that is degraded', () => {
    expect([canArchive(['audit/report.md']), canArchive(['session.md', 'assembly.md'])]).toEqual([
      true,
      false,
    ])
    expect(archiveTitle('Grove', 'Gar\nden', true)).toBe('[Grove Archive] Gar den (degraded)')
  })
})
