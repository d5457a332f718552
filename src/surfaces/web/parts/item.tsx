// What stands between the turns: phases, rounds, choices, notices, files, stops.

import { memo } from 'react'
import { haltWords } from '../fold/halt.js'
import type { Item, Turn } from '../fold/items.js'
import { phaseName } from '../fold/procedure.js'
import { to } from '../route.js'
import { Scroll } from './scroll.js'

interface ItemProps {
  readonly item: Exclude<Item, Turn>
  readonly project: string
}

export const ItemView = memo(function ItemView({ item, project }: ItemProps) {
  switch (item.kind) {
    case 'phase':
      return (
        <h2 className="divider" id={item.key} tabIndex={-1}>
          <span>{phaseName(item.name)}</span>
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
          {readable(item.text)}
        </p>
      )
    case 'choice':
      return (
        <p className="between choice" id={item.key}>
          <span>{item.title}</span> <strong>{item.chosen}</strong>
          <small>{how[item.by]}</small>
        </p>
      )
    case 'wrote':
      return (
        <p className="between" id={item.key}>
          {item.removed ? 'Removed' : 'Wrote'} <a href={to.document(project, item.path)}>{item.path}</a>
          {item.masked ? ', secrets masked' : ''}
        </p>
      )
    case 'stop':
      return (
        <p className={`between stop ${item.word}`} id={item.key}>
          <strong>{item.word.charAt(0).toUpperCase() + item.word.slice(1)}</strong>
          {item.text ? <>: {haltWords(item.text)}</> : null}
        </p>
      )
    case 'aside':
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

/** Lines of the engine are in brackets; between turns they need none. */
function readable(text: string): string {
  return text.replace(/^\[(.*)\]$/s, '$1')
}
