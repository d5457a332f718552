// The closing artifact: what the mode's template asks for, drafted by a model, set by us under the notes' summary.
//
// Every heading of the template is there; a part that was not drafted says so. No drafted text can add a heading at our level.

import { type Embedding, embedding } from '../../../documents/embedded.js'
import { tableOf } from '../../../documents/table.js'
import { isRecord } from '../../../rules/values.js'

export interface Template {
  readonly title: string
  /** Its level-2 headings, in order. */
  readonly headings: readonly string[]
}

export type Closing = Readonly<Record<string, unknown>>

const notDrafted = '_(not drafted)_'

export function readTemplate(text: string): Template {
  const lines = text.split('\n')
  const title =
    lines
      .find((line) => line.startsWith('# '))
      ?.slice(2)
      .trim() ?? 'Closing artifact'
  return { title, headings: lines.flatMap((line) => (line.startsWith('## ') ? [line.slice(3).trim()] : [])) }
}

export function renderClosing(
  template: Template,
  bias: string,
  closing: Closing | undefined,
  degraded: boolean,
  words: Embedding = embedding,
): string {
  const title = `### ${template.title}${degraded ? ' (degraded)' : ''}`
  const render = renderers[bias] ?? sectionsOnly
  return [title, ...render(template, closing ?? {}, words)].join('\n\n')
}

type Render = (template: Template, closing: Closing, words: Embedding) => string[]

const renderers: Readonly<Record<string, Render>> = {
  'risk-register': (template, closing, words) => {
    const risks = list(closing['risks']).map((risk, at) => [
      `R-${at + 1}`,
      ...columns(words, risk, ['description', 'likelihood', 'impact', 'mitigation', 'owner']),
    ])
    const table = tableOf(['Risk ID', 'Description', 'Likelihood', 'Impact', 'Mitigation', 'Owner'], risks)
    return [risks.length > 0 ? table : notDrafted, ...sections(words, template, { Notes: closing['notes'] })]
  },
  'machine-readable-ac-list': (template, closing, words) => {
    const criteria = list(closing['criteria'])
    const lines = criteria.map((item, at) => {
      const [given, when, then] = columns(words, item, ['given', 'when', 'then'])
      return `- **AC${at + 1}:** Given ${given}, when ${when}, then ${then}`
    })
    const traces = criteria.flatMap((item, at) =>
      text(item['trace']) ? [`- AC${at + 1}: ${line(words, item['trace'])}`] : [],
    )
    const [first = 'AC list', second = 'Trace', third = 'Follow-ups'] = template.headings
    return sections(words, template, {
      [first]: lines.join('\n'),
      [second]: traces.join('\n'),
      [third]: closing['follow_ups'],
    })
  },
  'architecture-decisions': (template, closing, words) => {
    const adrs = list(closing['adrs']).flatMap((adr, at) => adrRecord(words, adr, at + 1))
    const followUps = template.headings.at(-1) ?? 'Follow-ups'
    const rest = sections(
      words,
      { ...template, headings: [followUps] },
      { [followUps]: closing['follow_ups'] },
    )
    return [...(adrs.length > 0 ? adrs : [`#### ${template.headings[0] ?? 'ADR'}`, notDrafted]), ...rest]
  },
  'alignment-summary': (template, closing, words) => {
    const owners = list(closing['owners']).map((row) => columns(words, row, ['decision', 'owner']))
    const table = owners.length > 0 ? tableOf(['Decision', 'Owner'], owners) : ''
    return sections(words, template, { ...record(closing['sections']), Owners: table })
  },
}

function sectionsOnly(template: Template, closing: Closing, words: Embedding): string[] {
  return sections(words, template, record(closing['sections']))
}

function sections(words: Embedding, { headings }: Template, content: Closing): string[] {
  const byName = new Map(Object.entries(content).map(([name, value]) => [name.trim().toLowerCase(), value]))
  return headings.flatMap((heading) => {
    const body = words.block(text(byName.get(heading.toLowerCase())), { level: 4 })
    return [`#### ${heading}`, body === '' ? notDrafted : body]
  })
}

function adrRecord(words: Embedding, adr: Closing, n: number): string[] {
  const bulletsOf = (value: unknown) =>
    Array.isArray(value) ? value.map((item) => `- ${line(words, item)}`).join('\n') : ''
  const parts: [string, string][] = [
    ['Status', line(words, adr['status'])],
    ['Context', words.block(text(adr['context']), { level: 6 })],
    ['Decision', words.block(text(adr['decision']), { level: 6 })],
    ['Alternatives considered', bulletsOf(adr['alternatives'])],
    ['Consequences', bulletsOf(adr['consequences'])],
  ]
  return [
    `#### ADR-${String(n).padStart(3, '0')} — ${line(words, adr['title'])}`,
    ...parts.flatMap(([name, body]) => [`##### ${name}`, body || notDrafted]),
  ]
}

function columns(words: Embedding, item: Closing, names: readonly string[]): string[] {
  return names.map((name) => line(words, item[name]))
}

function list(value: unknown): Closing[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

function record(value: unknown): Closing {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Closing) : {}
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function line(words: Embedding, value: unknown): string {
  return words.line(text(value))
}
