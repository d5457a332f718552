// What is shown of a talk: from the copy of its artifact that counts, and from its journal where it has one.

import type { Line } from '../../../kernel/line/line.js'
import { openedIn } from '../../../kernel/run/hold.js'
import { shellWord } from '../../../rules/shell-word.js'
import { artifactPath } from '../documents/artifact.js'
import type { MeetingId } from '../documents/ids.js'
import { sectionOf } from '../documents/sections.js'
import type { TalkInput, TalkOutcome } from '../index.js'
import type { CloseResult, HowToStep, TalkView } from '../views.js'
import type { Copy } from './copies.js'
import { integrationOf } from './git/talk-git.js'
import type { TalkProject } from './git/types.js'

export function talkView(copy: Copy, lines: readonly Line[], project: TalkProject, branch: string): TalkView {
  const { artifact } = copy
  return {
    worker: artifact.worker,
    workerTitle: artifact.workerDisplayTitle,
    agenda: artifact.agenda,
    referenced: artifact.referenced,
    linked: artifact.linked,
    branch: artifact.merge?.branch ?? branch,
    state: artifact.status ?? 'requested',
    notes: notesOf(copy, lines),
    merge: mergeOf(copy, lines, project),
  }
}

/** The result of closing, from the last such note in the journal; undefined while the talk is open. */
export function closedResult(lines: readonly Line[], home: string, project: string): CloseResult | undefined {
  const outcome = lastOutcome(lines)
  if (!outcome) return undefined
  const { state, files, branch } = outcome.merge
  const { artifactFolder } = openedIn(lines).input as TalkInput
  const own = artifactPath(idIn(branch), artifactFolder)
  const howTo = state === 'pending' ? howToMerge(`${home}/projects/${project}`, branch, own) : null
  return { status: 'closed', notes: outcome.notes, merge: { state, files, howTo } }
}

/** What closing came to, as the journal has it; undefined while the talk is open. */
export function lastOutcome(lines: readonly Line[]): TalkOutcome | undefined {
  const closed = lines.findLast((line) => line.kind === 'noted' && line.data.kind === 'closed')
  return closed?.kind === 'noted' ? (closed.data.data as TalkOutcome) : undefined
}

function notesOf({ artifact }: Copy, lines: readonly Line[]): TalkView['notes'] {
  const outcome = lastOutcome(lines)
  if (outcome) return outcome.notes
  if (artifact.status !== 'closed') return { state: 'pending', text: '', reason: null }
  const text = sectionOf(artifact.body, 'Notes') ?? artifact.notesSummary
  if (artifact.notesSummary !== '' || artifact.log.every(({ event }) => event !== 'notes_failed'))
    return { state: 'done', text, reason: null }
  return {
    state: 'failed',
    text: '',
    reason: artifact.log.findLast(({ event }) => event === 'notes_failed')?.reason ?? null,
  }
}

function mergeOf(
  { artifact, id, folder }: Copy,
  lines: readonly Line[],
  project: TalkProject,
): TalkView['merge'] {
  if (artifact.merge !== null) {
    const { files, branch } = artifact.merge
    const howTo = howToMerge(integrationOf(project).folder, branch, artifactPath(id, folder))
    return { state: 'pending', files, howTo }
  }
  const state = lastOutcome(lines)?.merge.state
  // The artifact is marked in the commit that settles a merge, before the journal has the line about it.
  const settled = state === 'pending' && artifact.log.some(({ event }) => event === 'merged')
  return { state: state === 'done' || settled ? 'done' : 'none', files: [], howTo: null }
}

const idIn = (branch: string) => branch.split('/').at(-1) as MeetingId

function howToMerge(folder: string, branch: string, own: string): readonly HowToStep[] {
  return [
    { command: `cd ${shellWord(folder)}` },
    { command: `git merge --squash ${branch}` },
    { command: `git checkout HEAD -- ${own}` },
    {
      words:
        "(which keeps the talk's own page as it is here); settle the files in conflict, `git add` them, then",
    },
    { command: 'git commit --no-verify' },
    {
      words:
        "and try the merge again here: it is recognised by git's own message, and the branch is removed. With a message of your own, say that it is settled",
    },
  ]
}
