// The header of a meeting: its title, its status, and in words what is wrong with it.

import type { MeetingView } from '../../../hall/api.js'
import { moneyWords } from '../../../rules/money.js'
import type { Story } from '../../../view/story.js'
import { degradedWords } from '../../../view/worth.js'
import { clock, dayName } from '../fold/when.js'
import { brief, figure, plural, standing } from '../fold/words.js'
import { to } from '../route.js'
import { tellings } from '../state/tellings.js'

export function Head({ view, story }: { view: MeetingView; story: Story }) {
  const { summary } = story
  const now = { ...view, status: summary.lines > 0 ? summary.status : view.status }
  const tokens = summary.input + summary.output
  return (
    <header className="meeting-head">
      <p className="crumbs">
        <a href={to.hall()}>Hall</a> <span aria-hidden="true">/</span>{' '}
        <a href={to.hall({ project: view.project })}>{view.project}</a>
      </p>
      <Title title={view.title} />
      <p className="meta">
        <span>{tellings.nameOf(view.protocol)}</span>
        {view.talk ? <span>with {view.talk.workerTitle || view.talk.worker}</span> : null}
        <strong className={now.status}>{talkStanding(view) ?? standing(now)}</strong>
        <span>
          {dayName(view.openedAt, new Date())}, {clock(view.openedAt)}
        </span>
        <span>{plural(summary.turns, 'turn')}</span>
        {tokens > 0 ? (
          <span>
            {summary.estimated ? 'about ' : ''}
            {figure(tokens)} tokens
          </span>
        ) : null}
        {moneyWords(summary) === '' ? null : <span>{moneyWords(summary)}</span>}
      </p>
      <Standing view={view} story={story} />
    </header>
  )
}

/** The status of a talk: requested, open, closed or declined. The composer shows whose turn it is. */
function talkStanding({ talk, live, status }: MeetingView): string | null {
  if (!talk) return null
  if (talk.state === 'open') return live && status === 'running' ? 'under way' : 'your turn'
  return { requested: 'asked for', closed: 'closed', declined: 'declined' }[talk.state]
}

function Title({ title }: { title: string }) {
  const short = brief(title, 240)
  return (
    <div className="title">
      <h1 dir="auto">{short}</h1>
      {short === title ? null : (
        <details className="more whole-title">
          <summary>All of it</summary>
          <p className="as-written" dir="auto">
            {title}
          </p>
        </details>
      )}
    </div>
  )
}

/** Warnings at the top: degraded, halted. */
function Standing({ view, story }: { view: MeetingView; story: Story }) {
  const { status, degraded, why } = story.opened ? story.summary : view
  const notes = [
    degraded.length > 0 ? (['Degraded', degradedWords(degraded)] as const) : null,
    stops.has(status) ? ([capital(status), sentence(why ?? '')] as const) : null,
  ]
  return notes.map((note) =>
    note ? (
      <p className="standing" key={note[0]}>
        <strong>{note[1] === '' ? `${note[0]}.` : `${note[0]}:`}</strong> {note[1]}
      </p>
    ) : null,
  )
}

const stops = new Set(['paused', 'halted', 'failed', 'aborted'])

function sentence(words: string): string {
  return words === '' || /[.!?]$/.test(words) ? words : `${words}.`
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
