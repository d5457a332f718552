// A box that scrolls by itself: code, output, wide tables. It can be reached and scrolled with the keyboard, so it has a name.

import type { ReactNode } from 'react'

export function Scroll({
  label,
  kind = 'code',
  children,
}: {
  label: string
  kind?: string
  children: ReactNode
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without a stop here the keyboard cannot scroll it
    <section className={`scroll ${kind}`} aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}
