// An audit at the command line, in a real repository, with auditors whose tools are real.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { killing } from './support/crash-chain.js'
import { meetingsIn, type Repo, repository } from './support/repo.js'
import { events, type Ran, run, temporary, type Until, untilFileEnds } from './support/run.js'

/** Zones ./, docs/ and src/, with a file that is too long for a receipt and one that nobody reads. */
function harbour(until?: Until): Repo {
  const repo = repository(until)
  repo.write(
    'src/tide.ts',
    Array.from({ length: 300 }, (_, at) => `export const tide${at} = ${at}`).join('\n'),
  )
  repo.write('src/ship.ts', "import { open } from './gate.js'\n\nexport const enter = () => open(13)\n")
  repo.write('docs/ships.md', '# Ships\n')
  repo.write('docs/low.md', '# Low water\n\nNobody reads this.\n')
  repo.git('add', 'src/tide.ts', 'src/ship.ts', 'docs')
  repo.git('commit', '--quiet', '--no-verify', '-m', 'More')
  return repo
}

const read = ['README.md', 'src/gate.ts', 'src/tide.ts', 'src/ship.ts', 'docs/tide.md', 'docs/ships.md']

/**
 * Every auditor reads all files but one when it is called first, claims that one too, and reports one finding, which is in one zone. After
 * that it reads nothing more and claims everything.
 */
const auditor = [
  {
    call: 'audit.zone',
    tools: read.map((path) => ({ name: 'read_file', input: { path } })),
    value: {
      files_read: [...read, 'docs/low.md'],
      findings: [
        {
          severity: 'critical',
          file: 'src/gate.ts',
          line: 1,
          category: 'logic',
          title: 'The gate opens without looking at the tide',
          detail: 'It asks for the hour alone.',
        },
      ],
    },
  },
  ...Array.from({ length: 8 }, () => ({
    call: 'audit.zone',
    value: { files_read: [...read, 'docs/low.md'], findings: [] },
  })),
]

function scriptIn(at: string): string {
  const conductor = [
    { call: 'assembly.semantic', value: { members: [], bonuses: [], overlaps: [] } },
    { call: 'audit.criteria', value: { criteria: ['The gate opens by the tide'], scope: [] } },
    { call: 'audit.gaps', value: { reopen: [{ zone: 'nowhere/', why: 'x' }] } },
    {
      call: 'audit.report',
      value: {
        summary: 'The gate ignores the tide.',
        recommendations: [{ text: 'Ask the tide.', findings: ['F-001'] }],
      },
    },
  ]
  const seats = {
    conductor,
    'auditor-1': auditor,
    'auditor-2': auditor,
    'auditor-3': auditor,
    'auditor-4': auditor,
  }
  const file = join(at, 'script.json')
  writeFileSync(file, `{"seats":${JSON.stringify(seats)},"then":"repeat","log":"calls.jsonl"}`)
  return file
}

interface Stage {
  readonly repo: Repo
  readonly env: { HOME: string; PARLEY_HOME: string }
  readonly script: string
}

function stage(until?: Until): Stage {
  const at = temporary(until)
  return { repo: harbour(until), env: { HOME: at, PARLEY_HOME: join(at, '.parley') }, script: scriptIn(at) }
}

const linesIn = (file: string) =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    : []
const callsIn = ({ script }: Stage) => linesIn(join(script, '../calls.jsonl')).length
const meetingIn = ({ repo }: Stage) => readdirSync(meetingsIn(repo.root))[0]!
const journalOf = (at: Stage): { n: number; kind: string; key?: string }[] =>
  linesIn(join(meetingsIn(at.repo.root), meetingIn(at), 'journal.jsonl'))
const audit = ({ script }: Stage) => [
  'deliberate',
  '--audit',
  '--agents',
  `script:${script}`,
  '--yes',
  '--json',
  'Does the gate heed the tide?',
]

interface Covered {
  readonly pass: number
  readonly wave: number
  readonly read: number
}

function coverageIn(event: Readonly<Record<string, unknown>>): Covered[] {
  const { line } = event as { line?: { data?: { kind?: string; data: Covered } } }
  return line?.data?.kind === 'coverage' ? [line.data.data] : []
}

describe('an audit of a repository', () => {
  const until = untilFileEnds()
  let whole: Stage
  let before: readonly string[]
  let ran: Ran
  const person = () => [
    whole.repo.git('diff'),
    whole.repo.git('diff', '--cached'),
    whole.repo.git('branch', '--show-current'),
  ]

  beforeAll(async () => {
    whole = stage(until)
    before = person()
    ran = await run(audit(whole), { cwd: whole.repo.root, env: whole.env })
  })

  test('counts what the auditors’ tools showed, and says in report and title what stayed unread', async () => {
    const at = whole
    expect(ran.code).toBe(0)
    const told = events(ran)
    const coverage = told.flatMap(coverageIn)
    expect(coverage.map(({ pass, wave, read: count }) => [pass, wave, count])).toEqual([
      [1, 1, 6],
      [1, 2, 6],
      [1, 3, 6],
      [2, 1, 1],
      [2, 2, 1],
      [2, 3, 1],
    ])
    expect(told.find(({ type }) => type === 'ended')).toMatchObject({
      outcome: {
        title: 'Does the gate heed the tide? (degraded: unattended, unread:6)',
        audit: {
          passes: 2,
          convergence: 'stopped',
          files: 7,
          read: 1,
          findings: { critical: 1, warning: 0, info: 0 },
        },
      },
    })
    const folder = `.claude/council/sessions/${meetingIn(at)}/audit`
    const report = at.repo.read(`${folder}/report.md`)
    expect(report).toContain(
      '## Critical\n- **F-001** `src/gate.ts:1`: The gate opens without looking at the tide',
    )
    expect(report).toContain('2 passes, stopped: no file was read in pass 2.')
    expect(report).toContain('Read: 1 of 7 files\n\nUnread:\n- docs/low.md')
    expect(report).toContain('1. Ask the tide. (F-001)')
    expect(at.repo.read(`${folder}/zones/pass1-docs_.md`)).toContain('## Claimed, not read\n- docs/low.md')
    expect(at.repo.read(`${folder}/coverage.md`)).toMatch(/\| docs\/ \| 3 \| 7 \| needs-review \| 2 \|/)
    expect(person()).toEqual(before)
    expect(at.repo.git('status', '--porcelain', '.claude')).toBe('')
    expect(at.repo.git('log', '-2', '--format=%s')).toContain(
      'docs(council): audit report — 1 findings across 2 passes',
    )
    expect(await run(['verify', meetingIn(at)], { cwd: at.repo.root, env: at.env })).toMatchObject({
      code: 0,
    })
  })

  test('killed in the middle of a wave and resumed, it makes no recorded call twice', async () => {
    const wave = journalOf(whole).filter(
      ({ kind, key }) => kind === 'turn' && key?.startsWith('audit-pass-1/together~'),
    )
    const report = (at: Stage) => at.repo.read(`.claude/council/sessions/${meetingIn(at)}/audit/report.md`)
    const at = stage()
    const died = await run(audit(at), {
      cwd: at.repo.root,
      env: { ...at.env, ...killing(wave[1]!.n, false) },
    })
    expect(died.code).toBeNull()
    const turns = () => journalOf(at).filter(({ kind }) => kind === 'turn').length
    const [recorded, made] = [turns(), callsIn(at)]
    const resumed = await run(['resume', meetingIn(at), '--yes'], { cwd: at.repo.root, env: at.env })
    expect(resumed.code).toBe(0)
    expect(made).toBeGreaterThan(recorded)
    expect(callsIn(at) - made).toBe(turns() - recorded)
    expect(report(at)).toBe(report(whole))
  })
})
