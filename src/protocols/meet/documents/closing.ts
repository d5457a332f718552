// The closing artifact: what the mode's template asks for, drafted by a model, set by us under the notes' summary.
//
// Every heading of the template is there; a part that was not drafted says so. No drafted text can add a heading at our level.

import { isRecord } from '../../../rules/values.js'
import { embed, oneLine } from '../../../text/embedded.js'
import { tableOf } from '../../../text/table.js'

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
): string {
  const title = `### ${template.title}${degraded ? ' (degraded)' : ''}`
  const render = renderers[bias] ?? sectionsOnly
  return [title, ...render(template, closing ?? {})].join('\n\n')
}

type Render = (template: Template, closing: Closing) => string[]

const renderers: Readonly<Record<string, Render>> = {
  'risk-register': (template, closing) => {
    const risks = list(closing['risks']).map((risk, at) => [
      `R-${at + 1}`,
      ...columns(risk, ['description', 'likelihood', 'impact', 'mitigation', 'owner']),
    ])
    const table = tableOf(['Risk ID', 'Description', 'Likelihood', 'Impact', 'Mitigation', 'Owner'], risks)
    return [risks.length > 0 ? table : notDrafted, ...sections(template, { Notes: closing['notes'] })]
  },
  'machine-readable-ac-list': (template, closing) => {
    const criteria = list(closing['criteria'])
    const lines = criteria.map((item, at) => {
      const [given, when, then] = columns(item, ['given', 'when', 'then'])
      return `- **AC${at + 1}:** Given ${given}, when ${when}, then ${then}`
    })
    const traces = criteria.flatMap((item, at) =>
      text(item['trace']) ? [`- AC${at + 1}: ${line(item['trace'])}`] : [],
    )
    const [first = 'AC list', second = 'Trace', third = 'Follow-ups'] = template.headings
    return sections(template, {
      [first]: lines.join('\n'),
      [second]: traces.join('\n'),
      [third]: closing['follow_ups'],
    })
  },
  'architecture-decisions': (template, closing) => {
    const adrs = list(closing['adrs']).flatMap((adr, at) => adrRecord(adr, at + 1))
    const followUps = template.headings.at(-1) ?? 'Follow-ups'
    const rest = sections({ ...template, headings: [followUps] }, { [followUps]: closing['follow_ups'] })
    return [...(adrs.length > 0 ? adrs : [`#### ${template.headings[0] ?? 'ADR'}`, notDrafted]), ...rest]
  },
  'alignment-summary': (template, closing) => {
    const owners = list(closing['owners']).map((row) => columns(row, ['decision', 'owner']))
    const table = owners.length > 0 ? tableOf(['Decision', 'Owner'], owners) : ''
    return sections(template, { ...record(closing['sections']), Owners: table })
  },
}

function sectionsOnly(template: Template, closing: Closing): string[] {
  return sections(template, record(closing['sections']))
}

function sections({ headings }: Template, content: Closing): string[] {
  const byName = new Map(Object.entries(content).map(([name, value]) => [name.trim().toLowerCase(), value]))
  return headings.flatMap((heading) => {
    const body = embed(text(byName.get(heading.toLowerCase())), { level: 4 })
    return [`#### ${heading}`, body === '' ? notDrafted : body]
  })
}

function adrRecord(adr: Closing, n: number): string[] {
  const bulletsOf = (value: unknown) =>
    Array.isArray(value) ? value.map((item) => `- ${line(item)}`).join('\n') : ''
  const parts: [string, string][] = [
    ['Status', line(adr['status'])],
    ['Context', embed(text(adr['context']), { level: 6 })],
    ['Decision', embed(text(adr['decision']), { level: 6 })],
    ['Alternatives considered', bulletsOf(adr['alternatives'])],
    ['Consequences', bulletsOf(adr['consequences'])],
  ]
  return [
    `#### ADR-${String(n).padStart(3, '0')} — ${line(adr['title'])}`,
    ...parts.flatMap(([name, body]) => [`##### ${name}`, body || notDrafted]),
  ]
}

function columns(item: Closing, names: readonly string[]): string[] {
  return names.map((name) => line(item[name]))
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

function line(value: unknown): string {
  return oneLine(text(value))
}
