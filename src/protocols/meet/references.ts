// References: what a text of the meeting cites, and whether it is there. Files are read at that moment, through the meeting.

import {
  type CheckedSource,
  checkCitations,
  checkSources,
  type SourceScope,
} from '../../kernel/run/sources.js'
import type { Page } from '../../rules/citation-check.js'
import { type Citation, citationsIn } from '../../rules/citations.js'
import { rangesIn } from '../../rules/line-ranges.js'
import { judgedText } from './documents/turn-text.js'
import type { Prelude } from './schemas.js'
import type { MeetState } from './state.js'

export type Checked = CheckedSource

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
  state.pages.push(...pages)
  const judged = [{ where: '', text: judgedText(text) }]
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
