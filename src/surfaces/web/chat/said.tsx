// What stands in a thread: a voice under its first name in its own hue, the person's words as a bubble, and quiet remarks between them.

import { memo } from 'react'
import type { MeetingRef } from '../../../hall/api.js'
import { answererName } from '../../../rules/relayed.js'
import type { Answered, Missed, Notice, Stop, Turn } from '../../../view/items.js'
import { clock } from '../fold/when.js'
import { Face, useHue } from '../parts/face.js'
import { howAnswered, ItemView } from '../parts/item.js'
import { Said } from '../parts/said.js'
import { to } from '../route.js'
import { Markdown } from '../text/markdown.js'

interface VoiceProps {
  readonly turn: Turn
  readonly of: MeetingRef
  /** How many voices of the same turn come before it, where it comes while one looks. */
  readonly after?: number | undefined
}

export const Voice = memo(function Voice({ turn, of, after }: VoiceProps) {
  const { key, seat, name, parts, cited, broken, at } = turn
  const hue = useHue()
  return (
    <article
      className={`turn voice${after === undefined ? '' : ' arriving'}`}
      id={key}
      style={{ ...hue(seat), ...(after === undefined ? {} : { '--after': after }) }}
      tabIndex={-1}
      data-item
      aria-labelledby={`${key}-who`}
    >
      <Face seat={seat} name={name} />
      <header>
        <h3 id={`${key}-who`} title={name}>
          {firstName(name)}
        </h3>
        <Time of={of} item={key} at={at} />
      </header>
      <div dir="auto">
        <Said parts={parts} project={of.project} meeting={of.id} cited={cited} />
      </div>
      {broken ? <p className="aside-note">{broken}</p> : null}
    </article>
  )
})

/** What people call each other in a chat. */
export function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? name
}

interface BubbleProps {
  readonly words: string
  readonly of: MeetingRef
  /** Its item; without one it is on its way. */
  readonly item?: string
  /** The answer whose words these are; what was said of one's own accord has none. */
  readonly answer?: Answered
}

export const Bubble = memo(function Bubble({ words, of, item, answer }: BubbleProps) {
  const who = answer?.by === 'relayed' ? answererName(answer, 'You') : 'You'
  const how = answer && answer.by !== 'person' ? howAnswered(answer).trim() : ''
  return (
    <article
      className={`bubble${item === undefined ? ' on-its-way' : ''}`}
      id={item}
      tabIndex={-1}
      data-item
      aria-label={item === undefined ? 'You, being sent' : who}
    >
      <div className="words" dir="auto">
        {words}
      </div>
      {how === '' ? null : <small>{how}</small>}
      {item !== undefined && answer ? <Time of={of} item={item} at={answer.at} /> : null}
    </article>
  )
})

function Time({ of, item, at }: { of: MeetingRef; item: string; at: string }) {
  return (
    <a className="at" href={to.meeting(of.project, of.id, { at: item })}>
      <time dateTime={at}>{clock(at)}</time>
      <span className="unseen"> link to this</span>
    </a>
  )
}

/** A notice of several lines is a text; any other is a line. */
export function Remark({ item, of }: { item: Notice | Missed | Stop; of: MeetingRef }) {
  if (item.kind !== 'notice' || !item.text.includes('\n')) return <ItemView item={item} of={of} />
  return (
    <div className="between shown-again prose" id={item.key} dir="auto">
      <Markdown text={item.text} project={of.project} top={3} />
    </div>
  )
}
