// The items between the turns: phases, rounds, choices, notices, files, stops.

import { memo } from 'react'
import type { MeetingRef } from '../../../hall/api.js'
import { relayedNote } from '../../../rules/relayed.js'
import type { Missed, OpeningWords, Turn } from '../../../view/items.js'
import type { ShownItem } from '../fold/shown.js'
import { to } from '../route.js'
import { Markdown } from '../text/markdown.js'
import { CiteMark } from './cite.js'
import { Scroll } from './scroll.js'

interface ItemProps {
  readonly item: Exclude<ShownItem, Turn | OpeningWords>
  readonly of: MeetingRef
}

type Shown = ItemProps['item']
/** An item of one kind. */
type Of<K extends Shown['kind']> = { readonly item: Extract<Shown, { readonly kind: K }> }

export const ItemView = memo(function ItemView({ item, of }: ItemProps) {
  switch (item.kind) {
    case 'phase':
    case 'round':
      return <Divider item={item} />
    case 'notice':
      return <Notice item={item} of={of} />
    case 'answered':
      return <Choice item={item} />
    case 'wrote':
      return <Written item={item} project={of.project} />
    case 'missed':
      return <MissedTurn item={item} />
    case 'stop':
      return <Stop item={item} />
    case 'reply':
      return <StructuredReply item={item} of={of} />
  }
})

function Divider({ item }: Of<'phase' | 'round'>) {
  return (
    <h2 className={item.kind === 'round' ? 'divider round' : 'divider'} id={item.key} tabIndex={-1}>
      <span>{item.kind === 'round' ? `Round ${item.round}` : item.label}</span>
      {item.kind === 'phase' && item.skipped ? <small>skipped: {item.skipped}</small> : null}
    </h2>
  )
}

function Notice({ item, of }: Of<'notice'> & { readonly of: MeetingRef }) {
  const { drawn } = item
  if (drawn)
    return (
      <p className={`between ${item.degree}`} id={item.key} tabIndex={-1}>
        <a href={to.meeting(of.project, of.id, { drawn: drawn.id })}>{drawn.line || item.text}</a>
      </p>
    )
  return (
    <p className={`between ${item.degree}`} id={item.key}>
      {item.degree === 'info' ? null : <strong>{item.degree === 'warning' ? 'Warning' : 'Critical'}</strong>}{' '}
      {item.text}
    </p>
  )
}

function Choice({ item }: Of<'answered'>) {
  return (
    <p className="between choice" id={item.key}>
      <span dir="auto">{item.title}</span> <strong>{item.chosen}</strong>
      <small>{howAnswered(item)}</small>
    </p>
  )
}

function Written({ item, project }: Of<'wrote'> & { readonly project: string }) {
  return (
    <p className="between" id={item.key}>
      Wrote <a href={to.document(project, item.path)}>{item.path}</a>
      {item.masked ? ', secrets masked' : ''}
    </p>
  )
}

function Stop({ item }: Of<'stop'>) {
  return (
    <p className={`between stop ${item.word}`} id={item.key}>
      <strong>{item.word.charAt(0).toUpperCase() + item.word.slice(1)}</strong>
      {item.words ? <>: {item.words}</> : null}
    </p>
  )
}

function StructuredReply({ item, of }: Of<'reply'> & { readonly of: MeetingRef }) {
  return (
    <>
      <details className="between structured" id={item.key}>
        <summary>
          {item.name}, for the procedure: {callWords(item.call)}
        </summary>
        {item.words === null ? (
          <Scroll label={`Reply of ${item.name} to ${item.call}`}>
            {JSON.stringify(item.value, null, 2)}
          </Scroll>
        ) : (
          <div className="said">
            <Markdown text={item.words} project={of.project} meeting={of.id} />
          </div>
        )}
      </details>
      {item.cited.length > 0 ? <Cites item={item} of={of} /> : null}
    </>
  )
}

/** `interview.questions` is a call's name in the journal; people read the words in it. */
function callWords(call: string): string {
  return call.replaceAll(/[./_-]+/g, ' ').trim()
}

/** A reply to the procedure is folded away; what it cites stands below it, each reference once. */
function Cites({ item, of }: Of<'reply'> & { readonly of: MeetingRef }) {
  const each = [...new Map(item.cited.map((cited) => [cited.ref, cited])).values()]
  return (
    <p className="between cites">
      It cites{' '}
      {each.map((cited) => (
        <CiteMark key={cited.ref} cited={cited} of={of} />
      ))}
    </p>
  )
}

const how = { person: '', answers: ' by a prepared answer', default: ' by default' } as const

export function howAnswered(item: Of<'answered'>['item']): string {
  if (item.settled) return ' as settled at the opening'
  if (item.by === 'relayed') return relayedNote(item)
  return item.by === 'person' && item.name ? ` by ${item.name}` : how[item.by]
}

/** A failed turn: a warning where the meeting went on without it, else a stop. */
function MissedTurn({ item }: { item: Missed }) {
  if (item.survived)
    return (
      <p className="between warning" id={item.key}>
        <strong>Warning</strong> {item.name} did not speak: {item.reason}
      </p>
    )
  return (
    <p className="between stop failed" id={item.key}>
      <strong>Failed</strong>: {item.reason}
    </p>
  )
}
