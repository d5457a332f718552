// The overview of a meeting: what it came to, what it lays before the reader, and what is being said.

import { useEffect } from 'react'
import type { Story } from '../../../view/story.js'
import { Board } from '../drawings/board.js'
import type { Live } from '../fold/live.js'
import { type LiveOf, LiveTurns } from './live-turns.js'
import { Outcome } from './outcome.js'

interface OverviewProps {
  readonly of: LiveOf
  readonly story: Story
  readonly live: Live
  /** The drawing that the address names. */
  readonly drawn: string | undefined
  readonly without: readonly string[]
}

export function Overview({ of, story, live, drawn, without }: OverviewProps) {
  useEffect(() => {
    if (drawn === undefined) return
    const section = document.getElementById(`drawn-${drawn}`)?.parentElement
    section?.scrollIntoView({ block: 'start' })
    section?.focus({ preventScroll: true })
  }, [drawn])
  return (
    <section className="overview" aria-label="Overview">
      <Outcome told={story.outcome} project={of.project} documents={story.documents} brief />
      {live.length === 0 ? null : (
        <section className="being-said" aria-label="What is being said">
          <LiveTurns of={of} live={live} faces={story.faces} />
        </section>
      )}
      <Board of={of} story={story} without={without} />
    </section>
  )
}
