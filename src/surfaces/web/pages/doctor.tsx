// The doctor: whether everything that a meeting needs is here, as `parley doctor` says it in a terminal.

import { useState } from 'react'
import type { Check } from '../../../hall/api.js'
import { api } from '../api/api.js'
import { Command } from '../parts/command.js'
import { Select } from '../parts/fields.js'
import { Skeleton, Trouble } from '../parts/trouble.js'
import { type Query, to } from '../route.js'
import { useAct } from '../state/act.js'
import { useResource } from '../state/resource.js'
import { useTitle } from '../state/title.js'
import { replace } from '../state/where.js'
import { Inline } from '../text/inline.js'

export function DoctorPage({ query }: { query: Query }) {
  const projects = useResource('projects', api.projects)
  const usable = (projects.value ?? []).filter(({ trouble }) => trouble === null)
  const project = query['project'] ?? usable[0]?.name ?? ''
  useTitle('Doctor')
  return (
    <div className="narrow doctor">
      <h1>Is everything here?</h1>
      <p className="lead">
        What a meeting needs: voices that can speak, git, a place to write, and nothing left lying about.
      </p>
      <Trouble error={projects.value ? null : projects.error} />
      {usable.length > 1 ? (
        <div className="filters">
          <Select
            label="Project"
            value={project}
            onChange={(name) => replace(to.page('doctor', { project: name }))}
            options={usable.map(({ name, title }) => [name, title || name])}
          />
        </div>
      ) : null}
      {projects.value && usable.length === 0 ? (
        <p className="nothing">
          There is no project to look at yet.{' '}
          <a href={to.page('projects', { back: to.page('doctor') })}>Register one</a>
        </p>
      ) : null}
      {project === '' ? null : <Looked key={project} project={project} />}
    </div>
  )
}

function Looked({ project }: { project: string }) {
  const looked = useResource(`doctor ${project}`, () => api.doctor(project))
  const act = useAct()
  const [tried, setTried] = useState<readonly Check[] | null>(null)
  const ask = () => act.run(async () => setTried(await api.tryVoices(project)))
  const checks = tried ?? looked.value
  if (!checks) return looked.error ? <Trouble error={looked.error} /> : <Skeleton lines={9} />
  const wrong = checks.filter(({ state }) => state === 'wrong').length
  return (
    <>
      <p role="status">
        <strong>
          {wrong === 0
            ? 'Nothing here would make a meeting fail.'
            : `${wrong === 1 ? 'One thing' : `${wrong} things`} here would make a meeting fail.`}
        </strong>
      </p>
      <ul className="checks-list">
        {checks.map(({ name, state, detail }, at) => (
          <li key={at} className={state}>
            <span aria-hidden="true">{marks[state]}</span>
            <span className="name">{name}</span>
            <span className="detail">
              <span className="unseen">{words[state]}: </span>
              <Inline text={detail} />
            </span>
          </li>
        ))}
      </ul>
      <div className="row">
        <button type="button" disabled={act.busy} onClick={() => void ask()}>
          {act.busy ? 'Asking…' : 'Ask each voice once'}
        </button>
        <small>Each voice that was found answers one tiny call, which costs a few tokens.</small>
      </div>
      <Trouble error={act.error} />
      <p className="same small">
        The same from a terminal: <Command text="parley doctor" />
      </p>
    </>
  )
}

const marks = { fine: '✓', note: '·', wrong: '✗' } as const
const words = { fine: 'fine', note: 'to know', wrong: 'wrong' } as const
