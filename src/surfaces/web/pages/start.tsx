// Starting: a talk, a chartered meeting or a council meeting, from a form. Beside it stands the same deed as a command.

import { type FormEvent, type ReactNode, useState } from 'react'
import type { Forms, OpenMeeting } from '../../../hall/api.js'
import { commandFor } from '../fold/command.js'
import { house } from '../house/house.js'
import { Command } from '../parts/command.js'
import { Skeleton, Trouble } from '../parts/trouble.js'
import { type Query, to } from '../route.js'
import { useAct } from '../state/act.js'
import { connection } from '../state/connection.js'
import { keep, useDraft } from '../state/draft.js'
import { useResource } from '../state/resource.js'
import { useStore } from '../state/store.js'
import { useTitle } from '../state/title.js'
import { go } from '../state/where.js'
import { CouncilFields, MeetFields, TalkFields } from './start-fields.js'

type Kind = 'talk' | 'meet' | 'council'

const kinds: readonly (readonly [Kind, string, string])[] = [
  [
    'talk',
    'Talk',
    'You and one worker. Its work happens on a branch of its own and is merged when you close.',
  ],
  [
    'meet',
    'Chartered meeting',
    'Seats discuss a charter; what they claim is checked. You are asked at every boundary.',
  ],
  [
    'council',
    'Council meeting',
    'The council of the project speaks in rounds; you steer, and say when to conclude.',
  ],
]

export function StartPage({ kind, query }: { kind: Kind; query: Query }) {
  const projects = useResource('projects', house.projects)
  const [kept, setProject] = useDraft('start project')
  const usable = (projects.value ?? []).filter(({ trouble }) => trouble === null)
  const project =
    query['project'] ?? (usable.some(({ name }) => name === kept) ? kept : (usable[0]?.name ?? ''))
  useTitle('New meeting')
  return (
    <div className="narrow start">
      <h1>New meeting</h1>
      <nav className="switch" aria-label="Kind of meeting">
        {kinds.map(([name, title]) => (
          <a key={name} href={to.start(name, query)} aria-current={name === kind ? 'page' : undefined}>
            {title}
          </a>
        ))}
      </nav>
      <p className="lead">{kinds.find(([name]) => name === kind)?.[2]}</p>
      <Trouble error={projects.value ? null : projects.error} />
      {projects.value && usable.length === 0 ? (
        <p className="nothing">
          No project can be used yet. <a href={to.page('projects')}>Register one</a>
        </p>
      ) : null}
      {project === '' ? null : (
        <StartForm key={`${kind} ${project}`} kind={kind} project={project} about={query['about']}>
          <label>
            Project
            <select
              value={project}
              onChange={(event) => {
                setProject(event.target.value)
                go(to.start(kind, { ...query, project: event.target.value }))
              }}
            >
              {usable.map(({ name, title }) => (
                <option key={name} value={name}>
                  {title || name}
                </option>
              ))}
            </select>
          </label>
        </StartForm>
      )}
    </div>
  )
}

interface StartProps {
  readonly kind: Kind
  readonly project: string
  readonly about: string | undefined
  readonly children: ReactNode
}

/** What is filled in is kept as one draft for each kind, and goes when the meeting is open. */
function StartForm({ kind, project, about, children }: StartProps) {
  const forms = useResource(`forms ${project}`, () => house.forms(project))
  const place = `start ${kind}`
  const [text, setText] = useDraft(place)
  const [agents, setAgents] = useState('')
  const act = useAct()
  const offline = useStore(connection).state === 'off'
  const filled = { ...(about ? { references: [about] } : {}), ...reading(text) }
  const set = (change: Filled) => setText(JSON.stringify({ ...filled, ...change }))
  const request = requestOf(kind, project, filled, agents, forms.value)
  const open = async (event: FormEvent) => {
    event.preventDefault()
    await act.run(async () => {
      const { project: where, id } = await house.open(request)
      keep(place, '')
      go(to.meeting(where, id))
    })
  }
  if (!forms.value) return forms.error ? <Trouble error={forms.error} /> : <Skeleton />
  const fields = { forms: forms.value, filled, set }
  const blocked = kind === 'council' && forms.value.council === null
  return (
    <form className="form" onSubmit={open}>
      {children}
      {kind === 'talk' ? <TalkFields {...fields} /> : null}
      {kind === 'meet' ? <MeetFields {...fields} /> : null}
      {kind === 'council' ? <CouncilFields {...fields} /> : null}
      <Voices forms={forms.value} value={agents} onChange={setAgents} />
      <Trouble error={act.error} />
      <div className="row">
        <button
          type="submit"
          className="primary"
          disabled={act.busy || offline || blocked || !complete(request, forms.value)}
        >
          {act.busy ? 'Opening…' : 'Open the meeting'}
        </button>
        {offline ? <small>Not connected: what you wrote is kept.</small> : null}
      </div>
      <p className="same small">
        The same from a terminal: <Command text={commandFor(request)} />
      </p>
    </form>
  )
}

function Voices({
  forms,
  value,
  onChange,
}: {
  forms: Forms
  value: string
  onChange: (value: string) => void
}) {
  if (forms.agents.length === 0) return null
  return (
    <label>
      Voices
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">As this project has it settled</option>
        {forms.agents.map(({ name, hint }) => (
          <option key={name} value={name}>
            {hint ? `${name} – ${hint}` : name}
          </option>
        ))}
      </select>
    </label>
  )
}

export interface Filled {
  readonly worker?: string
  readonly message?: string
  readonly references?: readonly string[]
  readonly task?: string
  readonly charter?: string
  readonly mode?: string
  readonly invitees?: readonly string[]
  readonly noWeb?: boolean
  readonly skipResearch?: boolean
}

function reading(text: string): Filled {
  try {
    return text === '' ? {} : (JSON.parse(text) as Filled)
  } catch {
    return {}
  }
}

function requestOf(
  kind: Kind,
  project: string,
  filled: Filled,
  agents: string,
  forms: Forms | undefined,
): OpenMeeting {
  const voiced = agents === '' ? {} : { agents }
  if (kind === 'council') return { protocol: 'council.meeting', project, task: filled.task ?? '', ...voiced }
  if (kind === 'talk') {
    const references = (filled.references ?? []).filter((path) => path.trim() !== '')
    const worker = filled.worker ?? forms?.workers[0]?.name ?? ''
    const about = references.length > 0 ? { references } : {}
    return { protocol: 'talk', project, worker, message: filled.message ?? '', ...about, ...voiced }
  }
  const mode = filled.mode ?? forms?.modes[0]?.name
  return {
    protocol: 'meet',
    project,
    charter: filled.charter ?? '',
    ...(mode ? { mode } : {}),
    ...(filled.invitees?.length ? { invitees: filled.invitees } : {}),
    ...(filled.noWeb ? { noWeb: true } : {}),
    ...(filled.skipResearch ? { skipResearch: true } : {}),
    ...voiced,
  }
}

/** A mode that brings nobody wants at least one seat named. */
function complete(request: OpenMeeting, forms: Forms): boolean {
  switch (request.protocol) {
    case 'talk':
      return request.worker !== '' && request.message.trim() !== ''
    case 'meet':
      return request.charter.trim() !== '' && seatsOf(request, forms) > 0
    case 'council.meeting':
      return request.task.trim() !== ''
  }
}

function seatsOf(request: Extract<OpenMeeting, { protocol: 'meet' }>, forms: Forms): number {
  const mode = forms.modes.find(({ name }) => name === request.mode)
  return request.invitees?.length ?? mode?.invitees.length ?? 0
}
