// Standing: why a meeting does not go on by itself, in words.

import type { Story } from './story.js'

/** Null while nothing keeps it: a line that came later has made it go on. */
export function whyStill({ items, summary }: Pick<Story, 'items' | 'summary'>): string | null {
  const last = items.at(-1)
  if (last === undefined || last.n < summary.lines || summary.status === 'concluded') return null
  if (last.kind === 'stop') return last.words
  return last.kind === 'missed' && !last.survived ? last.reason : null
}
