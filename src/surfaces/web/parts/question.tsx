// A question: its facts, its options as buttons with their effects, and the free text.

import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'
import type { MeetingRef } from '../../../hall/api.js'
import type { Fact, Option, Question } from '../../../kernel/question.js'
import { factsOf } from '../../../story/facts.js'
import { isGrave, optionName } from '../../../story/options.js'
import { api } from '../api/api.js'
import { useAct } from '../state/act.js'
import { connection } from '../state/connection.js'
import { useDraft } from '../state/draft.js'
import { refresh } from '../state/resource.js'
import { useStore } from '../state/store.js'
import { Markdown } from '../text/markdown.js'
import { Scroll } from './scroll.js'
import { Trouble } from './trouble.js'

interface QuestionProps {
  readonly of: MeetingRef
  readonly question: Question
  /** Which question it is: an answer names it, so that it never answers the next one. */
  readonly asked: string
  /** In a list: only the first options; the others are on the meeting's page. */
  readonly compact?: boolean
  readonly heading: 2 | 3
}

export function QuestionForm({ of, question, asked, compact = false, heading }: QuestionProps) {
  const act = useAct()
  const [sure, setSure] = useState<Option | null>(null)
  const [given, setGiven] = useState<string | null>(null)
  const offline = useStore(connection).state === 'off'
  const title = useId()
  const answer = async (choose: string, text?: string) => {
    const done = await act.run(() =>
      api.answer(of, { question: asked, choose, ...(text === undefined ? {} : { text }) }),
    )
    setSure(null)
    if (!done) return false
    setGiven(choose)
    refresh(`meeting ${of.project}/${of.id}`)
    refresh('meetings')
    return true
  }
  const pick = (option: Option) => (isGrave(option) ? setSure(option) : void answer(option.key))
  const Heading = `h${heading}` as 'h2' | 'h3'
  const still = act.busy || given !== null || offline
  return (
    <section className={`question${compact ? ' compact' : ''}`} aria-labelledby={title} data-question>
      <Heading id={title} tabIndex={-1}>
        {question.title}
      </Heading>
      {compact ? null : <Body question={question} project={of.project} />}
      {sure ? (
        <Confirm
          option={sure}
          busy={still}
          onSure={() => void answer(sure.key)}
          onBack={() => setSure(null)}
        />
      ) : (
        <Options question={question} compact={compact} still={still} given={given} onPick={pick} />
      )}
      {question.freeText && !sure ? (
        <FreeText
          place={`${of.project}/${of.id} ${question.id}`}
          label={optionName(question.freeText)}
          still={still}
          folded={compact}
          onSend={(text) => answer(question.freeText?.key ?? '', text)}
        />
      ) : null}
      {given ? <p className="small">Answered. The meeting goes on.</p> : null}
      {offline ? (
        <p className="small">Not connected: an answer can be given when the server is back.</p>
      ) : null}
      <Trouble error={act.error} />
    </section>
  )
}

function Body({ question, project }: { question: Question; project: string }) {
  const { body } = question
  const facts = factsOf(question)
  if (body.trim() === '' && !facts?.length) return null
  return (
    <Scroll label="What to know for it" kind="body">
      {facts ? (
        <dl className="facts">
          {facts.map((fact, at) => (
            <FactView key={at} fact={fact} />
          ))}
        </dl>
      ) : (
        <div className="prose">
          <Markdown text={body} project={project} top={3} />
        </div>
      )}
    </Scroll>
  )
}

/** Short facts are beside their name, long ones and lists below it. */
function FactView({ fact }: { fact: Fact }) {
  const { name, value, items = [] } = fact
  if (name === undefined)
    return (
      <div className="tall">
        <dd>{value}</dd>
      </div>
    )
  if (items.length === 0)
    return (
      <div className={value.length > 40 ? 'tall' : ''}>
        <dt>{name}</dt>
        <dd>{value.includes('\n') ? <Scroll label={name}>{value}</Scroll> : value}</dd>
      </div>
    )
  return (
    <div className="tall">
      <dt>
        {name} {value ? <strong>{value}</strong> : null}
      </dt>
      {items.map((line, at) => (
        <dd key={at} className="item">
          {line}
        </dd>
      ))}
    </div>
  )
}

function Options(props: {
  question: Question
  compact: boolean
  still: boolean
  given: string | null
  onPick: (option: Option) => void
}) {
  const { question, compact, still, given, onPick } = props
  const first = question.default ?? question.options[0]?.key
  const shown = compact ? question.options.slice(0, 3) : question.options
  if (shown.length === 0) return null
  return (
    <ul className="options">
      {shown.map((option) => (
        <li key={option.key}>
          <button
            type="button"
            className={option.key === first ? 'primary' : ''}
            disabled={still}
            aria-pressed={given === option.key ? true : undefined}
            title={compact ? option.effect : undefined}
            onClick={() => onPick(option)}
          >
            {optionName(option)}
          </button>
          {compact || !option.effect ? null : <small>{option.effect}</small>}
        </li>
      ))}
    </ul>
  )
}

/** Asks for confirmation of a grave option, and says what will happen. */
function Confirm(props: { option: Option; busy: boolean; onSure: () => void; onBack: () => void }) {
  const { option, busy, onSure, onBack } = props
  return (
    <fieldset className="confirm" aria-label={`Confirm: ${optionName(option)}`}>
      <p>
        <strong>{optionName(option)}</strong>: {option.effect}.
      </p>
      <div className="row">
        {/* biome-ignore lint/a11y/noAutofocus: the person has just asked for this */}
        <button type="button" className="primary" disabled={busy} onClick={onSure} autoFocus>
          Yes, {optionName(option).toLowerCase()}
        </button>
        <button type="button" onClick={onBack}>
          Back
        </button>
      </div>
    </fieldset>
  )
}

function FreeText(props: {
  place: string
  label: string
  still: boolean
  folded: boolean
  onSend: (text: string) => Promise<boolean>
}) {
  const { place, label, still, folded, onSend } = props
  const [text, setText] = useDraft(`answer ${place}`)
  const [open, setOpen] = useState(!folded)
  const id = useId()
  const send = async (event?: FormEvent) => {
    event?.preventDefault()
    if (text.trim() !== '' && (await onSend(text))) setText('')
  }
  if (!open && text === '')
    return (
      <button type="button" className="more" disabled={still} onClick={() => setOpen(true)}>
        {label}…
      </button>
    )
  return (
    <form className="free" onSubmit={send}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        rows={3}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => sendsBy(event) && void send()}
      />
      <button type="submit" disabled={still || text.trim() === ''}>
        {label}
      </button>
    </form>
  )
}

/** Control or Command with Enter, everywhere. */
export function sendsBy(event: KeyboardEvent): boolean {
  return event.key === 'Enter' && (event.ctrlKey || event.metaKey)
}
