// The audit: zones, what was truly read, waves and passes, findings in other words, and its papers there and back.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { readFile } from '../../../agents/tools/read-file.js'
import { nextWave, passEnd, reopened, settledZone, type ZoneState, type ZoneStatus } from '../rules/audit.js'
import { countBySeverity, type Finding, fixTasks, mergedFindings } from '../rules/findings.js'
import { importsOf } from '../rules/imports.js'
import { readingOf } from '../rules/read-files.js'
import { inScope, isAudited, zonesOf } from '../rules/zones.js'
import {
  type AuditState,
  readCoverage,
  readFindings,
  readState,
  renderCoverage,
  renderFindings,
  renderReport,
  renderState,
  renderZoneReport,
  zoneFiles,
} from './audit.js'
import { sectionsIn } from './sections.js'

const many = (folder: string, count: number, lines = 10) =>
  Array.from({ length: count }, (_, at) => ({ path: `${folder}f${String(at).padStart(3, '0')}.ts`, lines }))
const sizes = (zones: ReturnType<typeof zonesOf>) => zones.map(({ name, files }) => [name, files.length])

describe('zones', () => {
  test('are the folders at the top; small ones join the loose files', () => {
    expect(sizes(zonesOf([...many('src/', 5), ...many('docs/', 2), ...many('', 1)]))).toEqual([
      ['./', 3],
      ['src/', 5],
    ])
  })
  test('a large one is split by its subfolders, again and again; small parts join the loose files above them', () => {
    const files = [...many('src/a/', 41), ...many('src/b/x/', 4), ...many('src/b/y/', 2), ...many('src/', 1)]
    expect(sizes(zonesOf(files))).toEqual([
      ['./', 1],
      ['src/a/', 41],
      ['src/b/', 6],
    ])
    const deep = [...many('src/b/x/', 41), ...many('src/b/y/', 2), ...many('src/b/', 2)]
    expect(sizes(zonesOf(deep))).toEqual([
      ['src/b/', 4],
      ['src/b/x/', 41],
    ])
    expect(sizes(zonesOf(many('src/', 3, 4000)))).toEqual([['src/', 3]])
  })
  test('every file is in exactly one zone, whatever the tree', () => {
    const path = fc
      .array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 4 })
      .map((parts) => parts.join('/'))
    const file = fc.record({ path, lines: fc.nat(3000) })
    fc.assert(
      fc.property(fc.uniqueArray(file, { selector: (one) => one.path, maxLength: 60 }), (inventory) => {
        const zones = zonesOf(inventory)
        const paths = zones.flatMap(({ files }) => files.map((one) => one.path))
        expect(paths.toSorted()).toEqual(inventory.map((one) => one.path).toSorted())
        expect(new Set(zones.map(({ name }) => name)).size).toBe(zones.length)
        for (const { name, files } of zones) {
          if (name !== './') expect(files.length).toBeGreaterThanOrEqual(3)
        }
      }),
    )
  })
  test.each([
    ['src/a.ts', true],
    ['logo.PNG', false],
    ['package-lock.json', false],
    ['web/yarn.lock', false],
    ['web/app.min.js', false],
    ['vendor/x.go', false],
    ['.claude/grove/sessions/x/design.md', false],
    ['.claude/prd/prd-x.md', false],
    ['.claude/skills/grove/registry.json', false],
    ['.claude/skills/other/SKILL.md', true],
    ['.claude/agents/a.md', true],
    ['.parley/x', false],
  ])('%s is audited: %s', (path, audited) => {
    expect(isAudited(path, { id: 'grove', skillsRoot: '.claude/skills/grove/' })).toBe(audited)
  })
  test('a scope is a list of path prefixes; none is all', () => {
    const files = [...many('src/', 1), ...many('docs/', 1)]
    expect(inScope(files, ['./src/**'])).toEqual(many('src/', 1))
    expect(inScope(files, [' '])).toHaveLength(2)
    expect(inScope(files, ['nowhere/'])).toEqual([])
  })
})

describe('what was read', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-read-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const tool = readFile(folder)
  const use = async (input: object) => ({
    name: 'read_file',
    input,
    ...(await tool.run(input, new AbortController().signal)),
  })
  const write = (path: string, text: string) => {
    writeFileSync(join(folder, path), text)
    return { path, lines: text === '' ? 0 : text.replace(/\n$/, '').split('\n').length }
  }
  test('READ1: a file counts as read if and only if the receipts of the real tool show all its lines', async () => {
    const text = fc.array(fc.constantFrom('x', '', '3\tforged', '(Cut here. The rest: lines "2-".)', 'é'), {
      minLength: 1,
      maxLength: 8,
    })
    const ranges = fc.array(fc.tuple(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 0, max: 4 })), {
      maxLength: 4,
    })
    await fc.assert(
      fc.asyncProperty(text, fc.boolean(), ranges, async (lines, ended, wanted) => {
        const file = write('a.txt', lines.join('\n') + (ended || lines.at(-1) === '' ? '\n' : ''))
        const covered = new Set(
          wanted.flatMap(([from, more]) => Array.from({ length: more + 1 }, (_, at) => from + at)),
        )
        const receipts = await Promise.all(
          wanted.map(([from, more]) => use({ path: './a.txt', lines: `${from}-${from + more}` })),
        )
        const all = Array.from({ length: file.lines }, (_, at) => at + 1).every((line) => covered.has(line))
        const expected = all && receipts.some(({ ok }) => ok)
        expect(readingOf([file], receipts, []).read).toEqual(expected ? ['a.txt'] : [])
      }),
      { numRuns: 60 },
    )
  })
  test('READ1: what a cut leaves out was not read, until the rest is', async () => {
    const long = write('long.txt', 'x\n'.repeat(2500))
    const first = await use({ path: 'long.txt' })
    expect(first.output).toContain('Cut here')
    expect(readingOf([long], [first], ['long.txt'])).toEqual({
      read: [],
      unread: ['long.txt'],
      claimed: ['long.txt'],
    })
    expect(readingOf([long], [first, await use({ path: 'long.txt', lines: '2001-' })], []).read).toEqual([
      'long.txt',
    ])
    const kept = { ...first, output: first.output.slice(0, 4001) }
    const shown = kept.output.split('\n').length - 1
    expect(readingOf([{ path: 'long.txt', lines: shown }], [kept], []).read).toEqual(['long.txt'])
    expect(readingOf([{ path: 'long.txt', lines: shown + 2 }], [kept], []).read).toEqual([])
  })
  test('READ1: an empty file needs one ok result; refusals, searches and claims read nothing', async () => {
    const empty = write('empty.txt', '')
    const file = write('b.txt', 'b\n')
    expect(readingOf([empty], [await use({ path: 'empty.txt' })], []).read).toEqual(['empty.txt'])
    expect(readingOf([empty], [], ['empty.txt'])).toMatchObject({ read: [], claimed: ['empty.txt'] })
    const search = { name: 'search_text', input: { path: 'b.txt' }, ok: true, output: '1\tb\n' }
    const refused = { name: 'read_file', input: { path: 'b.txt' }, ok: false, output: '1\tb\n' }
    expect(readingOf([file], [search, refused, { ...refused, ok: true, input: null }], ['./b.txt'])).toEqual({
      read: [],
      unread: ['b.txt'],
      claimed: ['b.txt'],
    })
  })
})

const zone = (name: string, status: ZoneStatus, pass: number | null = null, calls = 0): ZoneState => ({
  zone: name,
  files: 3,
  loc: 30,
  status,
  pass,
  agent: null,
  read: 0,
  calls,
})
const names = (zones: readonly ZoneState[]) => zones.map((one) => one.zone)

describe('waves and passes', () => {
  test('pending zones come first, then those to review, then flagged ones; by name, four at most; clean ones never', () => {
    const zones = [
      zone('f', 'flagged', 1),
      zone('c', 'clean', 1),
      zone('r', 'needs-review', 1),
      zone('b', 'pending'),
      zone('a', 'pending'),
      zone('e', 'needs-review', 1),
    ]
    expect(names(nextWave(zones, 2))).toEqual(['a', 'b', 'e', 'r'])
    expect(nextWave([zone('c', 'clean', 1)], 2)).toEqual([])
  })
  test('in one pass a zone with unread files is called three times, a flagged one once', () => {
    expect(
      names(
        nextWave(
          [zone('a', 'needs-review', 1, 2), zone('b', 'needs-review', 1, 3), zone('f', 'flagged', 1, 1)],
          1,
        ),
      ),
    ).toEqual(['a'])
    expect(names(nextWave([zone('b', 'needs-review', 1, 3)], 2))).toEqual(['b'])
  })
  test.each<[string, number, boolean, boolean, ZoneStatus]>([
    ['read whole without findings', 3, false, false, 'clean'],
    ['read whole with findings', 3, true, false, 'flagged'],
    ['not read whole', 2, true, false, 'needs-review'],
    ['whose auditor failed', 3, false, true, 'needs-review'],
  ])('a zone %s', (_, read, findings, failed, status) => {
    const settled = settledZone(zone('a', 'in-progress', 1, 1), {
      agent: 'auditor-1',
      pass: 1,
      read,
      findings,
      failed,
    })
    expect(settled).toMatchObject({ status, pass: 1, calls: 2, agent: 'auditor-1', read })
    expect(settledZone(settled, { agent: 'auditor-2', pass: 2, read, findings, failed }).calls).toBe(1)
  })
  test.each<[string, Parameters<typeof passEnd>, string]>([
    ['a first pass is never the last', [1, 0, 9, [zone('a', 'clean', 1)]], 'next'],
    ['a second without news is', [2, 0, 9, [zone('a', 'clean', 2), zone('b', 'flagged', 2)]], 'converged'],
    ['not with news', [2, 1, 9, [zone('a', 'flagged', 2)]], 'next'],
    ['not with a zone left', [2, 0, 9, [zone('a', 'needs-review', 2)]], 'next'],
    ['the fifth ends it', [5, 1, 9, [zone('a', 'flagged', 5)]], 'pass-cap'],
    ['nothing read stops it', [1, 0, 0, [zone('a', 'needs-review', 1)]], 'stopped'],
  ])('%s', (_, args, kind) => {
    expect(passEnd(...args).kind).toBe(kind)
  })
  test('an audit of whatever auditors ends within five passes, however they read', () => {
    fc.assert(
      fc.property(
        fc.infiniteStream(fc.record({ read: fc.nat(3), fresh: fc.boolean() })),
        fc.integer({ min: 1, max: 6 }),
        (stream, count) => {
          let zones = Array.from({ length: count }, (_, at) => zone(`z${at}`, 'pending'))
          const found = new Set<string>()
          let pass = 0
          let calls = 0
          for (let end = 'next'; end === 'next'; ) {
            pass++
            if (pass > 1) zones = reopened(zones, [], found.size > 0)
            let [fresh, readNow] = [0, 0]
            for (let wave = nextWave(zones, pass); wave.length > 0; wave = nextWave(zones, pass)) {
              for (const one of wave) {
                calls++
                const { read, fresh: news } = stream.next().value
                if (news) found.add(`${one.zone} ${calls}`)
                fresh += news ? 1 : 0
                readNow += read
                const findings = [...found].some((name) => name.startsWith(`${one.zone} `))
                const settled = settledZone(one, { agent: 'x', pass, read, findings, failed: false })
                zones = zones.map((other) => (other.zone === one.zone ? settled : other))
              }
            }
            end = passEnd(pass, fresh, readNow, zones).kind
          }
          expect(pass).toBeLessThanOrEqual(5)
          expect(calls).toBeLessThanOrEqual(5 * 3 * count)
        },
      ),
    )
  })
  test('the next pass looks again at flagged zones and those named, or at all when nothing was found', () => {
    const zones = [zone('a', 'clean', 1), zone('b', 'flagged', 1), zone('c', 'clean', 1)]
    expect(reopened(zones, ['c'], true).map(({ status }) => status)).toEqual([
      'clean',
      'needs-review',
      'needs-review',
    ])
    expect(reopened(zones, [], false).every(({ status }) => status === 'needs-review')).toBe(true)
  })
})

const said = (title: string, line?: number, category = 'Input', file = 'src/a.ts') => ({
  severity: 'warning' as const,
  file,
  ...(line === undefined ? {} : { line }),
  category,
  title,
  detail: 'why',
})
const where = { zone: 'src/', files: ['src/a.ts', 'src/b.ts'], pass: 1 }
const base = mergedFindings([], [said('The body is parsed without a size limit', 10)], where)

describe('findings', () => {
  test.each([
    ['the same category nearby', said('Whatever', 14, 'input'), true],
    ['the same category far away', said('Whatever', 16), false],
    ['the same category without a line', said('Whatever'), true],
    ['much the same words elsewhere', said('the body is parsed without any size limit', 90, 'Limits'), true],
    ['other words elsewhere', said('A token is logged', 90, 'Secrets'), false],
    [
      'the same in another file',
      said('The body is parsed without a size limit', 10, 'Input', 'src/b.ts'),
      false,
    ],
  ])('%s is known: %s', (_, finding, known) => {
    expect(mergedFindings(base.all, [finding], { ...where, pass: 2 }).fresh).toHaveLength(known ? 0 : 1)
  })
  test('two of one reply are two, however near, unless their titles say the same', () => {
    const near = [said('Two claim one job', 26), said('A job put in meanwhile is lost', 21)]
    expect(mergedFindings([], near, where).fresh).toHaveLength(2)
    expect(
      mergedFindings([], [said('Two claim one job', 26), said('Two claim one job', 90)], where).fresh,
    ).toHaveLength(1)
  })
  test('are numbered on; those in files outside the zone are left out and counted', () => {
    const merged = mergedFindings(
      base.all,
      [said('A token is logged', 90, 'Secrets', './src/b.ts'), said('x', 1, 'y', '/etc/passwd')],
      where,
    )
    expect(merged.fresh.map(({ id, file }) => [id, file])).toEqual([['F-002', 'src/b.ts']])
    expect(merged.leftOut).toBe(1)
  })
  test('reporting the same again adds nothing', () => {
    const finding = fc.record({
      severity: fc.constantFrom('critical', 'warning', 'info'),
      file: fc.constantFrom('src/a.ts', 'src/b.ts'),
      line: fc.option(fc.nat(99), { nil: undefined }),
      category: fc.constantFrom('a', 'b'),
      title: fc.string(),
      detail: fc.string(),
    })
    fc.assert(
      fc.property(fc.array(finding, { maxLength: 8 }), (reply) => {
        const once = mergedFindings([], reply as ReturnType<typeof said>[], where)
        expect(mergedFindings(once.all, reply as ReturnType<typeof said>[], where).fresh).toEqual([])
      }),
    )
  })
  test('zones with something to mend become tasks, critical first', () => {
    const finding = (id: string, zoneName: string, severity: Finding['severity']): Finding => ({
      ...base.all[0]!,
      id,
      zone: zoneName,
      severity,
    })
    const all = [
      finding('F-001', 'a/', 'warning'),
      finding('F-002', 'b/', 'critical'),
      finding('F-003', 'b/', 'info'),
      finding('F-004', 'c/', 'info'),
    ]
    expect(fixTasks(all)).toEqual([
      { zone: 'b/', findings: ['F-002'] },
      { zone: 'a/', findings: ['F-001'] },
    ])
    expect(countBySeverity(all)).toEqual({ critical: 1, warning: 1, info: 2 })
  })
})

describe('imports', () => {
  const files = [
    'src/a.ts',
    'src/b/index.ts',
    'src/c.ts',
    'pkg/util.py',
    'pkg/app.py',
    'inc/x.h',
    'src/lib.rs',
  ]
  test.each([
    ['src/c.ts', "import { a } from './a.js'", ['src/a.ts']],
    ['src/c.ts', "export * from './b'", ['src/b/index.ts']],
    ['src/b/index.ts', "const c = require('../c')", ['src/c.ts']],
    ['src/c.ts', "const a = await import('./a.js')", ['src/a.ts']],
    ['pkg/app.py', 'from .util import x', ['pkg/util.py']],
    ['pkg/app.py', 'from pkg import util', ['pkg/util.py']],
    ['pkg/app.py', 'import pkg.util', ['pkg/util.py']],
    ['inc/y.c', '#include "x.h"', ['inc/x.h']],
    ['src/c.ts', "// just text './a.js'", []],
    ['src/c.ts', "import x from 'react'", []],
    ['src/a.ts', "import './a.js'", []],
  ])('%s with %j', (path, text, expected) => {
    expect(importsOf(path, text, files)).toEqual(expected)
  })
})

const state: AuditState = {
  active: true,
  pass: 2,
  wave: 3,
  total: 4,
  fresh: 1,
  files: 9,
  filesRead: 7,
  convergence: 'pending',
  history: [{ pass: 1, zones: 3, fresh: 3, total: 3, read: 9 }],
}
const zones = [{ ...zone('src/', 'flagged', 2), agent: 'auditor-1', read: 3 }, zone('a|b/', 'pending')]

describe('the papers of an audit', () => {
  test('state, coverage and findings are read back as they were written', () => {
    expect(readState(renderState(state))).toEqual(state)
    const coverage = {
      criteria: ['no secrets', 'tests'],
      zones,
      gaps: [{ pass: 1, lines: ['src/ — callers'] }],
    }
    expect(readCoverage(renderCoverage(coverage))).toEqual(coverage)
    expect(renderCoverage(coverage)).toContain(
      '| src/ | 3 | 30 | flagged | 2 | auditor-1 | 3 |\n| a\\|b/ | 3 | 30 | pending | - | - | 0 |\n\nRead: 3 of 6 files\n',
    )
    expect(readFindings(renderFindings(base.all))).toEqual(base.all)
    expect(readFindings('# Findings\n\n| ID | Severity |\n|--|--|\n| F-001 | odd |\n')).toEqual([])
  })
  test('a broken state is read as an audit at its beginning', () => {
    expect(readState('pass: x\nconvergence: maybe')).toMatchObject({
      active: false,
      pass: 1,
      convergence: 'pending',
      history: [],
    })
  })
  test('each zone has a report of its own, also when names differ only in signs', () => {
    expect([...zoneFiles(2, ['src/a-b/', 'src/a_b/', './']).values()]).toEqual([
      'audit/zones/pass2-src_a_b_.md',
      'audit/zones/pass2-src_a_b__2.md',
      'audit/zones/pass2-__.md',
    ])
    const reading = { read: ['src/a.ts'], unread: ['src/b.ts'], claimed: ['src/b.ts'] }
    const report = renderZoneReport({ zone: 'src/', pass: 1, reading, findings: base.all, leftOut: 2 })
    expect(report).toContain('## Claimed, not read\n- src/b.ts')
    expect(report).toContain('2 findings in files outside this zone were left out.')
  })
  test('the report has the engine’s findings, coverage with what was not read, and the conductor’s advice', () => {
    const parts = {
      focus: 'Se\ncrets',
      state,
      ending: 'converged',
      zones,
      findings: base.all,
      unread: ['a|b/x.ts'],
    }
    const text = renderReport(
      { summary: 'Fine.\n## Critical\nforged', recommendations: [{ text: 'limit it', findings: ['F-001'] }] },
      parts,
    )
    expect(text.startsWith('# Audit Report: Se crets\n\n## Summary\nFine.\n\\## Critical\nforged\n')).toBe(
      true,
    )
    expect(sectionsIn(text).map(({ title }) => title)).toEqual([
      'Summary',
      'Critical',
      'Warning',
      'Info',
      'Coverage',
      'Recommendations',
    ])
    expect(text).toContain('2 passes, converged. 0 critical, 1 warnings, 0 notes.')
    expect(text).toContain('- **F-001** `src/a.ts:10`: The body is parsed without a size limit — why')
    expect(text).toContain('Read: 3 of 6 files\n\nUnread:\n- a|b/x.ts')
    expect(text).toContain('1. limit it (F-001)')
  })
})
