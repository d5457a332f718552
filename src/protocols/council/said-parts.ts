// The parts of what a seat of a council says: its position, its dissents, and everything else, in their order.

import type { Part } from '../../view/parts.js'
import { dissentBlocks } from './documents/dissent.js'
import { positionLine } from './documents/pad-lines.js'

export function saidParts(text: string): readonly Part[] {
  let stated = false
  return dissentBlocks(text).flatMap((block): Part[] => {
    if (block.kind === 'dissent') return [block]
    const parts = stated ? [prose(block.text)] : withPosition(block.text)
    stated ||= parts.some(({ kind }) => kind === 'position')
    return parts
  })
}

/** A position is stated in a line of its own, wherever it stands; only the first counts. */
function withPosition(text: string): Part[] {
  const stated = positionLine(text)
  if (!stated) return [prose(text)]
  const lines = text.split('\n')
  const around = [lines.slice(0, stated.at), lines.slice(stated.at + 1)].map((part) => part.join('\n'))
  const [before = [], after = []] = around.map((part) => (part.trim() === '' ? [] : [prose(part)]))
  return [...before, { kind: 'position', text: stated.position }, ...after]
}

const prose = (text: string): Part => ({ kind: 'prose', text })
