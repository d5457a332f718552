// The desk: the documents of a chat as they grow, the chosen one to be read whole; and behind a control how the talk is steered.

import { useEffect, useRef, useState } from 'react'
import type { MeetingRef } from '../../../hall/api.js'
import type { PaperDrawn } from '../../../view/drawings.js'
import type { Story } from '../../../view/story.js'
import { Board } from '../drawings/board.js'
import { isWritten, paperShown, papersOf } from '../fold/desk.js'
import type { Live } from '../fold/live.js'
import { useHue } from '../parts/face.js'
import { People } from '../parts/people.js'
import { to } from '../route.js'
import { useUnread } from '../state/seen.js'
import { GrowingPaper } from './growing-paper.js'

interface DeskProps {
  readonly of: MeetingRef
  readonly story: Story
  readonly live: Live
  /** The document that the address names. */
  readonly path: string | undefined
  /** The drawing that the address names. */
  readonly drawn: string | undefined
}

export function Desk({ of, story, live, path, drawn }: DeskProps) {
  const [inspects, setInspects] = useState(false)
  const box = useRef<HTMLElement>(null)
  const papers = papersOf(story)
  const shown = paperShown(papers, path)
  useEffect(() => {
    if (drawn !== undefined) box.current?.focus()
  }, [drawn])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another paper begins at its top
  useEffect(() => {
    box.current?.scrollTo(0, 0)
  }, [shown?.path, inspects])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without a stop here the keyboard cannot scroll it
    <section className="desk" aria-labelledby="desk" ref={box} tabIndex={0}>
      <header>
        <h2 id="desk">{inspects ? 'Inspector' : 'Documents'}</h2>
        <button
          type="button"
          className="quiet"
          aria-expanded={inspects}
          onClick={() => setInspects(!inspects)}
        >
          {inspects ? 'Back to the documents' : 'Inspector'}
        </button>
      </header>
      {inspects ? (
        <div className="inspector">
          <Board of={of} story={story} apart />
          <People story={story} live={live} />
        </div>
      ) : (
        <>
          <Papers of={of} papers={papers} shown={shown} />
          {shown ? <GrowingPaper key={shown.path} of={of} story={story} paper={shown} /> : <Nothing />}
        </>
      )}
    </section>
  )
}

function Nothing() {
  return (
    <p className="nothing">Nothing is written yet. A document appears as soon as enough is known for it.</p>
  )
}

function Papers(props: { of: MeetingRef; papers: readonly PaperDrawn[]; shown: PaperDrawn | undefined }) {
  const { of, papers, shown } = props
  const unread = useUnread(of, papers)
  const hue = useHue()
  if (papers.length === 0) return null
  return (
    <nav aria-label="Documents">
      <ul className="on-desk">
        {papers.map((paper) => (
          <li key={paper.path} style={hue(paper.seat)} className={isWritten(paper) ? 'written' : 'not-yet'}>
            <Title of={of} paper={paper} current={paper.path === shown?.path} />
            <small>{paper.state}</small>
            {unread.has(paper.path) && paper.path !== shown?.path ? (
              <strong className="changed">{unread.get(paper.path)}</strong>
            ) : null}
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Title({ of, paper, current }: { of: MeetingRef; paper: PaperDrawn; current: boolean }) {
  if (!isWritten(paper)) return <span>{paper.title}</span>
  return (
    <a
      href={to.meeting(of.project, of.id, { paper: paper.path })}
      aria-current={current ? 'true' : undefined}
      title={paper.path}
    >
      {paper.title}
    </a>
  )
}
