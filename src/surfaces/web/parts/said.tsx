// The parts of a turn: prose, and decisions, pins and requests, which have a label in the margin.

import type { ReactNode } from 'react'
import type { Cited } from '../../../view/items.js'
import type { Part, Request } from '../../../view/parts.js'
import { Markdown } from '../text/markdown.js'
import { Scroll } from './scroll.js'

interface SaidProps {
  readonly parts: readonly Part[]
  readonly project: string
  readonly meeting: string
  readonly cited?: readonly Cited[]
}

export function Said({ parts, project, meeting, cited }: SaidProps) {
  const way = { project, meeting, ...(cited ? { cited } : {}) }
  return (
    <div className="said">
      {parts.map((part, at) => (
        <Marked key={at} part={part}>
          {words(part, way)}
        </Marked>
      ))}
    </div>
  )
}

function Marked({ part, children }: { part: Part; children: ReactNode }) {
  if (part.kind === 'prose') return children
  return (
    <div className={`mark ${part.kind === 'request' ? 'floor' : part.kind}`}>
      <span className="label">{labelOf(part)}</span>
      <div>{children}</div>
    </div>
  )
}

function words(part: Part, way: Omit<SaidProps, 'parts'>): ReactNode {
  if (part.kind === 'request') return <p>{requestWords(part.request)}</p>
  if (part.kind !== 'pin') return <Markdown text={part.text} {...way} />
  const { intent, content, type } = part
  return (
    <>
      <p>{intent}</p>
      {content === intent ? null : (
        <Scroll label={`Pin: ${intent}${type ? `, ${type}` : ''}`}>{content}</Scroll>
      )}
    </>
  )
}

function labelOf(part: Exclude<Part, { kind: 'prose' }>): string {
  switch (part.kind) {
    case 'pin':
      return part.target ? `Pin, replaces ${part.target}` : 'Pin'
    case 'dissent':
      return part.qualifier ? `Dissent, ${part.qualifier}` : 'Dissent'
    case 'request':
      return 'Floor'
    case 'proposal':
    case 'support':
    case 'objection':
    case 'withdrawal':
      return [capital(part.kind), part.of].filter(Boolean).join(' ')
    default:
      return capital(part.kind)
  }
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

function requestWords(request: Request): string {
  switch (request.kind) {
    case 'respond':
      return `asks ${request.who} to respond`
    case 'look-up':
      return `asks to look up: ${request.question}`
    case 'pass':
      return 'passes'
  }
}
