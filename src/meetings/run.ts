// Run: holds a meeting of a workspace with its voices until it concludes or stops.

import { isDeepStrictEqual } from 'node:util'
import { type Agents, agentsIn } from '../agents/recorded.js'
import { type Voices, voicesFor } from '../agents/voices.js'
import { summarise } from '../journals.js'
import type { Grant } from '../kernel/agents.js'
import { CannotGoOn } from '../kernel/errors.js'
import type { Journals } from '../kernel/line/journal.js'
import type { Line } from '../kernel/line/line.js'
import type { Opened } from '../kernel/line/line-data.js'
import { pagesOf } from '../kernel/line/pages.js'
import { empty, type Summary } from '../kernel/line/summary.js'
import type { Answer } from '../kernel/question.js'
import type { Deps } from '../kernel/run/deps.js'
import { type Ending, holdWith, type Needs, openedIn } from '../kernel/run/hold.js'
import { standInPlace, standOn } from '../workspace/git/stand-on.js'
import { mustNotBeNested } from '../workspace/nested.js'
import { recordedAgents, toGoOn } from './lookup.js'
import { depsFor, namingNoFolder } from './ports.js'
import type { Company, Wired } from './wired.js'

/** How a run ended, and what its journal folds to then. */
export type HeldUntil = Ending & { readonly summary: Summary }

export async function holdHere(
  wired: Wired,
  id: string,
  company: Company,
  agents: Agents | undefined,
): Promise<HeldUntil> {
  mustNotBeNested()
  const { journals } = wired
  const journal = await toGoOn(wired, id)
  const kept = { summary: empty }
  let voices: Voices | undefined
  const needs = async (lines: readonly Line[]): Promise<Needs> => {
    const opened = openedIn(lines)
    const { protocol } = await wired.kindNamed(opened.protocol)
    voices = await voicesOf(wired, agents ?? recordedAgents(lines), lines, { ...company, meeting: id })
    const named = { withoutFolders: await namingNoFolder(wired) }
    const keep = { keepSummary: keeping(journals, kept) }
    const deps = standing(wired.root, { ...depsFor(wired, voices, company, opened), ...named, ...keep })
    const fork = await sourceOf(journals, opened)
    return { protocol, deps, fork, ...changed(agents, agentsIn(lines)) }
  }
  try {
    const ending = await holdWith(journal, needs)
    return { ...ending, summary: kept.summary }
  } finally {
    await voices?.close()
  }
}

/** Voices that the journal does not name yet. */
function changed(agents: Agents | undefined, before: Agents | undefined): { readonly voices?: Agents } {
  return agents === undefined || isDeepStrictEqual(agents, before) ? {} : { voices: agents }
}

/** Tools, and the folder that a voice runs in, are given only where the seat's worktree really is: a record cannot say so. */
function standing(root: string, deps: Deps): Deps {
  // Looked at once in a run: a seat that works in place may make a repository there.
  let inPlace: Promise<void> | undefined
  const stand = (grant: Grant) => {
    if (grant.kind === 'read' || grant.kind === 'tools' || grant.root === undefined) return
    if (grant.branch !== undefined) return standOn(root, { folder: grant.root, branch: grant.branch })
    if (grant.kind === 'work') inPlace ??= standInPlace(root)
    return inPlace
  }
  return {
    ...deps,
    async toolsFor(grant) {
      await stand(grant)
      return deps.toolsFor(grant)
    },
  }
}

function voicesOf(
  { root, own }: Wired,
  agents: Agents,
  lines: readonly Line[],
  { network, secretFiles, host, meeting }: Company & { readonly meeting: string },
): Promise<Voices> {
  return voicesFor(agents, {
    root,
    resumed: lines.length > 1,
    meeting,
    host,
    backends: own.backends,
    answered: async () => answersIn(lines),
    pagesRead: lines.reduce((sum, line) => sum + pagesOf(line).length, 0),
    ...(own.home === undefined ? {} : { home: own.home }),
    ...(network === undefined ? {} : { network }),
    ...(secretFiles === undefined ? {} : { secretFiles }),
  })
}

/** The answers that a recording of this meeting should hold by now, whoever added them to the journal. */
function answersIn(lines: readonly Line[]): readonly Answer[] {
  return lines.flatMap((line) => (line.kind === 'answered' ? [line.data] : []))
}

/** Starts from the last summary, so that only the new lines are folded. */
function keeping(journals: Journals, kept: { summary: Summary }): Deps['keepSummary'] {
  return async (lines) => {
    kept.summary = await summarise(lines.slice(kept.summary.lines), kept.summary)
    await journals.keepSummary(kept.summary)
  }
}

/** The lines of the source that a fork replays. */
async function sourceOf(journals: Journals, { forkedFrom }: Opened): Promise<readonly Line[] | undefined> {
  if (!forkedFrom) return undefined
  const { id, at, hash } = forkedFrom
  const lines = await journals.of(id).read(1, at)
  if (lines.length === at && lines.at(-1)?.hash === hash) return lines
  if (lines.length === at)
    throw new CannotGoOn(
      'NO_SOURCE',
      `This meeting was forked from line ${at} of ${id}, which holds something else now.`,
      'Put that journal back as it was, or fork it again.',
    )
  throw new CannotGoOn(
    'NO_SOURCE',
    `This meeting was forked from line ${at} of ${id}, which has ${lines.length} lines here.`,
    'Put that journal back, or begin anew.',
  )
}
