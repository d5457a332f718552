// Trace: every requirement of an analysis followed to its criteria, its story and the files that it changes, by the documents alone.

import { isRecord } from '../../../rules/values.js'
import { requirementsIn, rowsIn, sectionNamed } from './reading.js'
import { matrixIn } from './stories.js'

export interface TraceTexts {
  readonly spec: string
  readonly stories: string | null
  readonly matrix: string | null
  readonly impact: string | null
}

export interface TracedRequirement {
  readonly id: string
  readonly title: string
  /** As the table of priorities has it; null where it has none. */
  readonly priority: string | null
  readonly criteria: readonly string[]
  readonly stories: readonly string[]
  readonly files: readonly string[]
  /** What it should have and has not. */
  readonly gaps: readonly string[]
  /** It must be there, so a gap in it is a fault. */
  readonly required: boolean
}

export function traceOf({ spec, stories, matrix, impact }: TraceTexts): TracedRequirement[] {
  const priorities = new Map(
    rowsIn(sectionNamed(spec, 'MoSCoW Prioritization')).map(([fr, , priority]) => [fr, priority]),
  )
  const told = storiesBy(stories)
  const system = systemIn(matrix)
  const files = filesBy(sectionNamed(impact ?? '', 'Blast Radius'))
  return requirementsIn(spec).map((fr) => {
    const { id, title } = fr
    const criteria = fr.criteria.map((one) => one.id)
    const priority = priorities.get(id) ?? null
    const found = { criteria, stories: told.get(id) ?? [], files: files.get(id) ?? [] }
    const gaps = [
      ...(criteria.length === 0 ? ['acceptance criteria'] : []),
      ...(found.stories.length === 0 && !system.has(id) ? ['a story'] : []),
      ...(found.files.length === 0 ? ['files'] : []),
      ...(priority === null ? ['a priority'] : []),
    ]
    const excluded = priority === "Won't Have"
    return {
      id,
      title,
      priority,
      ...found,
      gaps: excluded ? [] : gaps,
      required: priority === 'Must Have' || priority === null,
    }
  })
}

function storiesBy(text: string | null): Map<string, string[]> {
  const by = new Map<string, string[]>()
  for (const { id, traces } of storiesOf(text))
    for (const fr of traces) by.set(fr, [...(by.get(fr) ?? []), id])
  return by
}

function storiesOf(text: string | null): { id: string; traces: string[] }[] {
  if (text === null) return []
  try {
    const json: unknown = JSON.parse(text)
    return (Array.isArray(json) ? json : []).flatMap((one: unknown) => {
      if (!isRecord(one) || typeof one['id'] !== 'string' || !Array.isArray(one['traces'])) return []
      return [{ id: one['id'], traces: one['traces'].filter((fr) => typeof fr === 'string') }]
    })
  } catch {
    return []
  }
}

/** Requirements that need no story: the matrix lists them without one. */
function systemIn(matrix: string | null): Set<string> {
  const rows = matrix === null ? [] : (matrixIn(matrix) ?? [])
  return new Set(rows.filter(({ story }) => story === '').map(({ fr }) => fr))
}

/** Files by the requirement that changes them: the last cell of the first tier names it. */
function filesBy(blast: string): Map<string, string[]> {
  const by = new Map<string, string[]>()
  for (const cells of rowsIn(blast)) {
    const [path = ''] = cells
    for (const fr of (cells.at(-1) ?? '').match(/FR-\d{3}/g) ?? [])
      by.set(fr, [...new Set([...(by.get(fr) ?? []), path])])
  }
  return by
}
