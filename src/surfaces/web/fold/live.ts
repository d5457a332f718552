// Live: what is being said now. The line that records it removes it; nothing here is part of the journal.

import type { TurnData } from '../../../kernel/line/line-data.js'
import type { EventOf, FollowEvent } from '../../../kernel/run/events.js'

export interface Speaking {
  readonly seat: string
  /** The text of a draft is not shown until the procedure has judged it. */
  readonly draft: boolean
  readonly state: 'speaking' | 'judged'
  /** Why the call is being retried, in words; null while it is not. */
  readonly retry: string | null
  /** What was said before a tool was called, and is no part of the turn: the record has it in front of the tools. */
  readonly aside: string
  readonly text: string
  readonly tools: readonly LiveTool[]
}

export interface LiveTool {
  readonly id: string
  readonly name: string
  readonly input: unknown
  readonly state: 'running' | 'done' | 'failed'
  readonly output: string
}

export type Live = readonly Speaking[]

export function hear(live: Live, event: FollowEvent): Live {
  switch (event.type) {
    case 'speaking':
      return [...others(live, event.seat), begin(event.seat, event.draft)]
    case 'text':
      return change(live, event.seat, (now) => ({ ...now, text: now.text + event.text, retry: null }))
    case 'retrying':
      return change(live, event.seat, (now) => ({ ...begin(now.seat, now.draft), retry: retryWords(event) }))
    case 'tool':
      return change(live, event.seat, (now) => ({ ...setAside(now, event), tools: used(now.tools, event) }))
    case 'line':
      return recorded(live, event.line.kind, event.line.data)
    case 'status':
      return event.live ? live : none(live)
    // Of no concern here, or told by a server that is newer than this page.
    default:
      return live
  }
}

/** A recorded turn is no longer live. A draft is being judged until the next line records the result. */
function recorded(live: Live, kind: string, data: unknown): Live {
  if (kind === 'acted' || live.length === 0) return live
  const { seat, draft } = (data ?? {}) as Partial<TurnData>
  if (kind === 'turn' && draft && seat)
    return live.map((now) => (now.seat === seat ? { ...now, state: 'judged' } : now))
  if ((kind === 'turn' || kind === 'failed') && seat) return others(live, seat)
  const left = live.filter(({ state }) => state !== 'judged')
  return left.length === live.length ? live : left
}

function begin(seat: string, draft: boolean): Speaking {
  return { seat, draft, state: 'speaking', retry: null, aside: '', text: '', tools: [] }
}

/** As the record will have it: the turn is what follows the last call of a tool. */
function setAside(now: Speaking, { output }: EventOf<'tool'>): Speaking {
  if (output !== undefined) return now
  return { ...now, aside: [now.aside, now.text].filter(Boolean).join('\n\n'), text: '' }
}

function retryWords({ reason, attempt, of }: EventOf<'retrying'>): string {
  return `${reason}; trying again, ${attempt} of ${of}`
}

function others(live: Live, seat: string): Live {
  return live.filter((now) => now.seat !== seat)
}

function none(live: Live): Live {
  return live.length === 0 ? live : []
}

function change(live: Live, seat: string, to: (now: Speaking) => Speaking): Live {
  const known = live.some((now) => now.seat === seat)
  return known ? live.map((now) => (now.seat === seat ? to(now) : now)) : [...live, to(begin(seat, false))]
}

function used(
  tools: readonly LiveTool[],
  { id, name, input, ok, output }: EventOf<'tool'>,
): readonly LiveTool[] {
  if (output === undefined) return [...tools, { id, name, input: input ?? {}, state: 'running', output: '' }]
  return tools.map((tool) => (tool.id === id ? { ...tool, state: ok ? 'done' : 'failed', output } : tool))
}
