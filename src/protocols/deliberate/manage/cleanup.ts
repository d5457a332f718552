// `--cleanup`: what to do about sessions that nobody has touched for long. Nothing goes without an answer; where nobody answers, they are listed.

import type { Calling, DeedDone } from '../../manifest.js'
import { ageOf, type CleanupTally, renderCleanup } from '../documents/listing.js'
import { oneLine } from '../documents/text.js'
import { publishArchive } from '../github/archive.js'
import { ghIn } from '../github/gh.js'
import { touchpoint } from '../touchpoints.js'
import { archiveAsk, whyNot } from './archive.js'
import { ageSeconds } from './lists.js'
import { orphans } from './orphans.js'
import { removeSession } from './remove.js'
import { keepHead, type Session, type Sessions } from './sessions.js'

type Event = Extract<DeedDone, { kind: 'done' }>['events'][number]

export async function cleanup(sessions: Sessions, calling: Calling, all: boolean): Promise<DeedDone> {
  const own = await cleanHere(sessions, calling)
  if (!all) return own
  const { lines, events } = await orphans(sessions, calling)
  const text = [own.text, ...lines].join('\n')
  return { ...own, text, events: [...own.events.slice(0, -1), ...events, ...own.events.slice(-1)] }
}

async function cleanHere(sessions: Sessions, calling: Calling): Promise<Extract<DeedDone, { kind: 'done' }>> {
  const { entries, now } = sessions
  const stale = entries.filter(({ status }) => status === 'stale')
  const free = stale.filter((entry) => !isHeld(entry, calling))
  const events: Event[] = []
  const lines: string[] = []
  let tally: CleanupTally = { archived: 0, deleted: 0, skipped: 0, kept: 0, bytes: 0 }
  let answered = free.length === 0
  for (const entry of free) {
    const choice = await ask(sessions, entry, calling)
    if (choice !== null) {
      answered = true
      tally = added(tally, await done(sessions, entry, choice, calling))
    }
    lines.push(`${entry.id} — ${oneLine(entry.idea)}, ${oneLine(entry.phase)}, ${ageOf(entry, now)}`)
    events.push(eventOf(entry, now, choice))
  }
  if (free.length === 0)
    return { kind: 'done', text: 'No stale sessions.', events: [cleaned(tally)], exit: 0 }
  const text = answered
    ? renderCleanup(tally)
    : `Stale sessions; nobody is here to decide about them:\n${lines.map((line) => `- ${line}`).join('\n')}`
  return { kind: 'done', text, events: [...events, cleaned(tally)], exit: 0 }
}

function isHeld({ id, meetings }: Session, calling: Calling): boolean {
  const held = meetings.some((meeting) => meeting.held)
  if (held) calling.tell(`${id} is left out: a process that is still running holds its meeting.`)
  return held
}

type CleanupChoice = 'archive-delete' | 'delete' | 'skip' | 'keep'

const effects: Readonly<Record<CleanupChoice, string>> = {
  'archive-delete': 'makes it an issue on GitHub, then deletes its files here',
  delete: 'deletes its folder and links; the journal stays',
  skip: 'leaves it as it is',
  keep: 'counts as touched now',
}

/** Null where nobody can answer. */
async function ask(
  { theme, now }: Sessions,
  entry: Session,
  calling: Calling,
): Promise<CleanupChoice | null> {
  const answer = await calling.ask({
    id: 'cleanup.session',
    title: `What becomes of ${entry.slug}?`,
    body: `${oneLine(entry.idea)}\n\nLast touched ${ageOf(entry, now)} ago, in phase ${oneLine(entry.phase)}. Folder: ${theme.sessionRoot}${entry.id}/`,
    options: touchpoint('cleanup.session').options.map((option) => ({
      ...option,
      effect: effects[option.key as CleanupChoice],
      ...(option.key.includes('delete') ? { grave: true } : {}),
    })),
    default: 'skip',
  })
  return answer === undefined ? null : (answer.choose as CleanupChoice)
}

async function done(
  sessions: Sessions,
  entry: Session,
  choice: CleanupChoice,
  calling: Calling,
): Promise<CleanupTally> {
  const none: CleanupTally = { archived: 0, deleted: 0, skipped: 0, kept: 0, bytes: 0 }
  if (choice === 'skip') return { ...none, skipped: 1 }
  if (choice === 'keep') {
    await keepHead(sessions, entry, {})
    return { ...none, kept: 1 }
  }
  const first = choice === 'archive-delete'
  if (first && !(await archivedFirst(sessions, entry, calling))) return { ...none, skipped: 1 }
  const { bytes, remark } = await removeSession(sessions, entry.id, entry.slug)
  if (remark !== null) calling.tell(remark)
  return { ...none, archived: first ? 1 : 0, deleted: 1, bytes }
}

/** What cannot be archived is not deleted. */
async function archivedFirst(sessions: Sessions, entry: Session, calling: Calling): Promise<boolean> {
  const look = await archiveAsk(sessions, entry)
  const made = typeof look === 'string' ? look : await publishArchive(ghIn(sessions.around.world), look)
  if (typeof made !== 'string' && made.kind === 'archived') {
    calling.tell(`${entry.id} is archived as ${made.url}`)
    return true
  }
  calling.tell(
    `${entry.id} is not deleted, since it cannot be archived: ${typeof made === 'string' ? made : whyNot(made)}.`,
  )
  return false
}

function added(one: CleanupTally, other: CleanupTally): CleanupTally {
  return {
    archived: one.archived + other.archived,
    deleted: one.deleted + other.deleted,
    skipped: one.skipped + other.skipped,
    kept: one.kept + other.kept,
    bytes: one.bytes + other.bytes,
  }
}

function eventOf(entry: Session, now: number, choice: CleanupChoice | null): Event {
  const { id, idea, phase } = entry
  return { type: 'stale', id, idea, ageSeconds: ageSeconds(entry, now), phase, done: choice }
}

function cleaned(tally: CleanupTally): Event {
  return { type: 'cleaned', ...tally }
}
