// Meetings: the folder where a workspace keeps its journals, one folder a meeting, with a summary beside each for fast lists.
//
//   N1  An id names one folder inside the meetings folder, whoever gives it: never a path that leads elsewhere.
//   N2  A summary is believed only if it is of this meeting and of the journal as it stands; else the journal is folded anew.

import fs from 'node:fs'
import path from 'node:path'
import { WrongUsage } from '../kernel/errors.js'
import type { Journal } from '../kernel/journal.js'
import type { Line } from '../kernel/line.js'
import { empty, fold, type Summary } from '../kernel/summary.js'
import { fileJournal, readableLines } from './journal-file.js'
import { byAge, idsIn, isId, keepIn, keptIn, meetingsFolder } from './kept-summaries.js'

export { meetingsFolder } from './kept-summaries.js'

/** Law N1. `all` is the folder of all meetings, where it is not the workspace's usual one. */
export function folderOf(root: string, id: string, all = meetingsFolder(root)): string {
  if (!isId(id))
    throw new WrongUsage(`${JSON.stringify(id)} is no id of a meeting.`, 'See what there is: `parley list`.')
  return path.join(all, id)
}

/** Claims an id: true for exactly one caller. */
export function claim(root: string, id: string, all = meetingsFolder(root)): boolean {
  fs.mkdirSync(all, { recursive: true })
  if (all === meetingsFolder(root)) keepOutOfGit(path.join(root, '.parley'))
  try {
    fs.mkdirSync(folderOf(root, id, all))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

export function journalOf(root: string, id: string, all = meetingsFolder(root)): Journal {
  return fileJournal(folderOf(root, id, all))
}

/** Newest first. A summary that is missing or older than its journal is folded anew from the journal. */
export function listMeetings(root: string, all = meetingsFolder(root)): readonly Summary[] {
  return idsIn(all)
    .flatMap((id) => summaryOf(root, id, all) ?? [])
    .sort(byAge)
}

/** Law N2. Undefined where no meeting was opened. */
export function summaryOf(root: string, id: string, all = meetingsFolder(root)): Summary | undefined {
  const folder = folderOf(root, id, all)
  const kept = keptIn(folder, id)
  if (kept.kind === 'kept') return kept.summary
  if (kept.kind === 'none') return undefined
  const lines = readableLines(folder)
  return lines[0]?.kind === 'opened' ? lines.reduce(foldIfSound, empty) : undefined
}

/** One damaged line must not hide its meeting from the list. */
function foldIfSound(before: Summary, line: Line): Summary {
  try {
    return fold(before, line)
  } catch {
    return before
  }
}

export async function keepSummary(root: string, summary: Summary, all = meetingsFolder(root)): Promise<void> {
  keepIn(folderOf(root, summary.id, all), summary)
}

/** The one meeting whose id begins with this; says which ones do when there are several. */
export function findMeeting(root: string, prefix: string, all = meetingsFolder(root)): string {
  const ids = idsIn(all)
  if (ids.includes(prefix)) return prefix
  const matching = ids.filter((id) => prefix !== '' && id.startsWith(prefix))
  const [only, ...others] = matching
  if (only === undefined)
    throw new WrongUsage(`There is no meeting "${prefix}" here.`, 'See what there is: `parley list`.')
  if (others.length > 0)
    throw new WrongUsage(`"${prefix}" could be ${matching.join(', ')}.`, 'Give a longer part of the id.')
  return only
}

/** Whatever lies in parley's own folder is nobody's commit. */
export function keepOutOfGit(folder: string): void {
  const file = path.join(folder, '.gitignore')
  if (!fs.existsSync(file)) fs.writeFileSync(file, '*\n')
}
