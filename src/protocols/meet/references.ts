// References: what a turn cites, and whether it is there. Files are read at that moment, through the meeting.

import type { Said } from '../../kernel/protocol.js'
import type { World } from '../../kernel/world.js'
import { type Found, judgeFile, judgeUrl, type Outcome, type Page } from '../../rules/citation-check.js'
import { type Citation, citationsIn } from '../../rules/citations.js'
import { judgedText } from './documents/turn-text.js'
import type { MeetState } from './state.js'

export interface Checked {
  readonly ref: string
  /** Line of the text that was checked, from 1. */
  readonly line: number
  readonly path: string | null
  /** SHA-256 of the file as it was; null for a page, or where there is no file. */
  readonly sha256: string | null
  readonly outcome: Outcome
}

const checking = 'check citations'

/** The references of a text, as written. */
export function refsOf(state: MeetState, text: string): string[] {
  return citationsIn(judgedText(text), state.cite).map(({ ref }) => ref)
}

/** One outcome for every reference of this text. */
export async function checkReferences(
  state: MeetState,
  text: string,
  pages: readonly Page[],
): Promise<readonly Checked[]> {
  const citations = citationsIn(judgedText(text), state.cite)
  if (citations.length === 0) return []
  const files = citations.some(({ kind }) => kind !== 'url')
  if (!files) return citations.map((citation) => checkedUrl(citation, pages))
  return state.meeting.act(checking, async (world) => {
    const looked = lookOnce(world)
    return Promise.all(citations.map((citation) => check(looked, citation, pages)))
  })
}

/** Pages that tools brought back for this reply. */
export function pagesIn(said: Pick<Said, 'tools'>): Page[] {
  return said.tools.flatMap(({ name, input, output, ok }) => {
    const url = (input as { url?: unknown } | null)?.url
    return ok && /fetch|search/i.test(name) && typeof url === 'string' ? [{ url, text: output }] : []
  })
}

type Look = (path: string) => Promise<{ readonly found: Found; readonly sha256: string | null }>

/** A turn may name one file a thousand times: it is read once. */
function lookOnce(world: World): Look {
  const seen = new Map<string, ReturnType<Look>>()
  const reading = async (path: string) => {
    return { found: await look(world, path), sha256: await world.files.digest(path).catch(() => null) }
  }
  return (path) => {
    const known = seen.get(path) ?? reading(path)
    seen.set(path, known)
    return known
  }
}

async function check(look: Look, citation: Citation, pages: readonly Page[]): Promise<Checked> {
  if (citation.kind === 'url') return checkedUrl(citation, pages)
  const { ref, line, path } = citation
  const { found, sha256 } = await look(path)
  return { ref, line, path, sha256, outcome: judgeFile(citation, found) }
}

function checkedUrl(citation: Citation, pages: readonly Page[]): Checked {
  const { ref, line } = citation
  const outcome = citation.kind === 'url' ? judgeUrl(citation, pages) : ({ kind: 'unverified' } as const)
  return { ref, line, path: null, sha256: null, outcome }
}

/** A link that leads out of the workspace is refused by the port; that is an outcome, not a failure. */
async function look(world: World, path: string): Promise<Found> {
  if (path.startsWith('/') || path.split('/').includes('..')) return { kind: 'outside' }
  try {
    const text = await world.files.read(path)
    return text === null ? { kind: 'nothing' } : { kind: 'text', text }
  } catch {
    return { kind: 'outside' }
  }
}
