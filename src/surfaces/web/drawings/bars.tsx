// How much of each part was gone through, as bars; what is left is named.

import type { Bars } from '../../../story/drawings.js'
import { plural } from '../fold/words.js'
import { Drawn } from './drawn.js'
import { Bar } from './progress.js'

export function BarsView({ drawing }: { drawing: Bars }) {
  const { bars, counts } = drawing
  return (
    <Drawn {...drawing}>
      <ul className="bars">
        {bars.map(({ name, done, of, state, left }) => (
          <li key={name} className={done < of ? 'partly' : 'whole'}>
            <code>{name}</code>
            <Bar done={done} of={of} title={`${name}: ${done} of ${of} ${counts.many} ${counts.done}`} />
            <small>{state}</small>
            {left.length === 0 ? null : (
              <details className="more">
                <summary>
                  {plural(of - done, counts.one, counts.many)} not {counts.done}
                </summary>
                <ul>
                  {left.map((path) => (
                    <li key={path}>
                      <code>{path}</code>
                    </li>
                  ))}
                </ul>
              </details>
            )}
          </li>
        ))}
      </ul>
    </Drawn>
  )
}
