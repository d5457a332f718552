// What was said, wherever it holds the words that are looked for: a passage for each, with the way to its place.

import type { FoundMeeting } from '../../../hall/api.js'
import { call } from '../api/api.js'
import { shortTime } from '../fold/when.js'
import { brief, plural } from '../fold/words.js'
import { Skeleton, Trouble } from '../parts/trouble.js'
import { type Query, to } from '../route.js'
import { useResource } from '../state/resource.js'
import { tellings } from '../state/tellings.js'

/** `titled` says whether a meeting is listed because of its title; only where none is, nothing at all was found. */
export function FoundSaid({ wanted, titled }: { wanted: Query; titled: boolean }) {
  const { value, error, loading } = useResource(`search ${JSON.stringify(wanted)}`, () =>
    call('meeting.search', { ...wanted, text: wanted['text'] ?? '' }),
  )
  if (!titled && value?.meetings.length === 0) return <NothingFound more={value.more} />
  return (
    <section className="found" aria-labelledby="found">
      <h2 className="day" id="found">
        In what was said{' '}
        {value ? <span className="figure">{plural(value.meetings.length, 'meeting')}</span> : null}
      </h2>
      <Trouble error={value ? null : error} />
      {loading && !value ? <Skeleton lines={4} /> : null}
      {value?.meetings.length === 0 ? (
        <p className="nothing">Nobody said all of these words in one turn.</p>
      ) : null}
      {value?.meetings.map((one) => (
        <FoundIn key={`${one.project}/${one.id}`} one={one} />
      ))}
      {value?.more ? <NotAll /> : null}
    </section>
  )
}

function NothingFound({ more }: { more: boolean }) {
  return (
    <>
      <p className="nothing">
        No meeting is called that, and nobody said all of these words in one turn.{' '}
        <a href={to.hall()}>Show all meetings</a>
      </p>
      {more ? <NotAll /> : null}
    </>
  )
}

function NotAll() {
  return (
    <p className="small">Older meetings were not looked through: look for more words, or narrow it down.</p>
  )
}

function FoundIn({ one }: { one: FoundMeeting }) {
  const { project, id, title, protocol, updatedAt, count, said } = one
  return (
    <article className="found-in">
      <h3>
        <a href={to.meeting(project, id)} data-item dir="auto">
          {brief(title)}
        </a>
      </h3>
      <p className="meta">
        {tellings.nameOf(protocol)} · {project} · {shortTime(updatedAt, new Date())}
      </p>
      <ol>
        {said.map(({ key, who, before, found, after }) => (
          <li key={key}>
            <a href={to.meeting(project, id, { at: key })} dir="auto">
              <strong>{who}</strong> {before}
              <mark>{found}</mark>
              {after}
            </a>
          </li>
        ))}
      </ol>
      {count > said.length ? <p className="small">and {plural(count - said.length, 'more place')}</p> : null}
    </article>
  )
}
