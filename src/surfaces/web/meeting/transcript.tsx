// The transcript: all items in order, growing at the end. A long one is shown as plain text first and formatted when there is time.

import { useEffect, useMemo, useRef, useState } from 'react'
import type { MeetingRef } from '../../../hall/api.js'
import type { Story } from '../../../view/story.js'
import type { Live } from '../fold/live.js'
import { countMarks, holds, isOwnWords, type Only, type ShownItem, shownItems } from '../fold/shown.js'
import { plural } from '../fold/words.js'
import { ItemView } from '../parts/item.js'
import { OwnTurn, TurnView } from '../parts/turn.js'
import { useSaid } from '../state/saying.js'
import { type LiveOf, LiveTurns } from './live-turns.js'
import { Outcome } from './outcome.js'
import { useFollowing } from './scroll.js'

/** How many turns are formatted at once; the others wait until the browser is idle. */
const atOnce = 24

interface TranscriptProps {
  readonly of: LiveOf
  readonly story: Story
  readonly live: Live
  readonly going: boolean
  /** Opens at the last turn. */
  readonly atEnd: boolean
  /** The item that the address names. */
  readonly at: string | undefined
}

export function Transcript({ of, story, live, going, atEnd, at }: TranscriptProps) {
  const [only, setOnly] = useState<Only>('all')
  const marks = useMemo(() => countMarks(story.items), [story.items])
  const shown = useMemo(
    () => shownItems(story.items).filter((item) => keeps(item, only)),
    [story.items, only],
  )
  const said = useSaid(of, story)
  const set = useSetInFull(shown.length, of.id)
  const end = useRef<HTMLDivElement>(null)
  const { away, down } = useFollowing(end, going, story.items.length, atEnd && !at)
  useGoTo(at, story.items.length > 0)
  return (
    <section className="transcript" aria-label="Transcript">
      <Filter only={only} set={setOnly} marks={marks} />
      {shown.map((item, index) =>
        item.kind === 'turn' ? (
          <TurnView
            key={item.key}
            turn={item}
            project={of.project}
            id={of.id}
            plain={index < shown.length - set && index >= atOnce / 2}
          />
        ) : (
          <Between key={item.key} item={item} of={of} person={story.person} />
        ),
      )}
      {said === null ? null : <OnItsWay words={said} of={of} person={story.person} />}
      {only === 'all' ? <LiveTurns of={of} live={live} faces={story.faces} /> : null}
      {only === 'all' ? (
        <Outcome told={story.outcome} project={of.project} documents={story.documents} />
      ) : null}
      <div ref={end} className="end" />
      {away > 0 ? <Down count={away} onClick={down} /> : null}
    </section>
  )
}

function Between({
  item,
  of,
  person,
}: {
  item: Exclude<ShownItem, { kind: 'turn' }>
  of: MeetingRef
  person: string
}) {
  if (isOwnWords(item)) return <OwnTurn item={item} person={person} project={of.project} id={of.id} />
  return <ItemView item={item} of={of} />
}

/** What the person has just said stands there at once. */
function OnItsWay({ words, of, person }: { words: string; of: MeetingRef; person: string }) {
  const item = {
    kind: 'opening',
    key: 'on-its-way',
    n: 0,
    at: new Date().toISOString(),
    name: person,
  } as const
  return <OwnTurn item={{ ...item, text: words }} person={person} project={of.project} id={of.id} />
}

function Filter({
  only,
  set,
  marks,
}: {
  only: Only
  set: (only: Only) => void
  marks: ReturnType<typeof countMarks>
}) {
  if (marks.dissent + marks.decision === 0) return null
  const button = (value: Only, label: string) => (
    <button type="button" className="quiet" aria-pressed={only === value} onClick={() => set(value)}>
      {label}
    </button>
  )
  return (
    <fieldset className="filter" aria-label="Show">
      {button('all', 'Everything')}
      {marks.dissent > 0 ? button('dissent', plural(marks.dissent, 'dissent')) : null}
      {marks.decision > 0 ? button('decision', plural(marks.decision, 'decision')) : null}
    </fieldset>
  )
}

function Down({ count, onClick }: { count: number; onClick: () => void }) {
  return (
    <button type="button" className="down" onClick={onClick}>
      {plural(count, 'new entry', 'new entries')} below ↓
    </button>
  )
}

function keeps(item: ShownItem, only: Only): boolean {
  return only === 'all' || (item.kind === 'turn' && holds(item, only))
}

/** How many turns, counted from the end, are formatted. Grows while the browser is idle. */
function useSetInFull(total: number, of: string): number {
  const [state, setState] = useState({ of, set: atOnce })
  const set = state.of === of ? state.set : atOnce
  const whole = set >= total
  useEffect(() => {
    if (whole) return
    return idle(() => setState({ of, set: set + atOnce }))
  }, [set, whole, of])
  return set
}

function idle(work: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = requestIdleCallback(work, { timeout: 500 })
    return () => cancelIdleCallback(handle)
  }
  const handle = setTimeout(work, 50)
  return () => clearTimeout(handle)
}

/** Goes to the named item once it is there, and whenever the name changes. */
function useGoTo(at: string | undefined, ready: boolean): void {
  useEffect(() => {
    if (!at || !ready) return
    const item = document.getElementById(at)
    item?.scrollIntoView({ block: 'start' })
    item?.focus({ preventScroll: true })
  }, [at, ready])
}
