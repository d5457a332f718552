// Labels: a record in a few words, for lists of assumptions, gaps and faults.

import { shortened } from '../../../text/excerpts.js'
import type { RecordType } from './record-types.js'
import type { Entry } from './records.js'

const named = [
  'title',
  'statement',
  'name',
  'measure',
  'risk',
  'item',
  'attribute',
  'path',
  'area',
  'description',
  'code',
  'question',
  'responsibility',
  'finding',
  'text',
  'gained',
  'when',
  'why',
  'source',
  'entry',
]

const levels = new Set(['low', 'medium', 'high'])

/** The field that says most; the type where there is none. */
export function labelOf({ type, data }: Entry): string {
  const fields = data as Readonly<Record<string, unknown>>
  if (type === 'ac') return `given ${fields['given']}, when ${fields['when']}, then ${fields['then']}`
  // A step and an affected area also have a risk, which is only a level there.
  const name = named.find((field) => typeof fields[field] === 'string' && !levels.has(String(fields[field])))
  return name === undefined ? type : String(fields[name])
}

/** Records whose id stands in the documents. */
const numbered: readonly RecordType[] = [
  'fr',
  'ac',
  'journey',
  'decision',
  'risk-zone',
  'integration',
  'module',
  'interface',
  'structure',
  'flow',
]

const mostOfLabel = 60

/** What a reader of the documents knows a record by: its id where that is shown, else its first words. */
export function shownName(entry: Entry): string {
  if (numbered.includes(entry.type)) return entry.id
  return shortened(labelOf(entry), mostOfLabel)
}
