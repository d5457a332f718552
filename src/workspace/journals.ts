// The `Journals` port over a folder: one folder a meeting, with the journal and a summary beside it for fast lists.
//
//   JRN1  An id names one folder inside the folder of all meetings, whoever gives it: never a path that leads elsewhere.
//   JRN2  A saved summary is used only if it is of this meeting and of the journal as it is now. Newer lines are
//         folded onto it, where they follow it without a gap; otherwise the whole journal is folded again.

import fs from 'node:fs'
import path from 'node:path'
import { WrongUsage } from '../kernel/errors.js'
import type { Journals } from '../kernel/line/journal.js'
import type { Line } from '../kernel/line/line.js'
import { byAge, empty, type Summary } from '../kernel/line/summary.js'
import { mostOfText } from '../kernel/world.js'
import { isMeetingId } from '../rules/meeting-id.js'
import { ownFolder } from './home.js'
import { copyOf } from './journal-bytes.js'
import { fileJournal } from './journal-file.js'
import { bytesFrom, readableLine } from './journal-tail.js'
import { idsIn, journalIn, type KeptBefore, keepIn, keptIn, linesKept } from './kept-summaries.js'
import { bindMeeting, meetingsFolder } from './meeting-folders.js'
import { keepOutOfGit } from './own-folder.js'
import { claimBelow, folderBelow, removeBelow } from './plain-files.js'

/** The summary of a meeting with these lines, or of `before` with these lines added. */
export type Summarise = (lines: readonly Line[], before?: Summary) => Promise<Summary>

/** The journals of a workspace. What its meetings leave in the workspace beside documents is kept out of git. */
export function journalsOfWorkspace(home: string, root: string, summarise: Summarise): Journals {
  const made = (folder: string) => {
    bindMeeting(home, folder, root)
    keepOutOfGit(root)
  }
  return journalsIn(meetingsFolder(home, root), { within: home, summarise, made })
}

/** The journals in this folder of meetings. */
export function journalsOfFolder(home: string, folder: string, summarise: Summarise): Journals {
  return journalsIn(folder, { within: home, summarise })
}

/** The journals of all talks of this home. */
export function journalsOfTalks(home: string, summarise: Summarise): Journals {
  return journalsIn(talksFolder(home), { within: home, summarise })
}

export function keepsTalks(home: string): boolean {
  return fs.existsSync(talksFolder(home))
}

/** Every name that a word could mean there, without reading a meeting. */
export function meetingIdsAt(home: string, root: string): readonly string[] {
  return idsIn(meetingsFolder(home, root))
}

export function talkIdsAt(home: string): readonly string[] {
  return idsIn(talksFolder(home))
}

interface KeptIn {
  /** The folder that the person named: below it no link is followed, and paths in messages are relative to it. */
  readonly within: string
  readonly summarise: Summarise
  /** Called with the folder of a meeting that was claimed. */
  readonly made?: (folder: string) => void
}

export function journalsIn(folder: string, kept: KeptIn): Journals {
  const { within, made = () => {} } = kept
  const at = (id: string) => folderOf(folder, id)
  const summary = async (id: string) => summaryIn(at(id), id, kept)
  return {
    ids: async () => idsIn(folder),
    claim: async (id) => claimed(within, folder, at(id), made),
    discard: async (id) => removeBelow(within, at(id)),
    of: (id) => fileJournal(at(id), { id, within }),
    whereIs: (id) => journalIn(at(id)),
    has: async (id) => isMeetingId(id) && keptIn(at(id), id).kind !== 'none',
    summary,
    async summaries() {
      const found = await Promise.all(idsIn(folder).map(summary))
      return found.flatMap((one) => one ?? []).sort(byAge)
    },
    keepSummary: async (summary) => keepIn(within, at(summary.id), summary),
    linesKept: async (id) => linesKept(at(id), id),
  }
}

function talksFolder(home: string): string {
  return path.join(home, 'talks')
}

/** An id may come from anybody: one that could lead to another folder is refused (JRN1). */
function folderOf(all: string, id: string): string {
  if (!isMeetingId(id))
    throw new WrongUsage(`${JSON.stringify(id)} is no id of a meeting.`, 'See what there is: `parley list`.')
  return path.join(all, id)
}

/** Creating the folder is the claim: the system lets only one caller do it. */
function claimed(within: string, all: string, folder: string, made: (folder: string) => void): boolean {
  folderBelow(within, all, ownFolder)
  if (!claimBelow(within, folder, ownFolder)) return false
  try {
    made(folder)
    return true
  } catch (error) {
    // On a full disk, say: an id without a meeting would be listed nowhere, and taken.
    removeBelow(within, folder)
    throw error
  }
}

async function summaryIn(folder: string, id: string, of: KeptIn): Promise<Summary | undefined> {
  const { summarise } = of
  const kept = keptIn(folder, id)
  if (kept.kind === 'kept') return kept.summary
  if (kept.kind === 'none') return undefined
  const news = kept.before && linesSince(journalIn(folder), kept.before)
  if (kept.before && news) return summarise(news, kept.before.summary)
  const { lines, damage } = await fileJournal(folder, { id }).readable()
  const [first] = lines
  if (first?.kind === 'opened' && first.n === 1) {
    if (first.data.id === id) return summarise(lines)
    return unreadable(id, `Line 1 of the journal is damaged: ${copyOf(first.data.id, id)}.`, kept.changedAt)
  }
  return damage === null || wasNeverOpened(folder) ? undefined : unreadable(id, damage, kept.changedAt)
}

/** The lines after a summary; undefined where they do not follow it. A running meeting is read often, with few new lines. */
function linesSince(file: string, { summary, bytes, end }: KeptBefore): readonly Line[] | undefined {
  const [before, ...texts] = bytesFrom(file, bytes - 1)
    .toString('utf8')
    .split('\n')
  if (before !== '') return undefined
  // What stands after the last line end is a line that is being written, or that a crash cut off.
  const lines: Line[] = []
  let prev = end
  for (const text of texts.slice(0, -1)) {
    const n = summary.lines + lines.length + 1
    const line = readableLine(text, n)
    if (line?.n !== n || line.prev !== prev) return undefined
    lines.push(line)
    prev = line.hash
  }
  return lines
}

/** A crash while the first line was written leaves a claimed id and no meeting. */
function wasNeverOpened(folder: string): boolean {
  const start = bytesFrom(journalIn(folder), 0, mostOfText + 1)
  return start.length <= mostOfText && !start.includes('\n')
}

/** A meeting whose first line cannot be read is listed too, so that it is not overlooked. */
function unreadable(id: string, damage: string, at: string): Summary {
  const times = { openedAt: at, updatedAt: at }
  return { ...empty, id, title: damage, status: 'damaged', ...times, detail: damage, why: damage }
}
