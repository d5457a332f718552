// The hall: lists what waits for the person, then what runs now, then the rest by day.

import { wordsOf } from '../../../documents/markdown/words.js'
import type { MeetingEntry, TalkRequest } from '../../../hall/api.js'
import { moneyWords } from '../../../rules/money.js'
import { plainTitle } from '../../../story/options.js'
import { api } from '../api/api.js'
import { monogramsOf } from '../fold/face.js'
import { besides, inList, readFirst, sortHall } from '../fold/hall.js'
import { shortTime } from '../fold/when.js'
import { figure, plural, standing } from '../fold/words.js'
import { Face, TableMonograms } from '../parts/face.js'
import { Search, Select } from '../parts/fields.js'
import { ProjectSelect } from '../parts/project-select.js'
import { QuestionForm } from '../parts/question.js'
import { RequestCard } from '../parts/request.js'
import { Skeleton, Trouble } from '../parts/trouble.js'
import { type Query, to } from '../route.js'
import { useResource } from '../state/resource.js'
import { tellings } from '../state/tellings.js'
import { useTitle } from '../state/title.js'
import { replace } from '../state/where.js'
import { EmptyHall } from './empty-hall.js'

const filters = ['text', 'project', 'protocol', 'status', 'seat'] as const

export function HallPage({ query }: { query: Query }) {
  const wanted = Object.fromEntries(filters.map((name) => [name, query[name] ?? '']))
  const filtered = filters.some((name) => wanted[name] !== '')
  const meetings = useResource(`meetings ${JSON.stringify(wanted)}`, () => api.meetings(wanted))
  const requests = useResource(`requests ${wanted['project']}`, () =>
    api.requests(wanted['project'] ? { project: wanted['project'] } : {}),
  )
  useTitle('Hall')
  const asked = filtered && !onlyProject(wanted) ? [] : (requests.value ?? [])
  const sorted = sortHall(besides(meetings.value ?? [], asked), tellings, new Date())
  const empty = meetings.value?.length === 0 && asked.length === 0
  return (
    <div className="hall">
      <h1 className="unseen">Hall</h1>
      <Trouble error={meetings.value ? null : meetings.error} />
      {meetings.loading && !meetings.value ? <Skeleton lines={9} /> : null}
      <Waiting meetings={sorted.waiting} requests={asked} />
      <Running meetings={sorted.running} />
      {empty && !filtered ? <EmptyHall /> : <Filters wanted={wanted} />}
      {empty && filtered ? <NothingFound /> : null}
      {sorted.days.map(({ day, meetings: list }) => (
        <section key={day} aria-labelledby={`day-${day}`}>
          <h2 className="day" id={`day-${day}`}>
            {day}
          </h2>
          <ul className="rows">
            {list.map((meeting) => (
              <Row key={`${meeting.project}/${meeting.id}`} meeting={meeting} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
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
      {meetings.map((meeting) => (
        <article className="waits" key={`${meeting.project}/${meeting.id}`} data-item tabIndex={-1}>
          <h3>
            <a href={to.meeting(meeting.project, meeting.id)}>{meeting.title}</a>
          </h3>
          <p className="meta">
            {tellings.nameOf(meeting.protocol)} · {meeting.project} ·{' '}
            {shortTime(meeting.updatedAt, new Date())}
            <Degraded meeting={meeting} />
            <Stands of={meeting} />
          </p>
          <LastLine of={meeting} />
          {meeting.asks && readFirst(meeting.asks, tellings.of(meeting.protocol)) ? (
            <ToQuestion of={meeting} title={plainTitle(meeting.asks)} />
          ) : meeting.asks ? (
            <QuestionForm
              key={meeting.lines}
              of={meeting}
              question={inList(meeting.asks, tellings.of(meeting.protocol))}
              asked={meeting.questions[0]?.key ?? meeting.asks.id}
              compact
              heading={3}
            />
          ) : null}
        </article>
      ))}
      {requests.map((request) => (
        <RequestCard key={`${request.project}/${request.id}`} request={request} />
      ))}
    </section>
  )
}

/** A question that cannot be answered before it is read. */
function ToQuestion({ of, title }: { of: MeetingEntry; title: string }) {
  return (
    <p className="to-question">
      <strong>{title}</strong>{' '}
      <a className="button" href={to.meeting(of.project, of.id)} data-answer>
        Read and answer
        <span className="unseen">: {of.title}</span>
      </a>
    </p>
  )
}

function Running({ meetings }: { meetings: readonly MeetingEntry[] }) {
  if (meetings.length === 0) return null
  return (
    <section aria-labelledby="running">
      <h2 className="day" id="running">
        Running now
      </h2>
      <ul className="rows">
        {meetings.map((meeting) => (
          <Row key={`${meeting.project}/${meeting.id}`} meeting={meeting} />
        ))}
      </ul>
    </section>
  )
}

function Row({ meeting }: { meeting: MeetingEntry }) {
  const tokens = meeting.input + meeting.output
  return (
    <li className={`row-item ${meeting.status}`}>
      <div className="what">
        <a href={to.meeting(meeting.project, meeting.id)} data-item>
          {meeting.title}
        </a>
        <LastLine of={meeting} />
        <p className="meta">
          {tellings.nameOf(meeting.protocol)} · {meeting.project} · <strong>{standing(meeting)}</strong>
          {meeting.why ? <> ({meeting.why})</> : null}
          <Degraded meeting={meeting} />
          <Stands of={meeting} />
        </p>
      </div>
      <Seats seats={meeting.seats} />
      <p className="figures">
        <span>{shortTime(meeting.updatedAt, new Date())}</span>
        <span>{plural(meeting.turns, 'turn')}</span>
        <span>
          {meeting.estimated ? '~' : ''}
          {figure(tokens)} tok
        </span>
        {moneyWords(meeting) === '' ? null : <span>{moneyWords(meeting)}</span>}
      </p>
    </li>
  )
}

function LastLine({ of: { lastLine } }: { of: MeetingEntry }) {
  const words = wordsOf(lastLine ?? '')
  return words === '' ? null : <p className="last">{words}</p>
}

function Seats({ seats }: { seats: readonly string[] }) {
  const shown = seats.slice(0, 5)
  return (
    <TableMonograms value={monogramsOf(seats)}>
      <p className="seats">
        <span className="unseen">Seats: {seats.join(', ')}</span>
        {shown.map((seat) => (
          <Face key={seat} seat={seat} name={seat} small />
        ))}
        {seats.length > shown.length ? (
          <small aria-hidden="true">+{seats.length - shown.length}</small>
        ) : null}
      </p>
    </TableMonograms>
  )
}

/** Where everybody stands, a mark each. */
function Stands({ of: { stands } }: { of: MeetingEntry }) {
  if (stands.length === 0) return null
  const words = stands.map(({ name, words: how }) => `${name} ${how}`).join(', ')
  return (
    <>
      {' · '}
      <span className="glyphs" title={words}>
        <span aria-hidden="true">{stands.map(({ glyph }) => glyph).join('')}</span>
        <span className="unseen">{words}</span>
      </span>
    </>
  )
}

function Degraded({ meeting }: { meeting: MeetingEntry }) {
  const words = [
    ...(meeting.rehearsed ? ['rehearsed'] : []),
    ...meeting.degraded.map((why) => `degraded: ${why}`),
  ]
  return words.map((word) => <span key={word}> · {word}</span>)
}

function Filters({ wanted }: { wanted: Query }) {
  const set = (name: string, value: string) => replace(to.hall({ ...wanted, [name]: value }))
  return (
    <search className="filters">
      <Search label="Search meetings" value={wanted['text'] ?? ''} onChange={(value) => set('text', value)} />
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

function NothingFound() {
  return (
    <p className="nothing">
      No meeting fits. <a href={to.hall()}>Show all of them</a>
    </p>
  )
}
