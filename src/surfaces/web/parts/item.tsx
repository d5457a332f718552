// The items between the turns: phases, rounds, choices, notices, files, stops.

import { memo } from 'react'
import type { Missed, OpeningWords, Turn } from '../../../story/items.js'
import type { ShownItem } from '../fold/shown.js'
import { to } from '../route.js'
import { Scroll } from './scroll.js'

interface ItemProps {
  readonly item: Exclude<ShownItem, Turn | OpeningWords>
  readonly project: string
}

export const ItemView = memo(function ItemView({ item, project }: ItemProps) {
  switch (item.kind) {
    case 'phase':
      return (
        <h2 className="divider" id={item.key} tabIndex={-1}>
          <span>{item.label}</span>
          {item.skipped ? <small>skipped: {item.skipped}</small> : null}
        </h2>
      )
    case 'round':
      return (
        <h2 className="divider round" id={item.key} tabIndex={-1}>
          <span>Round {item.round}</span>
        </h2>
      )
    case 'notice':
      return (
        <p className={`between ${item.degree}`} id={item.key}>
          {item.degree === 'info' ? null : (
            <strong>{item.degree === 'warning' ? 'Warning' : 'Critical'}</strong>
          )}{' '}
          {item.text}
        </p>
      )
    case 'answered':
      return (
        <p className="between choice" id={item.key}>
          <span>{item.title}</span> <strong>{item.chosen}</strong>
          <small>{item.by === 'person' && item.name ? ` by ${item.name}` : how[item.by]}</small>
        </p>
      )
    case 'wrote':
      return (
        <p className="between" id={item.key}>
          Wrote <a href={to.document(project, item.path)}>{item.path}</a>
          {item.masked ? ', secrets masked' : ''}
        </p>
      )
    case 'missed':
      return <MissedTurn item={item} />
    case 'stop':
      return (
        <p className={`between stop ${item.word}`} id={item.key}>
          <strong>{item.word.charAt(0).toUpperCase() + item.word.slice(1)}</strong>
          {item.words ? <>: {item.words}</> : null}
        </p>
      )
    case 'reply':
      return (
        <details className="between structured" id={item.key}>
          <summary>
            {item.name} answered <code>{item.call}</code> for the procedure
          </summary>
          <Scroll label={`Reply of ${item.name} to ${item.call}`}>
            {JSON.stringify(item.value, null, 2)}
          </Scroll>
        </details>
      )
  }
})

const how = { person: '', answers: ' by a prepared answer', default: ' by default' } as const

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
