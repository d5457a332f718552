// The hall without meetings: what parley is, a recorded meeting to look at, one button that rehearses here, then every way to meet with its
// command.

import type { Project } from '../../../hall/api.js'
import { api } from '../api/api.js'
import { sentence } from '../fold/words.js'
import { Command } from '../parts/command.js'
import { Skeleton, Trouble } from '../parts/trouble.js'
import { to } from '../route.js'
import { useAct } from '../state/act.js'
import { useResource } from '../state/resource.js'
import { go } from '../state/where.js'

/** `played`: the recorded meeting stands above, and nothing else. */
export function EmptyHall({ played }: { played: boolean }) {
  const ways = useResource('ways', api.ways)
  const projects = useResource('projects', api.projects)
  const [first] = (projects.value ?? []).filter(({ trouble, recorded }) => trouble === null && !recorded)
  return (
    <section className="empty" aria-labelledby="empty">
      <h2 id="empty">{played ? 'Nothing of your own has been said yet.' : 'Nothing has been said yet.'}</h2>
      <p className="lead">
        parley holds meetings between you and AI agents: code keeps order, models only speak, and every
        meeting leaves a record that can be checked.
      </p>
      {projects.value ? <FirstMinute project={first} /> : null}
      <h3>Ways to meet</h3>
      <Trouble error={ways.value ? null : ways.error} />
      {ways.loading && !ways.value ? <Skeleton /> : null}
      <ul>
        {ways.value?.map(({ protocol, title, summary, example }) => (
          <li key={protocol}>
            <div>
              <h4>{title}</h4>
              <p>{sentence(summary)}</p>
            </div>
            <Command text={example} />
            <a className="button" href={to.start(protocol)}>
              New {title.toLowerCase()}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A council that is only borrowed: it leaves no files, and no model speaks. */
const rehearsal = {
  protocol: 'council.meeting',
  agents: 'rehearsal',
  noFiles: true,
  task: 'What in this repository would surprise somebody who sees it for the first time?',
} as const

function FirstMinute({ project }: { project: Project | undefined }) {
  const act = useAct()
  const play = (open: () => ReturnType<typeof api.recorded>) =>
    act.run(async () => {
      const { project: where, id } = await open()
      go(to.meeting(where, id))
    })
  return (
    <div className="first-minute">
      <div className="row">
        {project ? (
          <button
            type="button"
            className="primary"
            disabled={act.busy}
            onClick={() => void play(() => api.open({ ...rehearsal, project: project.name }))}
          >
            Rehearse in {project.title || project.name}
          </button>
        ) : (
          <a className="button primary" href={to.page('projects', { back: to.hall() })}>
            Register a repository
          </a>
        )}
        <button type="button" disabled={act.busy} onClick={() => void play(api.recorded)}>
          Look at a recorded meeting
        </button>
      </div>
      <p className="small">
        {project
          ? 'The rehearsal asks four seats about this repository: no model speaks, nothing is paid, no file is written outside .parley. '
          : 'Or run parley serve in a repository: it is shown here by itself. '}
        The recorded one is a council of four about a small repository that comes with parley, word by word as
        it was held.
      </p>
      <Trouble error={act.error} />
    </div>
  )
}
