// Documents: what meetings left in a project: notes, records, memory, and the artifacts below `.lore/`, with the meetings that
// made each of them.

import { existsSync } from 'node:fs'
import { lstat, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { isTooLarge } from '../kernel/errors.js'
import { LORE } from '../protocols/talk/documents/artifact.js'
import { allCopies, type Copy } from '../protocols/talk/ground/copies.js'
import { activityOf, integrationOf } from '../protocols/talk/ground/git/talk-git.js'
import type { TalkProject } from '../protocols/talk/ground/git/types.js'
import { gitOf } from '../protocols/talk/ground/shared.js'
import { readFrontmatter, textIn } from '../text/frontmatter.js'
import { boundedBytes } from '../workspace/bounded.js'
import { type DocumentEntry, type DocumentView, Refused } from './api.js'
import { type KnownProject, type Parts, parleyOf, projectNamed } from './parts.js'

export async function document(parts: Parts, name: string, path: string): Promise<DocumentView> {
  const config = await projectNamed(parts, name)
  const isKnown = isDocument(parts, path) || (isPath(path) && (await isWritten(parts, config, path)))
  const file = isKnown ? await placed(parts, config, path) : null
  const text = file === null ? null : await textOf(file, path)
  if (file === null || text === null)
    throw new Refused('unknown-document', `There is no document "${path}" in ${name}.`, 'See what there is.')
  const makers = await makersIn(parts, config)
  return { ...describe(parts, config.name, { path, text }, makers), text }
}

/** Null where there is none; one that is too large is said to be. */
async function textOf(file: string, path: string): Promise<string | null> {
  return boundedBytes(file, path).then(
    (bytes) => bytes?.toString('utf8') ?? null,
    (error: unknown) => {
      if (isTooLarge(error)) throw error
      return null
    },
  )
}

async function openFolders(project: TalkProject): Promise<readonly string[]> {
  const open = (await allCopies(project)).filter(
    ({ worktree, artifact }) => worktree === 'activity' && artifact.status === 'open',
  )
  return open.map(({ id }) => activityOf(project, id).folder)
}

async function placed(parts: Parts, config: KnownProject, path: string): Promise<string | null> {
  const project = gitOf(parts.home, config)
  const roots = path.startsWith(`${LORE}/`)
    ? [...(await openFolders(project)), integrationOf(project).folder]
    : [config.path]
  for (const root of roots) {
    const file = join(root, path)
    if (existsSync(file) && (await isInside(root, file))) return file
  }
  return null
}

/** A symbolic link must not lead outside the root. */
async function isInside(root: string, file: string): Promise<boolean> {
  const [top, real] = [await realpath(root), await realpath(file)]
  return real.startsWith(top + sep) && (await lstat(real)).isFile()
}

function isDocument({ tellings }: Parts, path: string): boolean {
  return isPath(path) && tellings.folders.some((folder) => path.startsWith(`${folder}/`))
}

function isPath(path: string): boolean {
  const names = path.split('/')
  return !/[\\\u0000-\u001f]/.test(path) && names.every((name) => !['', '.', '..'].includes(name))
}

/** A meeting may leave its documents elsewhere; only what one of the person's own has written counts as such. */
async function isWritten(parts: Parts, config: KnownProject, path: string): Promise<boolean> {
  const own = parleyOf(parts, config)
  for (const { id } of await own.list()) {
    const { documents: written } = await parts.shelf.details(own, id)
    if (written.some((one) => one.path === path && !one.working)) return true
  }
  return false
}

type Makers = ReadonlyMap<string, readonly string[]>

/** Which meetings wrote which path, newest first: from their journals, and for artifacts from the links in the talk's artifact. */
async function makersIn(parts: Parts, config: KnownProject): Promise<Makers> {
  const own = parleyOf(parts, config)
  const made = new Map<string, { at: string; id: string }[]>()
  const add = (path: string, id: string, at: string) => {
    const before = made.get(path) ?? []
    if (!before.some((one) => one.id === id)) made.set(path, [...before, { at, id }])
  }
  for (const { id } of await own.list())
    for (const { path, at } of (await parts.shelf.details(own, id)).documents) add(path, id, at)
  for (const copy of await allCopies(gitOf(parts.home, config)))
    for (const [path, at] of linksOf(copy)) add(path, copy.id, at)
  const newestFirst = (list: readonly { at: string; id: string }[]) =>
    list.toSorted((a, b) => newer(a.at, b.at)).map(({ id }) => id)
  return new Map([...made].map(([path, list]) => [path, newestFirst(list)]))
}

function linksOf({ id, artifact }: Copy): readonly (readonly [string, string])[] {
  const at = artifact.log.at(-1)?.timestamp ?? artifact.date
  return [`meetings/${id}.md`, ...artifact.linked].map((path) => [`${LORE}/${path}`, at] as const)
}

function describe(
  { tellings }: Parts,
  project: string,
  { path, text }: { readonly path: string; readonly text: string },
  makers: Makers,
): DocumentEntry {
  const { fields } = readFrontmatter(text)
  const heading = /^#\s+(.+)$/m.exec(text)?.[1]?.trim()
  const title = textIn(fields, 'title') || heading || (path.split('/').at(-1) ?? path)
  const date = textIn(fields, 'date') || (/\d{4}-\d\d-\d\d/.exec(path)?.[0] ?? null)
  return { project, path, kind: tellings.placeOf(path).kind, title, date, meetings: makers.get(path) ?? [] }
}

function newer(a: string | null, b: string | null): number {
  const [one, other] = [a ?? '', b ?? '']
  return one < other ? 1 : one > other ? -1 : 0
}
