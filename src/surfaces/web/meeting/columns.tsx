// A meeting in columns: the procedure on the left, the transcript in the middle, the person's tasks on the right.

import { useEffect, useMemo, useState } from 'react'
import type { MeetingView } from '../../../hall/api.js'
import type { OpenQuestion, Story } from '../../../view/story.js'
import { Positions } from '../drawings/positions.js'
import type { Live } from '../fold/live.js'
import { procedureOf } from '../fold/procedure.js'
import { type Shown, shownBy, type Tab, tabsOf } from '../fold/views.js'
import { InOtherHands } from '../parts/elsewhere.js'
import { People } from '../parts/people.js'
import type { Query } from '../route.js'
import type { Following } from '../state/meeting.js'
import { tellings } from '../state/tellings.js'
import { Asked, ToAsked } from './asked.js'
import { Verified } from './deeds.js'
import { Dissents } from './dissents.js'
import { Further, Happened, TakeAlong } from './happened.js'
import { Mine, TalkBar } from './mine.js'
import { Overview } from './overview.js'
import { Papers } from './papers.js'
import { Pins } from './pins.js'
import { Procedure } from './procedure.js'
import { Proposals } from './proposals.js'
import { Record } from './record.js'
import { keepsHeight, nearPx } from './scroll.js'
import { Switch } from './switch.js'
import { Agenda, Requested } from './talk.js'
import { Transcript } from './transcript.js'

export function Columns(props: { following: Following; view: MeetingView; query: Query }) {
  const { following, view, query } = props
  const { story, live } = following
  const status = story.summary.lines > 0 ? story.summary.status : view.status
  const over = status === 'concluded' || status === 'aborted' || view.talk?.state === 'closed'
  const bar = view.talk?.state === 'open' || view.talk?.state === 'requested'
  const asked = status === 'waiting' && !bar ? story.questions[0] : undefined
  const tabs = tabsOf(view, story, over, asked !== undefined)
  const reading = useReading(asked?.key)
  const shown = shownBy(tabs, reading && !query['show'] ? { show: 'transcript' } : query)
  useEffect(() => {
    if (shown.kind === 'paper' || shown.kind === 'question') scrollTo(0, 0)
  }, [shown.kind])
  const seen: Seen = { view, story, live, query, status, over, tabs, shown, asked }
  return (
    <>
      <div className="columns">
        <Left {...seen} />
        <Middle {...seen} />
        <Right {...seen} />
      </div>
      {view.talk?.state === 'open' ? <TalkBar view={view} story={story} live={live} /> : null}
    </>
  )
}

/** Whether a question came while the person was reading further up: then nothing is taken from under their eyes. */
function useReading(asked: string | undefined): boolean {
  const [known, know] = useState({ asked, reading: false })
  if (known.asked === asked) return known.reading
  const reading = known.asked === undefined && asked !== undefined && isReading()
  know({ asked, reading })
  return reading
}

function isReading(): boolean {
  const end = document.querySelector('.transcript > .end')
  return end !== null && end.getBoundingClientRect().top > innerHeight + nearPx
}

/** What the columns share. */
interface Seen {
  readonly view: MeetingView
  readonly story: Story
  readonly live: Live
  readonly query: Query
  readonly status: string
  readonly over: boolean
  readonly tabs: readonly Tab[]
  readonly shown: Shown
  /** A question that has the middle of the page. */
  readonly asked: OpenQuestion | undefined
}

function Left({ view, story }: Seen) {
  const steps = useMemo(() => procedureOf(story, tellings.of(view.protocol)), [story, view.protocol])
  return (
    <nav className="left" aria-label="Procedure">
      <Agenda view={view} />
      {view.talk ? <Papers view={view} story={story} /> : null}
      {view.talk ? null : <Procedure of={view} steps={steps} />}
    </nav>
  )
}

function Middle(seen: Seen) {
  const { view, story, tabs, shown, asked } = seen
  const isFirst = shown === (tabs[0]?.shown ?? shown)
  return (
    <div className="middle">
      <Switch view={view} tabs={tabs} shown={shown} turns={story.summary.turns} />
      {view.talk?.state === 'requested' ? <Requested view={view} /> : null}
      {asked && isFirst ? (
        <Asked view={view} story={story} open={asked} telling={tellings.of(view.protocol)} />
      ) : null}
      {shown.kind === 'question' ? null : <Positions of={view} story={story} />}
      <Proposals of={view} story={story} />
      {isFirst && (view.talk ? view.talk.state === 'closed' : story.outcome) ? (
        <Happened
          key={view.talk?.merge.state}
          view={view}
          story={story}
          decided={shown.kind !== 'overview'}
        />
      ) : null}
      <ShownNow {...seen} />
      {isUnheard(seen) ? <InOtherHands /> : null}
    </div>
  )
}

/** Another process is at work, and what is said there is shown here once it is recorded. */
function isUnheard({ view, live, status, shown }: Seen): boolean {
  const reading = shown.kind === 'transcript' || shown.kind === 'overview'
  return reading && view.elsewhere && status === 'running' && live.length === 0
}

function ShownNow({ view, story, live, query, over, shown, asked }: Seen) {
  if (shown.kind === 'question') return null
  if (shown.kind === 'paper') return <Record view={view} story={story} paper={shown} />
  if (shown.kind === 'overview') {
    const drafts = asked ? tellings.of(view.protocol).drafts?.(asked.question.id) : undefined
    const without = drafts?.drawings ?? []
    return <Overview of={view} story={story} live={live} drawn={query['drawn']} without={without} />
  }
  if (view.talk?.state === 'requested') return null
  const atEnd = view.live || view.talk?.state === 'open'
  return <Transcript of={view} story={story} live={live} going={!over} atEnd={atEnd} at={query['at']} />
}

function Right({ view, story, live, status, over, tabs, shown, asked }: Seen) {
  const here = shown === tabs[0]?.shown || tabs.length === 0
  return (
    <div className="right" ref={keepsHeight}>
      {asked ? <ToAsked view={view} open={asked} here={here} /> : null}
      <Mine view={view} story={story} status={status} />
      <Dissents of={view} story={story} />
      <Pins pins={story.pins} />
      {story.faces.length + story.costs.length > 0 ? <People story={story} live={live} /> : null}
      {view.talk ? null : <Papers view={view} story={story} />}
      {over ? <Verified view={view} /> : null}
      {over ? <TakeAlong view={view} story={story} /> : null}
      {over || view.talk ? null : <Further view={view} story={story} />}
    </div>
  )
}
