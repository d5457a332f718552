// Meetings: the folder where a workspace keeps its journals, one folder a meeting, with a summary beside each for fast lists.

import fs from 'node:fs'
import path from 'node:path'
import { WrongUsage } from '../kernel/errors.js'
import type { Journal } from '../kernel/journal.js'
import { type Summary, summarise } from '../kernel/summary.js'
import { fileJournal, readLoosely } from './journal-file.js'

/** The folder of all meetings of a workspace. */
export function meetingsFolder(root: string): string {
  return path.join(root, '.parley', 'meetings')
}

export function folderOf(root: string, id: string): string {
  return path.join(meetingsFolder(root), id)
}

/** Claims an id: true for exactly one caller. */
export function claim(root: string, id: string): boolean {
  fs.mkdirSync(meetingsFolder(root), { recursive: true })
  keepOutOfGit(path.join(root, '.parley'))
  try {
    fs.mkdirSync(folderOf(root, id))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

export function journalOf(root: string, id: string): Journal {
  return fileJournal(folderOf(root, id))
}

/** Newest first. A summary that is missing or older than its journal is folded anew from the journal. */
export function listMeetings(root: string): readonly Summary[] {
  const summaries = names(meetingsFolder(root)).flatMap((id) => summaryOf(root, id) ?? [])
  return summaries.sort((a, b) =>
    a.openedAt < b.openedAt ? 1 : a.openedAt > b.openedAt ? -1 : a.id < b.id ? 1 : -1,
  )
}

export function summaryOf(root: string, id: string): Summary | undefined {
  const folder = folderOf(root, id)
  const kept = readSummary(folder)
  const size = sizeOf(path.join(folder, 'journal.jsonl'))
  if (kept && kept.bytes === size) return kept.summary
  if (size === 0) return undefined
  const { lines } = readLoosely(folder)
  return lines[0]?.kind === 'opened' ? summarise(lines) : undefined
}

/** Not flushed: it is derived, and a lost one is rebuilt. */
export async function keepSummary(root: string, summary: Summary): Promise<void> {
  const folder = folderOf(root, summary.id)
  const bytes = sizeOf(path.join(folder, 'journal.jsonl'))
  const draft = path.join(folder, `.meeting.json.${process.pid}`)
  fs.writeFileSync(draft, JSON.stringify({ bytes, summary }))
  fs.renameSync(draft, path.join(folder, 'meeting.json'))
}

/** The one meeting whose id begins with this; says which ones do when there are several. */
export function findMeeting(root: string, prefix: string): string {
  const ids = names(meetingsFolder(root))
  if (ids.includes(prefix)) return prefix
  const matching = ids.filter((id) => prefix !== '' && id.startsWith(prefix))
  const [only, ...others] = matching
  if (only === undefined)
    throw new WrongUsage(`There is no meeting "${prefix}" here.`, 'See what there is: `parley list`.')
  if (others.length > 0)
    throw new WrongUsage(`"${prefix}" could be ${matching.join(', ')}.`, 'Give a longer part of the id.')
  return only
}

function names(folder: string): string[] {
  try {
    return fs.readdirSync(folder)
  } catch {
    return []
  }
}

function readSummary(folder: string): { bytes: number; summary: Summary } | undefined {
  try {
    return JSON.parse(fs.readFileSync(path.join(folder, 'meeting.json'), 'utf8')) as {
      bytes: number
      summary: Summary
    }
  } catch {
    return undefined
  }
}

function sizeOf(file: string): number {
  return fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

function keepOutOfGit(folder: string): void {
  const file = path.join(folder, '.gitignore')
  if (!fs.existsSync(file)) fs.writeFileSync(file, '*\n')
}
