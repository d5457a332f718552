// A session of Claude's, and the place in it that a conversation has come to. What was said after that place is not gone on
// with: a reply that failed, or the other way that a meeting took which was forked from here.

export interface Place {
  readonly session: string
  /** The message that it goes on from; the last one where none is named. */
  readonly message?: string
}

export const written = ({ session, message }: Place): string => (message ? `${session}/${message}` : session)

/** Undefined for what no session of Claude's is called, such as one that another backend has left. */
export function placeIn(text: string): Place | undefined {
  const [, session, message] = pattern.exec(text) ?? []
  if (!session) return undefined
  return message ? { session, message } : { session }
}

const id = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const pattern = new RegExp(`^(${id})(?:/(${id}))?$`, 'i')
