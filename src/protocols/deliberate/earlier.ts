// What a meeting is opened with that goes on with a session's folder. Every word of it may have come with a clone: nothing that was chosen
// in it is done again, and `auto`, which asks nothing and exports, counts only where the person says it.

import type { Moment } from '../../text/calendar.js'
import { readAssembly } from './documents/assembly.js'
import { readState } from './documents/audit.js'
import { storiesIn } from './documents/prd.js'
import type { SessionFile } from './documents/session-file.js'
import { oneLine } from './documents/text.js'
import type { Theme } from './documents/theme-shape.js'
import { msOf } from './documents/time.js'
import type { DeliberateInput, EarlierInput } from './input.js'
import { type Mode, modeShapes } from './modes.js'
import { marksText } from './rules/degraded.js'
import { inRosterOrder, memberNamed } from './rules/members.js'
import { placeOf } from './rules/onward.js'
import { slugIn } from './rules/slug.js'

export interface GoingOn {
  /** The name of the folder, which is the session's id. */
  readonly id: string
  readonly session: SessionFile
  /** Every other file by its path below the session's folder. */
  readonly files: ReadonlyMap<string, string>
  readonly theme: Theme
  /** The mode that the person named; null: the session's own. */
  readonly asked: Mode | null
  readonly wanted: EarlierInput['wanted']
  readonly now: Moment
}

export function earlierInput({ id, session, files, theme, asked, wanted, now }: GoingOn): Pick<
  DeliberateInput,
  'mode' | 'idea' | 'session' | 'slug' | 'started'
> & {
  earlier: EarlierInput
} {
  const own = modeIn(session, files)
  const mode = asked ?? (own === 'auto' ? 'standard' : own)
  const { members, strangers } = membersIn(session, files, theme)
  const papers = {
    // A PRD without a story that can be read plans nothing.
    has: (path: string) =>
      path === 'prd.md' ? storiesIn(files.get(path) ?? '').length > 0 : files.has(path),
    auditing: readState(files.get('audit/state.md') ?? '').active,
    seated: members.length > 0,
  }
  return {
    mode,
    idea: oneLine(session.idea) || id,
    session: id,
    slug: slugIn(session.slug, id),
    started: { ms: msOf(session.date) ?? now.ms, offset: now.offset },
    earlier: {
      place: placeOf(mode, papers, asked !== null),
      members,
      date: session.date,
      approvals: session.approvals.map((approval) => ({ ...approval })),
      skills: session.skills.map(({ agent, skills }) => ({ agent, skills: [...skills] })),
      export: session.export,
      contractIssue: session.contractIssue,
      marks: marksText(session.degraded),
      otherLines: [...session.otherLines],
      otherSections: session.otherSections.map((section) => ({ ...section })),
      files: Object.fromEntries(files),
      warnings: [
        ...strangers.map((name) => `"${name}" is not in this theme's roster and is left out`),
        ...(own === 'auto' && asked === null ? [unasked] : []),
      ],
      wanted,
    },
  }
}

const unasked = 'its papers say that it runs in auto; it goes on as a standard session, which asks you first'

/** A brainstorm leaves no session, so a file that claims to be of one is of another mode. */
function modeIn({ mode }: SessionFile, files: ReadonlyMap<string, string>): Mode {
  if (mode !== null && modeShapes[mode].session) return mode
  const paths = [...files.keys()]
  if (files.has('meeting-notes.md') || paths.some((path) => /-asks-[^/]*$/.test(path))) return 'meeting'
  if (files.has('design-sketch.md')) return 'quick'
  const audited = paths.some((path) => path.startsWith('audit/'))
  return audited && !paths.some((path) => path.startsWith('deliberation/')) ? 'audit' : 'standard'
}

/** Those selected in `assembly.md`; where it is missing, those that `session.md` names, or who wrote a position. */
function membersIn(session: SessionFile, files: ReadonlyMap<string, string>, theme: Theme) {
  const assembly = readAssembly(files.get('assembly.md') ?? '', theme)
  const authors = [...files.keys()].flatMap(
    (path) => /^deliberation\/.*round1\/([^/]+)\.md$/.exec(path)?.[1] ?? [],
  )
  const named = [assembly?.selected ?? [], session.agents, authors].find((list) => list.length > 0) ?? []
  const found = [...new Set(named)].map((name) => ({ name, id: memberNamed(name, theme.roster)?.id }))
  return {
    members: inRosterOrder(
      found.flatMap(({ id }) => id ?? []),
      theme.roster,
    ),
    strangers: found.filter(({ id }) => id === undefined).map(({ name }) => name),
  }
}
