// What a close would merge: files with their patches, and the conflicts that would hold it up. Touches nothing.

import { existsSync } from 'node:fs'
import { CannotGoOn } from '../../../../kernel/errors.js'
import { askGit, askLine, fields } from '../../../../workspace/git/ask.js'
import type { MeetingId } from '../../documents/ids.js'
import type { ClosePreview, PreviewFile } from '../../views.js'
import { imagineCommit } from './commit-all.js'
import { commitAt } from './default-branch.js'
import { activityOf, integrationOf } from './locations.js'
import { mergeTrees } from './merge-trees.js'
import type { TalkProject } from './types.js'

const MOST_OF_A_PATCH = 100_000

export async function previewMerge(project: TalkProject, id: MeetingId): Promise<ClosePreview> {
  const { path: cwd } = project
  const [activity, integration] = [activityOf(project, id), integrationOf(project)]
  const [into, from] = await Promise.all([asItStands(cwd, integration), asItStands(cwd, activity)])
  if (into === null || from === null)
    throw new CannotGoOn(
      'GIT',
      `There is no branch ${into === null ? integration.branch : activity.branch} here.`,
    )
  const merged = await mergeTrees(cwd, into, from)
  const names = { branch: activity.branch, into: integration.branch }
  if (merged.kind === 'tree')
    return { ...names, files: await filesBetween(cwd, into, merged.tree), conflicts: [] }
  const base = (await askLine(['merge-base', into, from], { cwd })) ?? into
  return { ...names, files: await filesBetween(cwd, base, from), conflicts: merged.files }
}

/** What the branch of a talk has changed since it was cut, committed. */
export async function changesOf(project: TalkProject, id: MeetingId): Promise<readonly Changed[]> {
  const [activity, integration] = [activityOf(project, id), integrationOf(project)]
  const ends = [integration, activity].map(({ branch }) => `refs/heads/${branch}`)
  return changesIn(project.path, ['--merge-base', ...ends])
}

/** Uncommitted work included, as a commit on no branch. */
async function asItStands(cwd: string, place: { branch: string; folder: string }): Promise<string | null> {
  const tip = await commitAt(cwd, `refs/heads/${place.branch}`)
  return tip !== null && existsSync(place.folder) ? imagineCommit(place.folder) : tip
}

async function filesBetween(cwd: string, from: string, to: string): Promise<readonly PreviewFile[]> {
  const files: PreviewFile[] = []
  for (const changed of await changesIn(cwd, [from, to]))
    files.push({ ...changed, patch: await patchOf(cwd, from, to, changed.path) })
  return files
}

type Changed = Pick<PreviewFile, 'path' | 'change'>

async function changesIn(cwd: string, ends: readonly string[]): Promise<readonly Changed[]> {
  const parts = fields(
    await askGit(['diff-tree', '-r', '-z', '--name-status', '--no-renames', ...ends], { cwd }),
  )
  const changes: Changed[] = []
  for (let at = 0; at + 1 < parts.length; at += 2)
    changes.push({ path: parts[at + 1]!, change: CHANGES[parts[at]!] ?? 'changed' })
  return changes
}

const CHANGES: Readonly<Record<string, PreviewFile['change']>> = { A: 'added', D: 'deleted' }

async function patchOf(cwd: string, from: string, to: string, path: string): Promise<string> {
  const args = ['diff-tree', '-p', '--no-renames', '--no-color', '--no-ext-diff', '--no-textconv', from, to]
  const patch = await askGit(['--literal-pathspecs', ...args, '--', path], { cwd })
  return patch.length <= MOST_OF_A_PATCH
    ? patch
    : `${patch.slice(0, MOST_OF_A_PATCH)}\n(cut here: the patch is longer)\n`
}
