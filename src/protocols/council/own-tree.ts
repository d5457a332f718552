// The person's own tree while a council works: watched as every tree is (laws OWN), and as sessions of the first versions recorded it.

import type { TreeAsk, TreeChange, World } from '../../kernel/world.js'
import {
  bringBack,
  changesOf,
  keptCopyText,
  uncommittedPaths,
  type WatchedTree,
  watchOwnTree,
} from '../watched-tree.js'
import { councilFile, councilFolder, seatsFolder } from './documents/places.js'
import { type Sitting, watchesTree } from './sitting.js'
import type { Workplace } from './workplace.js'

/** The tree before the seats acted. Taken again when the person resumes after something changed. */
export type OwnTree =
  /** As sessions of the first four versions recorded it: the state of every path that differs from the last commit. */
  | { readonly kind: 'paths'; readonly paths: Readonly<Record<string, string>> }
  | ({ readonly kind: 'look' } & WatchedTree)

export async function watchTree(sitting: Sitting, place: Workplace): Promise<OwnTree> {
  const { meeting } = sitting
  if (!place.isolated) return { kind: 'paths', paths: {} }
  if (!watchesTree(sitting))
    return { kind: 'paths', paths: await meeting.act('main tree', treeOutsideCouncil) }
  return { kind: 'look', ...(await watchOwnTree(meeting, askFor(place))) }
}

/** What of it has changed, in words. */
export async function escapedFrom(
  { meeting }: Sitting,
  place: Workplace,
  tree: OwnTree,
): Promise<readonly TreeChange[]> {
  if (!place.isolated) return []
  if (tree.kind === 'look') return changesOf(meeting, tree, askFor(place))
  const paths = await meeting.act('escaped edits', async (world) => {
    const now = await treeOutsideCouncil(world)
    return Object.keys(now).filter((path) => changed(tree.paths[path], now[path]!))
  })
  return paths.map((path) => ({ path, how: 'changed', text: path, kept: false }))
}

/** Uncommitted paths: the worktree does not contain them. */
export function uncommittedIn(tree: OwnTree): string[] {
  return tree.kind === 'paths' ? Object.keys(tree.paths) : uncommittedPaths(tree)
}

/** What is said of the copy beside the warning about uncommitted changes. */
export function copyText(tree: OwnTree): string {
  return tree.kind === 'paths' ? '' : keptCopyText(tree)
}

/** For the halt: what happened, and the one command that brings back what is gone or changed (OWN2). */
export function haltText(tree: OwnTree, escaped: readonly TreeChange[]): string {
  const what = `edits escaped the worktree: ${escaped.map(({ text }) => text).join(', ')}; nothing is committed`
  const command = tree.kind === 'look' ? bringBack(tree, escaped) : null
  if (command === null) return `${what}, look at them and resume to go on`
  return `${what}. To bring back what was there: ${command}  Then resume to go on`
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
