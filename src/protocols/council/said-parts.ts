// The parts of what a seat of a council says: its position, its dissents, and everything else, in their order.

import type { Part } from '../../story/parts.js'
import { dissentBlocks } from './documents/dissent.js'

export function saidParts(text: string): readonly Part[] {
  return dissentBlocks(text).flatMap((block, at): Part[] => {
    if (block.kind === 'dissent') return [block]
    return at === 0 ? positionFirst(block.text) : [{ kind: 'prose', text: block.text }]
  })
}

/** A position is stated in the first line, or not at all. */
function positionFirst(text: string): Part[] {
  const [first = '', ...rest] = text.split('\n')
  const [, position] = /^\*\*Position:\*\*[ \t]*(\S.*)$/.exec(first) ?? []
  if (position === undefined) return [{ kind: 'prose', text }]
  const after = rest.join('\n')
  const more: Part[] = after.trim() === '' ? [] : [{ kind: 'prose', text: after }]
  return [{ kind: 'position', text: position.trim() }, ...more]
}
