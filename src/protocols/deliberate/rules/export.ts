// Export: why GitHub is not touched, which issue is which, and what is left to do of an export, however it was interrupted.

import { hasMarker, type IssueFile } from '../documents/issue-file.js'
import { rowsIn } from '../documents/issue-map.js'
import { holdsBackExport, isRehearsed, type Mark } from './degraded.js'
import type { GhIssue, Milestone } from './gh.js'
import { inDependencyOrder } from './plan.js'

export type Refusal = 'rehearsal' | 'degraded' | 'no-gh' | 'no-login' | 'no-remote'

/** Found without asking `gh`. `allowed`: the person has read the marks and wants it all the same. */
export function heldBack(marks: readonly Mark[], allowed: boolean): Refusal | null {
  if (isRehearsed(marks)) return 'rehearsal'
  return holdsBackExport(marks) && !allowed ? 'degraded' : null
}

/** The items of which an issue exists, by item. `issues` have the session's label; for upstream's a title is enough then. */
export function issueOf(item: string, session: string, issues: readonly GhIssue[]): GhIssue | undefined {
  const sorted = issues.toSorted((one, other) => one.number - other.number)
  return (
    sorted.find(({ body }) => hasMarker(body, session, item)) ??
    sorted.find(({ title }) => title.startsWith(`[${item}] `))
  )
}

/** Of several contract issues the newest counts: it replaced the others. */
export function contractIssueIn(session: string, issues: readonly GhIssue[]): GhIssue | undefined {
  return issues
    .filter(({ body }) => hasMarker(body, session, 'contract'))
    .toSorted((one, other) => other.number - one.number)[0]
}

export type ExportStep =
  /** The map has it already. */
  | { readonly kind: 'mapped'; readonly item: string; readonly number: number }
  /** It is on GitHub, but the run ended before the map was written. */
  | { readonly kind: 'skip'; readonly item: string; readonly number: number; readonly url: string }
  | { readonly kind: 'create'; readonly item: string }

/** In the order in which they are published: what is waited for comes first, so that its number is known. */
export function exportSteps(
  files: readonly IssueFile[],
  map: string | null,
  session: string,
  issues: readonly GhIssue[],
): ExportStep[] {
  const rows = map === null ? [] : rowsIn(map)
  const ordered = inDependencyOrder(files.map((file) => ({ ...file, id: file.item })))
  return ordered.map(({ item }) => {
    const known = rows.find((row) => row.item === item)
    if (known) return { kind: 'mapped', item, number: known.number }
    const found = issueOf(item, session, issues)
    return found ? { kind: 'skip', item, number: found.number, url: found.url } : { kind: 'create', item }
  })
}

export type MilestoneStep =
  | { readonly kind: 'use'; readonly milestone: Milestone }
  | { readonly kind: 'reopen'; readonly milestone: Milestone }
  | { readonly kind: 'create' }

/** Compared here, since a title in a query would be read by the service. An open one of the same title goes first. */
export function milestoneStep(title: string, milestones: readonly Milestone[]): MilestoneStep {
  const same = milestones.filter((milestone) => milestone.title === title)
  const open = same.find((milestone) => milestone.open)
  if (open) return { kind: 'use', milestone: open }
  return same[0] ? { kind: 'reopen', milestone: same[0] } : { kind: 'create' }
}

export function skippedLine(item: string, number: number): string {
  return `Skipped [${item}] — already exists as #${number}`
}

export function undoneLine(reason: string, count: number, folder: string, slug: string): string {
  return `Export undone (${reason}): ${count} issues are ready in ${folder}/issues/ — parley deliberate --export ${slug}`
}

/** What `session.md` says of an export. */
export function exportField(
  done: { readonly numbers: readonly number[]; readonly milestone: string } | { readonly reason: string },
): string {
  if ('reason' in done) return `undone — ${done.reason}`
  return `#${Math.min(...done.numbers)}–#${Math.max(...done.numbers)}, ${done.milestone}`
}
