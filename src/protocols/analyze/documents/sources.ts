// Where a record comes from, in words by which a reader can look it up.

import { oneLine } from '../../../text/embedded.js'
import { type Ref, refOf } from '../rules/evidence.js'
import type { Entry } from '../rules/records.js'

/** The places that were cited, with what stands there; empty where nothing was. */
export function cited({ evidence }: Pick<Entry, 'evidence'>): string {
  return evidence
    .map(({ ref, quote }) => (quote === undefined ? place(ref) : `${place(ref)}: “${quote.trim()}”`))
    .join('; ')
}

export function sourceLine(entry: Pick<Entry, 'evidence'>): string {
  return `**Source**: ${oneLine(cited(entry)) || 'assumed; nothing that was said or found is cited'}`
}

function place(text: string): string {
  const ref: Ref | null = refOf(text)
  switch (ref?.kind) {
    case 'message':
      return `message ${ref.number} of the person`
    case 'draft':
      return 'draft.md'
    case 'discovery':
      return 'the discovery text'
    case 'kept':
      return `${ref.file} as it was found`
    case 'edit':
      return `${ref.file} as the person edited it`
    default:
      return text.trim()
  }
}
