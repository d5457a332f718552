// Decisions of all meetings, newest first: the question, what was decided, why, and where.

import type { Decision } from '../../../hall/api.js'
import { call } from '../api/api.js'
import { dayName } from '../fold/when.js'
import { brief } from '../fold/words.js'
import { Search } from '../parts/fields.js'
import { MeetingLink, useMeetingTitle } from '../parts/meeting-link.js'
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
  const found = useResource(`decisions ${JSON.stringify(wanted)}`, () => call('decision.list', wanted))
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
          <Decided key={at} of={decision} />
        ))}
      </ol>
      {found.value?.length === 0 ? <p className="nothing">No decision fits these filters.</p> : null}
    </div>
  )
}

function Decided({ of }: { of: Decision }) {
  const { project, meeting, question, decision, reasoning, at } = of
  // A meeting that is called by its question is linked there, not named twice.
  const isTitle = useMeetingTitle(project, meeting) === question
  return (
    <li data-item tabIndex={-1}>
      {question ? (
        <p className="about-what" dir="auto">
          {isTitle ? (
            <a href={to.meeting(project, meeting)}>{brief(question)}</a>
          ) : (
            <Inline text={question} />
          )}
        </p>
      ) : null}
      <p className="decided" dir="auto">
        <Inline text={decision} />
      </p>
      {reasoning ? (
        <p className="why" dir="auto">
          <Inline text={reasoning} />
        </p>
      ) : null}
      <p className="meta">
        {dayName(at, new Date())} · {project}
        {isTitle ? null : (
          <>
            {' '}
            · <MeetingLink project={project} id={meeting} />
          </>
        )}
      </p>
    </li>
  )
}
