// Seen: the meetings kept for somebody who stands in a folder. Asks no git and loads next to nothing, so that lists are quick.

import { existsSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { WrongUsage } from '../../kernel/errors.js'
import type { Summary } from '../../kernel/summary.js'
import { parleyHome } from '../../workspace/home.js'
import { byAge, idsIn, keptIn, meetingsFolder } from '../../workspace/kept-summaries.js'
import type { Args } from './command.js'
import type { Io } from './io.js'

/** The folder that the command works in. */
export function folderOf(args: Args, io: Io): string {
  const asked = args.value('cwd')
  const folder = resolve(io.cwd, asked ?? '.')
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new WrongUsage(`--cwd ${asked ?? folder} is no folder.`, 'Name a folder that is there.')
  return realpathSync(folder)
}

/** Every folder upwards that keeps meetings, nearest first, up to the top of the git working tree. */
export function roots(folder: string): readonly string[] {
  const found: string[] = []
  for (let at = folder; ; at = dirname(at)) {
    if (join(at, '.parley') !== parleyHome() && existsSync(meetingsFolder(at))) found.push(at)
    if (existsSync(join(at, '.git')) || dirname(at) === at) return found
  }
}

/** A meeting, and the folder that keeps it; `all` is where that keeps its meetings, when it is not the usual place. */
export type Seen = Summary & { readonly root: string; readonly all?: string }

/** Newest first. */
export async function meetingsSeenFrom(folder: string): Promise<readonly Seen[]> {
  const all = await Promise.all([...roots(folder).map(summariesAt), talksSeenFrom(folder)])
  return all.flat().sort(byAge)
}

/** Talks about this repository lie under PARLEY_HOME; where there are none, nothing is loaded. */
async function talksSeenFrom(folder: string): Promise<readonly Seen[]> {
  const root = parleyHome()
  const all = join(root, 'talks')
  if (!existsSync(all)) return []
  const { talksAbout } = await import('./talk/shelf.js')
  return talksAbout(topOf(folder), root).map((summary) => ({ ...summary, root, all }))
}

/** The top of the working tree, or of everything. */
export function topOf(folder: string): string {
  for (let at = folder; ; at = dirname(at)) if (existsSync(join(at, '.git')) || dirname(at) === at) return at
}

async function summariesAt(root: string): Promise<readonly Seen[]> {
  const found: Seen[] = []
  for (const id of idsIn(meetingsFolder(root))) {
    const summary = await summaryAt(root, id)
    if (summary) found.push({ ...summary, root })
  }
  return found
}

/** Only a summary that is behind its journal wants the modules that fold it anew. */
async function summaryAt(root: string, id: string): Promise<Summary | undefined> {
  const kept = keptIn(join(meetingsFolder(root), id), id)
  if (kept.kind === 'kept') return kept.summary
  if (kept.kind === 'none') return undefined
  const { summaryOf } = await import('../../workspace/meetings.js')
  return summaryOf(root, id)
}
