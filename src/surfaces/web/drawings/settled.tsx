// Points that had to be settled: whose they are, what became of each, and the way to where it was said and settled.

import type { MeetingRef } from '../../../hall/api.js'
import type { Settled } from '../../../story/drawings.js'
import { faceOf, type Face as Known } from '../../../story/story.js'
import { Face } from '../parts/face.js'
import { Inline } from '../text/inline.js'
import { Drawn, ToItem } from './drawn.js'

interface SettledProps {
  readonly drawing: Settled
  readonly of: MeetingRef
  readonly faces: readonly Known[]
}

export function SettledView({ drawing, of, faces }: SettledProps) {
  return (
    <Drawn {...drawing}>
      <ul className="points">
        {drawing.points.map(({ id, seats, words, state, end, why, places }) => (
          <li key={id} className={state}>
            <p className="point">
              <b>{id}</b>{' '}
              <span className="said-words">
                <Inline text={words} />
              </span>
            </p>
            <p className="ended">
              <strong>{end === '' ? 'not settled' : <Inline text={end} />}</strong>
              {why === '' ? null : (
                <>
                  : <Inline text={why} />
                </>
              )}
            </p>
            <p className="small whose">
              {seats.map((seat) => {
                const { name } = faceOf({ faces }, seat)
                return (
                  <span key={seat}>
                    <Face seat={seat} name={name} small /> {name}
                  </span>
                )
              })}
              {places.map(({ label, at }) => (
                <ToItem key={`${label} ${at}`} of={of} at={at}>
                  {label}
                  <span className="unseen"> on {id}</span>
                </ToItem>
              ))}
            </p>
          </li>
        ))}
      </ul>
    </Drawn>
  )
}
