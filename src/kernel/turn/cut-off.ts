// Cut off: a reply that reached its token limit is asked to go on once, and its pieces are joined.

import type { Reply } from '../agents.js'

/** A model that goes on repeats a few of its last words at most. */
const longestOverlap = 200
/** Fewer letters may be the same by chance. */
const leastOverlap = 8
const shownEnd = 120

/** What the seat is sent. A voice opened in the meantime must be told what it had said. */
export function goOnText(said: string, remembers: boolean): string {
  const before = remembers ? '' : `You had answered so far:\n\n${said}\n\n`
  const end = said.slice(-shownEnd)
  return (
    `${before}Your reply was cut off because it reached its length limit. It ended with:\n${end}\n\n` +
    'Go on from exactly there and finish it. Repeat nothing, and add no words about the interruption.'
  )
}

/** The reply made of both pieces; it counts as cut off when the second piece was. */
export function joinedReplies(first: Reply, second: Reply): Reply {
  // A value from half of a structure is incomplete, so the joined text is parsed again. A value that is the whole second piece is a new
  // complete reply.
  const { cutOff: _cut, value: _part, ...rest } = first
  const { value, ...more } = second
  const anew = second.text === '' && value !== undefined
  const besides = (name: 'aside' | 'thinking') => {
    const text = [first[name], second[name]].filter(Boolean).join('\n\n')
    return text === '' ? {} : { [name]: text }
  }
  return {
    ...rest,
    ...more,
    ...(anew ? { value } : {}),
    text: anew ? '' : joined(first.text, second.text),
    tools: [...first.tools, ...second.tools],
    ...besides('aside'),
    ...besides('thinking'),
  }
}

/** Joins the pieces, and removes from the second what repeats the end of the first. */
export function joined(first: string, second: string): string {
  for (let length = Math.min(longestOverlap, first.length, second.length); length >= leastOverlap; length--) {
    if (first.endsWith(second.slice(0, length))) return first + second.slice(length)
  }
  return first + second
}
