// The composer of a talk: writes the next message, and stops the current turn. Always visible.

import { type FormEvent, type KeyboardEvent, useId } from 'react'
import type { MeetingRef } from '../../../hall/api.js'
import { api } from '../api/api.js'
import { useAct } from '../state/act.js'
import { connection } from '../state/connection.js'
import { useDraft } from '../state/draft.js'
import { useStore } from '../state/store.js'
import { sendsBy } from './free-text.js'
import { Trouble } from './trouble.js'

export function Composer({ of, to, speaking }: { of: MeetingRef; to: string; speaking: boolean }) {
  const [text, setText] = useDraft(`message ${of.project}/${of.id}`)
  const act = useAct()
  const offline = useStore(connection).state === 'off'
  const id = useId()
  const send = async (event: FormEvent | KeyboardEvent) => {
    event.preventDefault()
    if (text.trim() === '' || speaking || offline) return
    if (await act.run(() => api.message(of, text))) setText('')
  }
  return (
    <form className="composer" onSubmit={send} data-question>
      <label htmlFor={id}>Your message to {to}</label>
      <textarea
        id={id}
        rows={3}
        value={text}
        data-answer
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (sends(event)) void send(event)
        }}
      />
      <div className="row">
        {speaking ? <StopButton of={of} /> : null}
        <button
          type="submit"
          className="primary"
          disabled={act.busy || speaking || offline || text.trim() === ''}
        >
          Send
        </button>
        <small>
          {offline ? 'Not connected: your draft is kept.' : speaking ? `${to} is speaking.` : hint()}
        </small>
      </div>
      <Trouble error={act.error} />
    </form>
  )
}

export function StopButton({ of }: { of: MeetingRef }) {
  const act = useAct()
  return (
    <button type="button" disabled={act.busy} onClick={() => void act.run(() => api.interrupt(of))}>
      Stop this turn
    </button>
  )
}

/** Enter sends where there is a keyboard; on a touch screen it makes a new line. */
function sends(event: KeyboardEvent): boolean {
  return (
    sendsBy(event) || (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing && fine())
  )
}

function fine(): boolean {
  return matchMedia('(pointer: fine)').matches
}

function hint(): string {
  return fine() ? 'Enter sends, Shift and Enter makes a new line.' : ''
}
