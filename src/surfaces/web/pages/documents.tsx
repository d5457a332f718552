// Documents: records, notes, memory and artifacts of all meetings, searchable, each with the meetings that made it.

import type { DocumentEntry, DocumentKind } from '../../../hall/api.js'
import { api } from '../api/api.js'
import { dayName } from '../fold/when.js'
import { kindWords } from '../fold/words.js'
import { Search } from '../parts/fields.js'
import { ProjectSelect } from '../parts/project-select.js'
import { Skeleton, Trouble } from '../parts/trouble.js'
import { type Query, to } from '../route.js'
import { useResource } from '../state/resource.js'
import { useTitle } from '../state/title.js'
import { replace } from '../state/where.js'

const kinds: readonly (readonly [DocumentKind | '', string])[] = [
  ['', 'Everything'],
  ['record', 'Records'],
  ['notes', 'Notes'],
  ['memory', 'Memory'],
  ['artifact', 'Artifacts'],
  ['action-items', 'Action items'],
  ['pad', 'Pads'],
]

export function DocumentsPage({ query }: { query: Query }) {
  const { kind = '', text = '', project = '' } = query
  const wanted = { kind, text, project }
  const found = useResource(`documents ${JSON.stringify(wanted)}`, () => api.documents(wanted))
  const set = (name: string, value: string) => replace(to.page('documents', { ...wanted, [name]: value }))
  useTitle(kinds.find(([name]) => name === kind)?.[1] ?? 'Documents')
  return (
    <div className="narrow">
      <h1>Documents</h1>
      <nav className="switch" aria-label="Kind of document">
        {kinds.map(([name, title]) => (
          <a
            key={name}
            href={to.page('documents', { ...wanted, kind: name })}
            aria-current={name === kind ? 'page' : undefined}
          >
            {title}
          </a>
        ))}
      </nav>
      <search className="filters">
        <Search label="Search documents" value={text} onChange={(value) => set('text', value)} />
        <ProjectSelect value={project} onChange={(value) => set('project', value)} />
      </search>
      <Trouble error={found.value ? null : found.error} />
      {found.loading && !found.value ? <Skeleton /> : null}
      <ul className="rows">
        {found.value?.map((entry) => (
          <Row key={`${entry.project}/${entry.path}`} entry={entry} />
        ))}
      </ul>
      {found.value?.length === 0 ? <p className="nothing">No document fits.</p> : null}
    </div>
  )
}

function Row({ entry }: { entry: DocumentEntry }) {
  return (
    <li className="row-item">
      <div className="what">
        <a href={to.document(entry.project, entry.path)} dir="auto" data-item>
          {entry.title}
        </a>
        <p className="meta">
          {kindWords[entry.kind]} · {entry.project} · <code>{entry.path}</code>
        </p>
      </div>
      <p className="figures">
        {entry.date ? <span>{dayName(entry.date, new Date())}</span> : null}
        <span>{entry.meetings.length === 1 ? '1 meeting' : `${entry.meetings.length} meetings`}</span>
      </p>
    </li>
  )
}
