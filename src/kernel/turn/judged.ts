// Judging a reply: the reason why it cannot be used, or what is kept of it.

import { beginningOf, withBeginning } from '../../rules/failure-words.js'
import type { Reply } from '../agents.js'

/** The reply that cannot be used, as text. */
export function cameAs({ text, value }: Pick<Reply, 'text' | 'value'>): string {
  return text.trim() || (value === undefined ? '' : (JSON.stringify(value) ?? ''))
}

export function whyEmpty({ cutOff, thinking = '' }: Reply): string {
  if (cutOff === 'length')
    return 'the reply reached its token limit before its first word; give the model more `reasoning_tokens` in config.yaml'
  if (thinking.trim() === '') return 'the reply was empty'
  return withBeginning('the reply was empty; the model only thought', beginningOf(thinking))
}

/** A structured reply is its value, which is whole; words around it are kept beside it. */
export function valueAlone({ cutOff: _, ...reply }: Reply): Reply {
  if (reply.text.trim() === '') return reply
  return { ...reply, text: '', aside: [reply.aside, reply.text].filter(Boolean).join('\n\n') }
}
