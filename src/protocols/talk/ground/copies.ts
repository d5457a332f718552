// The copies of a meeting artifact: which one counts, and how it is written.
//
//   COPY1  While a talk is open its worktree's copy counts; before and after, the integration worktree's. One function decides.
//   COPY2  What is written to the integration worktree is committed before the call returns: branches are cut from commits.
//   COPY3  Secrets are masked before anything is written; a file is replaced whole.

import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import { messageOf } from '../../../kernel/errors.js'
import { boundedBytes } from '../../../workspace/bounded.js'
import { removeBelow, replaceBelow } from '../../../workspace/plain-files.js'
import {
  artifactPath,
  LORE,
  MEETING_FOLDERS,
  type MeetingArtifact,
  type MeetingFolder,
  parseArtifact,
} from '../documents/artifact.js'
import { type MeetingId, safeId } from '../documents/ids.js'
import { activityOf, integrationOf } from './git/locations.js'
import type { TalkProject } from './git/types.js'

export interface Copy {
  readonly id: MeetingId
  readonly worktree: 'activity' | 'integration'
  readonly file: string
  readonly folder: MeetingFolder
  readonly text: string
  readonly artifact: MeetingArtifact
}

/** The file that counts now, whether it is there or not (COPY1). */
export function countingFile(
  project: TalkProject,
  id: MeetingId,
): Pick<Copy, 'worktree' | 'file' | 'folder'> {
  const { folder } = activityOf(project, id)
  const found = artifactFolderIn(folder, id)
  if (found) return { worktree: 'activity', file: join(folder, artifactPath(id, found)), folder: found }
  const lasting = artifactFolderIn(integrationOf(project).folder, id)
  return { worktree: 'integration', file: lastingFile(project, id), folder: lasting ?? MEETING_FOLDERS[0] }
}

/** Where the artifact lies on the integration branch, or would. */
export function lastingFile(project: TalkProject, id: MeetingId): string {
  const { folder } = integrationOf(project)
  return join(folder, artifactPath(id, artifactFolderIn(folder, id)))
}

/** The folder in which this checkout has the artifact of a meeting; of two, the one for new artifacts counts. */
export function artifactFolderIn(checkout: string, id: MeetingId): MeetingFolder | undefined {
  return MEETING_FOLDERS.find((folder) => existsSync(join(checkout, artifactPath(id, folder))))
}

export async function copyOf(project: TalkProject, id: MeetingId): Promise<Copy | null> {
  const counting = countingFile(project, id)
  const text = await textOf(counting.file)
  return text === null ? null : { id, ...counting, text, artifact: parseArtifact(text) }
}

/** What a talk is called: as its artifact has it, since a person may have changed it there; else as it was opened. */
export function titleOf(copy: Copy | null, openedAs: string): string {
  return copy?.artifact.title || openedAs
}

/** One entry for each meeting that has an artifact, in the copy that counts. */
export async function allCopies(project: TalkProject): Promise<readonly Copy[]> {
  const stems = await artifactIdsIn(integrationOf(project).folder)
  const worktrees = await names(dirname(activityOf(project, 'x' as MeetingId).folder))
  const open = worktrees.flatMap((name) => (name.startsWith('meeting-') ? [name.slice(8)] : []))
  const ids = [...new Set([...stems, ...open])].map(safeId).filter((id) => id !== null)
  const copies = await Promise.all(ids.map((id) => copyOf(project, id)))
  return copies.filter((copy) => copy !== null)
}

/** Ids of the artifacts in a checkout, safe ones alone. */
export async function artifactIdsIn(checkout: string): Promise<readonly MeetingId[]> {
  const found = await Promise.all(MEETING_FOLDERS.map((folder) => names(join(checkout, folder))))
  const stems = found.flat().flatMap((name) => (name.endsWith('.md') ? [name.slice(0, -3)] : []))
  return [...new Set(stems)].map(safeId).filter((id) => id !== null)
}

/** What the files of a repository that no hall keeps branches of say: requests alone, since everything else lives on branches. */
export async function ownRequests(checkout: string): Promise<OwnRequests> {
  const looks = (await artifactIdsIn(checkout)).map((id) => ownCopy(checkout, id))
  const found = await Promise.all(looks)
  return {
    copies: found.flatMap((one) =>
      'copy' in one && one.copy.artifact.status === 'requested' ? [one.copy] : [],
    ),
    unreadable: found.flatMap((one) => {
      if ('why' in one) return [one.why]
      const { id, folder, artifact } = one.copy
      if (artifact.status !== null) return []
      return [`${artifactPath(id, folder)} is no talk: ${artifact.troubles.join('; ')}.`]
    }),
  }
}

export interface OwnRequests {
  readonly copies: readonly Copy[]
  /** What is no request although it lies where they lie, and why: a sentence each. */
  readonly unreadable: readonly string[]
}

async function ownCopy(
  checkout: string,
  id: MeetingId,
): Promise<{ readonly copy: Copy } | { readonly why: string }> {
  const folder = artifactFolderIn(checkout, id) ?? MEETING_FOLDERS[0]
  const path = artifactPath(id, folder)
  try {
    const text = (await textOf(join(checkout, path))) ?? ''
    const artifact = parseArtifact(text)
    return { copy: { id, worktree: 'integration', file: join(checkout, path), folder, text, artifact } }
  } catch (error) {
    return { why: `${path} cannot be read: ${messageOf(error)}` }
  }
}

/** The checkout that an artifact's file is in: what lies below it may have come with the repository. */
const checkoutOf = (file: string): string => file.slice(0, file.lastIndexOf(`${sep}${LORE}${sep}`))

/** Masked, replaced whole (COPY3), and through no link below `root`. Returns what was written. */
export async function writeText(file: string, text: string, root = checkoutOf(file)): Promise<string> {
  // Loaded late: whoever only reads titles for a list must not wait for the rules about secrets.
  const { scrub } = await import('../../../workspace/secrets.js')
  const clean = (await scrub(text)).text
  replaceBelow(root, file, { text: clean })
  return clean
}

export async function removeFile(file: string): Promise<void> {
  removeBelow(checkoutOf(file), file)
}

export async function textOf(file: string): Promise<string | null> {
  const bytes = await boundedBytes(file, basename(file)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
    throw error
  })
  return bytes?.toString('utf8') ?? null
}

async function names(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => [])
}
