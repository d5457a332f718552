// Dispatch block: everything about an item in one text, for callers that already hold it. Each field begins a line with its name.
//
// A ticket inside it may hold lines that look like fields. A field counts once, the first time; in a fence, indented or given again it is text.

import { fencesIn } from '../../../documents/fences.js'
import { type Fields, isRecord } from '../../../rules/values.js'
import { type ItemSource, isItemSource, isRole, itemSources, type Role } from '../names.js'
import { slugFault } from '../rules/slug.js'
import { type Wrong, wrong } from '../wrong.js'

const names = [
  'SLUG',
  'ARTIFACT_FOLDER',
  'SOURCE',
  'SOURCE_ID',
  'META_CONTEXT',
  'DRAFT_CONTENT',
  'SIZING_INFO',
  'PERSONA_CONTEXT',
  'TOPIC_CONTEXT',
  'DISCOVERY_CONTEXT',
  'ANALYSIS_MODE',
] as const
type FieldName = (typeof names)[number]

export interface Dispatch {
  readonly kind: 'dispatch'
  readonly slug: string
  readonly folder: string
  readonly source: ItemSource
  readonly sourceId: string
  readonly meta: Fields | null
  readonly draft: string | null
  readonly light: boolean
  readonly sizing: Fields | null
  /** Null: the field is absent or has no segment, so that files are read instead. */
  readonly personas: Readonly<Partial<Record<Role, string>>> | null
  readonly topics: readonly { readonly id: string; readonly text: string }[] | null
  readonly discovery: string | null
  readonly notices: readonly string[]
}

export function readDispatch(text: string): Dispatch | Wrong {
  const fields = fieldsIn(text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n'))
  const missing = (['SLUG', 'ARTIFACT_FOLDER'] as const).find((name) => !fields.get(name)?.trim())
  if (missing !== undefined)
    return wrong(`The dispatch block has no ${missing}.`, `Add a line \`${missing}: …\`.`)
  const value = (name: FieldName) => fields.get(name)?.trim() || null
  const slug = value('SLUG')!
  const source = value('SOURCE') ?? 'manual'
  const fault = slugFault(slug)
  if (fault !== null) return fault
  if (!isItemSource(source))
    return wrong(`There is no source "${source}".`, `SOURCE is one of: ${itemSources.join(', ')}.`)
  const meta = jsonField('META_CONTEXT', value('META_CONTEXT'))
  const sizing = sizingOf(fields.get('SIZING_INFO') ?? '')
  const draft = value('DRAFT_CONTENT')
  return {
    kind: 'dispatch',
    slug,
    folder: value('ARTIFACT_FOLDER')!,
    source,
    sourceId: value('SOURCE_ID') ?? 'unknown',
    meta: meta.json,
    draft: draft === '(No draft available)' ? null : draft,
    light: sizing.light,
    sizing: sizing.json,
    personas: personasIn(fields.get('PERSONA_CONTEXT') ?? ''),
    topics: topicsIn(fields.get('TOPIC_CONTEXT') ?? ''),
    discovery: value('DISCOVERY_CONTEXT'),
    notices: [...meta.notices, ...sizing.notices],
  }
}

const delimiter = /^--- (?:persona-([a-z-]+)|topic: ([a-z0-9-]+)) ---$/

function fieldsIn(text: string): Map<FieldName, string> {
  const found = new Map<FieldName, string[]>()
  let lines: string[] = []
  for (const chunk of chunksOf(text)) {
    const { code } = fencesIn(chunk)
    chunk.forEach((line, at) => {
      const name = code[at] ? undefined : names.find((one) => line.startsWith(`${one}:`))
      if (name === undefined || found.has(name)) lines.push(line)
      else {
        lines = [line.slice(name.length + 1).replace(/^[ \t]/, '')]
        found.set(name, lines)
      }
    })
  }
  return new Map([...found].map(([name, value]) => [name, value.join('\n')]))
}

/** The text cut before each segment, so that a fence which a persona leaves open hides nothing that follows it. */
function chunksOf(text: string): string[][] {
  const chunks: string[][] = [[]]
  for (const line of text.split('\n')) {
    if (delimiter.test(line)) chunks.push([])
    chunks.at(-1)!.push(line)
  }
  return chunks
}

interface Segment {
  readonly role: string | undefined
  readonly topic: string | undefined
  readonly text: string
}

function segmentsIn(text: string): Segment[] {
  return chunksOf(text).flatMap(([first, ...lines]) => {
    const [, role, topic] = delimiter.exec(first ?? '') ?? []
    if (role === undefined && topic === undefined) return []
    return [{ role, topic, text: `${lines.join('\n').trim()}\n` }]
  })
}

function personasIn(text: string): Partial<Record<Role, string>> | null {
  const found = segmentsIn(text).flatMap(({ role, text: persona }) =>
    isRole(role) ? [[role, persona] as const] : [],
  )
  return found.length === 0 ? null : Object.fromEntries(found)
}

function topicsIn(text: string): { id: string; text: string }[] | null {
  const found = segmentsIn(text).flatMap(({ topic, text: body }) =>
    topic === undefined ? [] : [{ id: topic, text: body }],
  )
  return found.length === 0 ? null : found
}

interface JsonField {
  readonly json: Fields | null
  readonly notices: readonly string[]
}

function sizingOf(text: string): JsonField & { readonly light: boolean } {
  const light = /^[ \t-]*light_flag:[ \t]*(\S+)/m.exec(text)?.[1]?.toLowerCase() === 'true'
  const decision = /^[ \t-]*sizing_decision:([\s\S]*?)(?=^[ \t-]*light_flag:|$(?![\s\S]))/m.exec(text)?.[1]
  return { light, ...jsonField('sizing_decision', decision?.trim() || null) }
}

function jsonField(name: string, text: string | null): JsonField {
  if (text === null || text === 'null') return { json: null, notices: [] }
  try {
    const json: unknown = JSON.parse(text)
    if (isRecord(json)) return { json, notices: [] }
  } catch {
    // Told below: whoever sent it has to know that it was not read.
  }
  return { json: null, notices: [`${name} is not a JSON object, so it counts as absent.`] }
}
