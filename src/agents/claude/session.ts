// A session of Claude's, and the message in it that the conversation continues from. Later messages are ignored: they belong to
// a reply that failed, or to the meeting that this one was forked from.

export interface SessionPoint {
  readonly session: string
  /** The message to continue from; the last one unless named. */
  readonly message?: string
}

export const written = ({ session, message }: SessionPoint): string =>
  message ? `${session}/${message}` : session

/** Undefined for a text that is not a session id of Claude's, such as one from another backend. */
export function pointIn(text: string): SessionPoint | undefined {
  const [, session, message] = pattern.exec(text) ?? []
  if (!session) return undefined
  return message ? { session, message } : { session }
}

const id = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const pattern = new RegExp(`^(${id})(?:/(${id}))?$`, 'i')
