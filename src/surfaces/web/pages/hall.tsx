// The hall as a desk: what wants an answer, what runs now, open talks, then the rest by day.

import { type ReactNode, useState } from 'react'
import type { MeetingEntry, MeetingRef, TalkRequest } from '../../../hall/api.js'
import { call } from '../api/api.js'
import { besides, sortHall } from '../fold/hall.js'
import { standing } from '../fold/words.js'
import { Together } from '../parts/at-table.js'
import { Search, Select } from '../parts/fields.js'
import { ProjectSelect } from '../parts/project-select.js'
import { RequestRow } from '../parts/request.js'
import { Skeleton, Trouble } from '../parts/trouble.js'
import { type Query, to } from '../route.js'
import { useResource } from '../state/resource.js'
import { tellings } from '../state/tellings.js'
import { useTitle } from '../state/title.js'
import { replace } from '../state/where.js'
import { facesOn, Row, WaitingRow } from './desk-row.js'
import { EmptyHall } from './empty-hall.js'
import { FoundSaid } from './found.js'

const filters = ['text', 'project', 'protocol', 'status', 'seat'] as const

export function HallPage({ query }: { query: Query }) {
  const wanted = Object.fromEntries(filters.map((name) => [name, query[name] ?? '']))
  const filtered = filters.some((name) => wanted[name] !== '')
  const meetings = useResource(`meetings ${JSON.stringify(wanted)}`, () => call('meeting.list', wanted))
  const requests = useResource(`requests ${wanted['project']}`, () =>
    call('request.list', wanted['project'] ? { project: wanted['project'] } : {}),
  )
  useTitle('Hall')
  const asked = filtered && !onlyProject(wanted) ? [] : (requests.value ?? [])
  // Before the requests are known, a talk that is asked for would stand there as a meeting for a moment.
  const ready = requests.value !== undefined || requests.error !== undefined
  const all = ready ? meetings.value : undefined
  const sorted = sortHall(besides(all ?? [], asked), tellings, new Date())
  const empty = all?.length === 0 && asked.length === 0
  const recorded = useRecorded()
  const untried = all?.every(({ project }) => recorded.has(project)) && asked.length === 0
  return (
    <Together seats={facesIn(all ?? [], asked)}>
      <div className={inOneProject(all ?? [], asked) ? 'hall one-project' : 'hall'}>
        <h1 className="unseen">Hall</h1>
        {empty && !filtered ? null : <Filters wanted={wanted} />}
        <Trouble error={meetings.value ? null : meetings.error} />
        {!all && !meetings.error ? <Skeleton lines={9} /> : null}
        <Waiting meetings={sorted.waiting} requests={asked} />
        <Notices />
        <Group id="running" title="Running now" meetings={sorted.running}>
          {sorted.running.map((meeting) => (
            <Row key={keyOf(meeting)} meeting={meeting} live />
          ))}
        </Group>
        <Group id="talks" title="Open talks" meetings={sorted.talks}>
          {sorted.talks.map((meeting) => (
            <WaitingRow key={keyOf(meeting)} meeting={meeting} />
          ))}
        </Group>
        {empty && filtered && !wanted['text'] ? <NothingFits /> : null}
        {sorted.days.map(({ day, meetings: list }) => (
          <Group key={day} id={`day-${day}`} title={day} meetings={list}>
            {list.map((meeting) => (
              <Row key={keyOf(meeting)} meeting={meeting} />
            ))}
          </Group>
        ))}
        {untried && !filtered ? <EmptyHall played={!empty} /> : null}
        {wanted['text'] ? <FoundSaid wanted={wanted} titled={!empty} /> : null}
      </div>
    </Together>
  )
}

/** The projects in which recorded meetings are held: a hall with nothing else in it still shows how to begin. */
function useRecorded(): ReadonlySet<string> {
  const { value } = useResource('projects', () => call('project.list'))
  return new Set(value?.flatMap(({ name, recorded }) => (recorded ? [name] : [])))
}

/** Everybody whose face is on the desk: no two of them are to have the same monogram. */
function facesIn(meetings: readonly MeetingEntry[], requests: readonly TalkRequest[]) {
  const names = [...meetings.flatMap(facesOn), ...requests.map(({ worker }) => worker)]
  return [...new Set(names)].map((name) => ({ id: name, name }))
}

/** What the server found when it started that a person should know of: talks that it could not go on with, and why. */
function Notices() {
  const { value } = useResource('health', () => call('health'))
  if (!value || value.notices.length === 0) return null
  return (
    <details className="notices">
      <summary>Found when the server started ({value.notices.length})</summary>
      <ul>
        {value.notices.map((notice) => (
          <li key={notice}>{notice}</li>
        ))}
      </ul>
    </details>
  )
}

/** Then no line needs to name it. */
function inOneProject(meetings: readonly MeetingRef[], requests: readonly MeetingRef[]): boolean {
  return new Set([...meetings, ...requests].map(({ project }) => project)).size < 2
}

function onlyProject(wanted: Query): boolean {
  return filters.every((name) => name === 'project' || wanted[name] === '')
}

function Waiting(props: { meetings: readonly MeetingEntry[]; requests: readonly TalkRequest[] }) {
  const { meetings, requests } = props
  const count = meetings.length + requests.length
  if (count === 0) return null
  return (
    <section className="waiting" aria-labelledby="waiting">
      <h2 className="day wants" id="waiting">
        Waiting for you <span className="figure">{count}</span>
      </h2>
      <ul className="rows">
        {meetings.map((meeting) => (
          <WaitingRow key={keyOf(meeting)} meeting={meeting} />
        ))}
        {requests.map((request) => (
          <RequestRow key={keyOf(request)} request={request} />
        ))}
      </ul>
    </section>
  )
}

function Group(props: { id: string; title: string; meetings: readonly MeetingEntry[]; children: ReactNode }) {
  const { id, title, meetings, children } = props
  if (meetings.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 className="day" id={id}>
        {title}
      </h2>
      <ul className="rows">{children}</ul>
    </section>
  )
}

function keyOf({ project, id }: MeetingRef): string {
  return `${project}/${id}`
}

/** On top, where it stays while what is below it changes; on a phone only the words are asked for until more is wanted. */
function Filters({ wanted }: { wanted: Query }) {
  const narrowed = filters.some((name) => name !== 'text' && wanted[name] !== '')
  const [open, setOpen] = useState(narrowed)
  const set = (name: string, value: string) => replace(to.hall({ ...wanted, [name]: value }))
  return (
    <search className={open ? 'filters open' : 'filters'}>
      <Search
        label="Search everything said"
        value={wanted['text'] ?? ''}
        onChange={(value) => set('text', value)}
      />
      <button type="button" className="filters-open" aria-expanded={open} onClick={() => setOpen(!open)}>
        Filters
      </button>
      <ProjectSelect value={wanted['project'] ?? ''} onChange={(value) => set('project', value)} />
      <Select
        label="Protocol"
        value={wanted['protocol'] ?? ''}
        onChange={(value) => set('protocol', value)}
        options={tellings.protocols.map((name) => [name, tellings.nameOf(name)])}
        any="Every kind"
      />
      <Select
        label="Status"
        value={wanted['status'] ?? ''}
        onChange={(value) => set('status', value)}
        options={statuses.map((name) => [name, standing({ status: name, live: true })])}
        any="Any outcome"
      />
      <Search label="Seat" value={wanted['seat'] ?? ''} onChange={(value) => set('seat', value)} short />
    </search>
  )
}

const statuses = ['running', 'waiting', 'paused', 'halted', 'failed', 'aborted', 'concluded'] as const

function NothingFits() {
  return (
    <p className="nothing">
      No meeting fits these filters. <a href={to.hall()}>Show all of them</a>
    </p>
  )
}
