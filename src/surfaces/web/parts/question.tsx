// A question: its facts, its options as buttons with their effects, and the free text.

import { type ReactNode, useId, useState } from 'react'
import type { MeetingRef } from '../../../hall/api.js'
import type { Fact, Option, Question } from '../../../kernel/question.js'
import { factsOf } from '../../../story/facts.js'
import { isGrave, optionName, plainTitle } from '../../../story/options.js'
import { api } from '../api/api.js'
import { useAct } from '../state/act.js'
import { connection } from '../state/connection.js'
import { refresh } from '../state/resource.js'
import { useStore } from '../state/store.js'
import { Markdown } from '../text/markdown.js'
import { FreeTextForm } from './free-text.js'
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
  /** In the middle of the page: everything is in view, and the options stand below it. */
  readonly whole?: boolean
  /** Its own words only sum up what is read with it. */
  readonly inShort?: boolean
  /** What is read with it, below its own words. */
  readonly children?: ReactNode
}

export function QuestionForm(props: QuestionProps) {
  const { of, question, asked, compact = false, heading, whole = false, inShort = false, children } = props
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
    <section
      className={`question${compact ? ' compact' : ''}${whole ? ' whole' : ''}`}
      aria-labelledby={title}
      data-question
    >
      <Heading id={title} tabIndex={-1}>
        {plainTitle(question)}
      </Heading>
      {compact || inShort ? null : <Body question={question} project={of.project} whole={whole} />}
      {children}
      {inShort ? (
        <details className="more">
          <summary>In short</summary>
          <Body question={question} project={of.project} whole />
        </details>
      ) : null}
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
        <FreeTextForm
          place={`${of.project}/${of.id} ${question.id}`}
          asked={question.freeText}
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

function Body({ question, project, whole }: { question: Question; project: string; whole: boolean }) {
  const { body } = question
  const facts = factsOf(question)
  if (body.trim() === '' && !facts?.length) return null
  const content = facts ? (
    <dl className="facts">
      {facts.map((fact, at) => (
        <FactView key={at} fact={fact} />
      ))}
    </dl>
  ) : (
    <div className="prose" dir="auto">
      <Markdown text={body} project={project} top={3} />
    </div>
  )
  if (whole) return <div className="body">{content}</div>
  return (
    <Scroll label="What to know for it" kind="body">
      {content}
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
  const shown = compact ? question.options.slice(0, 3) : safeFirst(question)
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

/** Where one of them cannot be taken back, the one that changes nothing comes first. */
function safeFirst({ options, default: safe }: Question): readonly Option[] {
  if (!options.some(isGrave)) return options
  return options.toSorted((one, other) => Number(other.key === safe) - Number(one.key === safe))
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
