// A question: its facts, its options as buttons with their effects, and the free text.

import { type ReactNode, useId, useState } from 'react'
import type { MeetingRef } from '../../../hall/api.js'
import type { Fact, Question } from '../../../kernel/question.js'
import { plainTitle } from '../../../view/options.js'
import { useAnswering } from '../state/answering.js'
import { connection } from '../state/connection.js'
import { useDraft } from '../state/draft.js'
import { useStore } from '../state/store.js'
import { Markdown } from '../text/markdown.js'
import { draftPlace } from './draft-form.js'
import { FreeTextForm } from './free-text.js'
import { Options } from './options.js'
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
  /** Why it cannot be answered now; stands in place of its answers. */
  readonly withheld?: ReactNode
}

export function QuestionForm(props: QuestionProps) {
  const { of, question, asked, compact = false, heading, whole = false, inShort = false } = props
  const answering = useAnswering(of, asked)
  const { given, error } = answering
  const title = useId()
  const Heading = `h${heading}` as 'h2' | 'h3'
  return (
    <section
      className={`question${compact ? ' compact' : ''}${whole ? ' whole' : ''}`}
      aria-labelledby={title}
      data-question
    >
      <Heading id={title} tabIndex={-1} dir="auto">
        {plainTitle(question)}
      </Heading>
      {compact || inShort || (whole && hasFields(question)) ? null : (
        <Body question={question} project={of.project} whole={whole} />
      )}
      {props.children}
      {inShort ? <InShort question={question} project={of.project} /> : null}
      {props.withheld ?? <Answers of={of} question={question} compact={compact} {...answering} />}
      <Said given={given} />
      <Trouble error={error} />
    </section>
  )
}

interface AnswersProps {
  readonly of: MeetingRef
  readonly question: Question
  readonly compact: boolean
  readonly still: boolean
  readonly given: string | null
  readonly answer: (choose: string, text?: string) => Promise<boolean>
}

/** Where it has fields they come first, and what passes them over below them. */
function Answers({ of, question, compact, still, given, answer }: AnswersProps) {
  const [asking, setAsking] = useState(false)
  const fields = hasFields(question) && !compact
  const { freeText } = question
  const place = `${of.project}/${of.id} ${question.id}`
  const [changed] = useDraft(draftPlace(place))
  const options =
    changed !== '' && !compact && freeText?.draft !== undefined ? (
      <p key="options" className="withheld" role="status">
        You have changed the draft below. Take it as edited, or leave it as it was: then this can be answered.
      </p>
    ) : (
      <Options
        key="options"
        question={question}
        compact={compact}
        still={still}
        given={given}
        besides={fields}
        onChoose={answer}
        onAsking={setAsking}
      />
    )
  const free =
    freeText && !asking ? (
      <FreeTextForm
        key="free"
        place={place}
        asked={freeText}
        still={still}
        folded={compact}
        onSend={(text) => answer(freeText.key, text)}
      />
    ) : null
  return fields ? [free, options] : [options, free]
}

/** Each of the questions stands above its field: in the body they would be read twice. */
function hasFields({ freeText }: Question): boolean {
  return (freeText?.parts?.length ?? 0) > 1
}

function InShort({ question, project }: { question: Question; project: string }) {
  return (
    <details className="more">
      <summary>In short</summary>
      <Body question={question} project={project} whole />
    </details>
  )
}

/** What became of the answer, or why none can be given now. */
function Said({ given }: { given: string | null }) {
  const offline = useStore(connection).state === 'off'
  return (
    <>
      {given ? <p className="small">Answered. The meeting goes on.</p> : null}
      {offline ? (
        <p className="small">Not connected: an answer can be given when the server is back.</p>
      ) : null}
    </>
  )
}

function Body({ question, project, whole }: { question: Question; project: string; whole: boolean }) {
  const body = withoutFault(withoutGrid(question), question)
  const { facts } = question
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

/** The page draws who stands where: the same as a table would be read twice. */
function withoutGrid({ body, grid }: Question): string {
  return grid !== undefined && body.startsWith(grid) ? body.slice(grid.length).trim() : body
}

/** Why an edit could not be taken is said where it is edited. */
function withoutFault(body: string, { freeText }: Question): string {
  const { fault } = freeText ?? {}
  if (fault === undefined) return body
  const blocks = body.split('\n\n')
  const at = blocks.findIndex((block) => block.endsWith(fault))
  return at < 0 ? body : blocks.toSpliced(at, 1).join('\n\n')
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
