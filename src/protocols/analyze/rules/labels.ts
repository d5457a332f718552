// Labels: a record in a few words, for lists of assumptions, gaps and faults.

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

/** The field that says most; the type where there is none. */
export function labelOf({ type, data }: Entry): string {
  const fields = data as Readonly<Record<string, unknown>>
  if (type === 'ac') return `given ${fields['given']}, when ${fields['when']}, then ${fields['then']}`
  const name = named.find((field) => typeof fields[field] === 'string')
  return name === undefined ? type : String(fields[name])
}
