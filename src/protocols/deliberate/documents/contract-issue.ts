// The contract issue: gates and criteria as boxes on GitHub, which follow verification, and the list of the story issues.

import { shortened } from '../../../text/excerpts.js'
import type { ContractGate, ContractRow, VerifyStatus } from './contract.js'
import type { IssueFile } from './issue-file.js'
import { inline, oneLine, withoutComments } from './text.js'

export interface ContractIssue {
  readonly idea: string
  readonly session: string
  /** Path of the contract. */
  readonly path: string
  readonly gates: readonly ContractGate[]
  readonly rows: readonly ContractRow[]
  /** The issue that this one replaces. */
  readonly replaces: string | null
}

/** Boxes as they stand, but none is ticked for a session that is held back. */
export function contractIssue(contract: ContractIssue, ticks = true): IssueFile {
  const box = (done: boolean) => `- [${done && ticks ? 'x' : ' '}]`
  const gates = contract.gates.map(
    ({ name, command }) => `${box(false)} ${inline(`${name}: \`${command}\``)}`,
  )
  const rows = contract.rows.map(
    ({ id, words, status }) => `${box(status === 'verified')} ${id}: ${inline(words)}`,
  )
  const replaced = contract.replaces === null ? '' : `\nReplaces ${contract.replaces}`
  return {
    item: 'contract',
    title: shortened(`[AC] ${oneLine(contract.idea)} — Acceptance Contract`, 240),
    labels: ['acceptance-contract', 'tracking'],
    milestone: null,
    dependsOn: [],
    issue: null,
    body: withoutComments(`## Quality Gates
${gates.length === 0 ? 'none detected' : gates.join('\n')}

## Acceptance Criteria
${rows.join('\n')}

---
Contract: \`${contract.path}\`
Session: \`${contract.session}\`${replaced}`),
  }
}

/** Ticks and unticks the boxes of criteria and gates in a body as it stands on GitHub; every other line stays. */
export function withTicks(
  body: string,
  rows: readonly { readonly id: string; readonly status: VerifyStatus }[],
): string {
  const status = new Map(rows.map(({ id, status: found }) => [id, found]))
  return body.replace(/^- \[[ xX]\] (?=([^:\n]+):)/gm, (line, id: string) => {
    const found = status.get(id)
    return found === undefined ? line : `- [${found === 'verified' ? 'x' : ' '}] `
  })
}

/** The list of stories is added before the last lines, or replaced where it stands. */
export function withStories(
  body: string,
  stories: readonly { readonly number: number; readonly title: string }[],
): string {
  const block = ['## Stories', ...stories.map(({ number, title }) => `- #${number} ${inline(title)}`), '']
  const lines = body.replaceAll('\r\n', '\n').split('\n')
  const start = lines.findIndex((line) => line.trim() === '## Stories')
  if (start < 0) {
    const last = lines.findLastIndex((line) => line.trim() === '---')
    const at = last >= 0 ? last : lines.findIndex((line) => line.startsWith('<!-- parley '))
    const place = at < 0 ? lines.length : at
    return [...lines.slice(0, place), ...block, ...lines.slice(place)].join('\n')
  }
  const end = lines.findIndex((line, at) => at > start && endsStories(line))
  return [...lines.slice(0, start), ...block, ...(end < 0 ? [] : lines.slice(end))].join('\n')
}

function endsStories(line: string): boolean {
  return line.trim() === '---' || line.startsWith('<!-- parley ') || line.startsWith('## ')
}
