// The person's own tree while seats work elsewhere: what it was before, a copy of what no commit has, and what changed in it since.
//
//   OWN1  A change of the person's tree halts the session with its name, whoever made it: work and the person do not share a tree.
//   OWN2  What was there before can be brought back with one command, which the halt prints.

import { bringBackCommand } from '../../documents/bring-back.js'
import { shortened } from '../../documents/excerpts.js'
import type { KeptCopy, TreeAsk, TreeChange, TreeLook, World } from '../../kernel/world.js'
import { councilFile, councilFolder, seatsFolder } from './documents/places.js'
import { type Sitting, watchesTree } from './sitting.js'
import type { Workplace } from './workplace.js'

/** The tree before the seats acted. Taken again when the person resumes after something changed. */
export type OwnTree =
  /** As sessions of the first four versions recorded it: the state of every path that differs from the last commit. */
  | { readonly kind: 'paths'; readonly paths: Readonly<Record<string, string>> }
  | { readonly kind: 'look'; readonly look: TreeLook; readonly copy: KeptCopy | null }

export async function watchTree(sitting: Sitting, place: Workplace): Promise<OwnTree> {
  const { meeting } = sitting
  if (!place.isolated) return { kind: 'paths', paths: {} }
  if (!watchesTree(sitting))
    return { kind: 'paths', paths: await meeting.act('main tree', treeOutsideCouncil) }
  const copy = await meeting.act('keep a copy', (world) => world.git.keepBefore(meeting.id), { redo: true })
  const look = await meeting.act('main tree', (world) => world.git.lookAtTree(askFor(place)))
  return { kind: 'look', look, copy }
}

/** What of it has changed, in words. */
export async function escapedFrom(
  { meeting }: Sitting,
  place: Workplace,
  tree: OwnTree,
): Promise<readonly TreeChange[]> {
  if (!place.isolated) return []
  if (tree.kind === 'look')
    return meeting.act('escaped edits', (world) => world.git.changedSince(tree.look, askFor(place)))
  const paths = await meeting.act('escaped edits', async (world) => {
    const now = await treeOutsideCouncil(world)
    return Object.keys(now).filter((path) => changed(tree.paths[path], now[path]!))
  })
  return paths.map((path) => ({ path, how: 'changed', text: path, kept: false }))
}

/** Uncommitted paths: the worktree does not contain them. */
export function uncommittedIn(tree: OwnTree): string[] {
  if (tree.kind === 'paths') return Object.keys(tree.paths)
  return Object.keys(tree.look.files).filter((path) => !/^[!=]/.test(tree.look.files[path]!))
}

/** What is said of the copy beside the warning about uncommitted changes. */
export function copyText(tree: OwnTree): string {
  if (tree.kind === 'paths' || tree.copy === null) return ''
  const { ref, left } = tree.copy
  const without = left.length === 0 ? '' : ` Too large to be kept: ${named(left)}.`
  return ` A copy of them is kept; this brings it back: git restore --source=${ref} --overlay --worktree -- :/${without}`
}

/** For the halt: what happened, and the one command that brings back what is gone or changed (OWN2). */
export function haltText(tree: OwnTree, escaped: readonly TreeChange[]): string {
  const what = `edits escaped the worktree: ${escaped.map(({ text }) => text).join(', ')}; nothing is committed`
  const command = tree.kind === 'look' && tree.copy ? bringBackCommand(tree.copy.ref, escaped) : null
  if (command === null) return `${what}, look at them and resume to go on`
  return `${what}. To bring back what was there: ${command}  Then resume to go on`
}

function named(paths: readonly string[]): string {
  return shortened(paths.join(', '), 400)
}

/** parley writes below `.council/` and `.parley/` itself; of these only what decides about later meetings is looked at. */
function askFor({ leaveOut }: Workplace): TreeAsk {
  const prefix = leaveOut.slice(0, leaveOut.length - councilFolder.length)
  return {
    leaveOut: [leaveOut, `${prefix}.parley`],
    watch: [councilFile, `${seatsFolder}/`, '.parley/config.yaml'].map((path) => prefix + path),
  }
}

async function treeOutsideCouncil(world: World): Promise<Readonly<Record<string, string>>> {
  const paths = Object.entries(await world.tree()).filter(([path]) => !path.startsWith(`${councilFolder}/`))
  return Object.fromEntries(paths)
}

/** An untracked file that was there before may change, as logs do. A tracked one may not, even where the person had changed it. */
function changed(before: string | undefined, now: string): boolean {
  return now.startsWith('??') ? before?.startsWith('??') !== true : now !== before
}
