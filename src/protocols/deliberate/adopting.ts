// Adopting: from a session's folder and its index entry to what a meeting that goes on with it is opened with.

import type { Moment } from '../../documents/calendar.js'
import { oneLine } from './documents/text.js'
import type { Theme } from './documents/theme-shape.js'
import { msOf } from './documents/time.js'
import type { AdoptedInput, DeliberateInput } from './input.js'
import { adopted, type SessionFolder } from './rules/adoption.js'
import { inOrder, marksText } from './rules/degraded.js'
import { slugIn } from './rules/slug.js'

export interface Adopting {
  /** The name of the folder, which is the session's id. */
  readonly id: string
  readonly folder: SessionFolder
  readonly theme: Theme
  /** ISO 8601. */
  readonly at: string
  readonly wanted: AdoptedInput['wanted']
  /** Whether a meeting of the person's own made it. A folder alone may have come with a clone. */
  readonly own: boolean
}

export function adoptedInput({ id, folder, theme, at, wanted, own }: Adopting): Pick<
  DeliberateInput,
  'mode' | 'idea' | 'session' | 'slug' | 'started'
> & {
  adopted: AdoptedInput
} {
  const { session, entry, files } = folder
  const known = adopted(folder, theme)
  // Nothing is asked in auto, and it ends in an export: the word for that is the person's flag, not a line in a file.
  const asked = known.mode === 'auto' && !own
  const exported = exportedIn(session.export) ?? entry?.export ?? null
  return {
    mode: asked ? 'standard' : known.mode,
    idea: oneLine(session.idea) || oneLine(entry?.idea ?? '') || id,
    session: id,
    slug: slugIn(session.slug || (entry?.slug ?? ''), id),
    started: startedAt(entry?.created ?? '', session.date, at),
    adopted: {
      at,
      date: session.date || at.slice(0, 10),
      phase: known.phase,
      completed: known.completed,
      members: [...known.members],
      approved: [...known.approved],
      approvals: session.approvals.map((approval) => ({ ...approval })),
      skills: session.skills.map(({ agent, skills }) => ({ agent, skills: [...skills] })),
      skillsUsed: [...(entry?.skills_used ?? [])],
      action: session.action,
      export: session.export,
      exported,
      marks: marksText(inOrder([...session.degraded, ...(entry?.degraded ?? [])])),
      contractIssue: entry?.contract_issue ?? null,
      otherLines: [...session.otherLines],
      otherSections: session.otherSections.map((section) => ({ ...section })),
      files: Object.fromEntries([...files].filter(([path]) => !known.obsolete.includes(path))),
      warnings: [...known.warnings, ...(asked ? [unasked] : [])],
      ...(own ? {} : { foreign: true as const }),
      wanted,
    },
  }
}

const unasked = 'its papers say that it runs in auto; it goes on as a standard session, which asks you first'

function exportedIn(line: string | null): 'undone' | 'done' | null {
  if (line === null) return null
  return line.startsWith('undone') ? 'undone' : 'done'
}

/** The index knows the minute, `session.md` the day; without either it began now. */
function startedAt(created: string, date: string, at: string): Moment {
  const told = [created, date, at].find((text) => msOf(text) !== null) ?? ''
  return { ms: msOf(told) ?? 0, offset: offsetIn(told) }
}

function offsetIn(iso: string): number {
  const [, sign, hours, minutes] = /([+-])(\d\d):?(\d\d)$/.exec(iso.slice(10)) ?? []
  if (sign === undefined) return 0
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}
