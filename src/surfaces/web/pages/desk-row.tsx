// One meeting on the desk, on one line: what it is called, where everybody stands, what it wants, its age and its cost. What wants an
// answer is answered below its line.

import { type ReactNode, useState } from 'react'
import type { MeetingEntry } from '../../../hall/api.js'
import { moneyWords } from '../../../rules/money.js'
import { plainTitle } from '../../../view/options.js'
import { inList, readFirst } from '../fold/hall.js'
import { shortTime } from '../fold/when.js'
import { brief, figure, standing, tally } from '../fold/words.js'
import { Face } from '../parts/face.js'
import { QuestionForm } from '../parts/question.js'
import { to } from '../route.js'
import { tellings } from '../state/tellings.js'
import { DropButton } from './drop.js'

/** A meeting that is over, or goes on without the person. */
export function Row({ meeting, live = false }: { meeting: MeetingEntry; live?: boolean }) {
  return (
    <li className={`desk-row row-item ${meeting.status}`} data-item tabIndex={-1}>
      <Line of={meeting} wants={<Standing of={meeting} />} />
      {live && meeting.lastLine ? (
        <p className="last" dir="auto">
          {meeting.lastLine}
        </p>
      ) : null}
    </li>
  )
}

/** A meeting that waits: its question is on its line, and its answers are below it once they are asked for. */
export function WaitingRow({ meeting }: { meeting: MeetingEntry }) {
  const [open, setOpen] = useState(false)
  const { asks } = meeting
  const telling = tellings.of(meeting.protocol)
  const first = asks !== null && (meeting.elsewhere || readFirst(asks, telling))
  return (
    <li className="desk-row waits" data-item tabIndex={-1}>
      <Line
        of={meeting}
        wants={
          <>
            <Asks>{asks ? plainTitle(asks) : standing(meeting)}</Asks>
            {first ? <ToQuestion of={meeting} /> : null}
            {asks && !first ? (
              <button
                type="button"
                className="quiet"
                aria-expanded={open}
                data-answer
                onClick={() => setOpen(!open)}
              >
                Answer
              </button>
            ) : null}
          </>
        }
      />
      {open && asks ? (
        <QuestionForm
          key={meeting.lines}
          of={meeting}
          question={inList(asks, telling)}
          asked={meeting.questions[0]?.key ?? asks.id}
          compact
          heading={3}
        />
      ) : null}
    </li>
  )
}

/** Whole on hover where the line has no room for it. */
function Asks({ children }: { children: string }) {
  return (
    <span className="asks" title={children} dir="auto">
      {children}
    </span>
  )
}

function Line({ of, wants }: { of: MeetingEntry; wants: ReactNode }) {
  return (
    <div className="line">
      <span className="what">
        <a href={to.meeting(of.project, of.id)} title={brief(of.title)} dir="auto" data-open>
          {brief(of.title)}
        </a>
        <small title={marksOf(of).join(' · ')}>
          {[...shortMarks(of), tellings.nameOf(of.protocol)].join(' · ')}
          <span className="project"> · {of.project}</span>
        </small>
      </span>
      <Stands of={of} />
      <span className="wants">{wants}</span>
      <time dateTime={of.updatedAt}>{shortTime(of.updatedAt, new Date())}</time>
      <Cost of={of} />
      <DropButton of={of} />
    </div>
  )
}

/** A question that cannot be answered before it is read. */
function ToQuestion({ of }: { of: MeetingEntry }) {
  return (
    <a className="button quiet" href={to.meeting(of.project, of.id)} data-answer>
      {of.elsewhere ? 'Asked elsewhere' : 'Read and answer'}
      <span className="unseen">: {brief(of.title)}</span>
    </a>
  )
}

function Standing({ of }: { of: MeetingEntry }) {
  return (
    <span className="stands" title={of.why ?? undefined}>
      {standing(of)}
      {of.why && of.status !== 'concluded' ? <small> {of.why}</small> : null}
    </span>
  )
}

function Cost({ of }: { of: MeetingEntry }) {
  const money = moneyWords(of)
  const tokens = of.input + of.output
  const spent = tokens === 0 ? '' : `${of.estimated ? '~' : ''}${figure(tokens)} tok`
  // Where the price is known, it is what people compare; the line has room for one figure.
  return (
    <span className="figures" title={[spent, money].filter(Boolean).join(', ')}>
      {of.unpriced === 0 && money !== '' ? money : spent}
    </span>
  )
}

/** The line has room for so many marks, and for so many faces. */
const room = { marks: 5, faces: 4 }

/** Where everybody stands, a mark each; of many, how many stand there; before anybody took a stand, who sits there. */
function Stands({ of }: { of: MeetingEntry }) {
  const { stands } = of
  if (stands.length === 0) return <Seats of={of} />
  const words = stands.map(({ name, words: how }) => `${name} ${how}`).join(', ')
  const many = stands.length > room.marks
  return (
    <span className={many ? 'glyphs many' : 'glyphs'} title={words}>
      <span aria-hidden="true">
        {many
          ? tally(stands).map(([glyph, count]) => <span key={glyph}>{`${glyph}${count}`}</span>)
          : stands.map(({ glyph }) => glyph).join('')}
      </span>
      <span className="unseen">{words}</span>
    </span>
  )
}

/** Whose faces the line has. */
export function facesOn({ seats, stands }: Pick<MeetingEntry, 'seats' | 'stands'>): readonly string[] {
  return stands.length > 0 ? [] : seats.slice(0, seats.length > room.faces ? room.faces - 1 : room.faces)
}

function Seats({ of }: { of: MeetingEntry }) {
  const { seats } = of
  const shown = facesOn(of)
  return (
    <span className="seats">
      <span className="unseen">Seats: {seats.join(', ')}</span>
      {shown.map((seat) => (
        <Face key={seat} seat={seat} name={seat} small />
      ))}
      {seats.length > shown.length ? <small aria-hidden="true">+{seats.length - shown.length}</small> : null}
    </span>
  )
}

/** What is to be known of it before it is believed. The line has the words, the whole is said on the meeting's page. */
function marksOf({ degraded }: MeetingEntry): readonly string[] {
  return degraded.map((why) => `degraded: ${why}`)
}

function shortMarks({ degraded }: MeetingEntry): readonly string[] {
  return degraded.length > 0 ? ['degraded'] : []
}
