// Session id: when a session was opened and what for. It names the pad, the record, the archive, the worktree and the branch.

import { type Moment, stampOf } from '../../../text/calendar.js'

const pattern = /^\d{8}-\d{6}-[a-z0-9]+(-[a-z0-9]+)*$/
const longestSlug = 40

export function sessionId(opened: Moment, task: string): string {
  return `${stampOf(opened)}-${slugOf(task)}`
}

export function isSessionId(text: string): boolean {
  return pattern.test(text)
}

/** Cut at a word where one fits; a single word that is too long is cut where it must be. */
export function slugOf(task: string): string {
  const slug = task
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  if (slug === '') return 'session'
  if (slug.length <= longestSlug) return slug
  const cut = slug.lastIndexOf('-', longestSlug)
  return cut > 0 ? slug.slice(0, cut) : slug.slice(0, longestSlug)
}

/** The minute that an id begins with, as headers write it. */
export function minuteOfId(id: string): string {
  const [, year, month, day, hour, minute] = /^(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)/.exec(id) ?? []
  return `${year}-${month}-${day} ${hour}:${minute}`
}
