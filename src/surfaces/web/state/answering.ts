// Answering: sends the person's answer to one question, once. Named by its key, so that it never answers the next one.

import { useState } from 'react'
import type { MeetingRef } from '../../../hall/api.js'
import { call } from '../api/api.js'
import { useAct } from './act.js'
import { connection } from './connection.js'
import { refresh } from './resource.js'
import { useStore } from './store.js'

export interface Answering {
  /** Nothing can be sent now: it is being sent, it was, or the server is away. */
  readonly still: boolean
  /** The key that was chosen. */
  readonly given: string | null
  readonly error: Error | null
  /** Whether it was taken. */
  answer(choose: string, text?: string): Promise<boolean>
}

export function useAnswering(of: MeetingRef, asked: string): Answering {
  const act = useAct()
  const [sent, setSent] = useState<{ readonly asked: string; readonly choose: string } | null>(null)
  const offline = useStore(connection).state === 'off'
  const given = sent?.asked === asked ? sent.choose : null
  const answer = async (choose: string, text?: string) => {
    const done = await act.run(() => call('meeting.answer', of, { question: asked, choose, text }))
    if (!done) return false
    setSent({ asked, choose })
    refresh(`meeting ${of.project}/${of.id}`)
    refresh('meetings')
    return true
  }
  return { still: act.busy || given !== null || offline, given, error: act.error, answer }
}
