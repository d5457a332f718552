// Which session a command is about: the one that its word means, or the one that the person picks.

import type { Calling, DeedDone } from '../../manifest.js'
import { ageOf, renderList } from '../documents/listing.js'
import { oneLine } from '../documents/text.js'
import { matching } from '../rules/matching.js'
import type { Session, Sessions } from './sessions.js'

export type Chosen =
  | { readonly kind: 'chosen'; readonly entry: Session }
  | { readonly kind: 'done'; readonly done: DeedDone }

export function refused(text: string): DeedDone {
  return { kind: 'done', text, events: [{ type: 'refused', reason: text }], exit: 1 }
}

/** `wanted` is a word of the command line. */
export async function named(sessions: Sessions, calling: Calling, wanted: string): Promise<Chosen> {
  const found = matching(wanted, sessions.entries)
  if (found.kind === 'one') return { kind: 'chosen', entry: found.entry }
  if (found.kind === 'several') return pick(sessions, calling, found.entries)
  const text = `No session here is called "${oneLine(wanted)}", or begins so. See ${sessions.theme.command} --list.`
  return { kind: 'done', done: refused(text) }
}

/** Nothing waits outside a meeting: where nobody can pick, the list is printed. */
export async function pick(
  sessions: Sessions,
  calling: Calling,
  entries: readonly Session[],
): Promise<Chosen> {
  const { theme, now, project } = sessions
  const answer = await calling.ask({
    id: 'resume.pick',
    title: 'Which session?',
    body: '',
    options: entries.map((entry) => ({
      key: entry.id,
      label: oneLine(entry.idea) || entry.slug,
      effect: `${entry.id}: ${entry.status}, ${oneLine(entry.phase)}, ${ageOf(entry, now)} old`,
    })),
  })
  const entry = entries.find(({ id }) => id === answer?.choose)
  if (entry !== undefined) return { kind: 'chosen', entry }
  const ids = entries.map(({ id }) => `- ${id}`).join('\n')
  const text = `${renderList(theme.name, project, entries, now)}\n\nSeveral fit. Name one whole:\n${ids}`
  const events = entries.map(({ id, idea, phase, status }) => ({ type: 'session', id, idea, phase, status }))
  return { kind: 'done', done: { kind: 'done', text, events, exit: 3 } }
}
