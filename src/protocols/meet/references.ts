// References: what a text of the meeting cites, and whether it is there. Files are read at that moment, through the meeting.

import { type CheckedSource, checkCitations, checkSources, type SourceScope } from '../../kernel/sources.js'
import { judgeUrl, type Outcome, type Page } from '../../rules/citation-check.js'
import { type Citation, citationsIn, type FileCitation } from '../../rules/citations.js'
import { rangesIn } from '../../rules/line-ranges.js'
import { claimsIn } from './documents/stances.js'
import { judgedText } from './documents/turn-text.js'
import type { Prelude } from './schemas.js'
import type { MeetState } from './state.js'

export type Checked = CheckedSource

const checking = 'check citations'

/** The references of a text, as written. */
export function refsOf(state: MeetState, text: string): string[] {
  return citationsIn(judgedText(text), state.cite).map(({ ref }) => ref)
}

/** What of a turn must be cited or flagged. Earlier meetings sent a proposal back as well when it sounded like a claim. */
export function claimsOf(state: MeetState, text: string): string {
  return state.settlesAll ? claimsIn(text) : judgedText(text)
}

/** One outcome for every reference of this text. */
export async function checkReferences(
  state: MeetState,
  text: string,
  pages: readonly Page[],
): Promise<readonly Checked[]> {
  state.pages.push(...pages)
  const judged = [{ where: '', text: judgedText(text) }]
  // The first meetings took this step only where a file was cited; what counts as one must not decide which steps a replay takes.
  if (!state.checksAll && !citationsIn(judgedText(text), state.cite).some(isFile))
    return citationsIn(judgedText(text), state.cite).map((citation) => checkedUrl(citation, pages))
  return state.meeting.act(checking, (world) => checkSources(world, judged, scopeOf(state)))
}

/** What a prelude lists as consulted, in its order. A quotation is compared as the seat gave it, not as the prelude prints it. */
export function checkConsulted(state: MeetState, sources: Prelude['sources']): Promise<readonly Checked[]> {
  const citations = sources.map((source, at) => ({ where: String(at), citation: citationOf(source) }))
  return state.meeting.act('check sources', (world) => checkCitations(world, citations, scopeOf(state)))
}

/** What drafted texts cite. */
export function checkDrafted(
  state: MeetState,
  texts: readonly { readonly where: string; readonly text: string }[],
): Promise<readonly Checked[]> {
  return state.meeting.act('check sources', (world) => checkSources(world, texts, scopeOf(state)))
}

function scopeOf(state: MeetState): SourceScope {
  return { rules: state.cite, pages: state.pages, strict: true }
}

function citationOf({ kind, ref, lines, quote }: Prelude['sources'][number]): Citation {
  const place = { line: 1, end: 0, quotes: quote === undefined ? [] : [quote] }
  if (kind === 'url') return { kind, ref, ...place }
  const [, path = ref, own] = /^(.*?)(?::(\d+(?:[-–]\d+)?(?:,\s?\d+(?:[-–]\d+)?)*))?$/.exec(ref) ?? []
  const [range, ...more] = rangesIn(lines ?? own ?? '')
  return { kind, ref, path, range, ...(more.length > 0 ? { more } : {}), ...place }
}

function isFile(citation: Citation): citation is FileCitation {
  return citation.kind !== 'url'
}

function checkedUrl(citation: Citation, pages: readonly Page[]): Checked {
  const { ref, line, end, quotes } = citation
  const nothing = { where: '', path: null, range: null, sha256: null, lines: null, commit: null }
  const outcome: Outcome = citation.kind === 'url' ? judgeUrl(citation, pages) : { kind: 'unverified' }
  return { ref, line, end, quotes, ...nothing, outcome }
}
