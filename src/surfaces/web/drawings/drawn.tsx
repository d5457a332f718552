// The frame of a drawing: a section with its title, which links from the transcript lead to; and links that lead back to the words.

import type { ReactNode } from 'react'
import type { MeetingRef } from '../../../hall/api.js'
import { to } from '../route.js'

interface DrawnProps {
  readonly id: string
  readonly title: string
  readonly remark?: string
  readonly children: ReactNode
}

/** Ids begin with `drawn-`, so that none can be that of an item. */
export function Drawn({ id, title, remark, children }: DrawnProps) {
  return (
    <section className="drawn" aria-labelledby={`drawn-${id}`} data-item tabIndex={-1}>
      <h2 id={`drawn-${id}`}>{title}</h2>
      {children}
      {remark ? <p className="small">{remark}</p> : null}
    </section>
  )
}

/** To the item where something was said. */
export function ToItem({ of, at, children }: { of: MeetingRef; at: string; children: ReactNode }) {
  return <a href={to.meeting(of.project, of.id, { at })}>{children}</a>
}

/** Out of the page: an address that somebody else's program gave. */
export function Outside({ label, url }: { label: string; url: string }) {
  return (
    <a href={url} rel="noopener noreferrer" target="_blank">
      {label}
    </a>
  )
}
