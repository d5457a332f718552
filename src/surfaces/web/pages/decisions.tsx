// Decisions of all meetings, newest first: the question, what was decided, why, and where.

import { api } from '../api/api.js'
import { dayName } from '../fold/when.js'
import { Search } from '../parts/fields.js'
import { MeetingLink } from '../parts/meeting-link.js'
import { ProjectSelect } from '../parts/project-select.js'
import { Skeleton, Trouble } from '../parts/trouble.js'
import { type Query, to } from '../route.js'
import { useResource } from '../state/resource.js'
import { useTitle } from '../state/title.js'
import { replace } from '../state/where.js'
import { Inline } from '../text/inline.js'

export function DecisionsPage({ query }: { query: Query }) {
  const { text = '', project = '' } = query
  const wanted = { text, project }
  const found = useResource(`decisions ${JSON.stringify(wanted)}`, () => api.decisions(wanted))
  const set = (name: string, value: string) => replace(to.page('decisions', { ...wanted, [name]: value }))
  useTitle('Decisions')
  return (
    <div className="narrow">
      <h1>Decisions</h1>
      <search className="filters">
        <Search label="Search decisions" value={text} onChange={(value) => set('text', value)} />
        <ProjectSelect value={project} onChange={(value) => set('project', value)} />
      </search>
      <Trouble error={found.value ? null : found.error} />
      {found.loading && !found.value ? <Skeleton /> : null}
      <ol className="decisions">
        {found.value?.map((decision, at) => (
          <li key={at} data-item tabIndex={-1}>
            {decision.question ? (
              <p className="about-what" dir="auto">
                <Inline text={decision.question} />
              </p>
            ) : null}
            <p className="decided" dir="auto">
              <Inline text={decision.decision} />
            </p>
            {decision.reasoning ? (
              <p className="why" dir="auto">
                <Inline text={decision.reasoning} />
              </p>
            ) : null}
            <p className="meta">
              {dayName(decision.at, new Date())} · {decision.project} ·{' '}
              <MeetingLink project={decision.project} id={decision.meeting} />
            </p>
          </li>
        ))}
      </ol>
      {found.value?.length === 0 ? <p className="nothing">No decision fits these filters.</p> : null}
    </div>
  )
}
