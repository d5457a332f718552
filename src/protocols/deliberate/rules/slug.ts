// Slug and session id: what an idea is called in file names, and when its session was opened.

import { isMeetingId } from '../../../rules/meeting-id.js'
import { type Moment, stampOf } from '../../../text/calendar.js'

export function slugOf(idea: string): string {
  const cut = idea
    .toLowerCase()
    .replace(/\s/g, '-')
    .replace(/[^a-z0-9-]/g, '')
    .slice(0, 40)
  return cut.replace(/-+/g, '-').replace(/^-|-$/g, '') || 'session'
}

/** `<slug>-<YYYYMMDD-HHmm>`, with `-2`, `-3`, … behind it while `taken` has it. */
export function sessionId(idea: string, opened: Moment, taken: (id: string) => boolean): string {
  return firstFree(`${slugOf(idea)}-${stampOf(opened).slice(0, 13)}`, '-', taken)
}

/** The id of a further meeting of the same session. */
export function meetingId(session: string, taken: (id: string) => boolean): string {
  return firstFree(session, '--', taken)
}

/** The slug that a session id begins with. */
export function slugInId(id: string): string {
  return id.replace(/-\d{8}(?:-\d{4})?(?:-\d+)?$/, '')
}

/** A slug that somebody's file gives, where it can be part of a file's name; else the one of the id. */
export function slugIn(given: string, id: string): string {
  return isMeetingId(given) ? given : slugInId(id)
}

function firstFree(id: string, dashes: string, taken: (id: string) => boolean): string {
  if (!taken(id)) return id
  let next = 2
  while (taken(`${id}${dashes}${next}`)) next++
  return `${id}${dashes}${next}`
}
