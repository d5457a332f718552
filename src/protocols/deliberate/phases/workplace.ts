// Where a plan is worked on: a worktree with a branch of its own. The person's checkout stays as it is; a change of it halts the session.

import type { Commit, TreeAsk } from '../../../kernel/world.js'
import {
  bringBack,
  changesOf,
  keptCopyText,
  uncommittedPaths,
  uncommittedText,
  unguardedText,
  type WatchedTree,
  watchOwnTree,
} from '../../watched-tree.js'
import type { Worktree } from '../hearing.js'
import { escapeHalt } from '../rules/halts.js'
import type { Sitting } from '../sitting.js'

export interface Workplace extends Worktree {
  /** The project inside the worktree, relative to the workspace: a project may be a folder of its repository. */
  readonly project: string
  /** The session's test stubs as the worktree has them: runners that collect them would be red for ever. */
  readonly stubs: string
  /** The commit that the branch starts from. */
  readonly base: string
  /** Folders of ours, as seen from the top of the worktree. */
  readonly leaveOut: readonly string[]
  readonly ask: TreeAsk
  /** The person's tree; taken again when they resume after it changed. */
  tree: WatchedTree
}

/** By the session's id alone: no folder or branch is taken from the record. */
function placeOf({ session, folder }: Sitting): Worktree {
  return {
    folder: `.parley/worktrees/${session}`,
    branch: `deliberate/${session}`,
    reads: [`../../../${folder.replace(/\/$/, '')}`],
  }
}

/** Whether there is a commit to start from. */
export async function canWork({ meeting }: Sitting): Promise<boolean> {
  return meeting.act('repository', async ({ git }) => (await git.repository()).kind === 'ready')
}

export async function openWorkplace(sitting: Sitting): Promise<Workplace> {
  const { meeting } = sitting
  const place = placeOf(sitting)
  const { head, prefix } = await meeting.act('work from', async ({ git }) => {
    const found = await git.repository()
    if (found.kind !== 'ready') throw new Error('There is no commit to start from.')
    return { head: found.head, prefix: found.prefix }
  })
  await meeting.act(
    'worktree',
    ({ git }) => git.addWorktree({ folder: place.folder, branch: place.branch, from: head }),
    { redo: true },
  )
  const inRepository = (path: string) => (prefix === '' ? path : `${prefix}/${path}`)
  const ask = askFor(sitting, inRepository)
  const why = await meeting.act('sandbox', (world) => world.unguarded())
  if (why !== null) await meeting.note('warning', { text: unguardedText(why) })
  const tree = await watchOwnTree(meeting, ask)
  const paths = uncommittedPaths(tree)
  if (paths.length > 0)
    await meeting.note('warning', { text: uncommittedText(paths, keptCopyText(tree)), paths })
  const project = prefix === '' ? place.folder : `${place.folder}/${prefix}`
  const stubs = `${project}/${sitting.folder}test-stubs`
  return { ...place, project, stubs, base: head, leaveOut: [inRepository('.claude')], ask, tree }
}

/** parley writes below `.claude/` and `.parley/` itself; of these only what decides about later sessions is looked at. */
function askFor({ theme }: Sitting, inRepository: (path: string) => string): TreeAsk {
  const watched = [
    `.claude/${theme.id}/theme.yaml`,
    '.claude/agents/',
    '.claude/settings.json',
    '.claude/settings.local.json',
    '.parley/config.yaml',
  ]
  return { leaveOut: ['.claude', '.parley'].map(inRepository), watch: watched.map(inRepository) }
}

/** Looked at after every call and every program: what is named halts, and nothing of it is committed. */
export async function haltIfEscaped({ meeting }: Sitting, place: Workplace): Promise<void> {
  const escaped = await changesOf(meeting, place.tree, place.ask)
  if (escaped.length === 0) return
  const command = bringBack(place.tree, escaped)
  if (command !== null) await meeting.note('warning', { text: `To bring back what was there: ${command}` })
  await meeting.halt(escapeHalt(escaped.map(({ text }) => text)), {
    reason: 'edits escaped the worktree',
    rule: 'own-tree',
  })
  place.tree = await watchOwnTree(meeting, place.ask)
}

/** Everything in the worktree but our own folders. Nothing changed, no commit. */
export async function commitWork(
  { meeting }: Sitting,
  { folder, branch, leaveOut }: Workplace,
  name: string,
  subject: string,
): Promise<Commit> {
  const commit = await meeting.act(
    `commit task ${name}`,
    async ({ git }): Promise<Commit> => {
      await git.standOn({ folder, branch })
      return git.commitWorktree(folder, subject, leaveOut)
    },
    { redo: true },
  )
  if (commit.kind === 'skipped')
    await meeting.note('warning', { text: `The work is not committed on its branch: ${commit.why}.` })
  return commit
}

/** The branch is the person's to merge: no verb merges it, and nothing of it is removed. */
export async function handOver(
  sitting: Sitting,
  place: Workplace,
  more: readonly string[] = [],
): Promise<void> {
  const { meeting } = sitting
  const { branch, folder, base } = place
  const ahead = await meeting.act('ahead', ({ git }) => git.ahead(branch, base), { redo: true })
  const lines = [...(ahead > 0 ? [`git merge --no-ff ${branch}`] : []), `git worktree remove ${folder}`]
  const none = ahead > 0 ? [] : [`The branch ${branch} has no commits: there is nothing to merge.`]
  const remarks = [...none, ...more]
  sitting.remarks.push(...remarks)
  sitting.work = { branch, worktree: folder, ahead, handOver: lines }
  await meeting.note('handover', { lines, remarks, text: lines.join(' && ') })
}
