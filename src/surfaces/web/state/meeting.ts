// One running meeting: the story of its journal, and what is being said.

import { startTransition, useEffect, useReducer, useRef } from 'react'
import type { MeetingRef, MeetingView } from '../../../hall/api.js'
import type { Line } from '../../../kernel/line/line.js'
import type { EventOf, FollowEvent } from '../../../kernel/run/events.js'
import { reasonToPeople } from '../../../rules/failure-words.js'
import { extended } from '../../../view/fold.js'
import type { Item } from '../../../view/items.js'
import { plainTitle } from '../../../view/options.js'
import { type Story, untold } from '../../../view/story.js'
import { call } from '../api/api.js'
import { hear, type Live } from '../fold/live.js'
import { announce } from './announce.js'
import { listenTo } from './connection.js'
import { refresh, useResource } from './resource.js'
import { tellings } from './tellings.js'

export interface Following {
  readonly view: MeetingView | undefined
  readonly error: Error | undefined
  readonly story: Story
  readonly live: Live
  readonly trouble: string | null
  /** Why it cannot be followed live; null where it can. */
  readonly unheard: string | null
}

interface State {
  readonly of: string
  readonly story: Story
  readonly live: Live
  readonly trouble: string | null
  /** Why it cannot be followed live; null where it can. */
  readonly unheard: string | null
}

type Action =
  | { readonly kind: 'lines'; readonly of: string; readonly lines: readonly Line[] }
  | { readonly kind: 'events'; readonly of: string; readonly events: readonly Heard[] }
  | { readonly kind: 'refused'; readonly of: string; readonly why: string }

/** What comes over the stream; an error is the last of one that broke off. */
type Heard = FollowEvent | EventOf<'error'>

export function useMeeting({ project, id }: MeetingRef): Following {
  const of = `${project}/${id}`
  const { value: view, error } = useResource(`meeting ${of}`, () => call('meeting.show', { project, id }))
  const [state, dispatch] = useReducer(step, { ...fresh, of })
  const ready = view !== undefined && view.project === project && view.id === id
  const last = ready ? (view.lines.at(-1)?.n ?? 0) : 0
  const known = useRef<MeetingView | undefined>(undefined)
  known.current = view
  useEffect(() => {
    if (ready) dispatch({ kind: 'lines', of, lines: view.lines })
  }, [ready, of, view])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a later read must not restart the stream
  useEffect(() => {
    if (!ready) return
    const pending: Heard[] = []
    let frame = 0
    const flush = () => {
      frame = 0
      const events = pending.splice(0)
      dispatch({ kind: 'events', of, events })
      tell(events, of, known.current)
    }
    const stop = listenTo({
      ref: { project, id },
      from: last,
      event: (event) => {
        pending.push(event as Heard)
        if (frame === 0) frame = window.setTimeout(flush, 16)
      },
      refused: (why) => dispatch({ kind: 'refused', of, why: why.message }),
    })
    return () => {
      clearTimeout(frame)
      stop()
    }
  }, [ready, of])
  const mine = state.of === of ? state : fresh
  useAnnouncements(of, mine.story)
  return {
    view: ready ? view : undefined,
    error,
    story: mine.story,
    live: mine.live,
    trouble: mine.trouble,
    unheard: mine.unheard,
  }
}

const fresh: State = { of: '', story: untold, live: [], trouble: null, unheard: null }

function step(before: State, action: Action): State {
  const state = before.of === action.of ? before : { ...fresh, of: action.of }
  if (action.kind === 'refused') return { ...state, unheard: action.why }
  if (action.kind === 'lines') return { ...state, story: goOn(state.story, action.lines) }
  const lines = action.events.flatMap((event) => (event.type === 'line' ? [event.line] : []))
  const trouble = action.events.flatMap(troubleIn).at(-1)
  const spoke = action.events.some((event) => event.type === 'speaking')
  return {
    ...state,
    story: goOn(state.story, lines),
    live: action.events.reduce(heard, state.live),
    trouble: trouble ?? (spoke ? null : state.trouble),
  }
}

function heard(live: Live, event: Heard): Live {
  return event.type === 'error' ? live : hear(live, event)
}

/** A turn or a run that failed, and a stream that broke off. What somebody stopped is no trouble. */
function troubleIn(event: Heard): readonly string[] {
  if (event.type === 'error') return [event.message]
  if (event.type !== 'line' || event.line.kind !== 'failed') return []
  const { data } = event.line
  if (!('seat' in data)) return [data.message]
  return data.cause === 'interrupted' ? [] : [reasonToPeople(data.message, data.began)]
}

/** The first line says by which protocol it is told. */
function goOn(story: Story, lines: readonly Line[]): Story {
  const first = lines.find((line) => line.kind === 'opened')
  const protocol = story.opened?.protocol ?? (first?.kind === 'opened' ? first.data.protocol : '')
  return extended(story, lines, tellings.of(protocol))
}

/** Lists and the header are read again after lines that change the status. */
function tell(events: readonly Heard[], of: string, known: MeetingView | undefined): void {
  for (const event of events) {
    if (event.type === 'status' && (!known || standsOtherwise(event, known))) refreshLater(of)
    if (event.type === 'line' && settles.has(event.line.kind)) refreshLater(of)
  }
}

function standsOtherwise(event: EventOf<'status'>, { status, live, elsewhere }: MeetingView): boolean {
  return event.status !== status || event.live !== live || event.elsewhere !== elsewhere
}

/** Announces what is new to screen readers; what was there when the page opened is not new. */
function useAnnouncements(of: string, { items, summary }: Story): void {
  const said = useRef({ of, lines: 0 })
  useEffect(() => {
    const { lines } = said.current.of === of ? said.current : { lines: 0 }
    said.current = { of, lines: summary.lines }
    if (lines === 0) return
    const fresh = items.slice(items.findLastIndex(({ n }) => n <= lines) + 1)
    // One announcement: of several in a row only the last would be read aloud.
    const news = fresh.flatMap((item) => newsOf(item) ?? [])
    if (news.length > 0) announce(news.join(' '))
  }, [of, items, summary])
}

function newsOf(item: Item): string | undefined {
  if (item.kind === 'asked') return `A question waits for you: ${plainTitle(item.question)}`
  if (item.kind === 'stop' && item.word === 'concluded') return 'The meeting is concluded.'
  return item.kind === 'turn' ? `${item.name} spoke.` : undefined
}

const settles = new Set(['asked', 'answered', 'wrote', 'paused', 'halted', 'failed', 'aborted', 'concluded'])
let later: ReturnType<typeof setTimeout> | undefined

function refreshLater(of: string): void {
  clearTimeout(later)
  later = setTimeout(() => startTransition(() => refresh(`meeting ${of}`)), 120)
}
