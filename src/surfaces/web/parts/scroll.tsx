// A box with its own scrolling: code, output, wide tables. The keyboard can reach and scroll it, so it has a name for screen readers.

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
