// Who has what with whom: a small graph for the eye, and the same as a list, which a screen reader reads and a phone shows first.

import type { MeetingRef } from '../../../hall/api.js'
import type { Graph, Stance, Tie } from '../../../story/drawings.js'
import { layOut, nodeRadius, shortName } from '../fold/graph.js'
import { useHue, useMonogram } from '../parts/face.js'
import { Inline } from '../text/inline.js'
import { Drawn, ToItem } from './drawn.js'

export function GraphView({ drawing, of }: { drawing: Graph; of: MeetingRef }) {
  if (drawing.ties.length === 0) return null
  const name = (seat: string) => drawing.seats.find((one) => one.seat === seat)?.name ?? seat
  return (
    <Drawn {...drawing}>
      <Picture drawing={drawing} />
      <ul className="points ties">
        {drawing.ties.map((tie) => (
          <TieView key={tie.id} tie={tie} name={name} of={of} />
        ))}
      </ul>
      <LeftOut drawing={drawing} />
    </Drawn>
  )
}

function LeftOut({ drawing }: { drawing: Graph }) {
  const gone = drawing.seats.filter(({ left }) => left !== null)
  if (gone.length === 0) return null
  return <p className="small">{gone.map(({ name, left }) => `${name} was ${left}`).join('; ')}.</p>
}

function TieView(props: { tie: Tie; name: (seat: string) => string; of: MeetingRef }) {
  const { tie, name, of } = props
  return (
    <li>
      <p className="point">
        <b>{tie.id}</b> {name(tie.a)} and {name(tie.b)}:{' '}
        <span className="said-words">
          <Inline text={tie.words} />
        </span>
      </p>
      {tie.why === '' ? null : (
        <p className="small">
          <Inline text={tie.why} />
        </p>
      )}
      <p className="small whose">
        {tie.ways.length === 0 ? <span>nobody has answered yet</span> : null}
        {tie.ways.map(({ from, stance, at }) => (
          <span key={from} className={`stance ${classOf(stance)}`}>
            {at === null ? (
              name(from)
            ) : (
              <ToItem of={of} at={at}>
                {name(from)}
              </ToItem>
            )}{' '}
            {stance}
          </span>
        ))}
      </p>
    </li>
  )
}

/** Hidden from screen readers: the list below says everything that is in it. */
function Picture({ drawing }: { drawing: Graph }) {
  const { nodes, edges, box } = layOut(drawing)
  const hue = useHue()
  const mark = useMonogram()
  return (
    <svg className="graph" viewBox={box} aria-hidden="true">
      {edges.map(({ id, halves }) =>
        halves.map(({ seat, path, stance }) => (
          <path key={`${id} ${seat}`} d={path} className={`tie ${classOf(stance)}`} style={hue(seat)} />
        )),
      )}
      {nodes.map(({ seat, name, x, y, label, left }) => (
        <g key={seat} className={left === null ? 'node' : 'node gone'} style={hue(seat)}>
          <circle cx={x} cy={y} r={nodeRadius} />
          <text x={x} y={y + 4} textAnchor="middle" className="mark">
            {mark(name)}
          </text>
          <text x={label.x} y={label.y} textAnchor={label.anchor}>
            {shortName(name)}
          </text>
        </g>
      ))}
      {edges.map(({ id, middle }) => (
        <g key={id} className="tie-name">
          <rect x={middle.x - 13} y={middle.y - 9} width={26} height={18} rx={9} />
          <text x={middle.x} y={middle.y + 4} textAnchor="middle">
            {shortName(id, 4)}
          </text>
        </g>
      ))}
    </svg>
  )
}

function classOf(stance: Stance | null): string {
  return stance === null ? 'unsaid' : stance.replace(' ', '-')
}
