// One turn: a line with name, role and cost, then the text.

import { memo, type ReactNode } from 'react'
import { moneyWord } from '../../../rules/money.js'
import type { Answered, OpeningWords, Turn } from '../../../view/items.js'
import { clock } from '../fold/when.js'
import { figure } from '../fold/words.js'
import { to } from '../route.js'
import { Face, useHue } from './face.js'
import { Said } from './said.js'
import { Tools } from './tools.js'

interface TurnProps {
  readonly turn: Turn
  readonly project: string
  readonly id: string
  /** Far from the visible part: shown as plain text, which can be searched, until there is time to format it. */
  readonly plain: boolean
}

export const TurnView = memo(function TurnView({ turn, project, id, plain }: TurnProps) {
  return (
    <Frame who={{ ...turn, seat: seatOf(turn) }} project={project} id={id} facts={<TurnFacts turn={turn} />}>
      {turn.aside ? <p className="aside-note">{turn.aside}</p> : null}
      <Tools tools={turn.tools} />
      {plain ? (
        <div className="said plain">{turn.text}</div>
      ) : (
        <Said parts={turn.parts} project={project} meeting={id} cited={turn.cited} />
      )}
      {turn.broken ? <p className="aside-note">{turn.broken}</p> : null}
      <Citations turn={turn} />
    </Frame>
  )
})

/** Ink is the person's alone: what the engine says for a facilitator has that seat's hue. */
function seatOf({ seat, name }: Turn): string {
  return seat ?? name
}

interface OwnProps {
  readonly item: OpeningWords | Answered
  /** What the person is called at this table. */
  readonly person: string
  readonly project: string
  readonly id: string
}

/** The person's words, as a turn without hue and cost. */
export const OwnTurn = memo(function OwnTurn({ item, person, project, id }: OwnProps) {
  const name = (item.kind === 'answered' ? item.name : null) ?? person
  const role = item.kind === 'answered' && !item.talk ? item.chosen : ''
  return (
    <Frame who={{ ...item, seat: null, name, role }} project={project} id={id}>
      <Said parts={[{ kind: 'prose', text: item.text ?? '' }]} project={project} meeting={id} />
    </Frame>
  )
})

interface FrameProps {
  readonly who: Pick<Turn, 'key' | 'at' | 'seat' | 'name' | 'role'>
  readonly project: string
  readonly id: string
  readonly facts?: ReactNode
  readonly children: ReactNode
}

function Frame({ who, project, id, facts, children }: FrameProps) {
  const { key, at, seat, name, role } = who
  const heading = `${key}-who`
  const hue = useHue()
  return (
    <article
      className={`turn${seat === null ? ' person' : ''}`}
      id={key}
      style={hue(seat)}
      tabIndex={-1}
      data-item
      aria-labelledby={heading}
    >
      <Face seat={seat} name={name} />
      <header>
        <h3 id={heading}>{name}</h3>
        {role ? <span className="role">{role}</span> : null}
        <span className="facts">
          {facts}
          <a href={to.meeting(project, id, { at: key })}>
            <time dateTime={at}>{clock(at)}</time>
            <span className="unseen"> link to this turn</span>
          </a>
        </span>
      </header>
      {children}
    </article>
  )
}

function TurnFacts({ turn }: { turn: Turn }) {
  return (
    <>
      {turn.label ? <span>{turn.label}</span> : null}
      <Cost turn={turn} />
    </>
  )
}

function Cost({ turn: { cost } }: { turn: Turn }) {
  if (!cost) return null
  const about = cost.estimated ? 'about ' : ''
  const again = cost.attempts > 1 ? `, ${cost.attempts} attempts` : ''
  const money = moneyWord(cost.money)
  const whole = `${about}${figure(cost.input)} tokens in, ${figure(cost.output)} out${money && `, ${money}`}, by ${cost.model ?? cost.backend}${again}`
  return (
    <span title={whole}>
      <span aria-hidden="true">
        {cost.estimated ? '~' : ''}
        {figure(cost.output)} tok{money && ` · ${money}`}
      </span>
      <span className="unseen">{whole}</span>
    </span>
  )
}

/** Only problems are listed under a turn; verified citations have their marks in the text. */
function Citations({ turn: { tally, cited } }: { turn: Turn }) {
  const broken = cited.filter(({ state }) => state === 'broken')
  if (broken.length > 0)
    return (
      <p className="aside-note">
        Broken {broken.length === 1 ? 'citation' : 'citations'}:{' '}
        {broken.map(({ ref, reason }) => `${ref} (${reason})`).join('; ')}
      </p>
    )
  if (!tally || tally.broken === 0) return null
  return <p className="aside-note">{tally.broken} broken citations</p>
}
