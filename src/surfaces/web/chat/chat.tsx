// A meeting that is a chat: the thread, the documents growing beside it, and the composer at the bottom. On a phone the documents are
// a second tab.

import { useEffect, useRef } from 'react'
import type { MeetingView } from '../../../hall/api.js'
import type { Story } from '../../../view/story.js'
import { paperShown, papersOf } from '../fold/desk.js'
import { GoOn, Verified } from '../meeting/deeds.js'
import { TakeAlong } from '../meeting/happened.js'
import { Bar } from '../parts/composer.js'
import { AskedElsewhere, InOtherHands } from '../parts/elsewhere.js'
import type { Query } from '../route.js'
import { to } from '../route.js'
import { useAnswering } from '../state/answering.js'
import type { Following } from '../state/meeting.js'
import { useUnread } from '../state/seen.js'
import { tellings } from '../state/tellings.js'
import { Desk } from './desk.js'
import { Reply } from './reply.js'
import { Thread } from './thread.js'

export function Chat(props: { following: Following; view: MeetingView; query: Query }) {
  const { following, view, query } = props
  const { story, live } = following
  const status = story.summary.lines > 0 ? story.summary.status : view.status
  const over = status === 'concluded' || status === 'aborted'
  const open = status === 'waiting' && !view.elsewhere ? story.questions[0] : undefined
  const answering = useAnswering(view, open?.key ?? '')
  const busy = !over && (live.length > 0 || (view.live && status === 'running') || answering.given !== null)
  const documents = query['show'] === 'documents' || query['paper'] !== undefined
  const seen = { view, story, open, answering }
  useTabTop(documents)
  return (
    <div className={`chat ${documents ? 'at-desk' : 'at-thread'}`}>
      <Tabs view={view} story={story} documents={documents} />
      <div className="beside">
        <Thread {...seen} live={live} busy={busy} at={query['at']}>
          {over ? <Afterwards view={view} story={story} /> : null}
        </Thread>
        <Desk of={view} story={story} live={live} path={query['paper']} drawn={query['drawn']} />
      </div>
      {over ? null : (
        <Bar>
          <GoOn view={view} status={status} story={story} />
          {view.elsewhere ? (
            <Elsewhere waits={status === 'waiting'} />
          ) : (
            <Reply {...seen} chat={tellings.of(view.protocol).chat} busy={busy} />
          )}
        </Bar>
      )}
    </div>
  )
}

/** In place of the composer: what is written there would be refused. */
function Elsewhere({ waits }: { waits: boolean }) {
  return waits ? <AskedElsewhere /> : <InOtherHands />
}

/** On a narrow window a tab begins where one reads on: the documents at their top, the thread at its end. */
function useTabTop(documents: boolean): void {
  const before = useRef(documents)
  useEffect(() => {
    if (before.current === documents) return
    before.current = documents
    if (!matchMedia('(max-width: 52rem)').matches) return
    if (documents) scrollTo(0, 0)
    else document.querySelector('.thread > .end')?.scrollIntoView({ block: 'end' })
  }, [documents])
}

/** Only on a narrow window; a wide one shows both. */
function Tabs({ view, story, documents }: { view: MeetingView; story: Story; documents: boolean }) {
  const papers = papersOf(story)
  const shown = paperShown(papers, undefined)
  const unread = useUnread(view, papers).size
  const here = (is: boolean) => (is ? 'page' : undefined)
  return (
    <nav className="switch chat-tabs" aria-label="What is shown">
      <a href={to.meeting(view.project, view.id)} aria-current={here(!documents)}>
        Thread
      </a>
      <a
        href={to.meeting(view.project, view.id, { show: 'documents', paper: shown?.path ?? '' })}
        aria-current={here(documents)}
      >
        Documents{' '}
        {unread === 0 ? null : (
          <span className="figure">
            {unread} <span className="changed">changed</span>
          </span>
        )}
      </a>
    </nav>
  )
}

function Afterwards({ view, story }: { view: MeetingView; story: Story }) {
  return (
    <div className="afterwards">
      <Verified view={view} />
      <TakeAlong view={view} story={story} />
    </div>
  )
}
