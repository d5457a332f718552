// The composer: what the person writes next, and the way to stop whoever speaks. Spans the bottom of the page, always in sight.

import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import type { MeetingRef } from '../../../hall/api.js'
import { call } from '../api/api.js'
import { useAct } from '../state/act.js'
import { connection } from '../state/connection.js'
import { useDraft } from '../state/draft.js'
import { useStore } from '../state/store.js'
import { sendsBy } from './free-text.js'
import { Trouble } from './trouble.js'

interface ComposerProps {
  readonly of: MeetingRef
  readonly label: string
  /** In words who speaks; empty while nobody does. Nothing can be sent meanwhile. */
  readonly speaking: string
  /** It is on its way: the box is empty already. Where that fails, the text is there again. */
  readonly busy: boolean
  readonly error: Error | null
  readonly send: (text: string) => Promise<boolean>
  /** Further controls beside the box. */
  readonly children?: ReactNode
}

export function Composer({ of, label, speaking, busy, error, send, children }: ComposerProps) {
  const [text, setText, received] = useDraft(`message ${of.project}/${of.id}`)
  const offline = useStore(connection).state === 'off'
  const id = useId()
  const still = busy || offline || speaking !== ''
  const submit = async (event: FormEvent | KeyboardEvent) => {
    event.preventDefault()
    if (text.trim() !== '' && !still && (await send(text))) received(text)
  }
  return (
    <form className="composer" onSubmit={submit} data-question>
      <label htmlFor={id}>{label}</label>
      <div className="line">
        <textarea
          id={id}
          rows={1}
          dir="auto"
          value={busy ? '' : text}
          readOnly={busy}
          data-answer
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (sends(event)) void submit(event)
          }}
        />
        {speaking === '' ? null : <StopButton of={of} />}
        <button type="submit" className="primary" disabled={still || text.trim() === ''}>
          Send
        </button>
      </div>
      {/* Behind the box, although it stands above it: the keyboard comes to the box first. */}
      {children ? <div className="further">{children}</div> : null}
      <small>{offline ? 'Not connected: your draft is kept.' : speaking || hint()}</small>
      <Trouble error={error} />
    </form>
  )
}

/** The bottom of the page. Its height is known to the rest, so that nothing is hidden behind it. */
export function Bar({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const root = document.documentElement
    const measure = new ResizeObserver(() =>
      root.style.setProperty('--bar', `${box.current?.offsetHeight ?? 0}px`),
    )
    if (box.current) measure.observe(box.current)
    return () => {
      measure.disconnect()
      root.style.removeProperty('--bar')
    }
  }, [])
  return (
    <div className="composing" ref={box}>
      {children}
    </div>
  )
}

/** A talk or a chat stops its turn; anything else pauses. */
export function StopButton({ of, pauses = false }: { of: MeetingRef; pauses?: boolean }) {
  const act = useAct()
  return (
    <button
      type="button"
      disabled={act.busy}
      title={pauses ? 'The meeting pauses; this turn is made again when it goes on.' : undefined}
      onClick={() => void act.run(() => call('meeting.interrupt', of))}
    >
      {pauses ? 'Stop and pause' : 'Stop this turn'}
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
