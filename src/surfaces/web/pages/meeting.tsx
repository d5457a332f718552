// The page of a meeting: the procedure on the left, the transcript in the middle, the person's tasks on the right.

import { useEffect, useMemo } from 'react'
import type { MeetingRef, MeetingView } from '../../../hall/api.js'
import type { Story } from '../../../story/story.js'
import { huesOf, monogramsOf } from '../fold/face.js'
import type { Live } from '../fold/live.js'
import { procedureOf } from '../fold/procedure.js'
import { turnsIn } from '../fold/shown.js'
import { plural } from '../fold/words.js'
import { Foreign } from '../meeting/adopt.js'
import { Elsewhere, GoOn, Verified } from '../meeting/deeds.js'
import { Dissents } from '../meeting/dissents.js'
import { Head } from '../meeting/head.js'
import { Papers } from '../meeting/papers.js'
import { Pins } from '../meeting/pins.js'
import { Procedure } from '../meeting/procedure.js'
import { Proposals } from '../meeting/proposals.js'
import { Record, recordOf } from '../meeting/record.js'
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
  const record = over && recordOf(view) !== null
  const show = record && query['show'] !== 'transcript' && !query['at'] ? 'record' : 'transcript'
  useEffect(() => {
    if (show === 'record') scrollTo(0, 0)
  }, [show])
  const hues = useMemo(() => huesOf(story.faces.map(({ id }) => id)), [story.faces])
  const marks = useMemo(() => monogramsOf(story.faces.map(({ name }) => name)), [story.faces])
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
            {record ? <Switch view={view} show={show} turns={turnsIn(story.items)} /> : null}
            {view.talk?.state === 'requested' ? <Requested view={view} /> : null}
            <Proposals of={view} story={story} />
            {show === 'record' ? (
              <Record view={view} />
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
            {view.foreign ? null : <Mine view={view} story={story} live={live} status={status} />}
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

function Switch({ view, show, turns }: { view: MeetingView; show: string; turns: number }) {
  const current = (name: string) => (show === name ? 'page' : undefined)
  return (
    <nav className="switch" aria-label="Record or transcript">
      <a href={to.meeting(view.project, view.id)} aria-current={current('record')}>
        {view.talk ? 'Notes' : 'Record'}
      </a>
      <a
        href={to.meeting(view.project, view.id, { show: 'transcript' })}
        aria-current={current('transcript')}
      >
        Transcript <span className="figure">{plural(turns, 'turn')}</span>
      </a>
    </nav>
  )
}

/** The open question, the composer, or the reason why there is neither: first in its column, a sheet on a phone. */
function Mine({
  view,
  story,
  live,
  status,
}: {
  view: MeetingView
  story: Story
  live: Live
  status: string
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
      ) : question && status === 'waiting' && view.talk?.state !== 'requested' ? (
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
