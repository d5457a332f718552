// One meeting as it goes on: its journal read into a room, and what is being said meanwhile.

import { startTransition, useEffect, useReducer, useRef } from 'react'
import type { FollowEvent, MeetingRef, MeetingView } from '../../../hall/api.js'
import type { Line } from '../../../kernel/line.js'
import { emptyRoom, type Room } from '../fold/desk.js'
import { facesIn } from '../fold/face.js'
import { hear, type Live } from '../fold/live.js'
import { readLines } from '../fold/room.js'
import { house } from '../house/house.js'
import { follow } from '../house/stream.js'
import { announce } from './announce.js'
import { refresh, useResource } from './resource.js'

export interface Following {
  readonly view: MeetingView | undefined
  readonly error: Error | undefined
  readonly room: Room
  readonly live: Live
  readonly trouble: string | null
}

interface State {
  readonly of: string
  readonly room: Room
  readonly live: Live
  readonly trouble: string | null
}

type Action =
  | { readonly kind: 'lines'; readonly of: string; readonly lines: readonly Line[] }
  | { readonly kind: 'events'; readonly of: string; readonly events: readonly FollowEvent[] }

export function useMeeting({ project, id }: MeetingRef): Following {
  const of = `${project}/${id}`
  const { value: view, error } = useResource(`meeting ${of}`, () => house.meeting({ project, id }))
  const [state, dispatch] = useReducer(step, { ...fresh, of })
  const ready = view !== undefined && view.project === project && view.id === id
  const last = ready ? (view.lines.at(-1)?.n ?? 0) : 0
  const known = useRef<MeetingView | undefined>(undefined)
  known.current = view
  useEffect(() => {
    if (ready) dispatch({ kind: 'lines', of, lines: view.lines })
  }, [ready, of, view])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a later reading does not begin the stream anew
  useEffect(() => {
    if (!ready) return
    const pending: FollowEvent[] = []
    let frame = 0
    const flush = () => {
      frame = 0
      const events = pending.splice(0)
      dispatch({ kind: 'events', of, events })
      tell(events, of, known.current)
    }
    const stop = follow(house.events({ project, id }), last, {
      event: (event) => {
        pending.push(event as FollowEvent)
        if (frame === 0) frame = window.setTimeout(flush, 16)
      },
      connected: () => {},
    })
    return () => {
      clearTimeout(frame)
      stop()
    }
  }, [ready, of])
  const mine = state.of === of ? state : fresh
  return { view: ready ? view : undefined, error, room: mine.room, live: mine.live, trouble: mine.trouble }
}

const fresh: State = { of: '', room: emptyRoom, live: [], trouble: null }

function step(before: State, action: Action): State {
  const state = before.of === action.of ? before : { ...fresh, of: action.of }
  if (action.kind === 'lines') return { ...state, room: readLines(state.room, action.lines) }
  const lines = action.events.flatMap((event) => (event.type === 'line' ? [event.line] : []))
  const error = action.events.findLast((event) => event.type === 'error')
  const spoke = action.events.some((event) => event.type === 'speaking')
  return {
    ...state,
    room: readLines(state.room, lines),
    live: action.events.reduce(hear, state.live),
    trouble: error ? error.reason : spoke ? null : state.trouble,
  }
}

/** What the lists and the head of the page know changes with lines that settle something. */
function tell(events: readonly FollowEvent[], of: string, known: MeetingView | undefined): void {
  for (const event of events) {
    if (event.type === 'status' && (event.status !== known?.status || event.live !== known.live))
      refreshLater(of)
    if (event.type !== 'line') continue
    const { kind, data } = event.line
    if (settles.has(kind)) refreshLater(of)
    if (kind === 'asked') announce(`A question waits for you: ${data.title}`)
    if (kind === 'turn' && !data.draft) announce(`${nameIn(known, data.seat)} spoke.`)
    if (kind === 'noted' && data.kind === 'emitted') {
      const { speaker } = (data.data ?? {}) as { speaker?: string }
      announce(`${speaker ?? 'A seat'} spoke.`)
    }
    if (kind === 'concluded') announce('The meeting is concluded.')
  }
}

/** Seats are announced by the names they have at the table. */
function nameIn(view: MeetingView | undefined, seat: string): string {
  const opened = view?.lines[0]
  const faces = opened?.kind === 'opened' ? facesIn(opened.data) : []
  return faces.find(({ id }) => id === seat)?.name ?? seat
}

const settles = new Set(['asked', 'answered', 'wrote', 'paused', 'halted', 'failed', 'aborted', 'concluded'])
let later: ReturnType<typeof setTimeout> | undefined

function refreshLater(of: string): void {
  clearTimeout(later)
  later = setTimeout(() => startTransition(() => refresh(`meeting ${of}`)), 120)
}
