// Requests that a worker wrote as files into its own worktree: moved to the integration branch, where the person sees them at once.
//
//   LIFT1  Only a file that the talk itself made is moved, and none that the integration branch has in another wording.
//   LIFT2  It is committed there before it goes here: killed in between, the next look finds both and removes this one.

import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { askGit } from '../../../workspace/git/ask.js'
import { removeBelow } from '../../../workspace/plain-files.js'
import { artifactPath, MEETING_FOLDERS, parseArtifact } from '../documents/artifact.js'
import type { MeetingId } from '../documents/ids.js'
import { artifactFolderIn, artifactIdsIn, textOf, writeText } from './copies.js'

export interface Lifting {
  /** The worktree of the talk, and that of the integration branch. */
  readonly activity: string
  readonly integration: string
  /** The talk's own id. */
  readonly own: MeetingId
  /** Under the project's lock. */
  exclusively<T>(work: () => Promise<T>): Promise<T>
  commit(message: string): Promise<unknown>
}

interface Found {
  readonly id: MeetingId
  readonly path: string
  readonly text: string
}

/** Ids of the requests that were moved. */
export async function liftRequests(lifting: Lifting): Promise<readonly MeetingId[]> {
  const found = await written(lifting)
  if (found.length === 0) return []
  return lifting.exclusively(async () => {
    const lifted: MeetingId[] = []
    for (const request of found) if (await lift(lifting, request)) lifted.push(request.id)
    return lifted
  })
}

async function lift({ activity, integration, commit }: Lifting, { id, path, text }: Found): Promise<boolean> {
  const there = artifactFolderIn(integration, id)
  if (there === undefined) await writeText(join(integration, path), text)
  else if ((await textOf(join(integration, artifactPath(id, there)))) !== text) return false
  await commit(`Ask for a talk: ${id}`)
  removeBelow(activity, join(activity, path))
  return there === undefined
}

/** Requests that are files of this worktree and of none of its commits (LIFT1). */
async function written({ activity, own }: Lifting): Promise<readonly Found[]> {
  const ids = (await artifactIdsIn(activity)).filter((id) => id !== own)
  const paths = ids.map((id) => ({ id, path: artifactPath(id, artifactFolderIn(activity, id)) }))
  if (paths.length === 0) return []
  const listed = await askGit(['ls-tree', '-r', '-z', '--name-only', 'HEAD', '--', ...MEETING_FOLDERS], {
    cwd: activity,
  })
  const committed = new Set(listed.split('\0'))
  const fresh = paths.filter(({ path }) => !committed.has(path))
  const read = await Promise.all(
    fresh.map(async (one) => ({ ...one, text: await fileText(activity, one.path) })),
  )
  return read.filter(({ text }) => parseArtifact(text).status === 'requested')
}

async function fileText(activity: string, path: string): Promise<string> {
  const isFile = (await lstat(join(activity, path)).catch(() => null))?.isFile() ?? false
  return isFile ? ((await textOf(join(activity, path))) ?? '') : ''
}
