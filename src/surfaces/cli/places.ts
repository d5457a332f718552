// Places: finds the meeting that a word names, or that is meant when there is no word, as seen from a folder.

import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { workspaceJournals } from '../../journals.js'
import { CannotGoOn, WrongUsage } from '../../kernel/errors.js'
import type { Journals } from '../../kernel/line/journal.js'
import { meetingsMeant } from '../../rules/meeting-name.js'
import { standsAs } from '../../view/standing.js'
import { parleyHome } from '../../workspace/home.js'
import type { Args } from './command.js'
import type { Io } from './io.js'
import { agreed } from './present.js'
import { oneLine } from './screen/clean.js'
import { namedText } from './screen/meeting-table.js'
import { ago } from './screen/words.js'
import {
  folderOf,
  meetingsLeftFor,
  meetingsSeenFrom,
  placeOf,
  roots,
  type Seen,
  stoppedAmong,
} from './seen.js'

export { folderOf } from './seen.js'

/** A meeting of a workspace, or a talk about the repository. */
export interface Named {
  readonly root: string
  readonly id: string
  /** The journals that contain its journal. */
  readonly journals: Journals
  /** A talk is held by the server, which answers and resumes it. */
  readonly talk: boolean
  /** What a talk is called now; any other meeting is called as it was opened. */
  readonly title?: string
}

/** Which meetings a command is for, when none is named. */
export interface Wanted {
  /** Completes "2 meetings …". */
  readonly what: string
  /** Completes "No meeting here …". */
  readonly none: string
  fits(meeting: Seen): boolean
  /** Only reads: it may take the newest of several. */
  readonly reads?: boolean
  /** Which of several are meant, where what the command was given says so; `what` as above. */
  narrow?(several: readonly Seen[]): Promise<Pick<Wanted, 'what'> & { readonly found: readonly Seen[] }>
  /** What else a word may name where no meeting is called so. */
  otherwise?(word: string, folder: string): Promise<Named | undefined>
  /** Meetings of workspaces alone: it has nothing to do with a talk. */
  readonly noTalks?: boolean
}

/** What a command reads is the newest meeting, unless another is named. */
export const newest: Wanted = { what: 'are here', none: 'was held yet', fits: () => true, reads: true }

/** How help says what an operand `ID` may be. */
export const idOperand = {
  name: 'ID',
  about: 'the meeting: its id, any part of it that no other has, or `last`',
  optional: true,
} as const

/** The meeting that the operand `ID` names; without it, the one that fits. */
export function meetingOf(args: Args, io: Io, wanted: Wanted): Promise<Named> {
  return meetingNamed(args.operand('ID'), args, io, wanted)
}

export async function meetingNamed(
  word: string | undefined,
  args: Args,
  io: Io,
  wanted: Wanted,
): Promise<Named> {
  const folder = folderOf(args, io)
  const whole = word === undefined ? undefined : await byWholeId(word, folder)
  if (whole) return whole
  const all = await meetingsSeenFrom(folder)
  const seen = all.filter((one) => !wanted.noTalks || !isTalk(one))
  const { found, what } =
    word === undefined
      ? await meantWithoutWord(seen, wanted)
      : { found: meetingsMeant(word, seen), what: wanted.what }
  const [only, ...others] = found
  const left = only || word === undefined ? [] : meetingsMeant(word, await meetingsLeftFor(folder))
  if (left.length > 1) throw await severalMeant(word, left, what, io)
  if (left[0]) return named(left[0])
  const otherwise = !only && word !== undefined ? await wanted.otherwise?.(word, folder) : undefined
  if (otherwise) return otherwise
  if (!only) throw (wanted.noTalks && talkMeant(word, all, wanted)) || nothingMeant(word, wanted)
  if (others.length > 0) throw await severalMeant(word, found, what, io)
  return named(only)
}

/** Reads no meeting: the common case of a command that was copied. */
async function byWholeId(id: string, folder: string): Promise<Named | undefined> {
  for (const root of roots(folder)) {
    const journals = workspaceJournals(root)
    if (id !== '' && (await journals.has(id))) return { root: placeOf(id, root), id, journals, talk: false }
  }
  return undefined
}

async function meantWithoutWord(
  seen: readonly Seen[],
  { fits, reads, what, narrow }: Wanted,
): Promise<{ readonly found: readonly Seen[]; readonly what: string }> {
  const fitting = seen.filter(fits)
  if (reads) return { found: fitting.slice(0, 1), what }
  return narrow && fitting.length > 1 ? narrow(fitting) : { found: fitting, what }
}

function named(seen: Seen): Named {
  const { root, id, journals } = seen
  return isTalk(seen)
    ? { root, id, journals, talk: true, title: seen.title }
    : { root, id, journals, talk: false }
}

function isTalk({ root }: Seen): boolean {
  return root === parleyHome()
}

/** A flag of commands that go on with a meeting. */
export const hereFlag = {
  here: { about: 'go on in this folder, where the one in which it was opened is gone' },
} as const

/** A meeting goes on in its own folder; where that is gone, in this one, once the person has said so. */
export async function broughtHere(named: Named, args: Args, io: Io): Promise<Named> {
  const { root, id, journals, talk } = named
  if (talk || existsSync(root)) return named
  const { findRoot } = await import('../../workspace/root.js')
  const folder = folderOf(args, io)
  const here = (await findRoot(folder)) ?? folder
  const gone = `Meeting ${id} was opened in ${root}, which is gone.`
  if (!args.has('here') && !(await agreed(`${gone} Go on with it in ${here}?`, args, io)))
    throw new CannotGoOn(
      'FOLDER_GONE',
      gone,
      'To go on with it in this folder: the same command with --here.',
    )
  if (await journals.of(id).held()) throw new CannotGoOn('BUSY', `A process holds meeting ${id} now.`)
  const { bringHere } = await import('../../workspace/left-behind.js')
  bringHere(parleyHome(), dirname(journals.whereIs(id)), here)
  return { root: here, id, journals: workspaceJournals(here), talk }
}

function nothingMeant(word: string | undefined, { none }: Wanted): WrongUsage {
  const what = word === undefined ? `No meeting here ${none}.` : `There is no meeting "${word}" here.`
  return new WrongUsage(what, 'See what there is: `parley list`.')
}

/** The one that is meant is a talk, for which the command does nothing. */
function talkMeant(word: string | undefined, all: readonly Seen[], wanted: Wanted): WrongUsage | undefined {
  const [talk] = word === undefined ? all.filter(wanted.fits) : meetingsMeant(word, all)
  return (
    talk &&
    new WrongUsage(
      `${talk.id} is a talk, and this command is for meetings that conclude.`,
      'What there is for a talk: `parley talk --help`.',
    )
  )
}

const few = 8

async function severalMeant(
  word: string | undefined,
  found: readonly Seen[],
  what: string,
  io: Io,
): Promise<WrongUsage> {
  const head =
    word === undefined
      ? `${found.length} meetings ${what}:`
      : `"${word}" could be any of ${found.length} meetings:`
  const shown = found.slice(0, few)
  const stopped = await stoppedAmong(shown)
  const lines = shown.map((one) => `  ${meetingLine(one, !stopped.has(one.id), io)}`)
  const more = found.length > few ? [`  and ${found.length - few} older`] : []
  return new WrongUsage(
    [head, ...lines, ...more].join('\n'),
    'Name one by a part of its id that no other has, or the newest by `last`.',
  )
}

function meetingLine(meeting: Seen, live: boolean, io: Io): string {
  const { id, updatedAt } = meeting
  return `${oneLine(id, 80)} · ${standsAs(meeting, live)} · ${ago(updatedAt, io.now())} · ${oneLine(namedText(meeting), 60)}`
}
