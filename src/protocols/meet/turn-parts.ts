// The parts of a turn: prose, and what a reader looks for in it, in the order in which it was said.
//
// Every line that was said is in exactly one part, requests for the floor too. A marker inside fenced code is code.

import { splitTail } from '../../rules/raise-hand.js'
import type { Part, Request } from '../../view/parts.js'
import { type Stance, stanceAt } from './documents/stances.js'
import { markAt, pinAt } from './documents/turn-text.js'

export function turnParts(text: string): readonly Part[] {
  if (!/\[\s*(?:challenge|decision|pin|pass|raise-hand|research|propos|support|object|withdraw)/i.test(text))
    return [{ kind: 'prose', text }]
  const { body, raiseHand, research } = splitTail(text)
  return [
    ...bodyParts(body.split('\n')),
    ...(research === undefined ? [] : [request({ kind: 'look-up', question: research })]),
    ...(raiseHand === undefined ? [] : [request({ kind: 'respond', who: raiseHand })]),
  ]
}

function bodyParts(lines: readonly string[]): Part[] {
  const parts: Part[] = []
  let prose: string[] = []
  let fence = ''
  const flush = () => {
    if (prose.some((line) => line.trim() !== '')) parts.push({ kind: 'prose', text: prose.join('\n') })
    prose = []
  }
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? ''
    fence = fenceAfter(fence, line)
    const found = fence === '' ? partAt(lines, at) : undefined
    if (found) {
      flush()
      parts.push(found.part)
      at = found.next
    } else {
      prose.push(line)
      at++
    }
  }
  flush()
  return parts
}

function partAt(lines: readonly string[], at: number): { part: Part; next: number } | undefined {
  const line = lines[at] ?? ''
  if (line.trim() === '[pass]') return { part: request({ kind: 'pass' }), next: at + 1 }
  const mark = markAt(line)
  if (mark) return { part: mark, next: at + 1 }
  const stance = stanceAt(line)
  if (stance) return { part: stancePart(stance), next: at + 1 }
  const pin = pinAt(lines, at)
  return pin && { part: { kind: 'pin', ...pin.pin }, next: pin.next }
}

/** A proposal under the id that the engine gave it; the others under the ids that they are about. */
function stancePart({ kind, own, ids, text }: Omit<Stance, 'line'>): Part {
  const against = kind === 'proposal' && ids.length > 0 ? `against ${ids.join(', ')}` : ''
  const of = kind === 'proposal' ? [own ?? '', against].filter(Boolean).join(' ') : ids.join(', ')
  return { kind, of, text }
}

function request(wanted: Request): Part {
  return { kind: 'request', request: wanted }
}

/** The fence that is open after this line; empty outside of one. */
function fenceAfter(open: string, line: string): string {
  if (open === '') return /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? ''
  const text = line.trim()
  const closes = text.length >= open.length && text === (open[0] ?? '`').repeat(text.length)
  return closes ? '' : open
}
