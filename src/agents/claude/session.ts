// A session of Claude's, and the place in it that a conversation has come to. What was said after that place is not gone on
// with: a reply that failed, or the other way that a meeting took which was forked from here.

export interface Place {
  readonly session: string
  /** The message that it goes on from; the last one where none is named. */
  readonly message?: string
}

export const written = ({ session, message }: Place): string => (message ? `${session}/${message}` : session)

export function placeIn(text: string): Place {
  const [session = '', message] = text.split('/')
  return message ? { session, message } : { session }
}
