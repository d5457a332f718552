// Export: why GitHub is not touched, which issue is which, and what is left to do of an export, however it was interrupted.

import { hasAnyMarker, hasMarker } from '../documents/issue-file.js'
import { holdsBackExport, type Mark } from './degraded.js'
import type { GhIssue, Milestone } from './gh.js'

export type Refusal = 'degraded' | 'no-gh' | 'no-login' | 'no-remote'

/** Why GitHub is not touched, for people. */
export function reachText(reason: Refusal): string {
  return {
    degraded: 'the session is degraded',
    'no-gh': 'there is no gh command',
    'no-login': 'nobody is logged in (gh auth login)',
    'no-remote': 'this folder has no repository on GitHub',
  }[reason]
}

/** Found without asking `gh`. `allowed`: the person has read the marks and wants it all the same. */
export function heldBack(marks: readonly Mark[], allowed: boolean): Refusal | null {
  return holdsBackExport(marks) && !allowed ? 'degraded' : null
}

/**
 * The issue of an item among these. For upstream's, which have no marker, a title is enough where all of them have the session's label; one
 * with a marker belongs to whom the marker names, since an earlier session may have had the same label.
 */
export function issueOf(
  item: string,
  session: string,
  issues: readonly GhIssue[],
  labelled: boolean,
): GhIssue | undefined {
  const sorted = issues.toSorted((one, other) => one.number - other.number)
  return (
    sorted.find(({ body }) => hasMarker(body, session, item)) ??
    sorted.find(({ title, body }) => labelled && title.startsWith(`[${item}] `) && !hasAnyMarker(body))
  )
}

/** Of several contract issues the newest counts: it replaced the others. */
export function contractIssueIn(session: string, issues: readonly GhIssue[]): GhIssue | undefined {
  return issues
    .filter(({ body }) => hasMarker(body, session, 'contract'))
    .toSorted((one, other) => other.number - one.number)[0]
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
