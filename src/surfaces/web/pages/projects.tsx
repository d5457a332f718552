// Projects: the folders whose meetings are shown here.

import { useState } from 'react'
import type { FormField, Project } from '../../../hall/api.js'
import { call } from '../api/api.js'
import { Fields } from '../form/fields.js'
import { textIn } from '../form/filled.js'
import { useForm } from '../form/state.js'
import { Skeleton, Trouble } from '../parts/trouble.js'
import { type Query, to } from '../route.js'
import { useAct } from '../state/act.js'
import { keep } from '../state/draft.js'
import { refresh, useResource } from '../state/resource.js'
import { useTitle } from '../state/title.js'
import { go } from '../state/where.js'

export function ProjectsPage({ query }: { query: Query }) {
  const { value, error, loading } = useResource('projects', () => call('project.list'))
  useTitle('Projects')
  return (
    <div className="narrow">
      <h1>Projects</h1>
      <Trouble error={value ? null : error} />
      {loading && !value ? <Skeleton /> : null}
      <ul className="rows">
        {value?.map((project) => (
          <Row key={project.name} project={project} />
        ))}
      </ul>
      {value?.length === 0 ? <p className="nothing">No project is registered yet.</p> : null}
      <Register back={backIn(query)} />
    </div>
  )
}

function Row({ project }: { project: Project }) {
  const act = useAct()
  const [sure, setSure] = useState(false)
  const leave = async () => {
    if (await act.run(() => call('project.deregister', { project: project.name }))) refresh()
  }
  return (
    <li className="row-item with-deed">
      <div className="what">
        <a href={to.hall({ project: project.name })} data-item>
          {project.title || project.name}
        </a>
        <p className="meta">
          <code dir="ltr">{project.path}</code> ·{' '}
          {project.registered
            ? `${project.openTalks} of ${project.meetingCap} talks open`
            : 'you have met here; its first talk registers it'}
          {project.trouble ? (
            <>
              {' '}
              · <strong>{project.trouble}</strong>
            </>
          ) : null}
        </p>
        <Trouble error={act.error} />
      </div>
      <div className="row">
        {sure ? (
          <>
            <button type="button" disabled={act.busy} onClick={() => void leave()}>
              Remove from the list
            </button>
            <button type="button" className="quiet" onClick={() => setSure(false)}>
              Keep
            </button>
          </>
        ) : (
          <button
            type="button"
            className="quiet"
            onClick={() => setSure(true)}
            aria-label={`${project.registered ? 'Deregister' : 'Hide'} ${project.name}`}
          >
            {project.registered ? 'Deregister…' : 'Hide…'}
          </button>
        )}
      </div>
    </li>
  )
}

/** Where the person came from; only a place of this page. */
function backIn({ back = '' }: Query): string | null {
  return back.startsWith('#/') ? back : null
}

const fields: readonly FormField[] = [
  {
    kind: 'text',
    name: 'name',
    label: 'Name',
    help: 'what it is called here',
    required: true,
    choices: [],
  },
  {
    kind: 'text',
    name: 'path',
    label: 'Folder',
    help: 'where it is on the server’s machine, such as /path/to/repository',
    required: true,
    choices: [],
  },
]

function Register({ back }: { back: string | null }) {
  const form = useForm({
    place: 'register',
    fields,
    async send(filled) {
      const name = textIn(filled, 'name')
      await call('project.register', { name, path: textIn(filled, 'path') })
      refresh()
      if (back === null) return
      keep('start project', name)
      go(back)
    },
  })
  return (
    <form className="form" {...form.own} aria-labelledby="register">
      <h2 id="register">Register a project</h2>
      <Fields fields={fields} form={form} />
      <Trouble error={form.error} />
      <div className="row">
        <button type="submit" disabled={form.busy}>
          Register
        </button>
      </div>
    </form>
  )
}
