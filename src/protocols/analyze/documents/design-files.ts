// The four design files: modules, interfaces, data flow and errors, precise enough to build from.

import { bullets, fenced, oneLine, paragraph } from '../../../text/embedded.js'
import { tableOf } from '../../../text/table.js'
import { all, type Entry, one, unfed } from '../rules/records.js'
import {
  type Built,
  blocks,
  cell,
  joined,
  labelled,
  listed,
  nothingBuilt,
  type Part,
  type Rendering,
  statedNone,
} from './rendering.js'

export const moduleParts: readonly Part[] = [
  {
    title: 'Module Overview',
    need: 'modules with one responsibility each',
    types: ['module'],
    build: moduleOverview,
  },
  { title: 'Modules', need: 'modules with one responsibility each', types: ['module'], build: modules },
  { title: 'Dependency Diagram', need: 'modules and what they depend on', types: ['module'], build: diagram },
]

export const interfaceParts: readonly Part[] = [
  { title: 'Interfaces', need: 'an interface with concrete types', types: ['interface'], build: interfaces },
  {
    title: 'Data Structures',
    need: 'the structures that cross a boundary',
    types: ['structure'],
    build: structures,
  },
  {
    title: 'Compatibility',
    need: 'what stays compatible with what',
    types: ['interface'],
    build: compatibility,
  },
]

export const dataFlowParts: readonly Part[] = [
  flowPart('Sources', 'where data comes from', ({ data }) => [data.source]),
  flowPart('Sinks', 'where data ends', ({ data }) => [data.sink]),
  flowPart('Flows', 'a flow from source to sink', ({ id, data }) => [`${id}: ${data.source} → ${data.sink}`]),
  flowPart('Transformations', 'what happens to data on its way', ({ id, data }) =>
    data.transformations.map((each) => `${id}: ${each}`),
  ),
  flowPart('State Mutations', 'where state changes, and who reads it', ({ id, data }) =>
    (data.mutates ?? []).map((each) => `${id}: ${each} (read by ${joined(data.readers, 'nobody named')})`),
  ),
  flowPart('Persistence and Session Boundaries', 'what outlives a session', ({ id, data }) =>
    data.persists ? [`${id}: ${data.persists}`] : [],
  ),
  flowPart('Concurrency', 'what happens at the same time', ({ id, data }) =>
    data.concurrency ? [`${id}: ${data.concurrency}`] : [],
  ),
]

export const errorParts: readonly Part[] = [
  {
    title: 'Error Codes',
    need: 'errors with code, severity and recovery',
    types: ['error'],
    build: errorCodes,
  },
  { title: 'Propagation', need: 'how each error travels', types: ['error'], build: propagation },
  {
    title: 'Validation Rules',
    need: 'what is validated at the boundaries',
    types: ['interface'],
    build: validation,
  },
  {
    title: 'Graceful Degradation',
    need: 'what still works when something fails',
    types: ['degradation'],
    build: degradation,
  },
]

function moduleOverview({ store }: Rendering): Built {
  const entries = all(store, 'module')
  if (entries.length === 0) return nothingBuilt
  const rows = entries.map(({ id, data }) => [id, data.responsibility, data.size])
  const approach = one(store, 'approach')
  return {
    entries: [...entries, ...(approach ? [approach] : [])],
    body: blocks(
      approach === null
        ? ''
        : `**Approach**: ${ended(oneLine(approach.data.text))} ${oneLine(approach.data.reason)}`,
      tableOf(['Module', 'Responsibility', 'Estimated Size'], rows),
    ),
  }
}

function modules({ store }: Rendering): Built {
  const entries = all(store, 'module')
  const bodies = entries.map(({ id, data }) => {
    const faces = all(store, 'interface').filter((face) => face.data.module === id)
    const owned = all(store, 'structure')
      .filter((each) => each.data.module === id)
      .map((each) => each.data.name)
    return blocks(
      `### ${id}`,
      paragraph(data.responsibility),
      `**Public interface**: ${oneLine(
        joined(
          faces.map((face) => `${face.id} ${face.data.name}`),
          'TBD: an interface',
        ),
      )}`,
      `**Data structures**: ${oneLine(joined([...owned, ...(data.owns ?? [])]))}`,
      `**Dependencies**: ${joined(data.depends_on, 'none')}`,
      labelled('Test approach', data.tests),
      data.frs?.length ? `**Carries**: ${joined(data.frs)}` : '',
      data.adr === undefined ? '' : `**Decided in**: ${data.adr}`,
    )
  })
  const isOpen = entries.some(({ id }) => all(store, 'interface').every((face) => face.data.module !== id))
  const wanted = [...(isOpen ? (['interface'] as const) : []), ...unfed(store, 'sequence')]
  return { entries, wanted, body: blocks(...bodies) }
}

function diagram({ store }: Rendering): Built {
  const entries = all(store, 'module')
  if (entries.length === 0) return nothingBuilt
  const lines = entries.flatMap(({ id, data }) => {
    const on = data.depends_on ?? []
    return on.length === 0 ? [id] : on.map((other) => `${id} --> ${other}`)
  })
  return { entries, body: ['```mermaid', 'graph TD', ...lines.map((line) => `  ${line}`), '```'].join('\n') }
}

function interfaces({ store }: Rendering): Built {
  const entries = all(store, 'interface')
  const isOpen = entries.some(({ data }) => data.errors.length === 0)
  return { entries, wanted: isOpen ? ['interface'] : [], body: blocks(...entries.map(interfaceBody)) }
}

function interfaceBody({ id, data }: Entry<'interface'>): string {
  return blocks(
    `### ${id}: ${oneLine(data.name)}`,
    `**Module**: ${data.module}`,
    fenced(data.signature),
    data.params.length === 0 ? '**Parameters**: none' : paramTable(data.params),
    `**Returns**: ${oneLine(cell(data.returns, 'a type'))}`,
    `**Errors**: ${oneLine(joined(data.errors, 'TBD: error paths'))}`,
    listed('Side effects', data.side_effects),
    listed('Validation rules', data.validation),
    data.valid_example === undefined ? '' : `**Valid example**:\n\n${fenced(data.valid_example)}`,
    data.invalid_example === undefined ? '' : `**Invalid example**:\n\n${fenced(data.invalid_example)}`,
  )
}

type Params = Entry<'interface'>['data']['params']

function paramTable(params: Params): string {
  const rows = params.map((param) => [
    param.name,
    cell(param.type, 'a type'),
    param.required ? 'yes' : 'no',
    param.default ?? '—',
    param.constraint ?? '—',
  ])
  return tableOf(['Name', 'Type', 'Required', 'Default', 'Constraint'], rows)
}

function structures({ store }: Rendering): Built {
  const entries = all(store, 'structure')
  const bodies = entries.map(({ id, data }) =>
    blocks(`### ${id}: ${oneLine(data.name)}`, `**Module**: ${data.module}`, paramTable(data.fields)),
  )
  return { entries, body: blocks(...bodies) || statedNone(store, 'structure') }
}

function compatibility({ store }: Rendering): Built {
  const entries = all(store, 'interface').filter(({ data }) => data.compatibility !== undefined)
  if (entries.length === 0) return nothingBuilt
  return { entries, body: bullets(entries.map(({ id, data }) => `${id}: ${data.compatibility}`)) }
}

function flowPart(title: string, need: string, items: (flow: Entry<'flow'>) => readonly string[]): Part {
  return {
    title,
    need,
    types: ['flow'],
    build({ store }) {
      const flows = all(store, 'flow')
      const found = [...new Set(flows.flatMap(items))]
      return found.length === 0 ? nothingBuilt : { entries: flows, body: bullets(found) }
    },
  }
}

function errorCodes({ store }: Rendering): Built {
  const entries = all(store, 'error')
  if (entries.length === 0) return { ...nothingBuilt, body: statedNone(store, 'error') }
  const rows = entries.map(({ data }) => [
    data.security ? `${data.code} (security)` : data.code,
    data.description,
    data.trigger,
    data.severity,
    data.recovery,
  ])
  return { entries, body: tableOf(['Code', 'Description', 'Trigger', 'Severity', 'Recovery'], rows) }
}

function propagation({ store }: Rendering): Built {
  const entries = all(store, 'error')
  if (entries.length === 0) return nothingBuilt
  return {
    entries,
    body: bullets(
      entries.map(({ data }) => `${data.code}: ${data.propagation} (${joined(data.interfaces)})`),
    ),
  }
}

function validation({ store }: Rendering): Built {
  const entries = all(store, 'interface').filter(({ data }) => data.validation?.length)
  if (entries.length === 0) return nothingBuilt
  return {
    entries,
    body: bullets(entries.flatMap(({ id, data }) => data.validation!.map((rule) => `${id}: ${rule}`))),
  }
}

function degradation({ store }: Rendering): Built {
  const entries = all(store, 'degradation')
  if (entries.length === 0) return { ...nothingBuilt, body: statedNone(store, 'degradation') }
  return { entries, body: bullets(entries.map(({ data }) => `When ${data.when}: ${data.still_works}`)) }
}

/** Another sentence follows on it. */
function ended(sentence: string): string {
  return /[.!?:;]$/.test(sentence) ? sentence : `${sentence}.`
}
