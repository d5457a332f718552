// What was said, in its blocks: prose, and the parts that a reader looks for set apart by a word in the margin.

import type { ReactNode } from 'react'
import type { Cited } from '../fold/items.js'
import { type Block, blocksOf } from '../fold/marks.js'
import { Markdown } from '../text/markdown.js'
import { Scroll } from './scroll.js'

interface SaidProps {
  readonly text: string
  readonly project: string
  readonly cited?: readonly Cited[]
}

export function Said({ text, project, cited }: SaidProps) {
  const way = { project, ...(cited ? { cited } : {}) }
  return (
    <div className="said">
      {blocksOf(text).map((block, at) => (
        <Marked key={at} block={block}>
          {words(block, way)}
        </Marked>
      ))}
    </div>
  )
}

function Marked({ block, children }: { block: Block; children: ReactNode }) {
  const label = labelOf(block)
  if (block.kind === 'prose') return children
  return (
    <div className={`mark ${block.kind === 'request' ? 'floor' : block.kind}`}>
      <span className="label">{label}</span>
      <div>{children}</div>
    </div>
  )
}

function words(block: Block, way: Omit<SaidProps, 'text'>): ReactNode {
  if (block.kind === 'request') return <p>{plainRequest(block.text)}</p>
  if (block.kind !== 'pin') return <Markdown text={block.text} {...way} />
  const { intent, content, type } = block.pin
  return (
    <>
      <p>{intent}</p>
      {content === intent ? null : (
        <Scroll label={`Pin: ${intent}${type ? `, ${type}` : ''}`}>{content}</Scroll>
      )}
    </>
  )
}

function labelOf(block: Block): string {
  switch (block.kind) {
    case 'pin':
      return block.pin.target ? `Pin, replaces ${block.pin.target}` : 'Pin'
    case 'dissent':
      return block.qualifier ? `Dissent, ${block.qualifier}` : 'Dissent'
    case 'prose':
    case 'request':
      return block.kind === 'request' ? 'Floor' : ''
    default:
      return block.kind.charAt(0).toUpperCase() + block.kind.slice(1)
  }
}

function plainRequest(text: string): string {
  const [, name] = /raise-hand\s*(?:→|->)\s*(?:respond to\s*)?([^\]]+)/.exec(text) ?? []
  if (name) return `asks ${name.trim()} to respond`
  const [, question] = /research\s*(?:→|->)\s*([^\]]+)/.exec(text) ?? []
  return question ? `asks to look up: ${question.trim()}` : 'passes'
}
