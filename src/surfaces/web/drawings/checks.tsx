// Checks as they were passed or not, in words.

import type { MeetingRef } from '../../../hall/api.js'
import type { Checks } from '../../../story/drawings.js'
import { Inline } from '../text/inline.js'
import { Drawn, ToItem } from './drawn.js'

export function ChecksView({ drawing, of }: { drawing: Checks; of: MeetingRef }) {
  return (
    <Drawn {...drawing}>
      <ol className="checks">
        {drawing.looks.map(({ name, ok, faults, result, at }, index) => (
          <li key={index} className={ok ? 'ok' : 'failed'}>
            <span aria-hidden="true" className="tick">
              {ok ? '✓' : '✗'}
            </span>
            <span>
              {at === '' ? (
                name
              ) : (
                <ToItem of={of} at={at}>
                  {name}
                </ToItem>
              )}{' '}
              <small>{result}</small>
              {faults.length === 0 ? null : (
                <ul className="small">
                  {faults.map((fault, place) => (
                    <li key={place}>
                      <Inline text={fault} />
                    </li>
                  ))}
                </ul>
              )}
            </span>
          </li>
        ))}
      </ol>
    </Drawn>
  )
}
