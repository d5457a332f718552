// Starts a meeting: one form for every kind, drawn from the fields of its protocol. Beside it is the equivalent command.

import type { ReactNode } from 'react'
import type { Forms, MeetingForm } from '../../../hall/api.js'
import { call } from '../api/api.js'
import { commandFor } from '../fold/command.js'
import { sentence } from '../fold/words.js'
import { Fields, Folded } from '../form/fields.js'
import { costFault, limits, prefilled, requestOf, seatsIn, textIn } from '../form/filled.js'
import { useForm } from '../form/state.js'
import { VoicesBox } from '../form/voices.js'
import { Command } from '../parts/command.js'
import { Sitting } from '../parts/sitting.js'
import { Skeleton, Trouble } from '../parts/trouble.js'
import { type Query, to } from '../route.js'
import { connection } from '../state/connection.js'
import { keep, useDraft } from '../state/draft.js'
import { useResource } from '../state/resource.js'
import { useStore } from '../state/store.js'
import { useTitle } from '../state/title.js'
import { go } from '../state/where.js'

export function StartPage({ protocol, query }: { protocol: string; query: Query }) {
  const projects = useResource('projects', () => call('project.list'))
  const [kept, setProject] = useDraft('start project')
  const usable = (projects.value ?? [])
    .filter(({ trouble }) => trouble === null)
    .toSorted((a, b) => Number(a.recorded) - Number(b.recorded))
  const project =
    query['project'] ?? (usable.some(({ name }) => name === kept) ? kept : (usable[0]?.name ?? ''))
  useTitle('New meeting')
  return (
    <div className="narrow start">
      <h1>New meeting</h1>
      <Trouble error={projects.value ? null : projects.error} />
      {projects.value && usable.length === 0 ? (
        <p className="nothing">
          No project can be used yet.{' '}
          <a href={to.page('projects', { back: to.start(protocol, query) })}>Register one</a>
        </p>
      ) : null}
      {project === '' ? null : (
        <Kinds key={project} project={project} protocol={protocol} query={query}>
          <label>
            Project
            <select
              value={project}
              onChange={(event) => {
                setProject(event.target.value)
                go(to.start(protocol, { ...query, project: event.target.value }))
              }}
            >
              {usable.map(({ name, title }) => (
                <option key={name} value={name}>
                  {title || name}
                </option>
              ))}
            </select>
          </label>
          <p className="small beneath">
            <a href={to.page('projects', { back: to.start(protocol, { ...query, project: '' }) })}>
              Register another project
            </a>
          </p>
        </Kinds>
      )}
    </div>
  )
}

const lastKind = 'start kind'

interface KindsProps {
  readonly project: string
  readonly protocol: string
  readonly query: Query
  readonly children: ReactNode
}

/**
 * An address may name only the protocol's folder: `council` means its first kind of meeting. An address without a kind means the one
 * that was opened last, or the first.
 */
function Kinds({ project, protocol, query, children }: KindsProps) {
  const forms = useResource(`forms ${project}`, () => call('form.list', { project }))
  const [last] = useDraft(lastKind)
  if (!forms.value) return forms.error ? <Trouble error={forms.error} /> : <Skeleton />
  const { meetings } = forms.value
  const form =
    meetings.find((one) => one.protocol === protocol) ??
    meetings.find(({ command }) => command[0] === protocol) ??
    meetings.find((one) => one.protocol === last) ??
    meetings[0]
  if (!form) return null
  return (
    <>
      <nav className="switch" aria-label="Kind of meeting">
        {meetings.map(({ protocol: name, title }) => (
          <a
            key={name}
            href={to.start(name, query)}
            aria-current={name === form.protocol ? 'page' : undefined}
          >
            {title}
          </a>
        ))}
      </nav>
      <p className="lead">{sentence(form.summary)}</p>
      <StartForm key={form.protocol} form={form} voices={forms.value} project={project} query={query}>
        {children}
      </StartForm>
    </>
  )
}

interface StartProps {
  readonly form: MeetingForm
  readonly voices: Omit<Forms, 'meetings'>
  readonly project: string
  readonly query: Query
  readonly children: ReactNode
}

/** The input is kept as one draft for each kind. */
function StartForm({ form, voices: { agents, usual, nobody }, project, query, children }: StartProps) {
  const offline = useStore(connection).state === 'off'
  const fields = [...form.fields, ...limits]
  const filling = useForm({
    place: `start ${form.protocol}`,
    fields,
    first: prefilled(form.fields, query),
    also: costFault,
    async send(filled) {
      const { project: where, id } = await call('meeting.open', requestOf(form, project, filled))
      keep(lastKind, form.protocol)
      go(to.meeting(where, id))
    },
  })
  const { filled, error, busy } = filling
  const silent = usual === null && textIn(filled, 'agents').trim() === ''
  return (
    <form className="form" {...filling.own}>
      {children}
      <NotYet form={form} />
      <Sitting seats={form.seated} />
      <Fields fields={form.fields} form={filling} />
      <VoicesBox agents={agents} usual={usual} nobody={nobody} seats={seatsIn(form, filled)} form={filling} />
      <Folded title="Limits">
        <Fields fields={limits} form={filling} />
      </Folded>
      <Trouble error={error} />
      <div className="row">
        <button
          type="submit"
          className="primary"
          disabled={busy || offline || silent || form.trouble !== null}
        >
          {busy ? 'Opening…' : 'Open the meeting'}
        </button>
        {offline ? <small>Not connected: what you wrote is kept.</small> : null}
      </div>
      <p className="same small">
        The same from a terminal: <Command text={commandFor(form, requestOf(form, project, filled))} />
      </p>
    </form>
  )
}

function NotYet({ form: { trouble } }: { form: MeetingForm }) {
  if (trouble === null) return null
  return (
    <p className="nothing">
      {trouble.message}{' '}
      {trouble.commands.map((command) => (
        <Command key={command} text={command} />
      ))}
    </p>
  )
}
