// Inferences: every gap that was filled without the person, with a number that stays, until the person confirms it.

import type { Inference } from '../schemas.js'
import type { Confidence } from './evidence.js'
import { confidenceOf, refOf } from './evidence.js'
import { labelOf } from './labels.js'
import { recordKinds } from './record-types.js'
import { type Entry, frOf, type Store } from './records.js'

export interface LoggedInference {
  /** `INF-001` upward, never given twice. */
  readonly id: string
  readonly assumption: string
  readonly trigger: string
  readonly confidence: 'Medium' | 'Low'
  readonly topic_id: string
  readonly fr_ids: readonly string[]
  readonly exchange: number
  /** The record or criterion that it stands for, where it is one. */
  readonly about: string | null
}

export interface InferenceLog {
  readonly given: number
  readonly open: readonly LoggedInference[]
}

export const noInferences: InferenceLog = { given: 0, open: [] }

export interface Learned {
  readonly exchange: number
  readonly stated: readonly Inference[]
  /** Records that this turn put. */
  readonly put: readonly Entry[]
}

/** Adds what the turn states, and one entry for each record without the person's word that it states none for. */
export function withInferences(log: InferenceLog, { exchange, stated, put }: Learned): InferenceLog {
  const said = stated.map((one) => ({
    assumption: one.assumption,
    trigger: one.trigger,
    confidence: 'Medium' as const,
    topic_id: one.topic,
    fr_ids: one.frs ?? [],
    exchange,
    about: null,
  }))
  const own = put.filter(({ source, ...entry }) => {
    const isGuess = source === 'inferred' || source === 'extrapolated'
    return isGuess && !stated.some((one) => speaksOf(one, entry.id))
  })
  const known = new Set(log.open.flatMap(({ about }) => about ?? []))
  const added = own.filter(({ id }) => !known.has(id)).map((entry) => forRecord(entry, exchange))
  return numberedLog(log, [...said, ...added])
}

function speaksOf({ assumption, trigger, frs = [] }: Inference, id: string): boolean {
  const fr = id.startsWith('AC-') ? frOf(id) : id
  return frs.includes(fr) || `${assumption} ${trigger}`.split(/[^A-Za-z0-9-]+/).includes(id)
}

function forRecord(entry: Entry, exchange: number): Omit<LoggedInference, 'id'> {
  const isFr = entry.type === 'fr' || entry.type === 'ac'
  return {
    assumption: `${entry.id}: ${labelOf(entry)}`,
    trigger: triggerOf(entry),
    confidence: confidenceOf(entry.source) === 'low' ? 'Low' : 'Medium',
    topic_id: recordKinds[entry.type].topic,
    fr_ids: isFr ? [entry.type === 'ac' ? frOf(entry.id) : entry.id] : [],
    exchange,
    about: entry.id,
  }
}

function triggerOf({ source, evidence }: Entry): string {
  if (source === 'inferred') return 'Deduced from what was said and found.'
  return evidence.some(({ ref }) => refOf(ref)?.kind === 'path')
    ? 'Read out of the code; nobody said so.'
    : 'Nobody said so, and no text says it.'
}

function numberedLog(log: InferenceLog, added: readonly Omit<LoggedInference, 'id'>[]): InferenceLog {
  const entries = added.map((one, at) => ({
    id: `INF-${String(log.given + at + 1).padStart(3, '0')}`,
    ...one,
  }))
  return { given: log.given + entries.length, open: [...log.open, ...entries] }
}

export interface Gap {
  readonly topic: string
  /** The criterion that nothing meets. */
  readonly about: string
  readonly text: string
  readonly exchange: number
}

/** What the person did not want to talk about: it is built without their word. */
export function withGap(log: InferenceLog, { topic, about, text, exchange }: Gap): InferenceLog {
  const gap = {
    assumption: `Left to whoever builds it: ${text}`,
    trigger: 'The person wanted to move on.',
    confidence: 'Low' as const,
    topic_id: topic,
    fr_ids: [],
  }
  return numberedLog(log, [{ ...gap, exchange, about }])
}

/** Without what the person has said in the meantime, what is no longer there, and gaps of criteria that are `met` by now. */
export function stillOpen(log: InferenceLog, store: Store, met: ReadonlySet<string>): InferenceLog {
  const isSaid = (id: string) => store.records.get(id)?.source === 'user'
  const open = log.open.filter(({ about, fr_ids }) => {
    if (about !== null && store.used.has(about)) return store.records.has(about) && !isSaid(about)
    if (about !== null && met.has(about)) return false
    return fr_ids.length === 0 || !fr_ids.every(isSaid)
  })
  return { ...log, open }
}

/** In the order in which the topics first came up. */
export function byTopic(log: InferenceLog): ReadonlyMap<string, readonly LoggedInference[]> {
  const groups = new Map<string, LoggedInference[]>()
  for (const one of log.open) groups.set(one.topic_id, [...(groups.get(one.topic_id) ?? []), one])
  return groups
}

export function documentConfidence(confidence: Confidence): 'High' | 'Medium' | 'Low' {
  return confidence === 'high' ? 'High' : confidence === 'medium' ? 'Medium' : 'Low'
}
