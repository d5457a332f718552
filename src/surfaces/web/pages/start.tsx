// Starts a meeting: one form for every kind, drawn from the fields of its protocol. Beside it is the equivalent command.

import { type FormEvent, type ReactNode, useState } from 'react'
import type { Forms, MeetingForm } from '../../../hall/api.js'
import { call } from '../api/api.js'
import { commandFor } from '../fold/command.js'
import {
  complete,
  type Filled,
  keepable,
  noVoices,
  prefilled,
  reading,
  requestOf,
  seatsIn,
  type VoicesFilled,
} from '../fold/request.js'
import { sentence } from '../fold/words.js'
import { Command } from '../parts/command.js'
import { Sitting } from '../parts/sitting.js'
import { Skeleton, Trouble } from '../parts/trouble.js'
import { VoicesBox } from '../parts/voices-box.js'
import { type Query, to } from '../route.js'
import { useAct } from '../state/act.js'
import { connection } from '../state/connection.js'
import { keep, useDraft } from '../state/draft.js'
import { useResource } from '../state/resource.js'
import { useStore } from '../state/store.js'
import { useTitle } from '../state/title.js'
import { go } from '../state/where.js'
import { Fields, faultyField } from './start-fields.js'

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

/** The input is kept as one draft for each kind, and deleted when the meeting is open. Secrets are never kept. */
function StartForm({ form, voices: { agents, usual, nobody }, project, query, children }: StartProps) {
  const place = `start ${form.protocol}`
  const [text, setText] = useDraft(place)
  const [secrets, setSecrets] = useState<Filled>({})
  const [voices, setVoices] = useState(noVoices)
  const act = useAct()
  const offline = useStore(connection).state === 'off'
  const filled = { ...prefilled(form.fields, query), ...reading(text), ...secrets }
  const set = (change: Filled) => {
    const { kept, secret } = keepable(form.fields, { ...filled, ...change })
    setText(JSON.stringify(kept))
    setSecrets(secret)
  }
  const silent = usual === null && voices.agents.trim() === ''
  const request = requestOf(form, project, filled, voices)
  const open = async (event: FormEvent) => {
    event.preventDefault()
    await act.run(async () => {
      const { project: where, id } = await call('meeting.open', request)
      keep(place, '')
      keep(lastKind, form.protocol)
      go(to.meeting(where, id))
    })
  }
  return (
    <form className="form" onSubmit={open}>
      {children}
      <NotYet form={form} />
      <Sitting seats={form.seated} />
      <Fields fields={form.fields} filled={filled} set={set} error={act.error} />
      <VoicesBox
        agents={agents}
        usual={usual}
        nobody={nobody}
        seats={seatsIn(form, filled)}
        value={voices}
        onChange={setVoices}
      />
      <Limits value={voices} onChange={setVoices} />
      {form.fields.some(({ name }) => name === faultyField(act.error)) ? null : <Trouble error={act.error} />}
      <div className="row">
        <button
          type="submit"
          className="primary"
          disabled={act.busy || offline || silent || form.trouble !== null || !complete(form.fields, filled)}
        >
          {act.busy ? 'Opening…' : 'Open the meeting'}
        </button>
        {offline ? <small>Not connected: what you wrote is kept.</small> : null}
      </div>
      <p className="same small">
        The same from a terminal: <Command text={commandFor(form, request)} />
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

function Limits({ value, onChange }: { value: VoicesFilled; onChange: (value: VoicesFilled) => void }) {
  return (
    <details className="more">
      <summary>Limits</summary>
      <div className="form">
        <label>
          Token limit <small>No call is made that could pass it.</small>
          <input
            type="number"
            min={1}
            step={1}
            value={value.ceiling}
            onChange={(event) => onChange({ ...value, ceiling: event.target.value })}
          />
        </label>
        <label>
          Cost limit in dollars <small>Needs the price of every voice to be known.</small>
          <input
            type="number"
            min={0}
            step="any"
            value={value.costCeiling}
            onChange={(event) => onChange({ ...value, costCeiling: event.target.value })}
          />
        </label>
      </div>
    </details>
  )
}
