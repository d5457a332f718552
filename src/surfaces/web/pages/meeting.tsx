// The page of a meeting: a chat where its protocol says that it is one, else minutes in columns.

import type { MeetingRef } from '../../../hall/api.js'
import { Chat } from '../chat/chat.js'
import { Columns } from '../meeting/columns.js'
import { Head } from '../meeting/head.js'
import { AtTable } from '../parts/at-table.js'
import { Skeleton, Trouble } from '../parts/trouble.js'
import { type Query, to } from '../route.js'
import { useMeeting } from '../state/meeting.js'
import { tellings } from '../state/tellings.js'
import { useTitle } from '../state/title.js'

export function MeetingPage({ of, query }: { of: MeetingRef; query: Query }) {
  const following = useMeeting(of)
  const { view, error, trouble, unheard, story } = following
  useTitle(view?.title ?? of.id)
  if (!view) return error ? <NotThere error={error} /> : <Skeleton lines={12} />
  const Body = tellings.of(view.protocol).chat ? Chat : Columns
  return (
    <div className="meeting">
      <Head view={view} story={story} />
      {trouble ? (
        <p className="trouble" role="alert">
          <strong>The turn ended early.</strong> {trouble}
        </p>
      ) : null}
      {unheard ? (
        <p className="trouble" role="alert">
          <strong>This meeting cannot be followed live.</strong> {unheard} You see what it held when the page
          was opened; reload to see more.
        </p>
      ) : null}
      <AtTable story={story}>
        <Body following={following} view={view} query={query} />
      </AtTable>
    </div>
  )
}

function NotThere({ error }: { error: Error }) {
  return (
    <div className="narrow">
      <h1>This meeting cannot be shown</h1>
      <Trouble error={error} />
      <p>
        <a href={to.hall()}>Back to the hall</a>
      </p>
    </div>
  )
}
