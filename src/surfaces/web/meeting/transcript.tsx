// The transcript: everything in its order, growing at its end. A long one is painted plainly first and set in full when there is time.

import { useEffect, useMemo, useRef, useState } from 'react'
import type { MeetingRef } from '../../../hall/api.js'
import type { Room } from '../fold/desk.js'
import type { Item } from '../fold/items.js'
import type { Live } from '../fold/live.js'
import { blocksOf } from '../fold/marks.js'
import { plural } from '../fold/words.js'
import { ItemView } from '../parts/item.js'
import { TurnView } from '../parts/turn.js'
import { LiveTurns } from './live-turns.js'
import { useFollowing } from './scroll.js'

/** As many turns are set in full at once; the others wait for a moment without work. */
const atOnce = 24

type Only = 'all' | 'dissent' | 'decision'

interface TranscriptProps {
  readonly of: MeetingRef
  readonly room: Room
  readonly live: Live
  readonly going: boolean
  /** Opens at what was said last. */
  readonly atEnd: boolean
  /** The item that the address names. */
  readonly at: string | undefined
}

export function Transcript({ of, room, live, going, atEnd, at }: TranscriptProps) {
  const [only, setOnly] = useState<Only>('all')
  const marks = useMemo(() => countMarks(room.items), [room.items])
  const shown = useMemo(() => room.items.filter((item) => keeps(item, only)), [room.items, only])
  const set = useSetInFull(shown.length, of.id)
  const end = useRef<HTMLDivElement>(null)
  const { away, down } = useFollowing(end, going, room.items.length, atEnd && !at)
  useGoTo(at, room.items.length > 0)
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
          <ItemView key={item.key} item={item} project={of.project} />
        ),
      )}
      {only === 'all' ? <LiveTurns of={of} live={live} faces={room.faces} /> : null}
      <div ref={end} className="end" />
      {away > 0 ? <Down count={away} onClick={down} /> : null}
    </section>
  )
}

function Filter({ only, set, marks }: { only: Only; set: (only: Only) => void; marks: Marks }) {
  if (marks.dissent + marks.decision === 0) return null
  const button = (value: Only, label: string) => (
    <button type="button" className="quiet" aria-pressed={only === value} onClick={() => set(value)}>
      {label}
    </button>
  )
  return (
    <fieldset className="filter" aria-label="Show">
      {button('all', 'Everything')}
      {marks.dissent > 0 ? button('dissent', `Dissent ${marks.dissent}`) : null}
      {marks.decision > 0 ? button('decision', plural(marks.decision, 'decision')) : null}
    </fieldset>
  )
}

function Down({ count, onClick }: { count: number; onClick: () => void }) {
  return (
    <button type="button" className="down" onClick={onClick}>
      {plural(count, 'new entry').replace('entrys', 'entries')} below ↓
    </button>
  )
}

interface Marks {
  readonly dissent: number
  readonly decision: number
}

function countMarks(items: readonly Item[]): Marks {
  const kinds = items.flatMap((item) =>
    item.kind === 'turn' ? blocksOf(item.text).map(({ kind }) => kind) : [],
  )
  const count = (...of: string[]) => kinds.filter((kind) => of.includes(kind)).length
  return { dissent: count('dissent', 'challenge'), decision: count('decision') }
}

function keeps(item: Item, only: Only): boolean {
  if (only === 'all') return true
  if (item.kind !== 'turn') return false
  const kinds = only === 'dissent' ? ['dissent', 'challenge'] : ['decision']
  return blocksOf(item.text).some(({ kind }) => kinds.includes(kind))
}

/** How many turns, counted from the end, are set in full. Grows while the browser is idle. */
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
