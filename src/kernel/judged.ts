// Judging a reply: the reason why it cannot be used, or what is kept of it.

import type { Reply } from './agents.js'

const shownBeginning = 80

/** The beginning of the reply that came instead, so that the message shows what went wrong. */
export function began({ text, value }: Pick<Reply, 'text' | 'value'>): string {
  const came = (text.trim() || (value === undefined ? '' : JSON.stringify(value))).replace(/\s+/g, ' ')
  return came === '' ? '' : `; it began: ${came.slice(0, shownBeginning)}`
}

export function whyEmpty({ cutOff, thinking = '' }: Reply): string {
  if (cutOff === 'length')
    return 'the reply reached its token limit before its first word; give the model more `reasoning_tokens` in config.yaml'
  return `the reply was empty${thinking.trim() === '' ? '' : `; the model only thought${began({ text: thinking })}`}`
}

/** A structured reply is its value, which is whole; words around it are kept beside it. */
export function valueAlone({ cutOff: _, ...reply }: Reply): Reply {
  if (reply.text.trim() === '') return reply
  return { ...reply, text: '', aside: [reply.aside, reply.text].filter(Boolean).join('\n\n') }
}
