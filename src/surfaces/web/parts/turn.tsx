// One turn, set like minutes: who, in which role and at what cost on a quiet line, then the words.

import { memo } from 'react'
import type { Turn } from '../fold/items.js'
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
  /** Far from view: its words are there to be found, set plainly until there is time. */
  readonly plain: boolean
}

export const TurnView = memo(function TurnView({ turn, project, id, plain }: TurnProps) {
  const heading = `${turn.key}-who`
  const hue = useHue()
  return (
    <article
      className={`turn${turn.seat === null ? ' person' : ''}`}
      id={turn.key}
      style={hue(turn.seat)}
      tabIndex={-1}
      data-item
      aria-labelledby={heading}
    >
      <Face seat={turn.seat} name={turn.name} />
      <header>
        <h3 id={heading}>{turn.name}</h3>
        {turn.role ? <span className="role">{turn.role}</span> : null}
        <span className="facts">
          {turn.label ? <span>{turn.label}</span> : null}
          <Cost turn={turn} />
          <a href={to.meeting(project, id, { at: turn.key })}>
            <time dateTime={turn.at}>{clock(turn.at)}</time>
            <span className="unseen"> link to this turn</span>
          </a>
        </span>
      </header>
      <Tools tools={turn.tools} />
      {plain ? (
        <div className="said plain">{turn.text}</div>
      ) : (
        <Said text={turn.text} project={project} cited={turn.cited} />
      )}
      {turn.broken ? <p className="aside-note">{turn.broken}</p> : null}
      <Citations turn={turn} />
    </article>
  )
})

function Cost({ turn: { cost } }: { turn: Turn }) {
  if (!cost) return null
  const about = cost.estimated ? 'about ' : ''
  const again = cost.attempts > 1 ? `, ${cost.attempts} attempts` : ''
  const whole = `${about}${figure(cost.input)} tokens in, ${figure(cost.output)} out, by ${cost.model ?? cost.backend}${again}`
  return (
    <span title={whole}>
      <span aria-hidden="true">
        {cost.estimated ? '~' : ''}
        {figure(cost.output)} tok{cost.backend === 'rehearsal' ? ' · rehearsed' : ''}
      </span>
      <span className="unseen">{whole}</span>
    </span>
  )
}

/** Only what is wrong is said under a turn; what is right stands in its marks. */
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
