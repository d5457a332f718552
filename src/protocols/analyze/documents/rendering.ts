// Rendering: what every document is made from, and the parts that it is made of.

import { bullets, oneLine } from '../../../text/embedded.js'
import type { Role, Tier } from '../names.js'
import type { TopicCoverage } from '../rules/coverage.js'
import type { InferenceLog } from '../rules/inferences.js'
import type { RecordType } from '../rules/record-types.js'
import type { Entry, Nothing, Store } from '../rules/records.js'
import type { Topic } from '../rules/topics.js'
import type { ScanReading } from '../schemas.js'

export interface Scan {
  /** False: the search was stopped at its limit. */
  readonly complete: boolean
  readonly keywords: readonly {
    readonly word: string
    readonly hits: number
    readonly files: readonly string[]
  }[]
  /** Null: nobody has read what was found. */
  readonly reading: ScanReading | null
}

/** Everything that a document says comes from here. */
export interface Rendering {
  readonly slug: string
  readonly title: string
  readonly tier: Tier
  readonly store: Store
  readonly log: InferenceLog
  readonly coverage: readonly TopicCoverage[]
  readonly topics: readonly Topic[]
  readonly scan: Scan | null
  /** ISO time of the write. */
  readonly at: string
  readonly exchange: number
  readonly degraded: readonly string[]
  /** Decisions that were signed off; the others stay proposed. */
  readonly accepted: ReadonlySet<string>
  /** They stand because nobody objected, not because anybody signed. */
  readonly byDefault?: boolean
  /** Roles without a persona: the lead spoke for them, so nothing in their files is sure. */
  readonly unvoiced?: ReadonlySet<Role>
}

/** Nothing where it only says again what stands above it. */
export function unlessSame(text: string | undefined, above: string | undefined): string | undefined {
  return text === above ? undefined : text
}

/** A section of ours. Nothing in it: no record feeds it yet. */
export interface Part {
  readonly title: string
  /** What is needed to fill it, for the list of what is pending. */
  readonly need: string
  /** The records that fill it. */
  readonly types: readonly RecordType[]
  build(rendering: Rendering): Built
}

export interface Built {
  readonly body: string
  readonly entries: readonly Entry[]
  /** Records that it could still use although something is in it. */
  readonly wanted?: readonly RecordType[]
}

export const nothingBuilt: Built = { body: '', entries: [] }

/** Blocks with a blank line between them; empty ones are left out. */
export function blocks(...parts: readonly (string | null | undefined)[]): string {
  return parts.filter((part) => part !== '' && part !== null && part !== undefined).join('\n\n')
}

export function labelled(label: string, value: string | undefined): string {
  return value === undefined ? '' : `**${label}**: ${oneLine(value)}`
}

export function listed(label: string, items: readonly string[] | undefined): string {
  return items === undefined || items.length === 0 ? '' : `**${label}**:\n\n${bullets(items)}`
}

export function ordered(items: readonly string[]): string {
  return items.map((item, at) => `${at + 1}. ${oneLine(item)}`).join('\n')
}

/** An open cell says what is needed for it. */
export function cell(value: string | undefined, need: string): string {
  return value === undefined || value === '' ? `TBD: ${need}` : value
}

export function joined(items: readonly string[] | undefined, otherwise = '—'): string {
  return items === undefined || items.length === 0 ? otherwise : items.join(', ')
}

/** "None: reason" where that was stated. */
export function statedNone(store: Store, key: RecordType | `affected:${1 | 2 | 3}`): string {
  const none: Nothing | undefined = store.none.get(key)
  return none === undefined ? '' : `None: ${oneLine(none.reason)}`
}
