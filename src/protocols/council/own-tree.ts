// The person's own tree while a council works: watched as every tree is (laws OWN).

import type { TreeAsk, TreeChange } from '../../kernel/world.js'
import {
  bringBack,
  changesOf,
  keptCopyText,
  uncommittedPaths,
  type WatchedTree,
  watchOwnTree,
} from '../watched-tree.js'
import { councilFile, councilFolder, seatsFolder } from './documents/places.js'
import type { Sitting } from './sitting.js'
import type { Workplace } from './workplace.js'

/** The tree before the seats acted. Taken again when the person resumes after something changed. */
export type OwnTree = WatchedTree | null

/** Null where the work is done in place: then the tree is the seats' own. */
export async function watchTree({ meeting }: Sitting, place: Workplace): Promise<OwnTree> {
  return place.isolated ? watchOwnTree(meeting, askFor(place)) : null
}

/** What of it has changed, in words. */
export async function escapedFrom(
  { meeting }: Sitting,
  place: Workplace,
  tree: OwnTree,
): Promise<readonly TreeChange[]> {
  return tree ? changesOf(meeting, tree, askFor(place)) : []
}

/** Uncommitted paths: the worktree does not contain them. */
export function uncommittedIn(tree: OwnTree): string[] {
  return tree ? uncommittedPaths(tree) : []
}

/** What is said of the copy beside the warning about uncommitted changes. */
export function copyText(tree: OwnTree): string {
  return tree ? keptCopyText(tree) : ''
}

/** For the halt: what happened, and the one command that brings back what is gone or changed (OWN2). */
export function haltText(tree: OwnTree, escaped: readonly TreeChange[]): string {
  const what = `edits escaped the worktree: ${escaped.map(({ text }) => text).join(', ')}; nothing is committed`
  const command = tree && bringBack(tree, escaped)
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
