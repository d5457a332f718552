// What was noted one after another, a line each.

import type { Entries } from '../../../story/drawings.js'
import { Inline } from '../text/inline.js'
import { Drawn } from './drawn.js'

export function EntriesView({ drawing }: { drawing: Entries }) {
  return (
    <Drawn {...drawing}>
      {drawing.entries.length === 0 ? <p className="small">Nothing.</p> : null}
      <ul className="entries">
        {drawing.entries.map(({ words, about }, at) => (
          <li key={at} dir="auto">
            <Inline text={words} /> <small>{about}</small>
          </li>
        ))}
      </ul>
    </Drawn>
  )
}
