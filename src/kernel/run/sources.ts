// Sources: whether what a text cites is really there, by the bytes as of that moment. For use inside `act`, so that what was found is
// recorded; everything that is shown of it later is taken from that record.
//
//   SRC1  A citation is `verified` only by bytes that were read, and the hash of those bytes is recorded with it.
//   SRC2  A commit is named only when it holds the very same bytes, so that they can be looked at again.

import {
  type Found,
  isPageAt,
  judgeFile,
  judgePage,
  type Outcome,
  type Page,
} from '../../rules/citation-check.js'
import { type Citation, citationsIn } from '../../rules/citations.js'
import { type CiteRules, PROSE } from '../../rules/cite-or-flag.js'
import type { ToolUse } from '../agents.js'
import type { Repository, World } from '../world.js'

/** One citation, and what was found there. Recorded as it is. */
export interface CheckedSource {
  readonly ref: string
  /** Line of the text, from 1, and where in it the reference ends, from 0. */
  readonly line: number
  readonly end: number
  /** Which of the texts that were checked together; empty for one that has no name. */
  readonly where: string
  /** As cited; null for a page. */
  readonly path: string | null
  /** The same as it is seen from the workspace, where that differs: a seat at work stands in a worktree. */
  readonly place?: string
  readonly range: { readonly from: number; readonly to: number } | null
  /** Further ranges, where several were cited. */
  readonly more?: readonly { readonly from: number; readonly to: number }[]
  readonly quotes: readonly string[]
  /** SHA-256 of the bytes that were read; null for a page, or where there is no file. */
  readonly sha256: string | null
  /** How many lines the file has; null where there is none. */
  readonly lines: number | null
  /** The commit that holds these bytes, and the path from the repository's top; null where none was known to. */
  readonly commit: { readonly hash: string; readonly path: string } | null
  /** SHA-256 of the kept text of the page that it was compared with. */
  readonly page?: string
  readonly outcome: Outcome
}

export interface CitingText {
  readonly where: string
  readonly text: string
}

export interface SourceScope {
  readonly rules?: CiteRules
  /** What tools fetched in this meeting. */
  readonly pages: readonly Page[]
  /** A quotation must stand wholly in the lines that are cited with it. */
  readonly strict?: boolean
  /** The worktree that the paths are seen from, and the commit that it began with; the workspace itself unless given. */
  readonly worktree?: { readonly folder: string; readonly base: string; readonly reads: string }
}

/** Every citation of these texts, in reading order. Never rejects for what a text cites: that it cannot be read is an outcome. */
export async function checkSources(
  world: World,
  texts: readonly CitingText[],
  scope: SourceScope,
): Promise<CheckedSource[]> {
  const citations = texts.flatMap(({ where, text }) =>
    citationsIn(text, scope.rules ?? PROSE).map((citation) => ({ where, citation })),
  )
  return checkCitations(world, citations, scope)
}

/** The same for citations that need no reading, such as those of a structured reply. */
export async function checkCitations(
  world: World,
  citations: readonly { readonly where: string; readonly citation: Citation }[],
  scope: SourceScope,
): Promise<CheckedSource[]> {
  const look = lookOnce(world, scope)
  return Promise.all(citations.map(({ where, citation }) => check(world, look, where, citation, scope)))
}

/** Pages that tools brought back. */
export function pagesFrom(tools: readonly ToolUse[]): Page[] {
  return tools.flatMap(({ name, input, output, ok, page }) => {
    if (page) return [{ url: page.url, text: output, kept: page }]
    const url = (input as { url?: unknown } | null)?.url
    return ok && /fetch|search/i.test(name) && typeof url === 'string' ? [{ url, text: output }] : []
  })
}

interface Looked {
  /** From the workspace's root; null for what lies outside. */
  readonly place: string | null
  readonly found: Found
  readonly sha256: string | null
  readonly commit: CheckedSource['commit']
}

type Look = (path: string) => Promise<Looked>

/** By the latest page that proves it, else the latest that was read there. What a seat read with a tool of its own proves nothing (SRC1). */
async function checkUrl(
  world: World,
  { ref, quotes }: Citation,
  pages: readonly Page[],
): Promise<Pick<CheckedSource, 'outcome' | 'page'>> {
  const judged: Pick<CheckedSource, 'outcome' | 'page'>[] = []
  for (const page of pages.filter((one) => isPageAt(one, ref)).toReversed()) {
    if (!page.kept) continue
    const { sha256: hash, status, cut } = page.kept
    const text = hash === null ? null : ((await world.page?.(hash)) ?? null)
    const outcome = judgePage(quotes, { text, status, cut })
    judged.push({ outcome, ...(hash === null ? {} : { page: hash }) })
    if (outcome.kind === 'verified') return judged.at(-1)!
  }
  return judged[0] ?? { outcome: { kind: 'unverified' } }
}

async function check(
  world: World,
  look: Look,
  where: string,
  citation: Citation,
  { pages, strict }: SourceScope,
): Promise<CheckedSource> {
  const { ref, line, end, quotes } = citation
  const said = { ref, line, end, where, quotes }
  if (citation.kind === 'url') {
    const nothing = { path: null, range: null, sha256: null, lines: null, commit: null }
    return { ...said, ...nothing, ...(await checkUrl(world, citation, pages)) }
  }
  const { place, found, sha256: hash, commit } = await look(citation.path)
  const lines = found.kind === 'text' ? lineCount(found.text) : null
  const { path, range = null, more } = citation
  const elsewhere = place === null || place === path ? {} : { place }
  const outcome = judgeFile(citation, found, { runsOn: !strict })
  return {
    ...said,
    path,
    ...elsewhere,
    range,
    ...(more ? { more } : {}),
    sha256: hash,
    lines,
    commit,
    outcome,
  }
}

function lineCount(text: string): number {
  const ends = text.split('\n').length
  return text.endsWith('\n') || text === '' ? ends - 1 : ends
}

/** A text may name one file a thousand times: it is read once, and git is asked once. */
function lookOnce(world: World, scope: SourceScope): Look {
  const seen = new Map<string, Promise<Looked>>()
  let repository: Promise<Repository> | undefined
  const asked = () => (repository ??= world.git.repository().catch(() => ({ kind: 'none' })))
  return (path) => {
    const known = seen.get(path) ?? lookAt(world, scope, path, asked)
    seen.set(path, known)
    return known
  }
}

const nowhere: Looked = { place: null, found: { kind: 'outside' }, sha256: null, commit: null }

/** A link that leads out of the workspace is refused by the port; that is an outcome, not a failure. */
async function lookAt(
  world: World,
  { worktree }: SourceScope,
  path: string,
  repository: () => Promise<Repository>,
): Promise<Looked> {
  const place = placeOf(path, worktree)
  if (place === null) return nowhere
  try {
    const text = await world.files.read(place.path)
    if (text === null) return { place: place.path, found: { kind: 'nothing' }, sha256: null, commit: null }
    const hash = await world.files.digest(place.path)
    const commit = await commitOf(world, place, hash, await repository(), worktree?.base)
    return { place: place.path, found: { kind: 'text', text }, sha256: hash, commit }
  } catch {
    return nowhere
  }
}

interface Place {
  /** From the workspace's root. */
  readonly path: string
  /** From the top of the worktree, for a file of it. */
  readonly inTree: string | null
}

/** Null for a path that leads out of where the seat stands. */
function placeOf(path: string, worktree: SourceScope['worktree']): Place | null {
  if (path.startsWith('/')) return null
  if (!worktree) return path.split('/').includes('..') ? null : { path, inTree: null }
  const inTree = resolved(path)
  if (inTree !== null) return { path: `${worktree.folder}/${inTree}`, inTree }
  const main = resolved(`${worktree.folder}/${path}`)
  const may = resolved(`${worktree.folder}/${worktree.reads}`)
  return main !== null && may !== null && main.startsWith(`${may}/`) ? { path: main, inTree: null } : null
}

/** Without `.` and `..`; null when it leads above where it begins. */
function resolved(path: string): string | null {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return null
  }
  return parts.join('/')
}

async function commitOf(
  world: World,
  { path, inTree }: Place,
  hash: string | null,
  repository: Repository,
  base: string | undefined,
): Promise<CheckedSource['commit']> {
  if (repository.kind !== 'ready' || hash === null) return null
  const found =
    inTree === null || base === undefined
      ? { hash: repository.head, path: repository.prefix === '' ? path : `${repository.prefix}/${path}` }
      : { hash: base, path: inTree }
  return (await world.git.fileAt(found.hash, found.path))?.sha256 === hash ? found : null
}

/** Bytes that no commit held when they were checked may be in this one. */
export async function sourcesIn(
  world: World,
  sources: readonly CheckedSource[],
  hash: string,
): Promise<CheckedSource[]> {
  const files = new Map<string, Promise<string | undefined>>()
  const digestAt = (path: string) => {
    const known = files.get(path) ?? world.git.fileAt(hash, path).then((file) => file?.sha256)
    files.set(path, known)
    return known
  }
  return Promise.all(
    sources.map(async (source) => {
      const path = source.path === null ? null : resolved(source.path)
      if (source.commit || source.sha256 === null || path === null) return source
      return (await digestAt(path)) === source.sha256 ? { ...source, commit: { hash, path } } : source
    }),
  )
}
