// What is shown of a talk: from the copy of its artifact that counts, and from its journal where it has one.

import type { Line } from '../../kernel/line.js'
import { empty, type Status, type Summary } from '../../kernel/summary.js'
import { sectionOf } from '../../protocols/talk/documents/sections.js'
import { integrationOf } from '../../protocols/talk/ground/git/talk-git.js'
import type { TalkProject } from '../../protocols/talk/ground/git/types.js'
import type { TalkOutcome } from '../../protocols/talk/index.js'
import type { CloseResult, MeetingEntry, TalkView } from '../api.js'
import type { Copy } from './copies.js'

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

/** How a closed talk stands, as its journal tells it last; undefined while it is open. */
export function closedResult(lines: readonly Line[], home: string, project: string): CloseResult | undefined {
  const outcome = lastOutcome(lines)
  if (!outcome) return undefined
  const { state, files, branch } = outcome.merge
  const howTo = state === 'pending' ? howToMerge(`${home}/projects/${project}`, branch) : null
  return { status: 'closed', notes: outcome.notes, merge: { state, files, howTo } }
}

/** An entry for a talk that has an artifact and no journal: asked for, declined, or held elsewhere. */
export function entryOfCopy(project: string, { id, artifact }: Copy): MeetingEntry {
  const { log, date, title, worker } = artifact
  const at = (entry: (typeof log)[number] | undefined) => entry?.timestamp ?? date
  const summary: Summary = {
    ...empty,
    id,
    protocol: 'talk',
    version: 1,
    title,
    status: standing(artifact.status),
    openedAt: at(log[0]),
    updatedAt: at(log.at(-1)),
    detail: artifact.status,
  }
  const seats = worker === '' ? [] : [worker]
  return {
    ...summary,
    project,
    live: false,
    lastLine: artifact.notesSummary || null,
    seats,
    degraded: [],
    asks: null,
  }
}

function standing(status: Copy['artifact']['status']): Status {
  if (status === 'closed') return 'concluded'
  return status === 'declined' ? 'aborted' : 'waiting'
}

function lastOutcome(lines: readonly Line[]): TalkOutcome | undefined {
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

function mergeOf({ artifact }: Copy, lines: readonly Line[], project: TalkProject): TalkView['merge'] {
  if (artifact.merge !== null) {
    const { files, branch } = artifact.merge
    return { state: 'pending', files, howTo: howToMerge(integrationOf(project).folder, branch) }
  }
  const state = lastOutcome(lines)?.merge.state
  return { state: state === 'done' ? 'done' : 'none', files: [], howTo: null }
}

function howToMerge(folder: string, branch: string): string {
  return [
    `cd ${folder}`,
    `git merge --squash ${branch}`,
    '# settle the files in conflict, then',
    'git commit --no-verify',
    '# and try the merge again here: it finds nothing left to do, and removes the branch',
  ].join('\n')
}
