// Requests: talks that workers ask for. Those that were never deferred come first.

import { call } from '../api/api.js'
import { Command } from '../parts/command.js'
import { RequestCard } from '../parts/request.js'
import { Skeleton, Trouble } from '../parts/trouble.js'
import type { Query } from '../route.js'
import { useResource } from '../state/resource.js'
import { useTitle } from '../state/title.js'

export function RequestsPage({ query }: { query: Query }) {
  const project = query['project'] ?? ''
  const { value, error, loading } = useResource(`requests ${project}`, () =>
    call('request.list', { project }),
  )
  useTitle('Requests')
  return (
    <div className="narrow">
      <h1>Requests</h1>
      <p className="lead">
        Workers that want to talk with you. Nothing is opened, and nothing is spent, before you accept.
      </p>
      <Trouble error={value ? null : error} />
      {loading && !value ? <Skeleton /> : null}
      {value?.map((request) => (
        <RequestCard key={`${request.project}/${request.id}`} request={request} heading={2} />
      ))}
      {value?.length === 0 ? (
        <p className="nothing">
          No worker asks for a talk. From a terminal: <Command text="parley requests" />
        </p>
      ) : null}
    </div>
  )
}
