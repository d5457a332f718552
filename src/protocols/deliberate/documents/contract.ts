// acceptance-contract.md: what must hold before the work is done. Locked: only status, evidence, who verified and the summary change.

import { shortened } from '../../../text/excerpts.js'
import { type Method, nameOfMethod } from '../rules/methods.js'
import type { Story } from '../rules/plan.js'
import type { QualityGate } from '../rules/project.js'
import { sectionOf, sectionsIn, withSection } from './sections.js'
import { readTable, table } from './tables.js'
import { inline, oneLine, saidIn } from './text.js'

export type VerifyStatus = 'pending' | 'verified' | 'failed'

export interface ContractParts {
  readonly idea: string
  readonly session: string
  readonly gates: readonly QualityGate[]
  readonly stories: readonly Story[]
  /** Where the test of each story is expected, by story id; null where no runner is known. */
  readonly testPaths: ReadonlyMap<string, string | null>
  /** Stub files by criterion id, relative to the session. */
  readonly stubs: ReadonlyMap<string, string>
}

export interface ContractRow {
  readonly id: string
  readonly story: string
  readonly words: string
  readonly method: Method
  readonly test: string
  readonly status: VerifyStatus
  readonly evidence: string
  readonly by: string
}

export function renderContract(parts: ContractParts): string {
  const gates = parts.gates.map(({ name, command }) => [name, `\`${command}\``, 'yes'])
  const stories = parts.stories.map((story) => storyBlock(story, parts.testPaths.get(story.id) ?? null))
  const rows = parts.stories.flatMap(({ criteria }) =>
    criteria.map(({ id, words, method }) => ({
      id,
      words,
      method,
      status: 'pending' as const,
      evidence: '—',
    })),
  )
  const stubs = [...parts.stubs].map(([id, path]) => [id, `\`${path}\``])
  return `# Acceptance Contract: ${inline(parts.idea)}
Session: ${parts.session} | PRD: prd.md | Status: locked

## Quality Gates
${gates.length === 0 ? 'none detected' : table('| Gate | Command | Required |', gates)}

## Acceptance Criteria

${stories.join('\n\n')}

## Verification Summary
${summaryOf(rows)}

${stubs.length === 0 ? scenariosOf(parts.stories) : `## Test Stubs\n${table('| AC | Stub |', stubs)}`}
`
}

/** What stubs would say, where the project's tests have no runner that is known. */
function scenariosOf(stories: readonly Story[]): string {
  const lines = stories.flatMap(({ criteria }) =>
    criteria.map(({ id, scenario }) => `- ${id}: ${inline(scenario)}`),
  )
  return `## Given / When / Then\n${lines.join('\n')}`
}

function storyBlock({ id, title, criteria }: Story, path: string | null): string {
  const blocks = criteria.map(
    (criterion) => `#### ${criterion.id}: ${inline(criterion.words)}
- **Method:** ${criterion.method}
- **Test:** ${path === null ? '—' : `\`${path}\` > "${criterion.id}: ${inline(criterion.words)}"`}
- **Status:** pending
- **Evidence:** —
- **Verified-by:** —`,
  )
  return [`### ${id}: ${inline(title)}`, ...blocks].join('\n\n')
}

function summaryOf(
  rows: readonly Pick<ContractRow, 'id' | 'words' | 'method' | 'status' | 'evidence'>[],
): string {
  const cells = rows.map(({ id, words, method, status, evidence }) => [
    id,
    shortened(words, 60),
    method,
    status,
    evidence,
  ])
  const verified = rows.filter(({ status }) => status === 'verified').length
  return `${table('| ID | Criterion | Method | Status | Evidence |', cells)}\n\nProgress: ${verified}/${rows.length} verified`
}

/** The criteria as they stand, also of a contract that another tool wrote. */
export function criteriaIn(contract: string): ContractRow[] {
  const stories = sectionsIn(sectionOf(contract, 'Acceptance Criteria') ?? '', 3)
  return stories.flatMap(({ title, body }) => {
    const story = /^(US-\d+)/.exec(title)?.[1]
    return story === undefined
      ? []
      : sectionsIn(body, 4).flatMap((block) => rowOf(block.title, block.body, story))
  })
}

function rowOf(title: string, body: string, story: string): ContractRow[] {
  const [, id, words] = /^(AC-\d+):\s*(.*)$/.exec(title) ?? []
  if (id === undefined) return []
  const field = (label: string) =>
    saidIn(new RegExp(`^- \\*\\*${label}:\\*\\*(.*)$`, 'm').exec(body)?.[1]?.trim() ?? '')
  const status = field('Status')
  return [
    {
      id,
      story,
      words: saidIn(words!),
      method: nameOfMethod(field('Method')),
      test: /^`([^`]*)`/.exec(field('Test'))?.[1] ?? '',
      status: status === 'verified' || status === 'failed' ? status : 'pending',
      evidence: field('Evidence') || '—',
      by: field('Verified-by') || '—',
    },
  ]
}

export interface ContractGate {
  readonly name: string
  readonly command: string
  readonly required: boolean
}

export function gatesIn(contract: string): ContractGate[] {
  const rows = readTable(sectionOf(contract, 'Quality Gates') ?? '', ['Gate', 'Command', 'Required'])
  return rows.map((row) => ({
    name: row['Gate']!,
    command: row['Command']!.replace(/^`|`$/g, ''),
    required: !/^(?:no|false|optional)/i.test(row['Required']!),
  }))
}

export interface Verified {
  readonly status: VerifyStatus
  readonly evidence: string
  readonly by: string
}

/** Results by criterion id. Every other line stays as it was, but for the summary. */
export function withResults(contract: string, results: ReadonlyMap<string, Verified>): string {
  let current: Verified | undefined
  const lines = contract.split('\n').map((line) => {
    if (/^#{1,4} /.test(line)) current = results.get(/^#### (AC-\d+):/.exec(line)?.[1] ?? '')
    const label = current && /^- \*\*(Status|Evidence|Verified-by):\*\*/.exec(line)?.[1]
    if (!current || label === undefined) return line
    const value = { Status: current.status, Evidence: current.evidence, 'Verified-by': current.by }[label]!
    return `- **${label}:** ${inline(value) || '—'}`
  })
  const changed = lines.join('\n')
  return withSection(changed, 'Verification Summary', summaryOf(criteriaIn(changed)))
}

/** Puts the address of the contract's issue behind its second line, in place of an earlier one. */
export function withIssue(contract: string, url: string): string {
  return contract.replace(
    /^(Session: .*?)(?: \| Issue: .*)?$/m,
    (_, line: string) => `${line} | Issue: ${oneLine(url)}`,
  )
}

export function issueIn(contract: string): string | null {
  return /^Session: .* \| Issue: (\S+)\s*$/m.exec(contract)?.[1] ?? null
}
