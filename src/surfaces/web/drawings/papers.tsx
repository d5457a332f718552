// Documents as they grow: how far each one is, and the way to it.

import type { MeetingRef } from '../../../hall/api.js'
import type { Papers } from '../../../story/drawings.js'
import { to } from '../route.js'
import { Drawn } from './drawn.js'

export function PapersView({ drawing, of }: { drawing: Papers; of: MeetingRef }) {
  return (
    <Drawn {...drawing}>
      <ul className="steps">
        {drawing.papers.map(({ path, title, state, worth, changed }) => (
          <li key={path}>
            {changed > 0 ? <a href={to.document(of.project, path)}>{title}</a> : title}{' '}
            <span className="small">{[state, worth].filter(Boolean).join(', ')}</span>
          </li>
        ))}
      </ul>
    </Drawn>
  )
}
