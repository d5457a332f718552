// Words: numbers and statuses as texts of the page.

import type { DocumentKind, MeetingEntry } from '../../../hall/api.js'
import { shortened } from '../../../text/excerpts.js'
import { standsAs } from '../../../view/standing.js'

/** 1 234 as `1,234`; from ten thousand on `12.3k`, from a million `1.2M`. */
export function figure(count: number): string {
  if (count >= 1_000_000) return `${short(count / 1_000_000)}M`
  return count >= 10_000 ? `${short(count / 1000)}k` : count.toLocaleString('en-US')
}

export function plural(count: number, word: string, many = `${word}s`): string {
  return `${figure(count)} ${count === 1 ? word : many}`
}

/** A title where it stands among other things; some are a whole text that somebody pasted. */
export function brief(title: string, most = 160): string {
  return shortened(title, most)
}

/** How many stand where, by their glyphs, in the order in which these come. */
export function tally(stands: readonly { readonly glyph: string }[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>()
  for (const { glyph } of stands) counts.set(glyph, (counts.get(glyph) ?? 0) + 1)
  return [...counts]
}

/** A summary as a sentence. */
export function sentence(summary: string): string {
  const text = summary.charAt(0).toUpperCase() + summary.slice(1)
  return /[.!?]$/.test(text) ? text : `${text}.`
}

/** The name of a kind of document. */
export const kindWords: Readonly<Record<DocumentKind, string>> = {
  notes: 'notes',
  record: 'record',
  memory: 'memory',
  artifact: 'artifact',
  pad: 'pad',
  'action-items': 'action items',
  session: 'session',
  other: 'other',
}

/** The status of a meeting, in words. */
export function standing(entry: Stands): string {
  return awaitsHost(entry) ? 'waits for its host' : statusWords[standsAs(entry, entry.live)]
}

type Stands = Pick<MeetingEntry, 'status' | 'live'> & {
  readonly awaitsHost?: boolean
}

/** No process of ours holds it, and yet it did not stop. */
function awaitsHost({ awaitsHost: left = false, status }: Stands): boolean {
  return left && status === 'running'
}

const statusWords: Readonly<Record<ReturnType<typeof standsAs>, string>> = {
  running: 'running',
  stopped: 'stopped in the middle',
  waiting: 'waits for you',
  paused: 'paused',
  halted: 'halted by a rule',
  failed: 'failed',
  aborted: 'aborted',
  concluded: 'concluded',
  damaged: 'damaged',
}

function short(value: number): string {
  return value >= 100 ? String(Math.round(value)) : (Math.floor(value * 10) / 10).toString()
}
