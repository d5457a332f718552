// The person's own tree while seats work elsewhere: what it was before, a copy of what no commit has, and what changed in it since.
//
//   OWN1  A change of the person's tree halts the session with its name, whoever made it: work and the person do not share a tree.
//   OWN2  What was there before can be brought back with one command, which the halt prints.

import type { Meeting } from '../kernel/protocol.js'
import type { KeptCopy, TreeAsk, TreeChange, TreeLook } from '../kernel/world.js'
import { isMeetingId } from '../rules/meeting-id.js'
import { bringBackCommand } from '../text/bring-back.js'
import { shortened } from '../text/excerpts.js'

/** The tree before the seats acted. Taken again when the person resumes after something changed. */
export interface WatchedTree {
  readonly look: TreeLook
  readonly copy: KeptCopy | null
}

export async function watchOwnTree(meeting: Meeting, ask: TreeAsk): Promise<WatchedTree> {
  const kept = await meeting.act('keep a copy', (world) => world.git.keepBefore(meeting.id), { redo: true })
  const copy = kept !== null && isKeptRef(kept.ref) ? kept : null
  const look = await meeting.act('main tree', (world) => world.git.lookAtTree(ask))
  return { look, copy }
}

/** It stands in a command that a person copies, and comes from the record, which somebody else may have written. */
function isKeptRef(ref: string): boolean {
  const [, id] = /^refs\/parley\/before\/([^/]+)$/.exec(ref) ?? []
  return id !== undefined && isMeetingId(id)
}

/** What of it has changed, in words. */
export function changesOf(
  meeting: Meeting,
  { look }: WatchedTree,
  ask: TreeAsk,
): Promise<readonly TreeChange[]> {
  return meeting.act('escaped edits', (world) => world.git.changedSince(look, ask))
}

/** Uncommitted paths: the worktree does not contain them. */
export function uncommittedPaths({ look }: WatchedTree): string[] {
  return Object.keys(look.files).filter((path) => !/^[!=]/.test(look.files[path]!))
}

/** How many uncommitted paths a warning names. */
const listed = 20

export function uncommittedText(paths: readonly string[], copy: string): string {
  const more = paths.length > listed ? ` and ${paths.length - listed} more` : ''
  return (
    'The worktree starts from the last commit and does not contain these uncommitted changes of the main tree: ' +
    `${paths.slice(0, listed).join(', ')}${more}.${copy}`
  )
}

/** What is said of the copy beside the warning about uncommitted changes. */
export function keptCopyText({ copy }: WatchedTree): string {
  if (copy === null) return ''
  const { ref, left } = copy
  const without = left.length === 0 ? '' : ` Too large to be kept: ${shortened(left.join(', '), 400)}.`
  return ` A copy of them is kept; this brings it back: git restore --source=${ref} --overlay --worktree -- :/${without}`
}

/** The one command that brings back what is gone or changed (OWN2); null where the copy has none of it. */
export function bringBack({ copy }: WatchedTree, escaped: readonly TreeChange[]): string | null {
  return copy === null ? null : bringBackCommand(copy.ref, escaped)
}

export function unguardedText(why: string): string {
  return `Programs that seats start are not in a sandbox: ${why} They could change any file of yours; what they change here is noticed.`
}
