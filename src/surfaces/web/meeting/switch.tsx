// The tabs of a meeting's page: what its middle can show.

import type { MeetingView } from '../../../hall/api.js'
import type { Shown, Tab } from '../fold/views.js'
import { plural } from '../fold/words.js'
import { to } from '../route.js'

export function Switch(props: { view: MeetingView; tabs: readonly Tab[]; shown: Shown; turns: number }) {
  const { view, tabs, shown, turns } = props
  if (tabs.length === 0) return null
  return (
    <nav className="switch" aria-label="What is shown">
      {tabs.map((tab) => (
        <a
          key={tab.label + JSON.stringify(tab.query)}
          href={to.meeting(view.project, view.id, tab.query)}
          aria-current={isShown(tab.shown, shown) ? 'page' : undefined}
        >
          {tab.label}
          {tab.shown.kind === 'transcript' ? (
            <>
              {' '}
              <span className="figure">{plural(turns, 'turn')}</span>
            </>
          ) : null}
        </a>
      ))}
    </nav>
  )
}

function isShown(one: Shown, shown: Shown): boolean {
  return (
    one.kind === shown.kind && (one.kind !== 'paper' || (shown.kind === 'paper' && one.path === shown.path))
  )
}
