// user-stories.json and traceability-matrix.csv: requirements as other tools read them.

import { fieldsOf } from '../../../rules/values.js'
import { hiddenByNumber } from '../../../text/clean.js'
import type { Source } from '../names.js'
import { confidenceOf } from '../rules/evidence.js'
import { documentConfidence } from '../rules/inferences.js'
import { acsOf, all, type Store } from '../rules/records.js'
import type { Change } from '../schemas.js'

/** A bare list; every object has exactly these keys, in this order. */
export function storiesText(store: Store): string {
  const stories = all(store, 'story').map(({ id, data }) => ({
    id,
    title: data.title,
    story: data.story,
    acceptance_criteria: data.acceptance_criteria,
    priority: data.priority,
    traces: data.traces,
  }))
  return `${hiddenByNumber(JSON.stringify(stories, null, 2))}\n`
}

export const matrixHead = 'FR_ID,AC_ID,User_Story_ID,Confidence,Source'

const sourceWords: Readonly<Record<Source, string>> = {
  user: 'User',
  draft: 'Draft',
  inferred: 'Inferred',
  extrapolated: 'Codebase',
}

/** One row for each requirement, criterion and story that belong together; every criterion has one. */
export function matrixText(store: Store): string {
  const stories = all(store, 'story')
  const rows = all(store, 'fr').flatMap((fr) => {
    const traced = stories.filter(({ data }) => data.traces.includes(fr.id)).map(({ id }) => id)
    const known = [documentConfidence(confidenceOf(fr.source)), sourceWords[fr.source]]
    return acsOf(store, fr.id).flatMap((ac) =>
      (traced.length === 0 ? [''] : traced).map((story) => [fr.id, ac.id, story, ...known]),
    )
  })
  return `${[matrixHead, ...rows.map((row) => row.map(csvField).join(','))].join('\n')}\n`
}

function csvField(value: string): string {
  return /[",\n\r]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}

/** Stories of a file that was there, as changes; null where it has another shape and is replaced whole. */
export function storiesIn(text: string, file = 'user-stories.json'): Change[] | null {
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    return null
  }
  if (!Array.isArray(value)) return null
  return value.map((one) => {
    const { id, ...data } = fieldsOf(one)
    const quote = typeof data['title'] === 'string' ? data['title'].slice(0, 300) : ''
    return {
      op: 'put',
      type: 'story',
      id: typeof id === 'string' ? id : '',
      by: 'business-analyst',
      source: 'draft',
      evidence: [{ ref: `kept:${file}`, ...(quote === '' ? {} : { quote }) }],
      data,
    }
  })
}

export interface MatrixRow {
  readonly fr: string
  readonly ac: string
  readonly story: string
}

/** Null where the first line is another. */
export function matrixIn(text: string): MatrixRow[] | null {
  const [head, ...lines] = text.replace(/^\ufeff/, '').split(/\r?\n/)
  if (head?.trim() !== matrixHead) return null
  return lines
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [fr = '', ac = '', story = ''] = csvCells(line)
      return { fr, ac, story }
    })
}

function csvCells(line: string): string[] {
  const found = line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)
  return [...found].map(([, field]) =>
    field!.startsWith('"') ? field!.slice(1, -1).replaceAll('""', '"') : field!.trim(),
  )
}
