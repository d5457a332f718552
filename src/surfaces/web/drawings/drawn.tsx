// The frame of a drawing: a section with its title, which links from the transcript lead to; and links that lead back to the words.

import type { ReactNode } from 'react'
import type { MeetingRef } from '../../../hall/api.js'
import { to } from '../route.js'

interface DrawnProps {
  readonly id: string
  readonly title: string
  readonly children: ReactNode
}

/** Ids begin with `drawn-`, so that none can be that of an item. */
export function Drawn({ id, title, children }: DrawnProps) {
  return (
    <section className="drawn" aria-labelledby={`drawn-${id}`} data-item tabIndex={-1}>
      <h2 id={`drawn-${id}`}>{title}</h2>
      {children}
    </section>
  )
}

/** To the item where something was said; bare words where nobody knows which. */
export function ToItem({ of, at, children }: { of: MeetingRef; at: string | null; children: ReactNode }) {
  if (at === null || at === '') return children
  return <a href={to.meeting(of.project, of.id, { at })}>{children}</a>
}
