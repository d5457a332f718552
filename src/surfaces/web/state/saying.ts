// Saying: words that were just sent. They stand in the thread at once, and give way to the line that records them.

import type { MeetingRef } from '../../../hall/api.js'
import type { Story } from '../../../view/story.js'
import { store, useStore } from './store.js'

interface Sent {
  readonly of: string
  readonly words: string
  /** The last line of the journal when they were sent. */
  readonly after: number
}

const sent = store<Sent | null>(null)
const named = ({ project, id }: MeetingRef) => `${project}/${id}`

/** Shows the words until they are recorded; where sending fails, they are taken back. */
export async function saying(
  of: MeetingRef,
  { summary }: Story,
  words: string,
  send: () => Promise<boolean>,
): Promise<boolean> {
  const now = { of: named(of), words, after: summary.lines }
  sent.set(now)
  const done = await send()
  if (!done && sent.get() === now) sent.set(null)
  return done
}

/** Words of this meeting that its journal does not hold yet. */
export function useSaid(of: MeetingRef, { items }: Pick<Story, 'items'>): string | null {
  const now = useStore(sent)
  if (now === null || now.of !== named(of)) return null
  return items.some(({ kind, n }) => kind === 'answered' && n > now.after) ? null : now.words
}
