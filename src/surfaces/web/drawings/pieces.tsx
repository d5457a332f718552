// Pieces of work: whose each is, what comes before it, what it has to fulfil and how far it is.

import type { MeetingRef } from '../../../hall/api.js'
import type { Piece, Pieces } from '../../../story/drawings.js'
import { faceOf, type Face as Known } from '../../../story/story.js'
import { plural } from '../fold/words.js'
import { Face } from '../parts/face.js'
import { Inline } from '../text/inline.js'
import { Drawn, Outside } from './drawn.js'

interface PiecesProps {
  readonly drawing: Pieces
  readonly of: MeetingRef
  readonly faces: readonly Known[]
}

export function PiecesView({ drawing, faces }: PiecesProps) {
  return (
    <Drawn {...drawing}>
      <ul className="pieces">
        {drawing.pieces.map((piece) => (
          <li key={piece.id}>
            <One piece={piece} name={faceOf({ faces }, piece.seat).name} />
          </li>
        ))}
      </ul>
    </Drawn>
  )
}

function One({ piece, name }: { piece: Piece; name: string }) {
  const { id, title, seat, after, points, state, link } = piece
  return (
    <>
      <p className="point">
        <b>{id}</b>{' '}
        <span className="said-words">
          <Inline text={title} />
        </span>{' '}
        {link ? <Outside {...link} /> : null}
      </p>
      <p className="small whose">
        <span>
          <Face seat={seat} name={name} small /> {name}
        </span>
        {after.length === 0 ? null : <span>after {after.join(', ')}</span>}
        {state === '' ? null : <strong>{state}</strong>}
      </p>
      {points.length === 0 ? null : (
        <details className="more">
          <summary>{plural(points.length, 'criterion', 'criteria')}</summary>
          <ul className="criteria">
            {points.map((point) => (
              <li key={point.id} className={point.state}>
                <b>{point.id}</b> <Inline text={point.words} />{' '}
                <small>
                  {point.how}, {point.state}
                  {point.evidence === '' || point.evidence === '—' ? '' : `: ${point.evidence}`}
                </small>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
