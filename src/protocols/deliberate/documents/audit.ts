// Papers of the audit: state, coverage, findings, reports of zones and the report itself.

import { embed } from '../../../text/embedded.js'
import type { ZoneState, ZoneStatus } from '../rules/audit.js'
import { countBySeverity, type Finding, severities } from '../rules/findings.js'
import type { Reading } from '../rules/read-files.js'
import type { Report } from '../schemas.js'
import { withoutHalts } from './reply.js'
import { sectionOf } from './sections.js'
import { readTable, table } from './tables.js'
import { inline, listed, saidIn } from './text.js'

export type Convergence = 'pending' | 'converged' | 'pass-cap' | 'stopped'

export interface PassRow {
  readonly pass: number
  readonly zones: number
  readonly fresh: number
  readonly total: number
  readonly read: number
}

export interface AuditState {
  readonly active: boolean
  readonly pass: number
  readonly wave: number
  readonly total: number
  /** New findings in the pass under way. */
  readonly fresh: number
  readonly files: number
  readonly filesRead: number
  readonly convergence: Convergence
  readonly history: readonly PassRow[]
}

export function renderState(state: AuditState): string {
  const rows = state.history.map(({ pass, zones, fresh, total, read }) =>
    [pass, zones, fresh, total, read].map(String),
  )
  return `active: ${state.active}
pass: ${state.pass}
wave: ${state.wave}
total_findings: ${state.total}
new_findings_this_pass: ${state.fresh}
files: ${state.files}
files_read: ${state.filesRead}
convergence: ${state.convergence}

## Pass History
${table('| Pass | Zones | New | Total | Read |', rows)}
`
}

export function readState(text: string): AuditState {
  const value = (key: string) => new RegExp(`^${key}:[ \\t]*(.*)$`, 'm').exec(text)?.[1]?.trim() ?? ''
  const number = (key: string) => whole(value(key))
  const convergence = (['converged', 'pass-cap', 'stopped'] as const).find(
    (one) => one === value('convergence'),
  )
  return {
    active: value('active') === 'true',
    pass: Math.max(1, number('pass')),
    wave: number('wave'),
    total: number('total_findings'),
    fresh: number('new_findings_this_pass'),
    files: number('files'),
    filesRead: number('files_read'),
    convergence: convergence ?? 'pending',
    history: readTable(text, ['Pass', 'Zones', 'New', 'Total', 'Read']).map((row) => ({
      pass: whole(row['Pass']),
      zones: whole(row['Zones']),
      fresh: whole(row['New']),
      total: whole(row['Total']),
      read: whole(row['Read']),
    })),
  }
}

export interface Coverage {
  readonly criteria: readonly string[]
  readonly zones: readonly ZoneState[]
  readonly gaps: readonly GapSection[]
}

export interface GapSection {
  readonly pass: number
  readonly lines: readonly string[]
}

export function renderCoverage({ criteria, zones, gaps }: Coverage): string {
  const sections = gaps.map(
    ({ pass, lines }) => `\n## Gap Detection — after pass ${pass}\n${listed(lines, 'None.')}\n`,
  )
  return `# Audit Coverage Map

## Audit Criteria
${listed(criteria, 'None.')}

## Zones
${zoneTable(zones)}

${readLine(zones)}
${sections.join('')}`
}

const zoneColumns = ['Zone', 'Files', 'LOC', 'Status', 'Pass', 'Agent', 'Read']

function zoneTable(zones: readonly ZoneState[]): string {
  const rows = zones.map(({ zone, files, loc, status, pass, agent, read }) => [
    zone,
    String(files),
    String(loc),
    status,
    pass === null ? '-' : String(pass),
    agent ?? '-',
    String(read),
  ])
  return table(`| ${zoneColumns.join(' | ')} |`, rows)
}

function readLine(zones: readonly ZoneState[]): string {
  const sum = (of: (zone: ZoneState) => number) => zones.reduce((total, zone) => total + of(zone), 0)
  return `Read: ${sum(({ read }) => read)} of ${sum(({ files }) => files)} files`
}

export function readCoverage(text: string): Coverage {
  const zones = readTable(sectionOf(text, 'Zones') ?? '', zoneColumns).map((row) => ({
    zone: row['Zone']!,
    files: whole(row['Files']),
    loc: whole(row['LOC']),
    status: statuses.find((status) => status === row['Status']) ?? 'pending',
    pass: /^\d+$/.test(row['Pass']!) ? Number(row['Pass']) : null,
    agent: row['Agent'] === '-' || row['Agent'] === '' ? null : row['Agent']!,
    read: whole(row['Read']),
    // How often it was called is not in the file; a pass that goes on may call it three times more.
    calls: 0,
  }))
  const gaps = [...text.matchAll(/^## Gap Detection — after pass (\d+)$/gm)].map(([title, pass]) => ({
    pass: Number(pass),
    lines: bulletsIn(sectionOf(text, title.slice(3)) ?? ''),
  }))
  return { criteria: bulletsIn(sectionOf(text, 'Audit Criteria') ?? ''), zones, gaps }
}

const statuses: readonly ZoneStatus[] = ['pending', 'in-progress', 'clean', 'flagged', 'needs-review']
const findingColumns = ['ID', 'Severity', 'Zone', 'File', 'Line', 'Category', 'Finding', 'Pass']

export function renderFindings(findings: readonly Finding[]): string {
  const rows = findings.map(({ id, severity, zone, file, line, category, title, detail, pass }) => [
    id,
    severity,
    zone,
    file,
    line === null ? '-' : String(line),
    category,
    detail === '' ? title : `${title} — ${detail}`,
    String(pass),
  ])
  return `# Findings\n\n${table(`| ${findingColumns.join(' | ')} |`, rows)}\n`
}

export function readFindings(text: string): Finding[] {
  return readTable(text, findingColumns).flatMap((row) => {
    const severity = severities.find((one) => one === row['Severity'])
    if (severity === undefined || !/^F-\d+$/.test(row['ID']!)) return []
    const [title, ...detail] = row['Finding']!.split(' — ')
    return [
      {
        id: row['ID']!,
        severity,
        zone: row['Zone']!,
        file: row['File']!,
        line: /^\d+$/.test(row['Line']!) ? Number(row['Line']) : null,
        category: row['Category']!,
        title: title!,
        detail: detail.join(' — '),
        pass: whole(row['Pass']),
      },
    ]
  })
}

/** Two zones may differ only in what becomes `_`: the later one is numbered, or its report would replace the other's. */
export function zoneFiles(pass: number, zones: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Map<string, number>()
  const names = zones.map((zone): [string, string] => {
    const base = `pass${pass}-${zone.replace(/[^A-Za-z0-9]/g, '_')}`
    const count = (taken.get(base) ?? 0) + 1
    taken.set(base, count)
    return [zone, `audit/zones/${base}${count === 1 ? '' : `_${count}`}.md`]
  })
  return new Map(names)
}

export interface ZoneReport {
  readonly zone: string
  readonly pass: number
  readonly reading: Reading
  readonly findings: readonly Finding[]
  /** Findings in files outside the zone. */
  readonly leftOut: number
}

export function renderZoneReport({ zone, pass, reading, findings, leftOut }: ZoneReport): string {
  const found = findings.map(
    ({ id, severity, file, line, title, detail }) =>
      `${id} ${severity} ${place(file, line)}: ${title} — ${detail}`,
  )
  const outside = leftOut === 0 ? '' : `\n${leftOut} findings in files outside this zone were left out.\n`
  return `# Zone ${inline(zone)}, pass ${pass}

## Files read
${listed(reading.read, 'None.')}

## Claimed, not read
${listed(reading.claimed, 'None.')}

## Unread
${listed(reading.unread, 'None.')}

## Findings
${listed(found, 'None.')}
${outside}`
}

export interface ReportParts {
  readonly focus: string
  readonly state: AuditState
  /** How the audit ended, in words. */
  readonly ending: string
  readonly zones: readonly ZoneState[]
  readonly findings: readonly Finding[]
  readonly unread: readonly string[]
  /** Files that nobody may read, because they hold secrets. */
  readonly closed?: readonly string[]
}

/** Findings are the engine's; the conductor says only what they amount to. */
export function renderReport(report: Report, parts: ReportParts): string {
  const counts = countBySeverity(parts.findings)
  const of = (severity: Finding['severity']) =>
    listed(
      parts.findings
        .filter((finding) => finding.severity === severity)
        .map(
          ({ id, file, line, title, detail }) =>
            `**${id}** ${place(file, line)}: ${title} — ${detail}${parts.unread.includes(file) ? ' (the file was not read whole)' : ''}`,
        ),
      'None.',
    )
  const advice = report.recommendations.map(
    ({ text, findings }, at) =>
      `${at + 1}. ${inline(`${text}${findings.length === 0 ? '' : ` (${findings.join(', ')})`}`)}`,
  )
  const unread = parts.unread.length === 0 ? '' : `\n\nUnread:\n${listed(parts.unread, '')}`
  const closed =
    (parts.closed ?? []).length === 0
      ? ''
      : `\n\nNot to be read, because they hold secrets:\n${listed(parts.closed!, '')}`
  return `# Audit Report: ${inline(parts.focus)}

## Summary
${withoutHalts(embed(report.summary))}

${parts.state.pass} ${parts.state.pass === 1 ? 'pass' : 'passes'}, ${parts.ending}. ${counts.critical} critical, ${counts.warning} warnings, ${counts.info} notes.

## Critical
${of('critical')}

## Warning
${of('warning')}

## Info
${of('info')}

## Coverage
${zoneTable(parts.zones)}

${readLine(parts.zones)}${unread}${closed}

## Recommendations
${advice.length === 0 ? 'None.' : advice.join('\n')}
`
}

/** For the question what becomes of it: everything that is needed to decide. */
export function renderReview({
  state,
  ending,
  findings,
  marks,
}: Pick<ReportParts, 'state' | 'ending' | 'findings'> & { readonly marks: readonly string[] }): string {
  const counts = countBySeverity(findings)
  const worst = severities.flatMap((severity) => findings.filter((finding) => finding.severity === severity))
  const shown = worst
    .slice(0, mostShown)
    .map(({ id, severity, file, line, title }) => `${id} ${severity} ${place(file, line)}: ${title}`)
  const more = worst.length > mostShown ? `\n${worst.length - mostShown} more are in the report.` : ''
  return [
    `${state.pass} ${state.pass === 1 ? 'pass' : 'passes'}, ${ending}. ${state.filesRead} of ${state.files} files read. ${counts.critical} critical, ${counts.warning} warnings, ${counts.info} notes.`,
    marks.length === 0 ? '' : `Degraded: ${marks.join(', ')}`,
    worst.length === 0 ? '' : `${listed(shown, '')}${more}`,
  ]
    .filter(Boolean)
    .join('\n\n')
}

const mostShown = 20

function place(file: string, line: number | null): string {
  return `\`${file}${line === null ? '' : `:${line}`}\``
}

function bulletsIn(text: string): string[] {
  return text.split('\n').flatMap((line) => (line.startsWith('- ') ? [saidIn(line.slice(2).trim())] : []))
}

function whole(text: string | undefined): number {
  const found = Number.parseInt(text ?? '', 10)
  return Number.isFinite(found) && found >= 0 ? found : 0
}
