// The page of a meeting: the procedure on the left, the transcript in the middle, the person's tasks on the right.

import { useEffect, useMemo } from 'react'
import type { MeetingRef, MeetingView } from '../../../hall/api.js'
import { atTable, type Story } from '../../../story/story.js'
import { Positions } from '../drawings/positions.js'
import { huesOf, monogramsOf } from '../fold/face.js'
import type { Live } from '../fold/live.js'
import { procedureOf } from '../fold/procedure.js'
import { turnsIn } from '../fold/shown.js'
import { type Shown, shownBy, type Tab, tabsOf } from '../fold/views.js'
import { plural } from '../fold/words.js'
import { Foreign } from '../meeting/adopt.js'
import { Asked, ToAsked } from '../meeting/asked.js'
import { Elsewhere, GoOn, Verified } from '../meeting/deeds.js'
import { Dissents } from '../meeting/dissents.js'
import { Head } from '../meeting/head.js'
import { Overview } from '../meeting/overview.js'
import { Papers } from '../meeting/papers.js'
import { Pins } from '../meeting/pins.js'
import { Procedure } from '../meeting/procedure.js'
import { Proposals } from '../meeting/proposals.js'
import { Record } from '../meeting/record.js'
import { Agenda, CloseTalk, FailedMerge, FailedNotes, Requested } from '../meeting/talk.js'
import { Transcript } from '../meeting/transcript.js'
import { Composer } from '../parts/composer.js'
import { TableHues, TableMonograms } from '../parts/face.js'
import { People } from '../parts/people.js'
import { QuestionForm } from '../parts/question.js'
import { Sheet } from '../parts/sheet.js'
import { Skeleton, Trouble } from '../parts/trouble.js'
import { type Query, to } from '../route.js'
import { type Following, useMeeting } from '../state/meeting.js'
import { tellings } from '../state/tellings.js'
import { useTitle } from '../state/title.js'

export function MeetingPage({ of, query }: { of: MeetingRef; query: Query }) {
  const following = useMeeting(of)
  const { view, error, trouble } = following
  useTitle(view?.title ?? of.id)
  if (!view) return error ? <NotThere error={error} /> : <Skeleton lines={12} />
  return (
    <div className="meeting">
      <Head view={view} story={following.story} />
      {view.foreign ? <Foreign view={view} /> : null}
      {trouble ? (
        <p className="trouble" role="alert">
          <strong>The turn ended early.</strong> {trouble}
        </p>
      ) : null}
      <Columns following={following} view={view} query={query} />
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

function Columns({ following, view, query }: { following: Following; view: MeetingView; query: Query }) {
  const { story, live } = following
  const steps = useMemo(() => procedureOf(story, tellings.of(view.protocol)), [story, view.protocol])
  const status = story.summary.lines > 0 ? story.summary.status : view.status
  const over = status === 'concluded' || status === 'aborted' || view.talk?.state === 'closed'
  const tabs = tabsOf(view, story, over)
  const shown = shownBy(tabs, query)
  useEffect(() => {
    if (shown.kind === 'paper') scrollTo(0, 0)
  }, [shown.kind])
  const table = useMemo(() => atTable(story), [story])
  const hues = useMemo(() => huesOf(table.map(({ id }) => id)), [table])
  const marks = useMemo(() => monogramsOf(table.map(({ name }) => name)), [table])
  const telling = tellings.of(view.protocol)
  const asked = status === 'waiting' && !view.foreign && telling.readsFirst ? story.questions[0] : undefined
  return (
    <TableMonograms value={marks}>
      <TableHues value={hues}>
        <div className="columns">
          <nav className="left" aria-label="Procedure">
            <Agenda view={view} />
            {view.talk ? <Papers view={view} story={story} /> : null}
            {view.talk ? null : <Procedure of={view} steps={steps} />}
          </nav>
          <div className="middle">
            <Switch view={view} tabs={tabs} shown={shown} turns={turnsIn(story.items)} />
            {view.talk?.state === 'requested' ? <Requested view={view} /> : null}
            {asked && shown === (tabs[0]?.shown ?? shown) ? (
              <Asked view={view} story={story} open={asked} telling={telling} />
            ) : null}
            <Positions of={view} story={story} />
            <Proposals of={view} story={story} />
            {shown.kind === 'paper' ? (
              <Record view={view} story={story} paper={shown} />
            ) : shown.kind === 'overview' ? (
              <Overview
                of={view}
                story={story}
                live={live}
                drawn={query['drawn']}
                without={asked ? (telling.drafts?.(asked.question.id)?.drawings ?? []) : []}
              />
            ) : view.talk?.state === 'requested' ? null : (
              <Transcript
                of={view}
                story={story}
                live={live}
                going={!over}
                atEnd={view.live || view.talk?.state === 'open'}
                at={query['at']}
              />
            )}
          </div>
          <div className="right">
            {asked ? (
              <ToAsked view={view} open={asked} here={shown === tabs[0]?.shown || tabs.length === 0} />
            ) : null}
            {view.foreign ? null : (
              <Mine view={view} story={story} live={live} status={status} elsewhere={asked !== undefined} />
            )}
            <Dissents of={view} story={story} />
            <Pins pins={story.pins} />
            {story.faces.length + story.costs.length > 0 ? <People story={story} live={live} /> : null}
            {view.talk ? null : <Papers view={view} story={story} />}
            {over || view.foreign ? <Verified view={view} /> : null}
            {over ? <Elsewhere view={view} line={story.summary.lines} /> : null}
          </div>
        </div>
      </TableHues>
    </TableMonograms>
  )
}

function Switch(props: { view: MeetingView; tabs: readonly Tab[]; shown: Shown; turns: number }) {
  const { view, tabs, shown, turns } = props
  if (tabs.length === 0) return null
  return (
    <nav className="switch" aria-label="What is shown">
      {tabs.map((tab) => (
        <a
          key={tab.label + JSON.stringify(tab.query)}
          href={to.meeting(view.project, view.id, tab.query)}
          aria-current={isShown(tab.shown, shown) ? 'page' : undefined}
        >
          {tab.label}
          {tab.shown.kind === 'transcript' ? (
            <>
              {' '}
              <span className="figure">{plural(turns, 'turn')}</span>
            </>
          ) : null}
        </a>
      ))}
    </nav>
  )
}

function isShown(one: Shown, shown: Shown): boolean {
  return (
    one.kind === shown.kind && (one.kind !== 'paper' || (shown.kind === 'paper' && one.path === shown.path))
  )
}

/** The open question, the composer, or the reason why there is neither: first in its column, a sheet on a phone. */
function Mine({
  view,
  story,
  live,
  status,
  elsewhere,
}: {
  view: MeetingView
  story: Story
  live: Live
  status: string
  /** The question stands in the middle. */
  elsewhere: boolean
}) {
  const question = story.questions[0]?.question ?? view.asks
  const talking = view.talk?.state === 'open'
  const speaking = live.length > 0 || (view.live && status === 'running')
  return (
    <>
      {talking ? (
        <div className="mine sheet">
          <Composer of={view} to={view.talk?.worker ?? 'the worker'} speaking={speaking} />
        </div>
      ) : question && !elsewhere && status === 'waiting' && view.talk?.state !== 'requested' ? (
        <Sheet>
          <QuestionForm
            key={question.id + story.summary.lines}
            of={view}
            question={question}
            asked={story.questions[0]?.key ?? view.questions[0]?.key ?? question.id}
            heading={2}
          />
        </Sheet>
      ) : null}
      {story.questions.length > 1 ? (
        <p className="small">{plural(story.questions.length - 1, 'further question')} after this.</p>
      ) : null}
      <GoOn view={view} status={status} />
      <FailedMerge view={view} />
      <FailedNotes view={view} />
      {talking ? <CloseTalk view={view} /> : null}
    </>
  )
}
