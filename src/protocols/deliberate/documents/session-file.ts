// session.md: where one session stands. Written by its meeting alone; read again with whatever other hands have put into it.

import { type AnsweredBy, isAnswerer } from '../../../kernel/question.js'
import { isMode, isPhase, type Mode, type Phase } from '../modes.js'
import { type Mark, marksIn, marksText } from '../rules/degraded.js'
import { sectionsIn, type TextSection } from './sections.js'
import { cell, splitCells } from './tables.js'
import { inline, oneLine, saidIn } from './text.js'

export interface SessionFile {
  readonly themeName: string
  readonly idea: string
  /** `YYYY-MM-DD` */
  readonly date: string
  readonly id: string
  readonly phase: Phase | null
  readonly slug: string
  readonly mode: Mode | null
  readonly status: 'active' | 'completed' | 'archived' | null
  /** When its meeting last wrote something. ISO 8601; empty where nothing says so. */
  readonly touched: string
  /** Display names of those at the table. */
  readonly agents: readonly string[]
  readonly action: string | null
  readonly export: string | null
  /** The address of the contract issue, and of the archive. */
  readonly contractIssue: string | null
  readonly archived: string | null
  readonly degraded: readonly Mark[]
  readonly skills: readonly LoadedSkills[]
  readonly approvals: readonly Approval[]
  /** Lines and sections that are not ours; they stay. */
  readonly otherLines: readonly string[]
  readonly otherSections: readonly TextSection[]
}

export interface LoadedSkills {
  /** The member's display name. */
  readonly agent: string
  readonly skills: readonly string[]
}

export interface Approval {
  readonly touchpoint: string
  readonly at: string
  readonly choose: string
  readonly text: string
  readonly by: AnsweredBy
}

export function renderSession(session: SessionFile): string {
  return [
    `# ${session.themeName} Session: ${inline(session.idea)}`,
    `Date: ${session.date}`,
    `Session ID: ${session.id}`,
    ...field('Phase', session.phase),
    `Slug: ${session.slug}`,
    ...field('Mode', session.mode),
    ...field('Status', session.status),
    ...field('Touched', session.touched),
    ...field('Agents', session.agents.join(', ')),
    ...field('Action', session.action),
    ...field('Export', session.export),
    ...field('Contract issue', session.contractIssue),
    ...field('Archived', session.archived),
    ...field('Degraded', marksText(session.degraded)),
    ...session.otherLines,
    '',
    '## Loaded Skills',
    ...session.skills.map(({ agent, skills }) => `- ${agent}: ${skills.join(', ')}`),
    '',
    '## Approvals',
    ...session.approvals.map(approvalLine),
    ...session.otherSections.flatMap(({ title, body }) => [
      '',
      `## ${title}`,
      ...(body === '' ? [] : [body]),
    ]),
    '',
  ].join('\n')
}

/** Null when it does not begin as a session's file does. */
export function readSession(text: string): SessionFile | null {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  const title = /^# (.*?) ?Session: (.*)$/.exec(lines[0] ?? '')
  if (!title) return null
  const end = lines.findIndex((line) => line.startsWith('## '))
  const head = lines.slice(1, end < 0 ? lines.length : end).filter((line) => line.trim() !== '')
  const value = (name: string) => fieldIn(head, name)
  const [phase, mode, status] = [value('Phase'), value('Mode'), value('Status')]
  const sections = sectionsIn(text)
  return {
    themeName: title[1]!,
    idea: saidIn(title[2]!.trim()),
    date: value('Date'),
    id: value('Session ID'),
    phase: isPhase(phase) ? phase : null,
    slug: value('Slug'),
    mode: isMode(mode) ? mode : null,
    status: (['active', 'completed', 'archived'] as const).find((one) => one === status) ?? null,
    touched: value('Touched'),
    agents: listIn(value('Agents')),
    action: value('Action') || null,
    export: value('Export') || null,
    contractIssue: value('Contract issue') || null,
    archived: value('Archived') || null,
    degraded: marksIn(value('Degraded')),
    skills: linesOf(sections, 'Loaded Skills').flatMap(skillsIn),
    approvals: linesOf(sections, 'Approvals').flatMap(approvalIn),
    otherLines: head.filter((line) => !known.includes(nameIn(line))),
    otherSections: sections.filter(({ title: name }) => !['Loaded Skills', 'Approvals'].includes(name)),
  }
}

const known = [
  'Date',
  'Session ID',
  'Phase',
  'Slug',
  'Mode',
  'Status',
  'Touched',
  'Agents',
  'Action',
  'Export',
  'Contract issue',
  'Archived',
  'Degraded',
]

function field(name: string, value: string | null): string[] {
  return value === null || value === '' ? [] : [`${name}: ${oneLine(value)}`]
}

function fieldIn(lines: readonly string[], name: string): string {
  const line = lines.find((candidate) => nameIn(candidate) === name)
  return line === undefined ? '' : line.slice(line.indexOf(':') + 1).trim()
}

function nameIn(line: string): string {
  return line.slice(0, Math.max(0, line.indexOf(':')))
}

function approvalLine({ touchpoint, at, choose, text, by }: Approval): string {
  const said = text.trim() === '' ? choose : `${choose} — ${text}`
  return `- ${[touchpoint, at, cell(said), by].join(' | ')}`
}

function linesOf(sections: readonly TextSection[], title: string): string[] {
  const body = sections.find((section) => section.title === title)?.body ?? ''
  return body.split('\n').filter((line) => line.startsWith('- '))
}

function skillsIn(line: string): LoadedSkills[] {
  const [, agent, names] = /^- ([^:]+):(.*)$/.exec(line) ?? []
  if (agent === undefined) return []
  return [{ agent: agent.trim(), skills: listIn(names!) }]
}

function listIn(text: string): string[] {
  const names = text.split(',').map((name) => name.trim())
  return names.filter((name) => name !== '')
}

function approvalIn(line: string): Approval[] {
  const [touchpoint, at, said, by] = splitCells(line.slice(2))
  if (said === undefined || !isAnswerer(by)) return []
  const [choose, ...text] = said.split(' — ')
  return [{ touchpoint: touchpoint!, at: at!, choose: choose!, text: text.join(' — '), by }]
}
