// A request: a worker asks for a talk. It can be accepted, accepted with a message, deferred or declined wherever it is shown.

import { type ReactNode, useId, useState } from 'react'
import type { TalkRequest } from '../../../hall/api.js'
import { call } from '../api/api.js'
import { artifactPath } from '../fold/papers.js'
import { shortTime } from '../fold/when.js'
import { to } from '../route.js'
import { type Acting, useAct } from '../state/act.js'
import { connection } from '../state/connection.js'
import { useDraft } from '../state/draft.js'
import { refresh } from '../state/resource.js'
import { useStore } from '../state/store.js'
import { go } from '../state/where.js'
import { Face } from './face.js'
import { Trouble } from './trouble.js'

type Step = 'none' | 'message' | 'defer' | 'decline'

export function RequestCard({ request, heading = 3 }: { request: TalkRequest; heading?: 2 | 3 }) {
  const Heading = `h${heading}` as 'h2' | 'h3'
  return (
    <article className="request" data-item tabIndex={-1}>
      <Face seat={request.worker} name={request.worker} />
      <div>
        <Heading>
          <a href={to.meeting(request.project, request.id)} dir="auto">
            {request.title}
          </a>
        </Heading>
        <p className="meta">
          {request.workerTitle || request.worker} asks for a talk · {request.project} ·{' '}
          {shortTime(request.date, new Date())}
          {request.deferredUntil ? ` · put off until ${request.deferredUntil}` : ''}
        </p>
        <RequestDeeds request={request} />
      </div>
    </article>
  )
}

/** On the desk: one line, and below it what can be done once it is asked for. */
export function RequestRow({ request }: { request: TalkRequest }) {
  const [open, setOpen] = useState(false)
  const { project, id, title, worker, workerTitle, date, deferredUntil } = request
  return (
    <li className="desk-row waits request-row" data-item tabIndex={-1}>
      <div className="line">
        <span className="what">
          <a href={to.meeting(project, id)} title={title} dir="auto" data-open>
            {title}
          </a>
          <small>
            Request<span className="project"> · {project}</span>
          </small>
        </span>
        <span className="seats">
          <span className="unseen">{worker}</span>
          <Face seat={worker} name={worker} small />
        </span>
        <span className="wants">
          <span className="asks">
            {workerTitle || worker} asks for a talk
            {deferredUntil ? `, put off until ${deferredUntil}` : ''}
          </span>
          <button
            type="button"
            className="quiet"
            aria-expanded={open}
            data-answer
            onClick={() => setOpen(!open)}
          >
            Answer<span className="unseen">: {title}</span>
          </button>
        </span>
        <time dateTime={date}>{shortTime(date, new Date())}</time>
        <span className="figures" />
      </div>
      {open ? (
        <div className="request-open">
          <RequestDeeds request={request} />
        </div>
      ) : null}
    </li>
  )
}

/** What it is about, and what the person can do: accept, with a message or without, put off, decline. */
function RequestDeeds({ request }: { request: TalkRequest }) {
  const act = useAct()
  const [step, setStep] = useState<Step>('none')
  const offline = useStore(connection).state === 'off'
  const still = act.busy || offline
  // Who asks in a few words says the same thing in all three places.
  const words = [...new Set([request.agenda, request.reason])].filter(
    (text) => text !== '' && text !== request.title,
  )
  const accept = async (message?: string) => {
    const done = await act.run(async () => {
      const opened = await call('request.accept', request, message ? { message } : {})
      go(to.meeting(opened.project ?? request.project, opened.id ?? request.id))
    })
    if (done) after()
    return done
  }
  return (
    <>
      {words.map((text, at) => (
        <p key={text} className={at === 0 ? 'agenda' : 'small'} dir="auto">
          {text}
        </p>
      ))}
      <References request={request} />
      <div className="row">
        <button type="button" className="primary" disabled={still} onClick={() => void accept()}>
          Accept
        </button>
        <Toggle step="message" now={step} set={setStep} still={still} label="Accept with a message" />
        <Toggle step="defer" now={step} set={setStep} still={still} label="Put off" />
        <Toggle step="decline" now={step} set={setStep} still={still} label="Decline" />
      </div>
      {step === 'message' ? <WithMessage request={request} still={still} onSend={accept} /> : null}
      {step === 'defer' ? <PutOff request={request} act={act} /> : null}
      {step === 'decline' ? <Decline request={request} act={act} /> : null}
      <Trouble error={act.error} />
    </>
  )
}

function References({ request }: { request: TalkRequest }) {
  if (request.referenced.length === 0) return null
  return (
    <p className="small">
      About{' '}
      {request.referenced.map((path, at) => (
        <span key={path}>
          {at > 0 ? ', ' : ''}
          <a href={to.document(request.project, artifactPath(path))}>{path}</a>
        </span>
      ))}
    </p>
  )
}

function Toggle(props: { step: Step; now: Step; set: (step: Step) => void; still: boolean; label: string }) {
  const { step, now, set, still, label } = props
  return (
    <button
      type="button"
      disabled={still}
      aria-expanded={now === step}
      onClick={() => set(now === step ? 'none' : step)}
    >
      {label}
    </button>
  )
}

function WithMessage(props: {
  request: TalkRequest
  still: boolean
  onSend: (message: string) => Promise<boolean>
}) {
  const { request, still, onSend } = props
  const [text, setText, received] = useDraft(`accept ${request.project}/${request.id}`)
  const send = async () => {
    if (await onSend(text)) received(text)
  }
  return (
    <Step label="What you say first">
      {(id) => (
        <>
          <textarea
            id={id}
            rows={3}
            dir="auto"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <button
            type="button"
            className="primary"
            disabled={still || text.trim() === ''}
            onClick={() => void send()}
          >
            Accept and send
          </button>
        </>
      )}
    </Step>
  )
}

function PutOff({ request, act }: { request: TalkRequest; act: Acting }) {
  const [until, setUntil] = useState(inDays(1))
  const defer = async () => {
    if (await act.run(() => call('request.defer', request, { until }))) after()
  }
  return (
    <Step label="Until">
      {(id) => (
        <>
          <input
            id={id}
            type="date"
            value={until}
            min={inDays(0)}
            onChange={(event) => setUntil(event.target.value)}
          />
          <button type="button" onClick={() => setUntil(inDays(1))}>
            Tomorrow
          </button>
          <button type="button" onClick={() => setUntil(inDays(7))}>
            In a week
          </button>
          <button
            type="button"
            className="primary"
            disabled={act.busy || until === ''}
            onClick={() => void defer()}
          >
            Put off
          </button>
        </>
      )}
    </Step>
  )
}

function Decline({ request, act }: { request: TalkRequest; act: Acting }) {
  const [reason, setReason] = useDraft(`decline ${request.project}/${request.id}`)
  const decline = async () => {
    if (!(await act.run(() => call('request.decline', request, reason ? { reason } : {})))) return
    setReason('')
    after()
  }
  return (
    <Step label="Reason, if you want to give one">
      {(id) => (
        <>
          <input
            id={id}
            type="text"
            dir="auto"
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
          <button type="button" className="primary" disabled={act.busy} onClick={() => void decline()}>
            Decline for good
          </button>
        </>
      )}
    </Step>
  )
}

function Step({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="step">
      <label htmlFor={id}>{label}</label>
      <div className="row">{children(id)}</div>
    </div>
  )
}

function after(): void {
  refresh('requests')
  refresh('meetings')
  refresh('meeting ')
}

function inDays(days: number): string {
  const date = new Date()
  date.setDate(date.getDate() + days)
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`
}
